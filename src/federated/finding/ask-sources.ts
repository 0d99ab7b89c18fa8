import { REAL_TIMERS } from '../../lib/timers.ts';
import type { AuthorCandidate, AuthorQuery } from '../../papers/references/author-query.ts';
import { lookUpAuthors } from '../../sources/author-look-up.ts';
import { lookUpAll } from '../../sources/look-up.ts';
import {
  type RunnerContext,
  type SourceOutcome,
  type SourceWithSettings,
  searchSources,
} from '../../sources/runner.ts';
import type { LookUpKind, SourceFailure, SourceQuery } from '../../sources/source.ts';
import { trackConnectivity } from '../../sources/transport/connectivity.ts';
import { type FoundWork, NO_RANK, toFoundWorks } from '../../works/found-work.ts';
import type { PreparedReference } from '../../works/match-reference.ts';
import type { Candidates } from './candidates.ts';
import { singleQuery, titleQueries, wordsQuery } from './title-queries.ts';

export type LookUpOutcome = {
  /** One for each source, over all that it was asked. */
  outcomes: SourceOutcome[];
  /** What sources gave for references that are a few words, by the index of the reference. */
  byWords: ReadonlyMap<number, FoundWork[]>;
  /** People who may be the one that a reference asks for, by the index of the reference. */
  authors: ReadonlyMap<number, AuthorCandidate[]>;
  /** References that no source, or not every source, could be asked about in time. */
  unasked: number;
};

/** Many people have the same name. */
const MAX_AUTHORS = 5;
/** Below this, a request has no chance to be answered. */
const MIN_REQUEST_MS = 300;
/** Failures after which the next question may still be answered. */
const PASSING: readonly SourceFailure[] = ['refused', 'unreadable', 'skipped'];

/**
 * Asks sources about references, and adds what they give to the candidates: identifiers first, several in a request;
 * then titles, several in a query; then what is still not found, one by one. Never throws because of a source.
 */
export async function askSources(
  sources: readonly SourceWithSettings[],
  references: readonly PreparedReference[],
  ids: Record<LookUpKind, readonly string[]>,
  candidates: Candidates,
  outer: RunnerContext,
): Promise<LookUpOutcome> {
  const runs = sources.map((source) => createRun(source, outer));
  const byWords = new Map<number, FoundWork[]>();
  const unasked = new Set<number>();
  const open = (isOpen: (index: number) => boolean) =>
    references.map((reference, index) => ({ reference, index })).filter(({ index }) => isOpen(index));
  const isTitled = (index: number) => references[index]?.parsed.title !== undefined;

  await Promise.all(runs.map((run) => lookUpIds(run, ids, candidates)));
  const authors = await askForAuthors(runs, references, unasked);

  const openTitles = open((index) => candidates.certaintyOf(index) !== 'exact' && isTitled(index));
  const topics = openTitles.filter(({ reference }) => reference.parsed.kind === 'words');
  const titles = openTitles.filter(({ reference }) => reference.parsed.kind !== 'words');
  const queries = titleQueries(titles.map(({ reference }) => reference));
  await Promise.all(
    runs.map(async (run) => {
      for (const { reference, index } of topics) {
        const works = await run.search(wordsQuery(reference));
        if (works === undefined) unasked.add(index);
        candidates.addWorks(works ?? []);
        byWords.set(index, [...(byWords.get(index) ?? []), ...(works ?? [])]);
      }
      for (const query of queries) candidates.addWorks((await run.search(query)) ?? []);
    }),
  );

  const unmatchedTitles = titles.filter(({ index }) => candidates.certaintyOf(index) === 'none');
  await Promise.all(
    runs.map(async (run) => {
      for (const { reference, index } of unmatchedTitles) {
        // Another source may have found it meanwhile.
        if (candidates.certaintyOf(index) !== 'none') continue;
        const works = await run.search(singleQuery(reference, TAKES_TEXT.includes(run.name)));
        if (works === undefined) unasked.add(index);
        candidates.addWorks(works ?? []);
      }
    }),
  );
  const missed = [...unasked].filter((index) => candidates.certaintyOf(index) === 'none').length;
  return { outcomes: runs.map((run) => run.outcome()), byWords, authors, unasked: missed };
}

