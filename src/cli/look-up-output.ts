import { isSourceFailure } from '../contract/note-kinds.ts';
import type { LookUpItem, LookUpView } from '../jobs/look-up/look-up-view.ts';
import { counted } from '../lib/counted.ts';
import type { AuthorCandidate } from '../papers/references/author-query.ts';
import type { PaperView } from '../papers/view.ts';

const MARKS = { exact: 'FOUND ', likely: 'LIKELY', none: 'NONE  ' };

/** What a look-up found, as a person reads it: a line for each item, its papers below. */
export function formatLookUp({ items }: LookUpView): string {
  return `${items.flatMap(formatItem).join('\n')}\n`;
}

/** For stderr: the jobs of the look-ups, the sum of several, and their notes without failures, which came at once. */
export function lookUpLines(answers: readonly LookUpView[]): string[] {
  const refs = answers.map(({ job }) => job.ref).join(', ');
  const notes = answers.flatMap((answer) => answer.notes.filter((note) => !isSourceFailure(note)));
  return [answers.length > 1 ? totalOf(answers, refs) : `${refs}: free`, ...new Set(notes)];
}

function totalOf(answers: readonly LookUpView[], refs: string): string {
  const items = answers.flatMap((answer) => answer.items);
  const count = (certainty: LookUpItem['found']) => items.filter((item) => item.found === certainty).length;
  return `${items.length} items: ${count('exact')} found, ${count('likely')} likely, ${count('none')} not found (${refs})`;
}

function formatItem({ item, found, papers, authors = [], note }: LookUpItem): string[] {
  const near = found === 'none' && papers.length > 0 ? ['        nearest:'] : [];
  return [
    `${MARKS[found]}  ${item}`,
    ...near,
    ...papers.flatMap(formatPaper),
    ...authors.flatMap(formatAuthor),
    ...(note === undefined ? [] : [`        ${note}`]),
  ];
}

function formatAuthor({ id, name, affiliation, works, orcid }: AuthorCandidate): string[] {
  const papers = works === undefined ? undefined : counted(works, 'paper');
  const details = [affiliation, papers, orcid && `ORCID ${orcid}`].filter((value) => value !== undefined).join('; ');
  return [`        ${id}  ${name}`, ...(details === '' ? [] : [`          ${details}`])];
}

function formatPaper(paper: PaperView & { differs?: string[] }): string[] {
  const { ref, title, authors, year, venue, doi, retracted, differs = [] } = paper;
  const warning = retracted === true ? 'RETRACTED: ' : '';
  const details = [authors, year, venue, doi].filter((value) => value !== undefined).join('; ');
  return [
    `        ${ref}  ${warning}${String(title)}`,
    ...(details === '' ? [] : [`          ${details}`]),
    ...differs.map((difference) => `          differs: ${difference}`),
  ];
}
