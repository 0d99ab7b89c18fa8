import type { CitationAnswer, CitationAnswers } from '../../../jobs/ports/citations.ts';
import type { Deadline } from '../../../lib/deadline.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import type { CitationDirection } from '../../../papers/references/citation-links.ts';
import { linkBatches } from '../../sources/batches.ts';
import { askCitations } from '../../sources/follow-citations.ts';
import { lookUpAll } from '../../sources/look-up-by-id.ts';
import type { RunnerContext, SourceOutcome, SourceWithSettings } from '../../sources/runner.ts';
import type { LinkedWork } from '../../sources/source.ts';
import type { GraphWork } from './graph.ts';

/** A work with the identifier that one index uses. */
type Named = LinkedWork & { work: GraphWork };

/** Counts requests over all indexes; stored answers count the requests that they took. */
type RequestCount = { used: number; readonly limit: number };

/** Why an index was not queried about all works of a step. */
export type Halt = 'requests' | 'failed' | 'time';

export type IndexState = {
  index: SourceWithSettings;
  /** Its failure in this call: it is not queried again. */
  failure?: SourceOutcome | undefined;
  requests: number;
};

export type CitationRun = {
  answers: CitationAnswers;
  count: RequestCount;
  deadline: Deadline;
  context: RunnerContext;
};

/** Records that an index has returned, by its identifiers, with reference lists if it has them. */
export type KnownRecords = Map<string, PaperInput>;

/** The links that an index has for the works of a step, in one direction. */
export type StepAnswer = {
  found: { record: PaperInput; to: GraphWork[] }[];
  /** Works that the index was queried about. */
  queried: GraphWork[];
  /** Works for which it has links. */
  listed: GraphWork[];
  /** Works of which it returned only some links. */
  cut: GraphWork[];
  halt?: Halt | undefined;
};

/** Minimum time for a request to be answered; with less left, it is postponed to a later call. */
export const MIN_REQUEST_MS = 500;
/** References that one request looks up. */
const LIST_REQUEST_WORKS = 100;
/** Limits of works whose references are looked up together. */
const LISTS = { maxWorks: 25, maxLinks: 400 };

/** The name under which an index's answers are stored: a mirror may answer differently. */
export function storedIndexName({ source, settings }: SourceWithSettings): string {
  return settings.baseUrl === undefined ? source.name : `${source.name} ${settings.baseUrl}`;
}

/** Whether an index supports a direction. */
export function hasDirection({ source }: SourceWithSettings, direction: CitationDirection): boolean {
  const { citations } = source;
  if (!citations) return false;
  return citations.directions.includes(direction) || (direction === 'backward' && citations.hasListsInLookUps === true);
}

/**
 * Queries an index about works in one direction: first the stored answers, then the others, within the limits of time
 * and requests.
 */
