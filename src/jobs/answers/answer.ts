import { isFinal } from '../../contract/answers.ts';
import { type ChargeState, freeFailure, PaperqueueError } from '../../contract/errors.ts';
import { isUnknownStatus } from '../../contract/reading/status-words.ts';
import type { ServiceProgress } from '../../contract/service-progress.ts';
import { checkFilters, ignoredFilters, usedFilters } from '../../papers/filters/filter-check.ts';
import { describeTextCondition } from '../../papers/filters/text-condition.ts';
import type { Where } from '../../papers/filters/where.ts';
import { asksForDecision } from '../../papers/filters/where-filter.ts';
import type { KnownCounts } from '../../papers/retraction/retraction-marks.ts';
import { type Advice, isLeading, isNote, isSourceFailure, type Note } from '../../wording/notes.ts';
import { jobRef } from '../job-refs.ts';
import type { Mode } from '../ports/service.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';
import { type Credits, finalCharge } from '../spending/charge-state.ts';
import { changesNote } from './changes.ts';
import { adviseOnNoPapers, adviseOnNothingNew, adviseOnWhere } from './choose-advice.ts';
import { comparedNotes, extentNote } from './extent.ts';
import {
  type JobSelection,
  leftOutNote,
  selectPapers,
  sortedNote,
  textPartsNote,
  unknownRefsNote,
} from './job-selection.ts';
import { operatorNote } from './operator-note.ts';
import { countRelevance, type PaperRelevance, type RelevanceView } from './relevance.ts';
import { adviseOnRelevance, libraryNote } from './relevance-advice.ts';
import { describeReviewed } from './sentences.ts';
import { type PageRequest, type ShownPage, showPage, whatNext } from './show-page.ts';

/** The answer to an assistant: one JSON object, as text and as structured content. */
export type JobAnswerView = {
  mode: Mode;
  job: {
    ref: string;
    jobId: string | null;
    operation: string;
    status: string;
    createdAt: string;
    reused: boolean;
    /** Only for a running job: seconds since its creation. */
    ageSeconds?: number;
    /** Only for a running job: progress in the service's own terms. */
    serviceProgress?: ServiceProgress;
    /** Only for a running job: seconds until another look is worthwhile. */
    askAgainSeconds?: number;
  };
  /** Absent on later pages, for papers requested by reference, and for several jobs. */
  credits?: Credits;
  /** Only for a few jobs read as one, on the first page: what each of them contributes. */
  searches?: ComparedSearch[];
  /** How many works of the answer match the query, by class. */
  relevance?: RelevanceView;
  /** Set if `where` filters by retraction. */
  known?: KnownCounts;
  /** How `where.text` was parsed, and which reviews `where.decision` refers to. */
  whereRead?: string;
  notes?: Note[];
  next?: Advice[];
} & Partial<Pick<ShownPage, 'page' | 'papers' | 'facets'>>;

/** One of the searches of an answer. Counts of works; `papers` is absent for a job without any. */
export type ComparedSearch = {
  job: string;
  /** The beginning of its query. */
  about: string;
  /** Only if it has no papers, or none yet. */
  status?: string;
  papers?: number;
  /** Works that no other of the searches found. */
  onlyHere?: number;
  /** Works that no search before it found. */
  added?: number;
};

/**
 * The answer for a job in any state; throws for one that ended in error or was never created. Statements about the job
 * itself (credits, notes, what to do next) are only on its first page.
 */
