import type { CitationAnswers, CitationOutcome, CitationSearch } from '../../../jobs/ports/citations.ts';
import { startDeadline } from '../../../lib/deadline.ts';
import { omitUndefined } from '../../../lib/omit-undefined.ts';
import type { Paper } from '../../../papers/paper.ts';
import type { CitationDirection } from '../../../papers/references/citation-links.ts';
import type { CitationEnd, CitationProgress, RecallEstimate } from '../../../wording/notes/citation-notes.ts';
import type { RunnerContext, SourceWithSettings } from '../../sources/runner.ts';
import { type CitationState, wasFollowed } from './citation-state.ts';
import { collectLinks, createGraph, type GraphWork } from './graph.ts';
import { nameWorks } from './name-works.ts';
import {
  askIndex,
  type CitationRun,
  type Halt,
  hasDirection,
  type IndexState,
  type StepAnswer,
} from './query-index.ts';
import { compareIndexes, type IndexPair } from './recall.ts';
import { reportCitations } from './report-citations.ts';

/** Minimum works of a step, and maximum steps of a round. The stopping rules are checked after each step. */
const MIN_STEP_WORKS = 50;
const MAX_STEPS = 10;

/**
 * Follows citations round by round. All answers of indexes are stored and reused: after a crash, the same search
 * reaches the same point without a request, and continues. Ends early, without `ended`, if time runs out or no index
 * answers any more.
 */
export async function searchCitations(
  indexes: readonly SourceWithSettings[],
  search: CitationSearch,
  answers: CitationAnswers,
  options: { signal: AbortSignal; budgetMs: number; onProgress?: ((progress: CitationProgress) => void) | undefined },
  context: RunnerContext,
): Promise<CitationOutcome> {
  const deadline = startDeadline(options.budgetMs, options.signal);
  try {
    const count = { used: 0, limit: search.stop.requests };
    const run: CitationRun = { answers, count, deadline, context };
    const graph = createGraph(search.seeds, search.known);
    const state: CitationState = {
      search,
      graph,
      works: graph.works(),
      indexes: indexes.map((index) => ({ index, requests: 0 })),
      followed: { works: new Map(), listed: new Set(), cut: new Set() },
      estimate: undefined,
      progress: { round: 1, followed: 0, waiting: 0, requests: 0, found: 0 },
    };
    const ended = await follow(state, run, options.onProgress);
    return reportCitations(state, ended);
  } finally {
    deadline.dispose();
  }
}

async function follow(
  state: CitationState,
  run: CitationRun,
  onProgress: (progress: CitationProgress) => void = () => {},
): Promise<CitationEnd | undefined> {
  const { search, followed } = state;
  const estimates: (number | undefined)[] = [];
  let unproductive = 0;
  for (let round = 1; round <= search.rounds; round += 1) {
    const frontier = findFrontier(state, round);
    if (frontier.length === 0) return 'exhausted';
    const size = Math.max(MIN_STEP_WORKS, Math.ceil(frontier.length / MAX_STEPS));
    for (let from = 0; from < frontier.length; from += size) {
      const step = frontier.slice(from, from + size);
      const before = { works: countNew(state.works), records: state.graph.indexRecords.length };
      const halt = await askStep(state, step, round, run);
      state.works = state.graph.works();
      state.estimate = estimateRecall(state, estimates);
      estimates.push(state.estimate?.all);
      const isWhole = halt === undefined;
      if (isWhole) for (const { label } of step) if (!followed.works.has(label)) followed.works.set(label, new Set());
      state.progress = {
        round,
        followed: [...followed.works.keys()].filter((label) => wasFollowed(followed, label)).length,
        waiting: frontier.length - from - (isWhole ? step.length : 0),
        requests: run.count.used,
        found: countNew(state.works),
      };
      onProgress(state.progress);
      if (halt === 'requests') return 'requests';
      if (halt) return undefined;
      const records = state.graph.indexRecords.length - before.records;
      const share = records === 0 ? 0 : (countNew(state.works) - before.works) / records;
      unproductive = search.stop.yield !== undefined && share <= search.stop.yield ? unproductive + 1 : 0;
      if (unproductive >= 2) return 'yield';
      const { isStable, share: recall = 0 } = state.estimate ?? { isStable: false };
      if (search.stop.recall !== undefined && isStable && recall >= search.stop.recall) return 'recall';
    }
  }
  return findFrontier(state, search.rounds + 1).length === 0 ? 'exhausted' : 'rounds';
}