export async function askIndex(
  state: IndexState,
  direction: CitationDirection,
  works: readonly GraphWork[],
  knownRecords: KnownRecords,
  run: CitationRun,
): Promise<StepAnswer> {
  const answer: StepAnswer = { found: [], queried: [], listed: [], cut: [] };
  const named = nameAll(state.index, works, direction);
  const byName = new Map(named.map((each) => [each.name, each]));
  const open = new Map(byName);
  const take = (page: CitationAnswer) => {
    run.count.used += page.requests;
    state.requests += page.requests;
    const worksNamed = (names: readonly string[]) => names.flatMap((name) => byName.get(name)?.work ?? []);
    answer.found.push(
      ...page.found.map(({ record, to }) => ({ record, to: worksNamed(to) })).filter(({ to }) => to.length > 0),
    );
    for (const { record } of page.found) {
      const name = state.index.source.citations?.nameOf(record);
      if (name !== undefined) knownRecords.set(name, record);
    }
    answer.listed.push(...worksNamed(page.listed));
    if (page.isCut) answer.cut.push(...worksNamed(page.names));
    if (page.next) return;
    answer.queried.push(...worksNamed(page.names));
    for (const name of page.names) open.delete(name);
  };
  const halted = (requests = 1): Halt | undefined => {
    if (state.failure) return 'failed';
    if (run.deadline.signal.aborted || run.deadline.remainingMs() < MIN_REQUEST_MS) return 'time';
    return run.count.used + requests > run.count.limit ? 'requests' : undefined;
  };
  const unfinished: (CitationAnswer & { direction: CitationDirection })[] = [];
  for (const batch of storedBatches(run.answers, storedIndexName(state.index), direction, [...byName.keys()])) {
    if (!batch.some(({ names }) => names.some((name) => open.has(name)))) continue;
    for (const page of batch) take(page);
    const last = batch.at(-1);
    if (last?.next) unfinished.push({ ...last, direction });
  }
  for (const last of unfinished) {
    answer.halt = await follow(state, last, { take, halted, run });
    if (answer.halt) return answer;
  }
  const { citations } = state.index.source;
  if (!citations) return answer;
  const rest = [...open.values()];
  const byLists = direction === 'backward' && citations.hasListsInLookUps;
  const batches = byLists ? linkBatches(rest, LISTS) : citations.batches(direction, rest);
  for (const names of batches) {
    const first = { direction, names, page: -1 };
    answer.halt = byLists
      ? await lookUpReferences(
          state,
          names.flatMap((name) => byName.get(name) ?? []),
          knownRecords,
          { take, halted, run },
        )
      : await follow(state, first, { take, halted, run });
    if (answer.halt) return answer;
  }
  return answer;
}

/** The minimum number of requests for works that stored answers do not cover, and whether it may take more. */
export function planIndex(
  index: SourceWithSettings,
  direction: CitationDirection,
  works: readonly GraphWork[],
  answers: CitationAnswers,
): { works: number; requests: number; isAtLeast: boolean } {
  const { citations } = index.source;
  const named = nameAll(index, works, direction);
  const stored = storedBatches(
    answers,
    storedIndexName(index),
    direction,
    named.map(({ name }) => name),
  );
  const done = new Set(stored.filter((batch) => !batch.at(-1)?.next).flatMap((batch) => batch[0]?.names ?? []));
  const rest = named.filter(({ name }) => !done.has(name));
  if (!citations || rest.length === 0) return { works: 0, requests: 0, isAtLeast: false };
  const isUnknown = rest.some(({ links }) => links === undefined);
  const sum = rest.reduce((total, { links = 0 }) => total + links, 0);
  if (direction === 'backward' && citations.hasListsInLookUps) {
    const requests = Math.ceil(rest.length / LISTS.maxWorks) + Math.ceil(sum / LIST_REQUEST_WORKS);
    return { works: rest.length, requests, isAtLeast: isUnknown };
  }
  const batches = citations.batches(direction, rest);
  return { works: rest.length, requests: batches.length, isAtLeast: isUnknown || sum > 0 };
}

type Steps = {
  take: (answer: CitationAnswer) => void;
  halted: (requests?: number) => Halt | undefined;
  run: CitationRun;
};

/** The context of a request, which ends with the search's deadline. */
function contextOf({ context, deadline }: CitationRun): RunnerContext {
  return { ...context, budgetMs: deadline.remainingMs(), signal: deadline.signal };
}

/** Requests the pages of a batch, after the last stored one. */
async function follow(
  state: IndexState,
  last: Pick<CitationAnswer, 'names' | 'page' | 'next'> & { direction: CitationDirection },
  { take, halted, run }: Steps,
): Promise<Halt | undefined> {
  const { direction, names } = last;
  let { next, page } = last;
  do {
    const halt = halted();
    if (halt) return halt;
    // Counted before it is sent, because other indexes are queried at the same time.
    run.count.used += 1;
    const reply = await askCitations(state.index, direction, names, next, contextOf(run));
    run.count.used -= 1;
    if (!reply.page) return failedWith(state, reply.outcome, run);
    page += 1;
    const { found, listed, isCut } = reply.page;
    const following = reply.page.next;
    next = following && { url: following.url, ...(following.body !== undefined && { body: following.body }) };
    const index = storedIndexName(state.index);
    const more = { ...(next && { next }), ...(isCut && { isCut }) };
    const answer: CitationAnswer = { index, direction, names, page, found, listed, requests: 1, ...more };
    run.answers.keep(answer);
    take(answer);
  } while (next);
  return undefined;
}