export function answerJob(
  store: StoredJobs,
  job: JobRecord,
  page: PageRequest,
  extraNotes: Note[] = [],
): JobAnswerView {
  if (job.status === 'error') throw jobFailed(job, job.charged === 'yes' && job.mode === 'hosted' ? extraNotes : []);
  if (job.status === 'refused') throw refused(job, extraNotes);
  const head = answerHead(job);
  const operators = operatorNote(job.mode, job.request?.body);
  const notes = [...operators, ...job.notes, ...(job.isInMemoryOnly ? [IN_MEMORY_ONLY] : []), ...extraNotes];
  if (job.status === 'unknown') return { ...head, ...withNotes(notes), next: [nextForUnknown(job)] };
  if (!isFinal(job.status)) return answerRunning(head, job, [...progressNote(job), ...notes]);
  const selection = selectPapers(store, [job], page);
  const works = page.refs ? [] : selection.relevances();
  // Counts cover the answer's works. A condition on a keyword is compared with the whole job.
  const ofJobs = countRelevance(works);
  const shown = page.where && !page.refs ? shownRelevances(selection) : works;
  const relevance = countRelevance(shown);
  const isFirst = (page.offset ?? 0) === 0 && !page.refs;
  // What is about the job itself, and not about these papers of it.
  const isIntroduced = isFirst && (!page.isFollowUp || page.facets === true);
  const advice = isIntroduced && !page.where?.notIn ? adviseOnRelevance(job, works, shown) : undefined;
  const ofJob = isIntroduced ? notes : [];
  const isExtentNew = isIntroduced || (isFirst && page.sort !== undefined);
  const beside = [
    ...ofJob.filter(isLeading),
    ...(advice ? [advice.note] : []),
    ...(isFirst && page.where?.notIn ? comparedNotes(store, job, page.where.notIn) : []),
    ...(isExtentNew && !page.where?.notIn ? extentNote(job, page.sort) : []),
    ...(isIntroduced && !page.where ? libraryNote(job, advice) : []),
    ...ofJob.filter((note) => !isLeading(note)),
    ...unknownRefsNote(selection),
    ...selectionNotes(selection, page),
    ...(isFirst ? [...sortedNote(selection), ...decisionsNote(selection, page)] : []),
    ...(page.where && !page.refs ? keywordCountNote(job, page.where, ofJobs, selection.papers.length) : []),
    ...(isFirst && page.where?.notIn ? changesNote(store, job, page.where.notIn) : []),
    ...(isIntroduced ? ignoredNotes(store, job, page) : []),
  ];
  const ways = isFirst || selection.papers.length === 0 ? [nextForPapers(store, job, selection, page)] : [];
  const next = [...(advice?.next ?? []), ...ways];
  const { credits, ...ofEveryPage } = head;
  const { known } = selection;
  const about = {
    ...ofEveryPage,
    ...(isFirst && readingOfWhere(page, selection)),
    ...(isFirst && { credits }),
    ...(relevance && { relevance }),
    ...(known && { known }),
  };
  const { notes: pageNotes, ...shownPage } = showPage(selection, page, { ...about, notes: beside, next });
  const { nextOffset } = shownPage.page;
  const steps = [...(nextOffset === null ? [] : [whatNext(nextOffset, page)]), ...next];
  return {
    ...about,
    ...shownPage,
    ...withNotes([...beside, ...pageNotes]),
    ...(steps.length > 0 && { next: steps }),
  };
}

/** How a page's text condition was parsed, and which review its decision condition refers to. */
export function readingOfWhere({ where }: PageRequest, { reviewed }: JobSelection): { whereRead?: string } {
  const parts = [
    ...(where?.text === undefined ? [] : [describeTextCondition(where.text)]),
    ...(where && asksForDecision(where) ? [describeReviewed(reviewed, where.by)] : []),
  ];
  return parts.length === 0 ? {} : { whereRead: parts.join('; ') };
}

/** The reviews that shown decisions come from, if no condition names them; otherwise what such a condition left out. */
export function decisionsNote({ reviewed, onlySuggested, papers }: JobSelection, { where }: PageRequest): Note[] {
  if (onlySuggested.length > 0) return onlySuggested.map((each) => ({ kind: 'only-suggested', ...each }));
  const isShown =
    !(where && asksForDecision(where)) && papers.some(({ decision }) => (decision() ?? 'none') !== 'none');
  return isShown ? [{ kind: 'decisions-of', reviewed }] : [];
}

function shownRelevances({ papers }: JobSelection): PaperRelevance[] {
  return papers.flatMap(({ relevance }) => relevance() ?? []);
}

