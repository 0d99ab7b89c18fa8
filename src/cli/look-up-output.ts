import { type Advice, isSourceFailure } from '../contract/notes.ts';
import type { LookUpItem, LookUpView } from '../jobs/look-up/look-up-view.ts';
import type { AskedSource } from '../jobs/ports/paper-finder.ts';
import { counted } from '../lib/counted.ts';
import type { AuthorCandidate } from '../papers/references/author-query.ts';
import type { PaperView } from '../papers/view.ts';
import { namedAuthors } from './print/named-authors.ts';
import { retractionText, titleMark } from './print/retraction-text.ts';
import { CLI_WORDING } from './wording.ts';

const MARKS = { exact: 'FOUND ', likely: 'LIKELY', none: 'NONE  ', unchecked: 'UNCHECKED', topic: 'TOPIC ' };
/** Below the mark. */
const INDENT = ' '.repeat(8);

/** What a look-up found, as a person reads it: a line for each item, its papers below. */
export function formatLookUp({ items }: LookUpView): string {
  return `${items.flatMap(formatItem).join('\n')}\n`;
}

/** For stderr: the jobs of the look-ups, the sum of several, and their notes without failures, which came at once. */
export function lookUpLines(answers: readonly LookUpView[]): string[] {
  const isOpen = answers.some(({ items }) => items.some(({ found }) => found === 'none' || found === 'unchecked'));
  const [{ asked = [] } = {}] = answers;
  const refs = answers.map(({ job }) => job.ref).join(', ');
  const notes = answers.flatMap((answer) => CLI_WORDING.notes(answer.notes.filter((note) => !isSourceFailure(note))));
  return [
    answers.length > 1 ? totalOf(answers, refs) : `${refs}: free`,
    ...new Set(notes),
    ...(isOpen ? askedLines(asked) : []),
    ...nextLines(answers),
  ];
}

/** What to do next, each step once: the papers of several calls are used together. */
function nextLines(answers: readonly LookUpView[]): string[] {
  const all = answers.flatMap(({ next }) => next);
  const jobs = all.flatMap((step) => (step.do === 'use-found' ? [step.job] : []));
  const others = all.filter((step) => step.do !== 'use-found');
  const found: Advice[] = jobs.length > 0 ? [{ do: 'use-found', job: jobs.join(',') }] : [];
  return [...new Set([...others, ...found].map((step) => CLI_WORDING.advice([step])))];
}

/** Who answered, who failed and who was not asked. */
function askedLines(asked: readonly AskedSource[]): string[] {
  const lines = Object.entries({ Answered: 'answered', Failed: 'failed', 'Not asked': 'not-asked' });
  return lines.flatMap(([title, outcome]) => {
    const names = asked.filter((each) => each.outcome === outcome).map(({ source }) => source);
    return names.length > 0 ? [`${title}: ${names.join(', ')}.`] : [];
  });
}

/** How many items no source could check. */
export function countUnchecked(answers: readonly LookUpView[]): number {
  return answers.flatMap(({ items }) => items).filter(({ found }) => found === 'unchecked').length;
}

function totalOf(answers: readonly LookUpView[], refs: string): string {
  const items = answers.flatMap((answer) => answer.items);
  const count = (certainty: LookUpItem['found']) => items.filter((item) => item.found === certainty).length;
  const unchecked = countUnchecked(answers);
  const more = unchecked > 0 ? `, ${unchecked} not checked` : '';
  return `${items.length} items: ${count('exact')} found, ${count('likely')} likely, ${count('none')} not found${more} (${refs})`;
}

function formatItem({ item, found, mayBeInvented, papers, papersInLibrary, authors = [], note }: LookUpItem): string[] {
  return [
    `${MARKS[found ?? 'topic']}  ${item}`,
    ...(mayBeInvented
      ? [`${INDENT}two or more sources that cover its field and year have no such title: it may be invented`]
      : []),
    ...papers.flatMap(formatPaper),
    ...(papersInLibrary === undefined
      ? []
      : [`${INDENT}${papers.length} of ${counted(papersInLibrary, 'paper')} in the library`]),
    ...authors.flatMap(formatAuthor),
    ...(note === undefined ? [] : [`${INDENT}${CLI_WORDING.note(note)}`]),
  ];
}

function formatAuthor({ id, name, affiliation, works, orcid }: AuthorCandidate): string[] {
  const papers = works === undefined ? undefined : counted(works, 'paper');
  const details = [affiliation, papers, orcid && `ORCID ${orcid}`].filter((value) => value !== undefined).join('; ');
  return [`${INDENT}${id}  ${name}`, ...(details === '' ? [] : [`${INDENT}  ${details}`])];
}

function formatPaper(paper: PaperView & { differs?: string[] }): string[] {
  const { ref, title, year, venue, doi, differs = [] } = paper;
  const warning = titleMark(paper);
  const details = [namedAuthors(paper), year, venue, doi].filter((value) => value !== undefined).join('; ');
  return [
    `${INDENT}${ref}  ${warning}${String(title)}`,
    ...(details === '' ? [] : [`${INDENT}  ${details}`]),
    ...(warning === '' ? [] : [`${INDENT}  ${retractionText(paper)}`]),
    ...differs.map((difference) => `${INDENT}  differs: ${difference}`),
  ];
}
