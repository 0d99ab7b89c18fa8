import { freeFailure, PaperqueueError } from '../../contract/errors.ts';
import { groupStoredPapers } from '../../jobs/answers/same-works.ts';
import { findJobs, readAll } from '../../jobs/answers/several-jobs.ts';
import {
  findPaper,
  identifiersIn,
  isOwnForm,
  jobRef,
  LIBRARY,
  namedInstead,
  noSuchJob,
  noSuchPaper,
  paperRef,
  readPaperRef,
  shownRefs,
} from '../../jobs/job-refs.ts';
import type { KnownWork, SeedSet } from '../../jobs/ports/citations.ts';
import type { Call } from '../../jobs/ports/reviews.ts';
import type { JobRecord, StoredJobs } from '../../jobs/ports/store.ts';
import { untilAborted } from '../../lib/deadline.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { readReference } from '../../papers/references/read-reference.ts';
import { storedCandidates } from './stored-candidates.ts';

const REVIEW = /^[RL][1-9]\d{0,9}$/i;

export type NamingDeps = {
  store: StoredJobs;
  /** The account whose job ids at the service are accepted as names of jobs, too. */
  account?: string | undefined;
  /**
   * The papers that a review (`R1`) includes and those it already has; throws if there is no such review. Absent: there
   * are no reviews.
   */
  reviewSeeds?: ((review: string, call: Call) => SeedSet | Promise<SeedSet>) | undefined;
};

/** What a text names: papers, or a review. */
export type Named = { papers: KnownWork[] } | { review: SeedSet };

/**
 * What texts name, one after the other: a paper by its reference, a DOI or another identifier, or its citation key in
 * the library; all papers of a job, of `all:GROUP` or `all`, those of several jobs once; or a review. Throws if texts
 * match nothing, naming all of them.
 */
export async function findNamedPapers(
  deps: NamingDeps,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Named[]> {
  const { store } = deps;
  const found: Named[] = [];
  const byId: string[] = [];
  const jobPapers: { papers: KnownWork[] }[] = [];
  for (const text of texts.map((each) => each.trim())) {
    const numbers = readPaperRef(text);
    const jobs = numbers ? [] : findNamedJobs(deps, text);
    const libraryPaper = numbers || jobs.length > 0 ? undefined : findByCitationKey(store, text);
    const isInLibrary = numbers?.job === LIBRARY && findPaper(store, text) !== undefined;
    const review = REVIEW.test(text) ? await findNamedReview(deps, text, isInLibrary, signal) : undefined;
    if (review) found.push({ review });
    else if (jobs.length > 0) {
      for (const { number } of jobs)
        jobPapers.push({
          papers: store.papers(number).map((paper, at) => ({ label: paperRef(number, at + 1), paper })),
        });
      found.push(...jobPapers.slice(-jobs.length));
    } else if (libraryPaper) found.push({ papers: [libraryPaper] });
    else if (numbers) {
      const paper = findPaper(store, text);
      const job = store.byNumber(numbers.job);
      if (!paper) throw noSuchPaper(text, { orId: true, ...(job && { job: jobRef(job.number) }) });
      found.push({ papers: [{ label: paperRef(numbers.job, numbers.paper), paper }] });
    } else byId.push(text);
  }
  if (jobPapers.length > 1) dropRepeatedWorks(jobPapers);
  return byId.length === 0 ? found : [...found, { papers: await identified(deps, byId, signal) }];
}

/** The jobs of a reference, a service's id, or a group; none for any other text. Throws JOB_NOT_FOUND. */
function findNamedJobs({ store, account }: NamingDeps, text: string): JobRecord[] {
  const isJob = readAll(text) !== undefined || isOwnForm(text);
  if (isJob) return findJobs(store, text, account ?? '', 'success');
  const job = account === undefined ? undefined : store.byJobId(text, account);
  return job && job.removedAt === undefined ? [job] : [];
}

/** Only citation keys are resolved here, because identifiers are also searched for in jobs. */
function findByCitationKey(store: StoredJobs, text: string): KnownWork | undefined {
  const found = identifiersIn(text).length > 0 ? undefined : store.libraryPaper?.(text);
  return found && { label: found.ref, paper: found.paper };
}

/** Removes works that an earlier job contains. */
function dropRepeatedWorks(jobs: { papers: KnownWork[] }[]): void {
  const works = groupStoredPapers(jobs.flatMap(({ papers }) => papers.map(({ paper }) => paper)));
  let at = 0;
  for (const job of jobs) job.papers = job.papers.filter(() => works[at] === at++);
}

/** `L2` can name a review of a lab and a paper of the library; the review takes precedence. */
async function findNamedReview({ reviewSeeds }: NamingDeps, text: string, isInLibrary: boolean, signal: AbortSignal) {
  try {
    return await reviewSeeds?.(text.toUpperCase(), untilAborted(signal));
  } catch (error) {
    if (!(error instanceof PaperqueueError)) throw error;
    // Without a lab, L17 is a paper of the library.
    const noLab = error.details.problem.some((note) => note.kind === 'no-such-review' && !note.isOfLab);
    if (isInLibrary || (/^L/i.test(text) && noLab)) return undefined;
    throw error;
  }
}

/**
 * Papers by identifier: the stored paper if a job contains it, else a paper with only the identifier, which suffices
 * for citation indexes.
 */
async function identified({ store }: NamingDeps, texts: readonly string[], signal: AbortSignal): Promise<KnownWork[]> {
  const references = texts.map((text) => ({ text, reference: readReference(text) }));
  const wrong = references.filter(({ reference }) => Object.keys(reference.ids).length === 0);
  const group = wrong.find(({ text }) => namedInstead(text, store) === 'group');
  if (group) throw noSuchJob(store, group.text);
  if (wrong.length > 0) {
    throw freeFailure({
      code: 'INVALID_INPUT',
      problem: [{ kind: 'no-paper-ref', given: shownRefs(wrong.map(({ text }) => text)) }],
      advice: [{ kind: 'use-paper-ref', orId: true }, { kind: 'look-paper-up' }],
    });
  }
  const stored = await storedCandidates(
    store,
    references.map(({ reference }) => reference),
    signal,
  );
  return references.map(({ text, reference: { ids } }) => {
    const entries = Object.entries(ids);
    const has = (paper: FoundPaper) => entries.some(([name, id]) => paper[name as keyof typeof ids] === id);
    const bare: FoundPaper = {
      key: text,
      title: '',
      authors: [],
      fieldsOfStudy: [],
      downloadable: false,
      ...ids,
    };
    return { label: text, paper: stored.find(has) ?? bare };
  });
}