function selectionNotes(selection: JobSelection, { where, refs }: PageRequest): Note[] {
  if (!where) return [];
  const { folded, stored: of } = selection;
  const { notIn, ...others } = where;
  const papers = selection.papers.length + folded;
  const isRerun = notIn !== undefined && Object.keys(others).length === 0;
  const summary: Note = isRerun
    ? { kind: 'not-in', jobs: notIn, papers, of }
    : { kind: 'left-by-where', papers, of, jobs: 'one' };
  return [...(refs ? [] : [summary]), ...textPartsNote(selection), ...leftOutNote(selection)];
}

/** Papers that the service returned although their own metadata contradicts its filters. */
function ignoredNotes(store: StoredJobs, job: JobRecord, { where }: PageRequest): Note[] {
  if (where || !job.request || usedFilters(job.request.filters).length === 0) return [];
  const counts = checkFilters(store.papers(job.number), job.request.filters);
  return ignoredFilters(counts).map((filter) => ({
    kind: 'filter-ignored',
    filter,
    papers: counts[filter]?.unmet ?? 0,
  }));
}

/** The fields with which every answer about a job begins. */
export function answerHead(job: JobRecord): Pick<JobAnswerView, 'mode' | 'job' | 'credits'> {
  return {
    mode: job.mode,
    job: {
      ref: jobRef(job.number),
      jobId: job.jobId,
      operation: job.operation ?? 'unknown',
      status: job.status,
      createdAt: job.createdAt,
      reused: false,
    },
    credits: { cost: job.cost, pool: job.pool, charged: job.charged },
  };
}

function withNotes(notes: Note[]): { notes?: Note[] } {
  return notes.length > 0 ? { notes } : {};
}

const IN_MEMORY_ONLY: Note = { kind: 'in-memory-only', setting: 'PAPERQUEUE_DATA_DIR' };

/** A job that has run this long is reported as stuck; after an hour if its state is known and it reports progress. */
const LONG_SECONDS = 10 * 60;
const LONG_WITH_PROGRESS_SECONDS = 60 * 60;

function answerRunning(head: ReturnType<typeof answerHead>, job: JobRecord, notes: Note[]): JobAnswerView {
  if (job.related?.search)
    return { ...head, ...withNotes(notes), next: [{ kind: 'go-on-following', job: jobRef(job.number) }] };
  const { ageSeconds, askAgainSeconds } = paceOf(job);
  const { serviceProgress } = job;
  const about = { ...head.job, ageSeconds, ...(serviceProgress && { serviceProgress }), askAgainSeconds };
  // The service's id finds the job even if this process and its store are lost.
  const id = job.isInMemoryOnly && job.jobId !== null ? job.jobId : jobRef(job.number);
  const isUnknown = job.mode === 'hosted' && job.jobId !== null && isUnknownStatus(job.status);
  const isStuck = ageSeconds >= (serviceProgress && !isUnknown ? LONG_WITH_PROGRESS_SECONDS : LONG_SECONDS);
  const next: Advice =
    isStuck && job.mode === 'hosted'
      ? { kind: 'stop-waiting', job: id, jobId: job.jobId, ageSeconds, setting: 'PAPERQUEUE_BASE_URL' }
      : { kind: 'wait-for', job: id, ageSeconds, askAgainSeconds };
  const unknown: Note[] = isUnknown ? [{ kind: 'status-unknown', status: job.status, ageSeconds }] : [];
  return { ...head, job: about, ...withNotes([...unknown, ...notes]), next: [next] };
}

/** How long a job has run, and when another look is worthwhile: the longer it has run, the longer the pause. */
function paceOf({ createdAt }: JobRecord): { ageSeconds: number; askAgainSeconds: number } {
  const ageSeconds = Math.max(Math.round((Date.now() - Date.parse(createdAt)) / 1000), 0);
  return { ageSeconds, askAgainSeconds: Math.min(Math.max(Math.round(ageSeconds / 20) * 10, 10), LONG_SECONDS) };
}