/** Looks up the works of a batch, whose records list their references, and then these references. */
async function lookUpReferences(
  state: IndexState,
  works: readonly Named[],
  knownRecords: KnownRecords,
  steps: Steps,
): Promise<Halt | undefined> {
  const { take, halted, run } = steps;
  const links = works.reduce((sum, work) => sum + (work.links ?? 0), 0);
  const halt = halted(1 + Math.ceil(links / LIST_REQUEST_WORKS));
  if (halt) return halt;
  const { index } = state;
  const context = contextOf(run);
  let requests = 0;
  const lookUp = async (ids: readonly string[]) => {
    const known = ids.flatMap((id) =>
      knownRecords.has(id) ? [[id, knownRecords.get(id) as PaperInput] as const] : [],
    );
    const rest = ids.filter((id) => !knownRecords.has(id));
    const { records, outcome } = await lookUpAll(index, 'openalex', rest, context);
    requests += outcome.requests;
    return { records: new Map([...known, ...records]), outcome };
  };
  const citing = await lookUp(works.map(({ name }) => name));
  if (citing.outcome.failure) return failedWith(state, citing.outcome, run);
  const lists = works.map(({ name }) => ({ name, cited: citedNumbers(citing.records.get(name)) }));
  const cited = [...new Set(lists.flatMap((list) => list.cited))];
  const records = await lookUp(cited);
  if (records.outcome.failure) return failedWith(state, records.outcome, run);
  const to = new Map<string, string[]>();
  for (const list of lists) for (const number of list.cited) to.set(number, [...(to.get(number) ?? []), list.name]);
  const answer: CitationAnswer = {
    index: storedIndexName(index),
    direction: 'backward',
    names: works.map(({ name }) => name),
    page: 0,
    found: [...records.records].map(([number, record]) => ({ record, to: to.get(number) ?? [] })),
    listed: lists.filter((list) => list.cited.length > 0).map(({ name }) => name),
    requests,
  };
  run.answers.keep(answer);
  take(answer);
  return undefined;
}

function citedNumbers(record: PaperInput | undefined): string[] {
  return (record?.referencedWorks ?? []).flatMap((name) => /(W\d{1,12})$/i.exec(name)?.[1]?.toUpperCase() ?? []);
}

/** An answer that came too late does not count as a failure of the index. */
export function failedWith(state: IndexState, outcome: SourceOutcome, { deadline, count }: CitationRun): Halt {
  count.used += outcome.requests;
  state.requests += outcome.requests;
  if (deadline.signal.aborted || deadline.remainingMs() < MIN_REQUEST_MS) return 'time';
  state.failure = outcome;
  return 'failed';
}

function nameAll({ source }: SourceWithSettings, works: readonly GraphWork[], direction: CitationDirection): Named[] {
  const named = new Map<string, Named>();
  for (const work of works) {
    const name = source.citations?.nameOf(work.record);
    const links = direction === 'backward' ? work.record.referenceCount : work.record.citationCount;
    if (name !== undefined && !named.has(name)) named.set(name, { name, work, links });
  }
  return [...named.values()];
}

/**
 * Stored batches with any of the works, pages in order; an incomplete batch only if all of its works are requested now.
 */
function storedBatches(
  answers: CitationAnswers,
  index: string,
  direction: CitationDirection,
  names: readonly string[],
): CitationAnswer[][] {
  const batches = new Map<string, CitationAnswer[]>();
  for (const answer of answers.about(index, direction, names)) {
    const key = answer.names.join(' ');
    const pages = batches.get(key) ?? [];
    if (answer.page === pages.length) batches.set(key, [...pages, answer]);
  }
  const requested = new Set(names);
  return [...batches.values()].filter(
    (pages) => !pages.at(-1)?.next || pages.every((page) => page.names.every((name) => requested.has(name))),
  );
}
