import { freeFailure, invalidInput, type PaperqueueError } from '../contract/errors.ts';
import { invalidField } from '../contract/invalid.ts';
import type { JobRequest } from '../contract/requests.ts';
import { shown } from '../lib/shown.ts';
import { libraryRef, readLibraryRef } from '../papers/identifiers.ts';
import { takeIds } from '../papers/references/reference-ids.ts';
import type { JobRecord, StoredJobs } from './ports/store.ts';

/**
 * References: `J12` is the twelfth job recorded on this machine, `J12-3` its third paper in the service's order, and
 * `L17` a paper of the library. They never change, so that an assistant can cite them and a person can check them.
 */

/** The job number in references of the library's papers; no job has it. */
export const LIBRARY = 0;

export function jobRef(number: number): string {
  return `J${number}`;
}

export function paperRef(jobNumber: number, paperNumber: number): string {
  return jobNumber === LIBRARY ? libraryRef(paperNumber) : `J${jobNumber}-${paperNumber}`;
}

/** The number in `J12` or `12`; undefined if the text is not a job reference. */
export function readJobRef(text: string): number | undefined {
  const match = /^J?([1-9]\d{0,9})$/i.exec(text.trim());
  return match ? Number(match[1]) : undefined;
}

/** The numbers in `J12-3`, or the one in `L17` with `LIBRARY`; undefined if the text is not a paper reference. */
export function readPaperRef(text: string): { job: number; paper: number } | undefined {
  const match = /^J([1-9]\d{0,9})-([1-9]\d{0,5})$/i.exec(text.trim());
  if (match) return { job: Number(match[1]), paper: Number(match[2]) };
  const paper = readLibraryRef(text);
  return paper === undefined ? undefined : { job: LIBRARY, paper };
}

/** The identifiers (DOI, arXiv, PubMed, PMC) in a text that contains nothing else; a bare number does not count. */
export function identifiersIn(text: string): string[] {
  const name = text.trim();
  const { ids, rest } = takeIds(name);
  return /^\d*$/.test(name) || readPaperRef(name) || rest !== '' ? [] : Object.values(ids);
}

/** A recorded paper by its reference, also one of the library; undefined for any other text. */
export function findPaper(store: Pick<StoredJobs, 'byNumber' | 'papers' | 'libraryPaper'>, text: string) {
  const numbers = readPaperRef(text);
  if (numbers?.job === LIBRARY) return store.libraryPaper?.(text)?.paper;
  return numbers && notRemoved(store.byNumber(numbers.job)) && store.papers(numbers.job)[numbers.paper - 1];
}

/**
 * The record behind a reference or a service's job id, if this machine has one. `J12` is always our reference, also if
 * a service has ids of that form. `12` is an id if a job here has it, or if the service's ids are numbers; otherwise it
 * is J12. Throws JOB_NOT_FOUND for the reference of a removed job.
 */
export function findJob(store: StoredJobs, text: string, account: string): JobRecord | undefined {
  // A removed job can be read again by the service's id.
  const byId = isOwnForm(text) ? undefined : store.byJobId(text.trim(), account);
  return byId && byId.removedAt === undefined ? byId : findReferenced(store, text);
}

/** Whether a text has the form `J12`, which names no service's job. */
export function isOwnForm(text: string): boolean {
  return /^\s*J/i.test(text) && readJobRef(text) !== undefined;
}

/** The job with one of our references. */
function findReferenced(store: StoredJobs, text: string): JobRecord | undefined {
  const number = readJobRef(text);
  const job = number === undefined ? undefined : store.byNumber(number);
  const isOfNumbers = /^\d+$/.test(job?.jobId ?? '') && job?.jobId !== text.trim();
  return isOfNumbers && !isOwnForm(text) ? undefined : notRemoved(job);
}

