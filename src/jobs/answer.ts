import { isFinal } from '../contract/answers.ts';
import type { Pool } from '../contract/credits.ts';
import type { Charged } from '../contract/errors.ts';
import { PaperqueueError } from '../contract/errors.ts';
import { countFacets, type Facets } from '../papers/facets.ts';
import { type PresentedPaper, presentPaper, type View } from '../papers/present.ts';
import { meets, type NumberedPaper, sortPapers, type Where } from '../papers/select.ts';
import type { JobRecord, JobStore, Mode } from './ports.ts';
import { jobRef, paperRef, readPaperRef } from './references.ts';

/** Papers in a page when nobody says otherwise, and at most. */
const DEFAULT_COUNT = 20;
export const MOST_COUNT = 50;

/**
 * Characters that the papers of one answer may take. Hosts cut answers at 25,000 tokens or 50,000 characters, some in
 * the middle of a paper; the rest of the answer needs room too.
 */
const PAPER_CHARACTERS = 36_000;

export type Credits = { cost: number; pool: Pool; charged: Charged; balance?: number };

/** What an assistant gets: one JSON object, the same as text and as structured content. */
export type JobAnswerView = {
  mode: Mode;
  job: {
    ref: string;
    jobId: string | null;
    operation: string;
    status: string;
    createdAt: string;
    reused: boolean;
  };
  credits: Credits;
  page?: { offset: number; count: number; total: number; nextOffset: number | null };
  papers?: PresentedPaper[];
  facets?: Facets;
  notes?: string[];
  next?: string;
};

/** What part of a job's papers to show, and how. */
export type PageRequest = {
  offset?: number | undefined;
  count?: number | undefined;
  view?: View | undefined;
  sort?: string | undefined;
  where?: Where | undefined;
  /** Unsaid: with the first page only. */
  facets?: boolean | undefined;
  refs?: string[] | undefined;
  /** False: as many papers as asked for, for readers without a limit. */
  withinBudget?: boolean | undefined;
};

/** The answer for a job in whatever state it is; throws for one that ended in error or was never created. */
export function answerJob(
  store: JobStore,
  job: JobRecord,
  page: PageRequest,
  extraNotes: string[] = [],
): JobAnswerView {
  if (job.status === 'error') throw jobFailed(job);
  if (job.status === 'refused') throw refused(job, extraNotes);
  const head = answerHead(job);
  const notes = [...job.notes, ...extraNotes];
  if (job.status === 'unknown') return { ...head, ...said(notes), next: nextForUnknown(job) };
  if (!isFinal(job.status)) return { ...head, ...said(notes), next: nextForRunning(job) };
  const chosen = page.refs ? papersByRef(store, page.refs) : papersOfJob(store, job, page);
  return { ...head, ...showPage(chosen, page, job, notes) };
}