/** To wait for a job, by the reference under which it was named: perhaps one of several. */
export function waitFor(ref: string, job: JobRecord): Advice {
  return { kind: 'wait-for', job: ref, ...paceOf(job) };
}

/**
 * How far a citation search has come, unless a call has already reported it: the job is running, or was interrupted.
 */
function progressNote({ related, notes }: JobRecord): Note[] {
  const progress = related?.search?.progress;
  return progress && !notes.some(isNote('citations-unfinished')) ? [{ kind: 'citations-unfinished', progress }] : [];
}

function nextForUnknown(job: JobRecord): Advice {
  const ref = jobRef(job.number);
  return { kind: job.charged === 'yes' ? 'pay-again' : 'ask-again-later', job: ref };
}

function nextForPapers(
  store: StoredJobs,
  job: JobRecord,
  selection: JobSelection,
  { where, refs }: PageRequest,
): Advice {
  const ref = jobRef(job.number);
  if (selection.papers.length > 0) return { kind: 'use-papers', job: ref, ...(where && { where }) };
  if (refs && selection.stored === 0) return { kind: 'use-refs', job: ref, papers: job.papers ?? 0 };
  if (where?.notIn && job.request && Object.keys(where).length === 1)
    return adviseOnNothingNew(store, job, where.notIn);
  if (where && selection.stored > 0) return adviseOnWhere(ref, selection);
  return adviseOnNoPapers(store, job);
}

function refused(job: JobRecord, notes: readonly Note[]): PaperqueueError {
  return freeFailure({
    code: 'JOB_NOT_FOUND',
    problem: [
      { kind: 'never-created', job: jobRef(job.number) },
      ...notes.filter(({ kind }) => kind !== 'reading-is-free'),
    ],
    advice: [{ kind: 'search-anew' }],
  });
}

function jobFailed(job: JobRecord, refundNotes: readonly Note[]): PaperqueueError {
  const charged = finalCharge(job);
  const chargeNotes: Note[] = charged === 'no' ? [] : [{ kind: 'credits-taken' }, ...refundNotes];
  if (job.mode === 'embedded' && job.notes.some(isSourceFailure)) return noSource(job, charged);
  return new PaperqueueError({
    code: 'JOB_FAILED',
    problem: [{ kind: 'job-failed', job: jobRef(job.number) }, ...job.notes, ...chargeNotes],
    charged,
    retryable: false,
    advice: [
      charged === 'no'
        ? { kind: job.mode === 'hosted' ? 'search-refunded' : 'again' }
        : { kind: 'ask-about-refund', job: jobRef(job.number), isOwn: true },
    ],
  });
}

function noSource(job: JobRecord, charged: ChargeState): PaperqueueError {
  const hasStarterOnly = job.notes.some(isNote('starter-only'));
  return new PaperqueueError({
    code: 'JOB_FAILED',
    problem: [{ kind: 'nothing-reached' }, ...job.notes],
    charged,
    retryable: false,
    advice: [{ kind: 'check-network', ...(hasStarterOnly && { hasStarterOnly }) }],
  });
}

/**
 * Explains why a keyword's count differs from that of a condition on the same words. Undefined if the counts are equal,
 * or if the condition is not about a single keyword.
 */
function keywordCountNote(
  { request }: JobRecord,
  where: Where,
  relevance: RelevanceView | undefined,
  found: number,
): Note[] {
  const { text, ...others } = where;
  if (text === undefined || Object.values(others).some((condition) => condition !== undefined)) return [];
  const words = plain(text);
  const [keyword, counted] = Object.entries(relevance?.keywords ?? {}).find(([name]) => plain(name) === words) ?? [];
  if (keyword === undefined || counted === undefined || counted === found) return [];
  const asWritten = request?.body.strategy !== undefined && ({ asWritten: true } as const);
  return [{ kind: 'keyword-counts', keyword, asKeyword: counted, asText: found, ...asWritten }];
}

function plain(text: string): string {
  return text.replaceAll('"', '').trim().replace(/\s+/g, ' ').toLowerCase();
}