/** The works to follow next: in the first round the seeds, then found works, those with most links first. */
function findFrontier({ search, works, followed, graph }: CitationState, round: number): GraphWork[] {
  const open = works.filter(({ label }) => !followed.works.has(label));
  if (round === 1) return open.filter(({ isSeed }) => isSeed);
  if (!search.followsFound) return [];
  const linked = open
    .filter(({ records }) => records.length > 0)
    .map((work) => ({ work, links: new Set(collectLinks(work, graph.indexRecords).map(({ from }) => from)).size }));
  return linked.sort((a, b) => b.links - a.links).map(({ work }) => work);
}

/** Queries all indexes about the works of a step in parallel. Undefined if every possible request was made. */
async function askStep(
  state: CitationState,
  step: readonly GraphWork[],
  round: number,
  run: CitationRun,
): Promise<Halt | undefined> {
  const replies = await Promise.all(state.indexes.map((index) => askAllDirections(state, index, step, run)));
  // In the order of the indexes, so that equal answers give an equal search, whichever arrived first.
  for (const [index, { answers }] of replies.entries())
    for (const [direction, answer] of answers)
      addAnswer(state, state.indexes[index] as IndexState, direction, round, answer);
  const halts = replies.map(({ halt }) => halt);
  if (halts.includes('time')) return 'time';
  // A failed index does not stop the others.
  if (halts.every((halt) => halt === 'failed')) return 'failed';
  return halts.includes('requests') ? 'requests' : undefined;
}

type Reply = { answers: [CitationDirection, StepAnswer][]; halt?: Halt | undefined };

async function askAllDirections(
  { search, graph }: CitationState,
  index: IndexState,
  step: readonly GraphWork[],
  run: CitationRun,
): Promise<Reply> {
  const answers: Reply['answers'] = [];
  const named = await nameWorks(index, step, run);
  if (named.halt) return { answers, halt: named.halt };
  const namedWorks = step.map((work) => {
    const record = named.records.get(work);
    if (!record) return work;
    const { openAlexId, referenceCount, citationCount } = record;
    return {
      ...work,
      record: { ...work.record, ...omitUndefined({ openAlexId, referenceCount, citationCount }) } as Paper,
    };
  });
  const { name, citations } = index.index.source;
  const known = [
    ...graph.indexRecords.filter(({ source }) => source === name).map(({ record }) => record),
    ...named.records.values(),
  ];
  const knownRecords = new Map(
    known.flatMap((record) => (citations?.nameOf(record) ? [[citations.nameOf(record) as string, record]] : [])),
  );
  for (const direction of search.directions) {
    if (!hasDirection(index.index, direction)) continue;
    const answer = await askIndex(index, direction, namedWorks, knownRecords, run);
    answers.push([direction, answer]);
    if (answer.halt) return { answers, halt: answer.halt };
  }
  return { answers };
}

function addAnswer(
  { graph, followed }: CitationState,
  { index }: IndexState,
  direction: CitationDirection,
  round: number,
  answer: StepAnswer,
): void {
  const { name } = index.source;
  graph.add(
    name,
    answer.found.map(({ record, to }) => ({
      record,
      links: to.map(({ label }) => ({ from: label, direction, index: name, round })),
    })),
  );
  for (const { label } of answer.queried)
    followed.works.set(label, (followed.works.get(label) ?? new Set()).add(direction));
  if (direction === 'backward') for (const { label } of answer.listed) followed.listed.add(label);
  for (const { label } of answer.cut) followed.cut.add(label);
}

function countNew(works: readonly GraphWork[]): number {
  return works.filter(({ isKnown }) => !isKnown).length;
}

/** Compares the indexes that still answer, in pairs, over the directions that both support. */
function estimateRecall(
  { indexes, works, graph, search }: CitationState,
  earlier: readonly (number | undefined)[],
): RecallEstimate | undefined {
  const answering = indexes.filter(({ failure }) => !failure).map(({ index }) => index);
  const worksOf = (name: string, directions: readonly CitationDirection[]): Set<number> => {
    const isLinked = (at: number) => {
      const { source, links = [] } = graph.indexRecords[at] ?? {};
      return source === name && links.some(({ direction }) => directions.includes(direction));
    };
    return new Set([...works.entries()].filter(([, { records }]) => records.some(isLinked)).map(([index]) => index));
  };
  const pairs = answering.flatMap((one, index) =>
    answering.slice(index + 1).flatMap((other): IndexPair[] => {
      const shared = search.directions.filter((way) => hasDirection(one, way) && hasDirection(other, way));
      const [first, second] = [one.source.name, other.source.name];
      if (shared.length === 0) return [];
      return [{ indexes: [first, second], first: worksOf(first, shared), second: worksOf(second, shared) }];
    }),
  );
  return compareIndexes(pairs, earlier);
}
