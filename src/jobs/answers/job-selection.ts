import { invalidInput } from '../../contract/errors.ts';
import { parseSort } from '../../contract/filter-table.ts';
import { invalidField } from '../../contract/invalid.ts';
import { groupBy } from '../../lib/groups.ts';
import { splitTextCondition } from '../../papers/filters/text-condition.ts';
import { splitConditions, type Where } from '../../papers/filters/where.ts';
import { asksForDecision, checkWhere, sortPapers, sortValue } from '../../papers/filters/where-filter.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { countKnown, type KnownCounts } from '../../papers/retraction/retraction-marks.ts';
import { jobRef, LIBRARY, mustFindJob, paperRef, readPaperRef } from '../job-refs.ts';
import type { PaperDecision, PaperDecisions } from '../ports/reviews.ts';
import type { JobRecord, StoredJobs } from '../ports/store.ts';
import {
  byFusedRank,
  byMatch,
  type Candidate,
  fitsWell,
  groupByWork,
  type ReviewCandidates,
  readCandidates,
  readReviewCandidates,
  type SelectedPaper,
} from './job-candidates.ts';
import type { Without } from './notes.ts';
import { bestRelevance, type PaperRelevance } from './relevance.ts';
import { bestStored } from './same-works.ts';

/**
 * Selects the stored papers for an answer or an export: by job or by reference, filtered, one record per work, sorted.
 * Does not ask the service.
 */

export type JobSelectionRequest = {
  where?: Where | undefined;
  sort?: string | undefined;
  /** These papers, in this order, also from other jobs. Papers requested by reference are never folded. */
  refs?: string[] | undefined;
  /** A paper's stored full text, which `where.text` searches. */
  bodyOf?: ((paper: FoundPaper) => string | undefined) | undefined;
  /** Whether the user imported a paper, for `where.inLibrary` and marks in answers. */
  isOwned?: ((paper: FoundPaper) => boolean) | undefined;
  /** Review decisions on papers, for `where.decision` and for display. */
  decisions?: PaperDecisions | undefined;
  /** Selects from the records of a review instead of the papers of jobs. */
  review?: ReviewCandidates | undefined;
};

export type JobSelection = {
  papers: SelectedPaper[];
  /** Number of candidates before filtering and folding. */
  stored: number;
  /** Number of records hidden because another record of the same work is shown. */
  folded: number;
  /** What each job contributes to the candidates, in the order of the jobs. */
  searches: () => Contribution[];
  /** How well each candidate work matches its job's query, before filtering. */
  relevances: () => PaperRelevance[];
  /** References that match no paper of any recorded job. */
  unknown: string[];
  /** For each condition of `where`, how many records would remain without it. Only if `where` leaves none. */
  withoutCondition: Without[];
  /** What each part of `where.text` finds alone, and all together. Only if `where` leaves none. */
  textParts?: TextParts;
  /** Number of works without a record that meets `where`, but with one whose missing fields leave it open. */
  undecided: () => number;
  /** Records that no condition of `where` excludes but that lack a field it needs, by field name. */
  lacking: { field: string; records: number }[];
  /** How many of the records have a known retraction status, if `where` needs it. */
  known?: KnownCounts;
  /** The sort field, and how many papers lack it: those come last. */
  sorted?: { field: string; unknown: number };
  /** The jobs whose papers have decisions, each with its review. */
  reviewed: { job: string; review: string }[];
  /** If the selection filters by decision: the reviews in which some records have only suggestions. */
  onlySuggested: { review: string; records: number }[];
};

/** Counts of works. `onlyHere`: no other job has them. `added`: no earlier job in the list has them. */
type Contribution = { job: number; works: number; onlyHere: number; added: number };

/** How many candidates meet each part of the parsed text condition, and how many meet all parts. */
type TextParts = { parts: { part: string; papers: number }[]; all: number };

/**
 * Selects among the papers of some jobs. Throws JOB_NOT_FOUND for a job in `where.notIn` that is not recorded, and
 * INVALID_INPUT for `where.decision` if no review took any of the jobs.
 */
