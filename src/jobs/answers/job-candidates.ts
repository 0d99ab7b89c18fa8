import { groupBy } from '../../lib/groups.ts';
import { once } from '../../lib/once.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { fuseParts } from '../../papers/fuse-ranks.ts';
import { citableNames } from '../../papers/references/referenced-works.ts';
import { isAtLeast, MATCH_CLASSES, type MatchClass } from '../../papers/relevance/match-classes.ts';
import { LIBRARY, paperRef, readPaperRef } from '../job-refs.ts';
import type { PaperDecision, PaperDecisions, ReviewRecord } from '../ports/reviews.ts';
import type { StoredJobs } from '../ports/store.ts';
import { type PaperRelevance, relevanceOfJob } from './relevance.ts';
import { groupStoredPapers } from './same-works.ts';

/** The papers of jobs, or the records of a review, from which an answer or an export selects. */

export type SelectedPaper = {
  ref: string;
  paper: FoundPaper;
  /** References of other records of the same work among the candidates. */
  sameAs: string[];
  /** Of several jobs, those that found the work. */
  foundBy?: string[];
  /** How many other works of these jobs cite it; undefined if no source reported their references. */
  citedWithin: () => number | undefined;
  /** How well it matches its job's query; undefined if unknown. */
  relevance: () => PaperRelevance | undefined;
  /** The decision on it in the newest review of its job; undefined if there is none. */
  decision: () => PaperDecision | undefined;
  /** An assistant's suggestion there on which no person has decided; undefined if there is no review. */
  suggestion: () => PaperDecision | undefined;
};

/** `position`: in its job's list, from 0. */
export type Candidate = Omit<SelectedPaper, 'sameAs'> & { job: number; work: number; position: number };

type Decisions = Partial<Pick<PaperDecisions, 'decisionOn' | 'suggestionOn'>>;

/**
 * Papers of the requested jobs, and those of the library with these numbers, each with its work; `known` are the works
 * of the other jobs.
 */
export function readCandidates(
  store: StoredJobs,
  { jobs, libraryPapers = [] }: { jobs: readonly number[]; libraryPapers?: readonly number[] },
  elsewhere: readonly number[],
  { decisionOn, suggestionOn }: Decisions,
) {
  const fromLibrary = libraryPapers.flatMap((number): Candidate[] => {
    // A paper that was merged into another keeps its reference.
    const ref = paperRef(LIBRARY, number);
    const found = store.libraryPaper?.(ref);
    return found ? [{ ...NOT_OF_A_SEARCH, ref, paper: found.paper }] : [];
  });
  const fromJobs: Candidate[] = jobs.flatMap((job) => {
    const papers = store.papers(job);
    // Exports and most filters never need these.
    const relevances = once(() => relevanceOfJob(store, job, papers));
    const relevanceAt = (index: number) => () => relevances()?.[index];
    return papers.map((paper, index) => ({
      ref: paperRef(job, index + 1),
      paper,
      job,
      position: index,
      work: 0,
      citedWithin: () => undefined,
      relevance: relevanceAt(index),
      decision: () => decisionOn?.(paperRef(job, index + 1)),
      suggestion: () => suggestionOn?.(paperRef(job, index + 1)),
    }));
  });
  return withWorks(store, [...fromJobs, ...fromLibrary], elsewhere);
}

const UNKNOWN = () => undefined;
const NOT_OF_A_SEARCH = {
  job: LIBRARY,
  position: 0,
  work: 0,
  citedWithin: UNKNOWN,
  relevance: UNKNOWN,
  decision: UNKNOWN,
  suggestion: UNKNOWN,
};

/** The records of a review from which a selection chooses. */
export type ReviewCandidates = {
  ref: string;
  records: readonly ReviewRecord[];
  /** Finds the record with a reference, which may be a duplicate's. */
  findRef(ref: string): string | undefined;
  decisionOn(ref: string): PaperDecision;
  suggestionOn(ref: string): PaperDecision;
};

