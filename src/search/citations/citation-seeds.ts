import { freeFailure, invalidInput, PaperqueueError } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import {
  findPaper,
  jobRef,
  LIBRARY,
  mustFindJob,
  noSuchPaper,
  paperRef,
  readJobRef,
  readPaperRef,
  shownRefs,
} from '../../jobs/job-refs.ts';
import type { KnownWork, SeedSet } from '../../jobs/ports/citations.ts';
import type { Call } from '../../jobs/ports/reviews.ts';
import type { StoredJobs } from '../../jobs/ports/store.ts';
import { untilAborted } from '../../lib/deadline.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { readReference } from '../../papers/references/read-reference.ts';
import { storedCandidates } from '../look-up/stored-candidates.ts';

const MAX_SEEDS = 500;

const REVIEW = /^[RL][1-9]\d{0,9}$/i;

export type SeedDeps = {
  store: StoredJobs;
  /**
   * The papers that a review (`R1`) includes and those it already has; throws if there is no such review. Absent: there
   * are no reviews.
   */
  reviewSeeds?: ((review: string, call: Call) => SeedSet | Promise<SeedSet>) | undefined;
};

export type Seeds = {
  seeds: KnownWork[];
  known: KnownWork[];
  /** A review was named: only its included papers are followed. */
  ofReview: boolean;
};

/**
 * The papers that the texts name: a reference, a DOI or another identifier, all papers of a job, or the included papers
 * of a review. Throws if texts match nothing, naming all of them, and for more than 500 papers.
 */
export async function findSeeds(deps: SeedDeps, texts: readonly string[], signal: AbortSignal): Promise<Seeds> {
  const { store } = deps;
  const seeds: KnownWork[] = [];
  const known: KnownWork[] = [];
  const byId: string[] = [];
  let ofReview = false;
  for (const text of texts.map((each) => each.trim())) {
    const numbers = readPaperRef(text);
    const isJob = /^J/i.test(text) && readJobRef(text) !== undefined;
    const isInLibrary = numbers?.job === LIBRARY && findPaper(store, text) !== undefined;
    const set = REVIEW.test(text) ? await reviewNamed(deps, text, isInLibrary, signal) : undefined;
    if (set) {
      seeds.push(...set.included);
      known.push(...set.known);
      ofReview = true;
    } else if (isJob) {
      const { number } = mustFindJob(store, text);
      seeds.push(...store.papers(number).map((paper, index) => ({ label: paperRef(number, index + 1), paper })));
    } else if (numbers) {
      const paper = findPaper(store, text);
      const job = store.byNumber(numbers.job);
      if (!paper) throw noSuchPaper(text, { orId: true, ...(job && { job: jobRef(job.number) }) });
      seeds.push({ label: paperRef(numbers.job, numbers.paper), paper });
    } else byId.push(text);
  }
  seeds.push(...(await identified(deps, byId, signal)));
  const unique = [...new Map(seeds.map((seed) => [seed.label, seed])).values()];
  if (unique.length === 0) throw invalidInput([invalidField('seeds', { kind: 'no-seeds' })]);
  if (unique.length > MAX_SEEDS)
    throw invalidInput([invalidField('seeds', { kind: 'too-many-seeds', papers: unique.length, most: MAX_SEEDS })]);
  return { seeds: unique, known, ofReview };
}

/** A lab's review has a name (L2) that a paper of the library may have, too: the review is meant, if there is one. */
async function reviewNamed({ reviewSeeds }: SeedDeps, text: string, isInLibrary: boolean, signal: AbortSignal) {
  try {
    return await reviewSeeds?.(text.toUpperCase(), untilAborted(signal));
  } catch (error) {
    if (isInLibrary && error instanceof PaperqueueError) return undefined;
    throw error;
  }
}

/**
 * Papers by identifier: as stored if a job contains them, else with the identifier alone, by which indexes know them.
 */
async function identified({ store }: SeedDeps, texts: readonly string[], signal: AbortSignal): Promise<KnownWork[]> {
  if (texts.length === 0) return [];
  const references = texts.map((text) => ({ text, reference: readReference(text) }));
  const wrong = references.filter(({ reference }) => Object.keys(reference.ids).length === 0);
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