export function selectPapers(
  store: StoredJobs,
  jobs: readonly JobRecord[],
  request: JobSelectionRequest,
): JobSelection {
  const { where, sort, refs, isOwned = () => false, decisions, review } = request;
  const elsewhere = (where?.notIn ?? []).map((text) => mustFindJob(store, text).number);
  const namedRefs = refs?.map((text) => ({ text, ref: readPaperRef(text) }));
  const from = namedRefs ? namedRefs.flatMap(({ ref }) => ref?.job || []) : jobs.map(({ number }) => number);
  const numbers = unique(from);
  const libraryPapers = unique((namedRefs ?? []).flatMap(({ ref }) => (ref?.job === LIBRARY ? ref.paper : [])));
  const reviewed = listReviewed(numbers, decisions);
  const isByDecision = where !== undefined && asksForDecision(where);
  if (isByDecision && !review && reviewed.length === 0) throw notReviewed(numbers);
  const { candidates, othersWorks } = review
    ? readReviewCandidates(store, review, unique(elsewhere))
    : readCandidates(store, { jobs: numbers, libraryPapers }, unique(elsewhere), decisions ?? {});

  const byRef = new Map(candidates.map((candidate) => [candidate.ref, candidate]));
  const named = namedRefs?.map(({ text, ref }) =>
    byRef.get((review ? review.findRef(text) : ref && paperRef(ref.job, ref.paper)) ?? ''),
  );
  const looked = named ? [...new Set(named.filter((candidate) => candidate !== undefined))] : candidates;
  const checks = new Map<Where, Map<FoundPaper, ReturnType<typeof checkWhere>>>();
  const check = (candidate: Candidate, conditions: Where) => {
    const isOut =
      !fitsWell(candidate, conditions.match) ||
      (conditions.notIn && othersWorks.has(candidate.work)) ||
      (conditions.inLibrary !== undefined && isOwned(candidate.paper) !== conditions.inLibrary);
    if (isOut) return NOT_MET;
    const { paper } = candidate;
    const body = request.bodyOf && (() => request.bodyOf?.(paper));
    if (conditions.citedWithin !== undefined || asksForDecision(conditions)) {
      const decision = conditions.by === undefined ? candidate.decision() : candidate.suggestion();
      const beside = { citedWithin: candidate.citedWithin(), decision, body };
      return checkWhere(paper, conditions, beside);
    }
    // Everything else depends only on the paper, which many jobs may share.
    const known = checks.get(conditions)?.get(paper);
    const checked = known ?? checkWhere(paper, conditions, { body });
    if (!known) checks.set(conditions, (checks.get(conditions) ?? new Map()).set(paper, checked));
    return checked;
  };
  const fits = (conditions: Where) => (candidate: Candidate) => check(candidate, conditions).verdict === 'met';
  const matching = where ? looked.filter(fits(where)) : looked;
  const works = refs ? matching.map((candidate): [Candidate] => [candidate]) : groupByWork(matching);
  // A work takes the position of its first record.
  const bestOfEach = works.map((records) => ({
    ...bestStored(records, ({ paper }) => paper),
    position: Math.min(...records.map(({ position }) => position)),
  }));
  const sorted = sort ?? (refs ? undefined : searchedOrder(jobs));
  const unsorted = sorted === undefined ? undefined : countUnsorted(bestOfEach, sorted);
  // A hosted service may put unknown values first, or not sort at all.
  const ordered = sorted
    ? sortPapers(bestOfEach, sorted, ({ paper }) => paper, citedWithinOf)
    : refs
      ? bestOfEach
      : numbers.length > 1 && !review
        ? byFusedRank(bestOfEach, candidates)
        : byMatch(bestOfEach);

  const isUnknown = (candidate: Candidate, condition: Where) => check(candidate, condition).verdict === 'unknown';
  const countMeeting = (conditions: Where) => looked.filter(fits(conditions)).length;
  const isNothingLeft = where !== undefined && matching.length === 0;
  const textParts = isNothingLeft ? countTextParts(where, countMeeting) : undefined;
  const refsOfWork = groupByWork(candidates).map(
    (records) => [records[0].work, records.map(({ ref }) => ref)] as const,
  );
  const sameWork = new Map(refsOfWork);
  return {
    papers: ordered.map(({ work, position: _, job: __, ...candidate }) => {
      const sameAs = (sameWork.get(work) ?? []).filter((other) => other !== candidate.ref);
      const records = [candidate, ...sameAs.flatMap((ref) => byRef.get(ref) ?? [])];
      return {
        ...candidate,
        sameAs,
        ...(numbers.length > 1 && !refs && !review && { foundBy: listJobs([candidate.ref, ...sameAs]) }),
        relevance: () => bestRelevance(records.flatMap(({ relevance }) => relevance() ?? [])),
        decision: () => decisionOnWork(records, ({ decision }) => decision()),
        suggestion: () => decisionOnWork(records, ({ suggestion }) => suggestion()),
      };
    }),
    searches: () => countContributions(candidates, numbers),
    stored: looked.length,
    folded: matching.length - bestOfEach.length,
    relevances: () => listRelevances(groupByWork(looked)),
    unknown: namedRefs?.filter((_, index) => named?.[index] === undefined).map(({ text }) => text) ?? [],
    withoutCondition: isNothingLeft ? relaxed(where, (rest) => looked.filter(fits(rest)), isUnknown) : [],
    ...(textParts && { textParts }),
    undecided: () => {
      const meeting = new Set(matching.map(({ work }) => work));
      const others = where ? looked.filter(({ work }) => !meeting.has(work)) : [];
      return new Set(others.filter((each) => where && isUnknown(each, where)).map(({ work }) => work)).size;
    },
    lacking: where ? countLacking(looked.flatMap((candidate) => check(candidate, where).lacking)) : [],
    ...(where?.retracted !== undefined && { known: countKnown(looked.map(({ paper }) => paper)) }),
    ...(unsorted && { sorted: unsorted }),
    reviewed,
    onlySuggested: isByDecision ? listOnlySuggested(numbers, decisions) : [],
  };
}