/** Records of a review, each with its work. Relevance is known as long as the job exists. */
export function readReviewCandidates(
  store: StoredJobs,
  { records, decisionOn, suggestionOn }: ReviewCandidates,
  elsewhere: readonly number[],
) {
  const relevances = new Map<number, ReturnType<typeof relevanceOfJob>>();
  const relevanceOf = (ref: string) => {
    const at = readPaperRef(ref);
    if (!at || !store.byNumber(at.job)) return undefined;
    const known = relevances.get(at.job) ?? relevanceOfJob(store, at.job, store.papers(at.job));
    relevances.set(at.job, known);
    return known?.[at.paper - 1];
  };
  const candidates = records.map(
    ({ ref, paper }, position): Candidate => ({
      ref,
      paper,
      job: readPaperRef(ref)?.job ?? 0,
      position,
      work: 0,
      citedWithin: () => undefined,
      relevance: () => relevanceOf(ref),
      decision: () => decisionOn(ref),
      suggestion: () => suggestionOn(ref),
    }),
  );
  return withWorks(store, candidates, elsewhere);
}

/** Assigns each candidate its work; `othersWorks` are those of other jobs. */
function withWorks(store: StoredJobs, candidates: Candidate[], elsewhere: readonly number[]) {
  const citationsOf = once(() => citationsWithin(candidates));
  const others = elsewhere.flatMap((job) => store.papers(job));
  const works = groupStoredPapers([...candidates.map(({ paper }) => paper), ...others]);
  candidates.forEach((candidate, index) => {
    const work = works[index] as number;
    candidate.work = work;
    candidate.citedWithin = () => citationsOf()(work);
  });
  return { candidates, othersWorks: new Set(works.slice(candidates.length)) };
}

export function groupByWork(candidates: readonly Candidate[]): [Candidate, ...Candidate[]][] {
  return [...groupBy(candidates, ({ work }) => work).values()];
}

/** Whether a paper fits at least that well; not if this is unknown. */
export function fitsWell({ relevance }: Candidate, least: MatchClass | undefined): boolean {
  if (least === undefined) return true;
  const match = relevance()?.match;
  return match !== undefined && isAtLeast(match, least);
}

/**
 * The works of several jobs, fused by their ranks in each job's list: what several searches rank high comes first, and
 * no job precedes another. Among equals, the better class.
 */
export function byFusedRank(candidates: readonly Candidate[], all: readonly Candidate[]): Candidate[] {
  const lists = [...groupBy(all, ({ job }) => job).values()].map((list) => list.map(({ work }) => work));
  const scores = new Map(fuseParts(lists).map(({ id, score }) => [id, score]));
  const scoreOf = ({ work }: Candidate) => scores.get(work) ?? 0;
  return [...candidates].sort((a, b) => scoreOf(b) - scoreOf(a) || classAt(a) - classAt(b));
}

/** The rank of a paper whose relevance is unknown. */
const UNKNOWN_MATCH: MatchClass = 'partial';

/** The position of a candidate's class, the best first. */
function classAt({ relevance }: Candidate): number {
  return MATCH_CLASSES.indexOf(relevance()?.match ?? UNKNOWN_MATCH);
}

/**
 * Better classes first; within a class by position in the job's list. So no paper stands above one that fits better.
 * Papers of jobs with an unknown query keep their order.
 */
export function byMatch(candidates: readonly Candidate[]): Candidate[] {
  const keyed = candidates.map((candidate) => ({ candidate, at: classAt(candidate), position: candidate.position }));
  return keyed.sort((a, b) => a.at - b.at || a.position - b.position).map(({ candidate }) => candidate);
}

/** How many works two jobs share. */
export function countSharedWorks(store: StoredJobs, job: number, other: number): number {
  const { candidates, othersWorks } = readCandidates(store, { jobs: [job] }, [other], {});
  return new Set(candidates.filter(({ work }) => othersWorks.has(work)).map(({ work }) => work)).size;
}

/** How many other works of the list cite a work; undefined for all if no reference within the list is known. */
function citationsWithin(
  records: readonly { paper: FoundPaper; work: number }[],
): (work: number) => number | undefined {
  // By work, not by record: several jobs hold many records of one work.
  const worksByName = new Map<string, Set<number>>();
  for (const { paper, work } of records)
    for (const name of citableNames(paper)) worksByName.set(name, (worksByName.get(name) ?? new Set()).add(work));
  const citing = new Map<number, Set<number>>();
  for (const { paper, work } of records)
    for (const name of paper.referencedWorks ?? [])
      for (const cited of worksByName.get(name) ?? [])
        if (cited !== work) citing.set(cited, (citing.get(cited) ?? new Set()).add(work));
  return (work) => (citing.size === 0 ? undefined : (citing.get(work)?.size ?? 0));
}
