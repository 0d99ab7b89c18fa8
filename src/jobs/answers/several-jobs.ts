import { isFinal } from '../../contract/answers.ts';
import { PaperqueueError } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import type { Advice, Note } from '../../wording/notes.ts';
import { findJob, jobRef, mustFindJob, noSuchJob, readPaperRef } from '../job-refs.ts';
import type { Mode } from '../ports/service.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';
import { neverCreated } from '../spending/wait.ts';
import { answerJob } from './answer.ts';
import type { JobAnswerView } from './answer-view.ts';
import { adviseOnWhere } from './choose-advice.ts';
import { type JobSelection, selectPapers } from './job-selection.ts';
import { foldGroup, jobsOfGroup } from './list.ts';
import {
  compareSearches,
  decisionsNote,
  leftOutNote,
  notesOfSearches,
  notesOnNothingNew,
  readingOfWhere,
  sortedNote,
  textPartsNote,
  unknownRefsNote,
} from './selection-notes.ts';
import { type PageRequest, showPage, whatNext } from './show-page.ts';
import { waitFor } from './unfinished-answer.ts';

/**
 * Papers of several jobs in one answer, and the parsing of a job parameter: one job, several, `all`, a group
 * (`all:thesis`), or papers.
 */

/** What `all` or `all:thesis` means; undefined for any other text. */
export function readAll(text: string): { group?: string } | undefined {
  const [isAll, group] = /^all(?:\s*:\s*(\S.*))?$/i.exec(text.trim()) ?? [];
  return isAll === undefined ? undefined : { group };
}

/** Whether a text names several jobs or papers rather than one job. */
export function namesSeveral(text: string): boolean {
  return text.includes(',') || readAll(text) !== undefined || readPaperRefs(text) !== undefined;
}

/** Whether a text names jobs one by one (`J2,J15`): no group, no papers. */
export function namesJobs(text: string): boolean {
  return text.split(',').every((part) => readAll(part) === undefined) && readPaperRefs(text) === undefined;
}

/** The references in a text of papers only (`J8-1,L17`); undefined for anything else. */
export function readPaperRefs(text: string): string[] | undefined {
  const refs = text.split(',').map((ref) => ref.trim());
  return refs.every((ref) => readPaperRef(ref) !== undefined) ? refs : undefined;
}

/** The job of the first paper that has one: those of the library have none. Throws JOB_NOT_FOUND. */
export function jobOfPapers(store: StoredJobs, refs: readonly string[]): JobRecord | undefined {
  const first = refs.flatMap((ref) => readPaperRef(ref)?.job || []).at(0);
  return first === undefined ? undefined : mustFindJob(store, jobRef(first));
}

/**
 * The jobs of `J2,J15`, `all` or `all:thesis`, each once, with this status. Throws JOB_NOT_FOUND, also for a group
 * without such jobs.
 */
export function findJobs(store: StoredJobs, text: string, account: string, status?: string): JobRecord[] {
  const jobs = text
    .split(',')
    .map((part) => part.trim())
    .flatMap((part) => {
      const all = readAll(part);
      if (all) return allJobs(store, all.group, status);
      const job = findJob(store, part, account);
      if (!job) throw noSuchJob(store, part, text.includes(','));
      return [job];
    });
  return [...new Map(jobs.map((job) => [job.number, job])).values()];
}

/**
 * Like `findJobs`, but only jobs with papers: `all` means those that succeeded. Throws INVALID_INPUT for this field if
 * a named job has none, or none yet.
 */
export function findJobsWithPapers(store: StoredJobs, text: string, account: string, field: string): JobRecord[] {
  const jobs = findJobs(store, text, account, 'success');
  const without = jobs.find(({ status }) => status !== 'success');
  if (!without) return jobs;
  const ref = jobRef(without.number);
  throw new PaperqueueError({
    code: 'INVALID_INPUT',
    problem: [{ kind: 'job-without-papers', job: ref, status: without.status }],
    charged: 'no',
    retryable: true,
    advice: [{ kind: 'see-job', job: ref }],
    fields: [invalidField(field, { kind: 'job-without-papers', ref })],
  });
}

function refOfAll(text: string): string | undefined {
  const all = readAll(text);
  return all && (all.group === undefined ? 'all' : `all:${all.group}`);
}

