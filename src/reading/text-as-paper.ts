import { createHash } from 'node:crypto';
import { paperRef } from '../jobs/job-refs.ts';
import type { Mode } from '../jobs/ports/service.ts';
import type { JobRecord, JobStore } from '../jobs/ports/store.ts';
import { omitEmpty } from '../lib/omit-undefined.ts';
import type { FoundPaper } from '../papers/found-paper.ts';
import type { Paper } from '../papers/paper.ts';
import type { RetractionKind, RetractionStatus } from '../papers/retraction/notes.ts';
import { retractionMark } from '../papers/retraction/status.ts';
import { mergeIntoStored } from '../papers/works/refresh-record.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import type { TextSource } from './full-text.ts';

/** The paper of a text gets a reference, so that it can be cited, exported and looked up. */

export type TextRecords = {
  store: JobStore;
  mode: Mode;
  account: string;
};

/** The library that attached papers are added to. */
export type OwnLibrary = () => Promise<{
  add(records: readonly Paper[]): unknown;
  findSameWorks(record: Paper): readonly { record: Paper }[];
}>;

/** The description of a text's paper in an answer. */
export type NamedPaper = {
  ref: string;
  title?: string;
  authors?: string;
  year?: number;
  doi?: string;
  arxivId?: string;
  pmid?: string;
} & PaperMarks;

/** A retraction, notice, concern or correction, which every answer about the paper shows. */
export type PaperMarks = { retracted?: true; retraction?: RetractionStatus & { kind: RetractionKind } };

export function namePaper(ref: string, paper: FoundPaper | undefined): NamedPaper {
  if (!paper) return { ref };
  const { title, authors, year, doi, arxivId, pmid } = paper;
  return { ref, ...readMarks(paper), ...omitEmpty({ title, authors: authors.join(', '), year, doi, arxivId, pmid }) };
}

export function readMarks(paper: FoundPaper | undefined): PaperMarks {
  const mark = paper && retractionMark(paper);
  return mark ? { ...(mark.kind === 'retracted' && { retracted: true }), retraction: mark } : {};
}

const EVER = new Date(0).toISOString();

/** The paper recorded for this text; undefined if there is none yet. */
export function findRecorded(records: TextRecords, source: TextSource): NamedPaper | undefined {
  const job = records.store.findEqual(fingerprint(records, source), EVER);
  return job && nameJobPaper(records.store, job);
}

/**
 * Records the paper of a text as a finished, free job, once for the same bytes. `item` is the requested reference or
 * identifier.
 */
export async function recordText(
  records: TextRecords,
  { paper, source, item }: { paper: Paper; source: TextSource; item: string },
  signal: AbortSignal,
): Promise<NamedPaper> {
  const recorded = findRecorded(records, source);
  if (recorded) return recorded;
  const { store, mode, account } = records;
  const found = { item, found: 'exact' as const, papers: [{ paper: 1, differs: [] }] };
  const lookUp = {
    mode,
    account,
    fingerprint: fingerprint(records, source),
    record: { count: 1, asked: [], items: [found] },
    papers: [paper],
    notes: [],
    sources: [],
  };
  return nameJobPaper(store, await whenStoreIsFree(() => store.recordLookUp(lookUp), { signal }));
}

function nameJobPaper(store: JobStore, { number }: JobRecord): NamedPaper {
  return namePaper(paperRef(number, 1), store.papers(number)[0]);
}

function fingerprint({ mode, account }: TextRecords, { hash }: TextSource): string {
  return createHash('sha256')
    .update(JSON.stringify(['text', mode, account, hash]))
    .digest('hex');
}

/** Adds a paper to the library. Existing data stays and is completed. Returns the resulting record. */
export async function addToLibrary(open: OwnLibrary, paper: Paper, signal: AbortSignal): Promise<Paper> {
  const library = await open();
  return whenStoreIsFree(
    () => {
      const [same] = library.findSameWorks(paper);
      const merged = same ? mergeIntoStored(same.record, paper) : paper;
      library.add([merged]);
      return merged;
    },
    { signal },
  );
}
