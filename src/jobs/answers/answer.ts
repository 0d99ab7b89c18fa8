import { isFinal } from '../../contract/answers.ts';
import { type Advice, isLeading, type Note } from '../../wording/notes.ts';
import { jobRef } from '../job-refs.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';
import type { JobAnswerView } from './answer-view.ts';
import { changesNote } from './changes.ts';
import { adviseOnNoPapers, adviseOnNothingNew, adviseOnWhere } from './choose-advice.ts';
import { comparedNotes, extentNote } from './extent.ts';
import { type JobSelection, selectPapers } from './job-selection.ts';
import { operatorNote } from './operator-note.ts';
import { countRelevance, type PaperRelevance } from './relevance.ts';
import { adviseOnRelevance, libraryNote } from './relevance-advice.ts';
import {
  decisionsNote,
  ignoredNotes,
  keywordCountNote,
  readingOfWhere,
  selectionNotes,
  sortedNote,
  unknownRefsNote,
} from './selection-notes.ts';
import { type PageRequest, showPage, whatNext } from './show-page.ts';
import {
  answerHead,
  answerRunning,
  IN_MEMORY_ONLY,
  jobFailed,
  nextForUnknown,
  progressNote,
  refused,
  withNotes,
} from './unfinished-answer.ts';

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
  const notes = [
    ...operators,
    ...job.notes,
    ...(cameWithoutId(job) ? [{ kind: 'came-without-id' } as const] : []),
    ...(job.isInMemoryOnly ? [IN_MEMORY_ONLY] : []),
    ...extraNotes,
  ];
  if (job.status === 'unknown') return { ...head, ...withNotes(notes), next: [nextForUnknown(job, notes)] };
  if (!isFinal(job.status)) return answerRunning(head, job, [...progressNote(job), ...notes]);
  const selection = selectPapers(store, [job], page);
  const works = page.refs ? [] : selection.relevances();
  // Counts cover the answer's works. A condition on a keyword is compared with the whole job.
  const jobCounts = countRelevance(works);
  const shown = page.where && !page.refs ? shownRelevances(selection) : works;
  const relevance = countRelevance(shown);
  const isFirst = (page.offset ?? 0) === 0 && !page.refs;
  // Statements about the job itself, rather than about these papers of it.
  const isIntroduced = isFirst && (!page.isFollowUp || page.facets === true);
  const advice = isIntroduced && !page.where?.notIn ? adviseOnRelevance(job, works, shown) : undefined;
  const jobNotes = isIntroduced ? notes : [];
  const isExtentNew = isIntroduced || (isFirst && page.sort !== undefined);
  const beside = [
    ...jobNotes.filter(isLeading),
    ...(advice ? [advice.note] : []),
    ...(isFirst && page.where?.notIn ? comparedNotes(store, job, page.where.notIn) : []),
    ...(isExtentNew && !page.where?.notIn ? extentNote(job, page.sort) : []),
    ...(isIntroduced && !page.where ? libraryNote(job, advice) : []),
    ...jobNotes.filter((note) => !isLeading(note)),
    ...unknownRefsNote(selection),
    ...selectionNotes(selection, page),
    ...(isFirst ? [...sortedNote(selection), ...decisionsNote(selection, page)] : []),
    ...(page.where && !page.refs ? keywordCountNote(job, page.where, jobCounts, selection.papers.length) : []),
    ...(isFirst && page.where?.notIn ? changesNote(store, job, page.where.notIn) : []),
    ...(isIntroduced ? ignoredNotes(store, job, page) : []),
  ];
  const actions = isFirst || selection.papers.length === 0 ? [nextForPapers(store, job, selection, page)] : [];
  const next = [...(advice?.next ?? []), ...actions];
  const { credits, ...repeatedHead } = head;
  const { known } = selection;
  const about = {
    ...repeatedHead,
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

/** Whether a service answered the creation with the papers, and named no job. */
function cameWithoutId({ mode, jobId, request, papers }: JobRecord): boolean {
  return mode === 'hosted' && jobId === null && request !== null && papers !== null;
}

function shownRelevances({ papers }: JobSelection): PaperRelevance[] {
  return papers.flatMap(({ relevance }) => relevance() ?? []);
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