function allJobs(store: StoredJobs, group: string | undefined, status: string | undefined): JobRecord[] {
  if (group !== undefined) return jobsOfGroup(store, group, status).sort((a, b) => a.number - b.number);
  const { jobs } = store.list({ offset: 0, count: Number.MAX_SAFE_INTEGER, status });
  return jobs.sort((a, b) => a.number - b.number);
}

/** The removed jobs of `all` or `all:thesis`, which no answer includes any more. */
export function findRemoved(store: StoredJobs, text: string): JobRecord[] {
  const all = readAll(text);
  if (!all) return [];
  const { jobs } = store.list({ offset: 0, count: Number.MAX_SAFE_INTEGER, status: 'removed' });
  return jobs.filter(({ group }) => all.group === undefined || foldGroup(group ?? '') === foldGroup(all.group));
}

/** How many jobs an answer compares one by one: a question has fewer parts. */
const MAX_COMPARED_JOBS = 12;

/**
 * Several jobs as one: their papers, one record per work, fused by their ranks, and what each job contributes. A note
 * names jobs without papers.
 */
export function answerJobs(
  store: StoredJobs,
  mode: Mode,
  jobs: readonly JobRecord[],
  request: SeveralJobsRequest,
): JobAnswerView {
  const { text, page } = request;
  const finished = jobs.filter(({ status }) => status === 'success');
  const running = readAll(text) ? undefined : jobs.find(isRunning);
  const ref = refOfAll(text) ?? (jobs.map(({ number }) => jobRef(number)).join(',') || text);
  const [createdAt = ''] = jobs.map((job) => job.createdAt).sort((a, b) => (a < b ? 1 : -1));
  const status = running?.status ?? 'success';
  const head = { mode, job: { ref, jobId: null, operation: 'several', status, createdAt, reused: false } };
  const selection = selectPapers(store, finished, page);
  const { known } = selection;
  const isFirst = (page.offset ?? 0) === 0;
  const isCompared = isFirst && !page.refs && jobs.length > 1 && jobs.length <= MAX_COMPARED_JOBS;
  const searches = isCompared ? compareSearches(jobs, selection) : undefined;
  const notes: Note[] = [
    ...(isFirst ? jobs.filter((job) => !finished.includes(job)).map(withoutPapers) : []),
    ...(isCompared && !page.isFollowUp ? notesOfSearches(finished) : []),
    ...(searches ?? []).flatMap(notesOnNothingNew),
    ...unknownRefsNote(selection),
    ...(page.where && !page.refs ? [leftByWhere(selection)] : []),
    ...textPartsNote(selection),
    ...leftOutNote(selection),
    ...(isFirst ? [...sortedNote(selection), ...decisionsNote(selection, page)] : []),
  ];
  const about = { ...head, ...(isFirst && readingOfWhere(page, selection)), ...(searches && { searches }) };
  const isNothingLeft = page.where !== undefined && selection.papers.length === 0 && selection.stored > 0;
  const ways: Advice[] = [
    ...(running ? [waitFor(ref, running)] : []),
    ...(isNothingLeft ? [adviseOnWhere(ref, selection)] : []),
  ];
  const { notes: pageNotes, ...shown } = showPage(selection, page, { ...about, known, notes, ways });
  const allNotes = [...notes, ...pageNotes];
  const next = [...(shown.page.nextOffset === null ? [] : [whatNext(shown.page.nextOffset, page)]), ...ways];
  return {
    ...about,
    ...(known && { known }),
    ...shown,
    ...(allNotes.length > 0 && { notes: allNotes }),
    ...(next.length > 0 && { next }),
  };
}

type SeveralJobsRequest = { text: string; page: PageRequest };

function leftByWhere({ papers, folded, stored }: JobSelection): Note {
  const works = folded > 0 ? { works: papers.length } : {};
  return { kind: 'left-by-where', papers: papers.length + folded, of: stored, jobs: 'several', ...works };
}

/** Whether the papers of a job may still come. */
function isRunning(job: JobRecord): boolean {
  return !isFinal(job.status) && !neverCreated(job);
}

function withoutPapers({ number, status }: JobRecord): Note {
  return { kind: 'no-papers-in', job: jobRef(number), status };
}

/** The papers of these references, with abstracts by default. */
export function answerPapers(store: StoredJobs, mode: Mode, refs: string[], request: PageRequest): JobAnswerView {
  const page: PageRequest = { refs, count: refs.length, ...request, view: request.view ?? 'abstract' };
  const job = jobOfPapers(store, refs);
  return job ? answerJob(store, job, page) : answerJobs(store, mode, [], { text: refs.join(','), page });
}
