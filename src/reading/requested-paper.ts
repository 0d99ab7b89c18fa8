import { invalidInput } from '../contract/errors.ts';
import { invalidField } from '../contract/invalid.ts';
import { findPaper, isOwnForm, noSuchPaper, paperRef, readPaperRef } from '../jobs/job-refs.ts';
import type { JobStore } from '../jobs/ports/store.ts';
import { omitUndefined } from '../lib/omit-undefined.ts';
import { shown } from '../lib/shown.ts';
import { readArxivId } from '../papers/arxiv-number.ts';
import type { FoundPaper } from '../papers/found-paper.ts';
import { readDoi } from '../papers/identifiers.ts';
import { type PaperToRead, toRead } from '../papers/paper-to-read.ts';
import { readItem } from '../search/look-up/read-item.ts';
import { storedCandidates } from '../search/look-up/stored-candidates.ts';

/** The paper whose text is requested, by a reference or an identifier. */

/**
 * The paper of a reference such as `J12-3`, or of an identifier in any usual spelling. Throws INVALID_INPUT, and
 * JOB_NOT_FOUND.
 */
export function readReference(store: JobStore, text: string): PaperToRead {
  const ref = text.trim();
  const numbers = readPaperRef(ref);
  if (numbers) {
    const paper = findPaper(store, ref);
    if (paper) return toRead(paper, paperRef(numbers.job, numbers.paper));
    throw noSuchPaper(ref, { orId: true });
  }
  const pmcid = /^(?:pmcid:\s*)?(PMC\d{1,9})$/i.exec(ref)?.[1]?.toUpperCase();
  if (pmcid) return { ref, pmcid };
  const arxivId = readArxivId(ref.replace(/^https?:\/\/arxiv\.org\/(?:abs|pdf|html)\//i, ''));
  if (arxivId) return { ref, arxivId };
  const doi = readDoi(ref);
  if (doi) return { ref, doi };
  const isJob = isOwnForm(ref);
  throw invalidInput([invalidField('ref', { kind: 'no-paper-id', given: shown(text), ...(isJob && { job: ref }) })]);
}

/** The requested paper with what its record adds, and this record, if a job has it. Throws as `readReference`. */
export async function findRequested(
  store: JobStore,
  ref: string,
  signal: AbortSignal,
): Promise<{ paper: PaperToRead; record: FoundPaper | undefined }> {
  const requested = readReference(store, ref);
  const named = findPaper(store, requested.ref);
  const record = named ?? (await storedCandidates(store, [readItem(requested.ref, store)], signal))[0];
  return { paper: withRecord(requested, record), record };
}

/** Adds the record's metadata, above all the abstract, to a paper requested by identifier. */
function withRecord(paper: PaperToRead, record: FoundPaper | undefined): PaperToRead {
  const { ref, doi, arxivId, pmcid, title } = paper;
  if (title !== undefined) return paper;
  return record ? { ...toRead(record, ref), ...omitUndefined({ doi, arxivId, pmcid }) } : paper;
}
