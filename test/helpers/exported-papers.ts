import type { WirePaper } from '../../src/contract/wire-paper.ts';
import type { ExportedPaper } from '../../src/formats/format.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import type { Paper } from '../../src/papers/paper.ts';
import { exported } from './exported.ts';
import { nastyPapers } from './nasty-papers.ts';
import { realPapers } from './real-papers.ts';
import { runs, some } from './runs.ts';

/** The facts about a paper that an export must hold. */
export type Expected = Partial<Omit<Paper, 'authors' | 'fieldsOfStudy'>> & {
  authors: string[];
  fieldsOfStudy: string[];
  score?: number;
  engine?: string;
};

/** Text that needs no cleaning: composed, without markup, entities, invisible characters and repeated blanks. */
function isClean(text: string): boolean {
  return (
    text === text.normalize('NFC').replace(/\s+/g, ' ').trim() && !/[<>&\u00ad\u200b-\u200f\u2028-\u202e]/.test(text)
  );
}

/** The facts in a record of the fixture, read without our code. */
function asItCame(paper: WirePaper): Expected {
  const { id, title, abstract, year, publishedAt, journalName, v_publisher: publisher, link, pdfLink } = paper;
  const { isOpenAccess, isPrePrint, downloadable, impactFactor } = paper;
  const fields = {
    key: id,
    title,
    abstract,
    year,
    publishedAt,
    venue: journalName,
    publisher,
    link,
    pdfLink,
    isOpenAccess,
    isPrePrint,
    publicationType: 'journal',
    engine: paper.engine,
    // A source without a PDF does not prove that there is none.
    downloadable: downloadable || pdfLink ? true : isOpenAccess === false ? false : undefined,
    citationCount: impactFactor?.citationCount,
    referenceCount: impactFactor?.referenceCount,
    doi: paper.doi?.replace('https://doi.org/', '').toLowerCase(),
    openAlexId: id?.replace('openalex:', ''),
    authors: paper.authors?.split(', ') ?? [],
    // OpenAlex writes `Computer science`, the contract `Computer Science`.
    fieldsOfStudy: (paper.fieldsOfStudy ?? []).map((field) => field.replace(/ science$/, ' Science')),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as unknown as Expected;
}

/** Generated papers full of trouble, and every third real record of the gate; `CLEAN_RECORDS` are of all of them. */
export const COLLECTIONS: [name: string, papers: ExportedPaper[]][] = [
  ['generated records', exported(nastyPapers(runs(250)))],
  ['real records', exported(some(realPapers().filter((_paper, at) => at % 3 === 0)))],
];

/** The real records that need no cleaning: every format has to return exactly their facts. */
export const CLEAN_RECORDS: readonly { exported: ExportedPaper; expected: Expected }[] = cleanRecords();

/** The design of a real record, as a person reads it in the abstract: only one of them names it. */
export function designAsRead({ key }: Expected): string | undefined {
  return key === 'openalex:W2144420195' ? 'randomized-trial' : undefined;
}

function cleanRecords() {
  const clean = realPapers().filter(({ title, abstract, authors, journalName, v_publisher: publisher }) =>
    [title, abstract, authors, journalName, publisher].every((text) => isClean(text ?? '')),
  );
  return exported(clean).map((each, index) => ({ exported: each, expected: asItCame(clean[index] as WirePaper) }));
}

/** The authors, and how a format says that there are more. */
export function authorsOf({ authors, hasMoreAuthors }: Expected, others: string): string[] {
  return hasMoreAuthors ? [...authors, others] : authors;
}

/** The facts of generated papers, from their JSON Lines, which `JSON.parse` reads. */
export function linesOf(papers: readonly ExportedPaper[]): Expected[] {
  return writePapers('jsonl', papers)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Expected);
}