function countLacking(fields: readonly string[]): JobSelection['lacking'] {
  const count = (field: string) => fields.filter((other) => other === field).length;
  return [...new Set(fields)].map((field) => ({ field, records: count(field) }));
}

/** The jobs of some papers, each once, in their order. */
function listJobs(refs: readonly string[]): string[] {
  const jobs = unique(refs.flatMap((ref) => readPaperRef(ref)?.job ?? []));
  return jobs.sort((a, b) => a - b).map(jobRef);
}

/** What each job contributes: its works, those that no other job has, and those that no earlier one has. */
function countContributions(candidates: readonly Candidate[], jobs: readonly number[]): Contribution[] {
  const worksOf = groupBy(candidates, ({ job }) => job);
  const works = jobs.map((job) => new Set((worksOf.get(job) ?? []).map(({ work }) => work)));
  return jobs.map((job, index) => {
    const found = [...(works[index] ?? [])];
    const isOnlyHere = (work: number) => works.every((other, at) => at === index || !other.has(work));
    const isNew = (work: number) => works.slice(0, index).every((earlier) => !earlier.has(work));
    return { job, works: found.length, onlyHere: found.filter(isOnlyHere).length, added: found.filter(isNew).length };
  });
}

type Decided = Pick<Candidate, 'decision' | 'suggestion'>;

/** A decision on any record of a work is one on the work. */
function decisionOnWork(records: readonly Decided[], on: (record: Decided) => PaperDecision | undefined) {
  const all = records.flatMap((record) => on(record) ?? []);
  return all.find((decision) => decision !== 'none') ?? all[0];
}

function listReviewed(jobs: readonly number[], decisions: PaperDecisions | undefined): JobSelection['reviewed'] {
  return jobs.flatMap((job) => {
    const review = decisions?.reviewOf(job);
    return review === undefined ? [] : [{ job: jobRef(job), review }];
  });
}

function listOnlySuggested(jobs: readonly number[], decisions: PaperDecisions | undefined) {
  const known = new Map(jobs.map((job) => [decisions?.reviewOf(job) ?? '', decisions?.onlySuggested(job) ?? 0]));
  return [...known].flatMap(([review, records]) => (records > 0 ? [{ review, records }] : []));
}

function notReviewed(jobs: readonly number[]) {
  return invalidInput([invalidField('where.decision', { kind: 'not-reviewed', jobs: jobs.map(jobRef) })]);
}

const NOT_MET = { verdict: 'unmet', lacking: [] } as const;

function listRelevances(works: readonly [Candidate, ...Candidate[]][]): PaperRelevance[] {
  const best = works.map((records) => bestStored(records, ({ paper }) => paper));
  return best.map(({ relevance }) => relevance()).filter((each) => each !== undefined);
}

/** The order that the search itself requested, if not by relevance. */
function searchedOrder([job, ...others]: readonly JobRecord[]): string | undefined {
  const requestedSort = others.length === 0 ? job?.request?.filters.sort : undefined;
  return requestedSort !== undefined && parseSort(requestedSort).field !== 'score' ? requestedSort : undefined;
}

const citedWithinOf = ({ citedWithin }: Candidate) => citedWithin();

function countUnsorted(candidates: readonly Candidate[], sort: string): JobSelection['sorted'] {
  const { field } = parseSort<string>(sort);
  const readValue = sortValue(sort, ({ paper }: Candidate) => paper, citedWithinOf);
  return { field, unknown: candidates.filter((candidate) => readValue(candidate) === undefined).length };
}

function countTextParts({ text }: Where, countMeeting: (conditions: Where) => number): TextParts | undefined {
  const parts = text === undefined ? [] : splitTextCondition(text);
  if (parts.length === 0) return undefined;
  return {
    parts: parts.map(({ part, condition }) => ({ part, papers: countMeeting({ text: condition }) })),
    all: countMeeting({ text }),
  };
}

function relaxed(
  where: Where,
  meeting: (rest: Where) => Candidate[],
  isUnknown: (candidate: Candidate, condition: Where) => boolean,
): Without[] {
  return splitConditions(where)
    .map(({ name, condition }) => {
      const others = meeting({ ...where, [name]: undefined });
      const unknown = others.filter((candidate) => isUnknown(candidate, condition)).length;
      return { filter: name, papers: others.length, ...(unknown > 0 && { unknown }) };
    })
    .sort((a, b) => b.papers - a.papers);
}

function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)];
}