function answerHead(job: JobRecord): Pick<JobAnswerView, 'mode' | 'job' | 'credits'> {
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

type Chosen = { papers: { ref: string; paper: NumberedPaper['paper'] }[]; notes: string[] };

function papersOfJob(store: JobStore, job: JobRecord, { where, sort }: PageRequest): Chosen {
  const numbered = store.papers(job.number).map((paper, index) => ({ number: index + 1, paper }));
  const met = where ? numbered.filter(({ paper }) => meets(paper, where)) : numbered;
  const ordered = sort ? sortPapers(met, sort, ({ paper }) => paper) : met;
  const excluded = where ? [`where leaves ${met.length} of the job's ${numbered.length} papers.`] : [];
  return {
    papers: ordered.map(({ number, paper }) => ({ ref: paperRef(job.number, number), paper })),
    notes: excluded,
  };
}

/** Papers by reference, in the order asked for; also from other jobs. What is not there is named. */
function papersByRef(store: JobStore, refs: readonly string[]): Chosen {
  const unknown: string[] = [];
  const papers = refs.flatMap((text) => {
    const ref = readPaperRef(text);
    const paper = ref && store.papers(ref.job)[ref.paper - 1];
    if (ref && paper) return [{ ref: paperRef(ref.job, ref.paper), paper }];
    unknown.push(text);
    return [];
  });
  const notes =
    unknown.length > 0 ? [`Unknown references, not papers of any recorded job: ${unknown.join(', ')}.`] : [];
  return { papers, notes };
}

function showPage(chosen: Chosen, page: PageRequest, job: JobRecord, jobNotes: string[]) {
  const { offset = 0, count = DEFAULT_COUNT, view = 'compact' } = page;
  const asked = chosen.papers.slice(offset, offset + count);
  const presented = asked.map(({ ref, paper }) => presentPaper(ref, paper, view));
  const papers = page.withinBudget === false ? presented : cutToBudget(presented);
  const total = chosen.papers.length;
  const end = offset + papers.length;
  const nextOffset = end < total ? end : null;
  const notes = [...jobNotes, ...chosen.notes];
  if (papers.length < asked.length) notes.push(`Fewer papers than asked for, to stay within a host's limits.`);
  const withFacets = page.facets ?? (offset === 0 && !page.refs && total > 0);
  return {
    page: { offset, count: papers.length, total, nextOffset },
    papers,
    ...(withFacets ? { facets: countFacets(chosen.papers.map(({ paper }) => paper)) } : {}),
    ...said(notes),
    next: nextForPapers(job, total, nextOffset, page),
  };
}

function cutToBudget(papers: readonly PresentedPaper[]): PresentedPaper[] {
  let characters = 0;
  const fitting = papers.findIndex((paper) => {
    characters += JSON.stringify(paper).length;
    return characters > PAPER_CHARACTERS;
  });
  return papers.slice(0, fitting < 0 ? papers.length : Math.max(fitting, 1));
}

function said(notes: string[]): { notes?: string[] } {
  return notes.length > 0 ? { notes } : {};
}

function nextForRunning(job: JobRecord): string {
  return `The job goes on. Call get_job with jobId "${jobRef(job.number)}" to wait for its papers; that is free. Do not search again.`;
}

function nextForUnknown(job: JobRecord): string {
  const ref = jobRef(job.number);
  return job.charged === 'yes'
    ? `${ref} was charged, but its id never arrived. To search again, and pay again, set acceptPossibleDoubleCharge: true.`
    : `${ref} may or may not have been created and charged. Call get_job with jobId "${ref}" again later: it compares balances, free. The same search again could be charged twice.`;
}

function nextForPapers(job: JobRecord, total: number, nextOffset: number | null, page: PageRequest): string {
  const ref = jobRef(job.number);
  if (total === 0) {
    return page.where
      ? `No stored paper meets where; call get_job with jobId "${ref}" and a wider where (free).`
      : 'No paper was found: search again with fewer or wider filters, or other keywords (a new search is charged).';
  }
  const more = nextOffset === null ? 'These are all.' : `More: get_job with jobId "${ref}", offset ${nextOffset}.`;
  return `${more} get_job also filters (where), sorts and shows abstracts (view) of these papers, free. Cite papers by ref.`;
}

function refused(job: JobRecord, notes: readonly string[]): PaperqueueError {
  return new PaperqueueError({
    code: 'JOB_NOT_FOUND',
    message: [`${jobRef(job.number)} was never created, and nothing was charged.`, ...notes].join(' '),
    charged: 'no',
    retryable: false,
    next: 'Run the search again; if it is refused, the answer says what has to be corrected.',
  });
}

function jobFailed(job: JobRecord): PaperqueueError {
  // The embedded service gives the credits of a job back that ended through its own fault.
  const charged = job.mode === 'embedded' ? 'no' : job.charged;
  return new PaperqueueError({
    code: 'JOB_FAILED',
    message: `The service ended job ${jobRef(job.number)} with an error and gave no papers.`,
    charged,
    retryable: false,
    next:
      charged === 'no'
        ? 'Search again; the credits of the failed job were given back.'
        : 'Its credits were taken when it was created; ask the service for a refund, or search again (charged anew).',
  });
}
