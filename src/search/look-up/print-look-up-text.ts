import { paintedNotes } from '../../faces/cli/print/answer-lines.ts';
import { paintMark, retractionText, titleMark } from '../../faces/cli/print/retraction-text.ts';
import { PLAIN, type Style } from '../../faces/cli/print/terminal.ts';
import { CLI_WORDING } from '../../faces/cli/wording.ts';
import { type AskedSource, worksIfAlone } from '../../jobs/ports/paper-finder.ts';
import { counted } from '../../lib/counted.ts';
import { bestLink, namedAuthors } from '../../papers/paper-view.ts';
import type { AuthorCandidate } from '../../papers/references/author-query.ts';
import { nameEntry } from '../../papers/references/entry-name.ts';
import { type Advice, isSourceFailure } from '../../wording/notes.ts';
import type { LookUpItem, LookUpPaper, LookUpView } from './look-up-view.ts';

/** Look-ups as text for people. */

const MARKS = {
  exact: 'FOUND ',
  likely: 'LIKELY',
  none: 'NONE  ',
  unchecked: 'UNCHECKED',
  'not-a-reference': 'NO REFERENCE',
  topic: 'TOPIC ',
};
/** Replaces `unchecked` if only the library was searched. */
const NOT_HELD = 'NOT HELD';
/** Longer DOIs do not occur in practice, and would be broken. */
const MAX_DOI = 60;
/** Aligns with the text after the mark. */
const INDENT = ' '.repeat(8);

/** A look-up's result for people: a line per item, its papers below. */
export function formatLookUp({ items, asked = [] }: LookUpView, style = PLAIN): string {
  const isAlone = worksIfAlone(asked) !== undefined;
  return items.flatMap((item) => formatItem(item, style, isAlone)).join('\n');
}

/**
 * Lines for stderr: the jobs of the look-ups, the total of several, and their notes. Failures were reported at once.
 */
export function lookUpLines(answers: readonly LookUpView[], style: Style): string[] {
  const isOpen = answers.some(({ items }) => items.some(({ found }) => found === 'none' || found === 'unchecked'));
  const [{ asked = [] } = {}] = answers;
  const refs = answers.map(({ job }) => job.ref).join(', ');
  const notes = answers.flatMap((answer) =>
    paintedNotes(
      answer.notes.filter((note) => !isSourceFailure(note)),
      style,
    ),
  );
  return [
    answers.length > 1 ? countOutcomes(answers, refs) : `${refs}: free`,
    ...new Set(notes),
    ...(isOpen ? askedLines(asked) : []),
    ...nextLines(answers),
  ];
}

/** Next steps without duplicates, because the papers of several calls are used together. */
function nextLines(answers: readonly LookUpView[]): string[] {
  const all = answers.flatMap(({ next }) => next);
  const jobs = all.flatMap((step) => (step.kind === 'use-found' ? [step.job] : []));
  const others = all.filter((step) => step.kind !== 'use-found');
  const found: Advice[] = jobs.length > 0 ? [{ kind: 'use-found', job: jobs.join(',') }] : [];
  return [...new Set([...others, ...found].map((step) => CLI_WORDING.advice([step])))];
}

/** The sources that answered, failed, or were not queried. */
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

/** Whether no source knows the paper of a reference, or the paper is retracted. */
export function isUnsound({ found, papers: [best] }: LookUpItem): boolean {
  return found === 'none' || ((found === 'exact' || found === 'likely') && best?.retracted === true);
}

function countOutcomes(answers: readonly LookUpView[], refs: string): string {
  const items = answers.flatMap((answer) => answer.items);
  const count = (certainty: LookUpItem['found']) => items.filter((item) => item.found === certainty).length;
  const unchecked = countUnchecked(answers);
  const more = unchecked > 0 ? `, ${unchecked} not checked` : '';
  return `${items.length} items: ${count('exact')} found, ${count('likely')} likely, ${count('none')} not found${more} (${refs})`;
}

function formatItem(
  { item, found, mayBeInvented, class: wrong, papers, authors = [], note, ...more }: LookUpItem,
  style: Style,
  isAlone: boolean,
): string[] {
  const mark = found === 'unchecked' && isAlone ? NOT_HELD : MARKS[found ?? 'topic'];
  return [
    `${mark}  ${nameEntry(item)}`,
    ...(mayBeInvented
      ? [`${INDENT}two or more sources that cover its field and year have no such title: it may be invented`]
      : []),
    ...papers.flatMap((paper) => formatPaper(paper, style)),
    ...(wrong ? [`${INDENT}class: ${wrong}`] : []),
    ...(more.papersInLibrary === undefined
      ? []
      : [`${INDENT}${papers.length} of ${counted(more.papersInLibrary, 'paper')} in the library`]),
    ...authors.flatMap(formatAuthor),
    ...(more.namesInLibrary === undefined
      ? []
      : [
          `${INDENT}the library has ${counted(more.namesInLibrary, 'spelling')} of this name; shown are those of most papers`,
        ]),
    ...(note === undefined ? [] : [`${INDENT}${CLI_WORDING.note(note)}`]),
  ];
}

function formatAuthor({ id, name, affiliation, works, orcid }: AuthorCandidate): string[] {
  const papers = works === undefined ? undefined : counted(works, 'paper');
  const details = [affiliation, papers, orcid && `ORCID ${orcid}`].filter((value) => value !== undefined).join('; ');
  return [`${INDENT}${id}  ${name}`, ...(details === '' ? [] : [`${INDENT}  ${details}`])];
}

function formatPaper(paper: LookUpPaper, style: Style): string[] {
  const { ref, title, year, venue, doi, differs = [], notCompared = [] } = paper;
  const warning = titleMark(paper);
  const shownDoi = typeof doi === 'string' && doi.length <= MAX_DOI ? style.link(doi, bestLink(paper)) : doi;
  const details = [namedAuthors(paper), year, venue, shownDoi].filter((value) => value !== undefined).join('; ');
  return [
    `${INDENT}${ref}  ${paintMark(paper, style, warning + String(title))}`,
    ...(details === '' ? [] : [`${INDENT}  ${details}`]),
    ...(warning === '' ? [] : [`${INDENT}  ${paintMark(paper, style, String(retractionText(paper)))}`]),
    ...differs.map((difference) => `${INDENT}  differs: ${difference}`),
    ...(notCompared.length === 0 ? [] : [`${INDENT}  not compared: ${notCompared.join(', ')}`]),
  ];
}