/** Asks the sources that know people, one person after the other. */
async function askForAuthors(
  runs: readonly Run[],
  references: readonly PreparedReference[],
  unasked: Set<number>,
): Promise<Map<number, AuthorCandidate[]>> {
  const candidates = new Map<number, AuthorCandidate[]>();
  const able = runs.filter(({ knowsAuthors }) => knowsAuthors);
  for (const [index, { parsed }] of references.entries()) {
    if (parsed.author === undefined) continue;
    for (const run of able) {
      const authors = await run.authors(parsed.author);
      if (authors === undefined) unasked.add(index);
      candidates.set(index, [...(candidates.get(index) ?? []), ...(authors ?? [])]);
    }
  }
  return candidates;
}

/** Sources that rank by the words of a text; the others look for phrases. */
const TAKES_TEXT: readonly string[] = ['crossref', 'semanticscholar'];

const KINDS: readonly LookUpKind[] = ['doi', 'arxiv', 'pmid', 'pmcid', 'openalex'];

async function lookUpIds(run: Run, ids: Record<LookUpKind, readonly string[]>, candidates: Candidates): Promise<void> {
  for (const kind of KINDS) {
    if (ids[kind].length > 0) candidates.addWorks(await run.lookUp(kind, ids[kind]));
  }
}

/** One source during a look-up: all its requests share the time of the call, and end with the source's failure. */
type Run = {
  name: string;
  knowsAuthors: boolean;
  lookUp(kind: LookUpKind, ids: readonly string[]): Promise<FoundWork[]>;
  /** Undefined where the source could not be asked any more. */
  authors(parsed: AuthorQuery): Promise<AuthorCandidate[] | undefined>;
  search(query: SourceQuery): Promise<FoundWork[] | undefined>;
  outcome(): SourceOutcome;
};

function createRun(each: SourceWithSettings, outer: RunnerContext): Run {
  const { name, lookUp } = each.source;
  const { timers = REAL_TIMERS, budgetMs = Number.POSITIVE_INFINITY, network = trackConnectivity() } = outer;
  const begun = timers.now();
  const remaining = () => budgetMs - (timers.now() - begun);
  const total: SourceOutcome = { source: name, records: [], requests: 0, fromCache: 0 };
  const isOver = () => total.failure !== undefined || remaining() < MIN_REQUEST_MS || outer.signal?.aborted === true;
  const context = () => ({ ...outer, network, budgetMs: remaining() });
  const record = (outcome: SourceOutcome) => {
    total.records.push(...outcome.records);
    total.requests += outcome.requests;
    total.fromCache += outcome.fromCache;
    const { cachedAt, failure, retryAt } = outcome;
    if (cachedAt !== undefined) total.cachedAt = Math.min(total.cachedAt ?? cachedAt, cachedAt);
    if (failure === undefined || PASSING.includes(failure)) return;
    total.failure = failure;
    if (retryAt !== undefined) total.retryAt = retryAt;
  };
  return {
    name,
    async lookUp(kind, ids) {
      if (isOver() || !lookUp?.kinds.includes(kind)) return [];
      const { records, outcome } = await lookUpAll(each, kind, ids, context());
      record(outcome);
      const works = toFoundWorks(name, [...new Set(records.values())]).works;
      return works.map((work) => ({ ...work, findings: [{ source: name, rank: NO_RANK }] }));
    },
    knowsAuthors: each.source.authors !== undefined,
    async authors(parsed) {
      if (isOver()) return undefined;
      const { authors, outcome } = await lookUpAuthors(each, parsed, MAX_AUTHORS, context());
      record(outcome);
      return outcome.failure === undefined ? authors : undefined;
    },
    async search(query) {
      if (isOver()) return undefined;
      const [outcome] = await searchSources([each], query, context());
      if (outcome === undefined) return undefined;
      record(outcome);
      return outcome.failure === undefined || outcome.failure === 'skipped' || outcome.records.length > 0
        ? toFoundWorks(name, outcome.records).works
        : undefined;
    },
    outcome: () => total,
  };
}