/** The job unchanged; throws JOB_NOT_FOUND if the user removed it. */
function notRemoved(job: JobRecord | undefined): JobRecord | undefined {
  if (job?.removedAt === undefined) return job;
  const { number, jobId, removedAt } = job;
  const canReread = job.mode === 'hosted' && jobId !== null;
  throw freeFailure({
    code: 'JOB_NOT_FOUND',
    problem: [{ kind: 'removed-job', job: jobRef(number), removedAt }],
    advice: [canReread ? { kind: 'read-removed', jobId: shown(jobId) } : { kind: 'use-job-ref', canSearch: true }],
  });
}

/** Whether a text names a paper, recorded or not. */
export function isPaperName(text: string): boolean {
  return readPaperRef(text) !== undefined || identifiersIn(text).length > 0;
}

/** What a text names in place of a job. */
export type NamedInstead = 'paper' | 'review' | 'table' | 'watch' | 'key' | 'group';

const OTHER_NAMES: readonly [NamedInstead, RegExp][] = [
  ['review', /^R[1-9]\d{0,8}$/i],
  ['table', /^T[1-9]\d{0,8}$/i],
  ['watch', /^W[1-9]\d{0,8}$/i],
  ['key', /^@?\p{L}[\p{L}\p{M}'_:-]{1,60}\d{4}[\p{L}\p{N}_:-]{0,60}$/u],
];

/** What a text names other than a job, by the store's groups and by its form; undefined if unknown. */
export function namedInstead(text: string, store: Pick<StoredJobs, 'list'>): NamedInstead | undefined {
  if (isPaperName(text)) return 'paper';
  const folded = text.trim().toLowerCase();
  const { jobs } = store.list({ offset: 0, count: Number.MAX_SAFE_INTEGER, status: undefined });
  if (jobs.some(({ group }) => group?.trim().toLowerCase() === folded)) return 'group';
  return OTHER_NAMES.find(([, form]) => form.test(text.trim()))?.[0];
}

/** `among`: the text was one of several in a list. */
export function noSuchJob(store: Pick<StoredJobs, 'list'>, text: string, among = false): PaperqueueError {
  const is = namedInstead(text, store);
  return freeFailure({
    code: 'JOB_NOT_FOUND',
    problem: [{ kind: 'no-such-job', text: shownRef(text), ...(is && { is }), ...(among && { among }) }],
    advice: [
      { kind: 'use-job-ref', canSearch: true },
      ...(is === 'paper' && !among ? [{ kind: 'see-paper' as const, ref: shownRef(text) }] : []),
    ],
  });
}

/** The job with one of our references; throws JOB_NOT_FOUND for anything else. */
export function mustFindJob(store: StoredJobs, text: string): JobRecord {
  const job = findReferenced(store, text);
  if (!job) throw noSuchJob(store, text);
  return job;
}

/** The request of a search, and its group. Throws INVALID_INPUT for a look-up and other jobs without a request. */
export function mustFindSearch(store: StoredJobs, text: string): { request: JobRequest; group?: string } {
  const { request, group } = mustFindJob(store, text);
  if (!request) throw invalidInput([invalidField('ref', { kind: 'no-search', ref: text.trim() })]);
  return { request, group };
}

/** `job` is the referenced job, if recorded; `orId`: identifiers are accepted, too. */
export function noSuchPaper(ref: string, { job, orId = false }: { job?: string; orId?: boolean }): PaperqueueError {
  return freeFailure({
    code: 'JOB_NOT_FOUND',
    problem: [{ kind: 'no-such-paper', ref: shownRefs([ref]) }],
    advice: [{ kind: 'use-paper-ref', ...(job !== undefined && { job }), orId }],
  });
}

const MAX_SHOWN_REFS = 20;

/** References for a message: some of them, shortened, and how many more there are. */
export function someRefs(texts: readonly string[]): { refs: string[]; more: number } {
  const refs = texts.slice(0, MAX_SHOWN_REFS).map(shownRef);
  return { refs, more: texts.length - refs.length };
}

export function shownRefs(texts: readonly string[]): string {
  const { refs, more } = someRefs(texts);
  return refs.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** A well-formed reference unchanged, anything else quoted and shortened. */
function shownRef(text: string): string {
  return readPaperRef(text) ? text.trim() : shown(text);
}
