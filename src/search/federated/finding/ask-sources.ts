import type { LiveSourceName } from '../../../contract/source-names.ts';
import type { AskedSource, FinderOutcome } from '../../../jobs/ports/paper-finder.ts';
import { REAL_TIMERS } from '../../../lib/timers.ts';
import { arxivDoi } from '../../../papers/arxiv-number.ts';
import type { AuthorCandidate, AuthorQuery } from '../../../papers/references/author-query.ts';
import { type FoundWork, NO_RANK, toFoundWorks } from '../../../papers/works/found-work.ts';
import type { PreparedReference } from '../../../papers/works/prepare-match.ts';
import type { SourceFailure } from '../../../wording/notes/source-outcomes.ts';
import { lookUpAll } from '../../sources/look-up-by-id.ts';
import {
  lookUpAuthors,
  type RunnerContext,
  type SourceOutcome,
  type SourceWithSettings,
  searchSources,
} from '../../sources/runner.ts';
import type { LookUpKind, SourceSearch } from '../../sources/source.ts';
import { trackConnectivity } from '../../sources/transport/connectivity.ts';
import { failureNotes, outcomeNotes, reportSources } from '../source-reports.ts';
import type { Candidates } from './candidates.ts';
import { type Evidence, listIds } from './evidence.ts';
import { singleQuery, titleQueries, wordsQuery } from './title-queries.ts';

export type LookUpOutcome = {
  /** One per source that got a request, over all its requests. */
  outcomes: SourceOutcome[];
  /** One per source. */
  asked: AskedSource[];
  /** The sources' answers to references of a few words, by index of the reference. */
  byWords: ReadonlyMap<number, FoundWork[]>;
  /** People whom a reference may mean, by index of the reference. */
  authors: ReadonlyMap<number, AuthorCandidate[]>;
  /** References that some source was not queried about for lack of time. */
  notQueried: number;
};

/** Many people share a name. */
const MAX_AUTHORS = 5;
/** With less time, a request has no chance of an answer. */
const MIN_REQUEST_MS = 300;
/** Extra time beyond the call's, granted once to a source whose rate limit alone delays the request. */
const QUEUE_GRACE_MS = 5_000;
/** The part of the extra time that is reserved for the request itself. */
const REQUEST_GRACE_MS = 3_000;
/** Failures after which the next request may still succeed. */
const PASSING: readonly SourceFailure[] = ['refused', 'unreadable', 'skipped'];

/**
 * Queries sources about references, and adds their records to the candidates: first identifiers, several per request;
 * then titles, several per query; then those still missing, one by one. Never throws because of a source.
 */
export async function askSources(
  sources: readonly SourceWithSettings[],
  references: readonly PreparedReference[],
  { candidates, evidence }: { candidates: Candidates; evidence: Evidence },
  outer: RunnerContext,
): Promise<LookUpOutcome> {
  const ids = idsToLookUp(references, candidates);
  const runs = sources.map((source) => createRun(source, outer));
  const byWords = new Map<number, FoundWork[]>();
  const notQueried = new Set<number>();
  const open = (isOpen: (index: number) => boolean) =>
    references.map((reference, index) => ({ reference, index })).filter(({ index }) => isOpen(index));
  const isTitled = (index: number) => references[index]?.parsed.title !== undefined;

  const addNotQueried = (missed: readonly string[]) => {
    for (const [index, { parsed }] of references.entries())
      if (listIds(parsed).some(({ id }) => missed.includes(id))) notQueried.add(index);
  };
  await Promise.all(runs.map(async (run) => addNotQueried(await lookUpIds(run, ids, candidates, evidence))));
  const authors = await askForAuthors(runs, references, notQueried, evidence);

  const openTitles = open((index) => candidates.readCertainty(index) !== 'exact' && isTitled(index));
  const topics = openTitles.filter(({ reference }) => reference.parsed.kind === 'words');
  const titles = openTitles.filter(({ reference }) => reference.parsed.kind !== 'words');
  const queries = titleQueries(titles);
  await Promise.all(
    runs.map(async (run) => {
      for (const { reference, index } of topics) {
        const { works, outcome } = await run.search(wordsQuery(reference));
        if (outcome === 'failed' || outcome === 'late') notQueried.add(index);
        if (outcome === 'answered') evidence.addSearch(run.name, index, 'whole');
        candidates.addWorks(works);
        byWords.set(index, [...(byWords.get(index) ?? []), ...works]);
      }
      for (const { query, indexes } of queries) {
        const { works, outcome } = await run.search(query);
        candidates.addWorks(works);
        if (outcome === 'answered') for (const index of indexes) evidence.addSearch(run.name, index, 'phrase');
      }
    }),
  );

  const unmatchedTitles = titles.filter(({ index }) => candidates.readCertainty(index) === 'none');
  await Promise.all(
    runs.map(async (run) => {
      for (const { reference, index } of unmatchedTitles) {
        // Another source may have found it meanwhile.
        if (candidates.readCertainty(index) !== 'none') continue;
        const { works, outcome } = await run.search(singleQuery(reference, TAKES_TEXT.includes(run.name)));
        if (outcome === 'failed' || outcome === 'late') notQueried.add(index);
        if (outcome === 'answered') evidence.addSearch(run.name, index, 'whole');
        candidates.addWorks(works);
      }
    }),
  );
  const missed = [...notQueried].filter((index) => candidates.readCertainty(index) === 'none').length;
  const asked = runs.map((run) => ({ source: run.name, outcome: run.asked() }));
  // A source that was not queried must not be reported with 0 results.
  const outcomes = runs.flatMap((run) => (run.asked() === 'not-asked' && !run.outcome().failure ? [] : run.outcome()));
  return { outcomes, asked, byWords, authors, notQueried: missed };
}

/** The given identifiers, plus the DOIs of papers already found, because sources know about retractions. */
function idsToLookUp(
  references: readonly PreparedReference[],
  { local }: Candidates,
): Record<LookUpKind, readonly string[]> {
  const named = references.flatMap(({ parsed }) => listIds(parsed));
  const idsOf = (kind: LookUpKind) => [...new Set(named.flatMap((each) => (each.kind === kind ? each.id : [])))];
  const localDois = local.flatMap(({ doi }) => doi ?? []);
  const [arxiv, pmid, pmcid, openalex] = [idsOf('arxiv'), idsOf('pmid'), idsOf('pmcid'), idsOf('openalex')];
  return { doi: [...new Set([...idsOf('doi'), ...localDois])], arxiv, pmid, pmcid, openalex };
}

/** Queries the sources that know people, one person after another. */
async function askForAuthors(
  runs: readonly Run[],
  references: readonly PreparedReference[],
  notQueried: Set<number>,
  evidence: Evidence,
): Promise<Map<number, AuthorCandidate[]>> {
  const candidates = new Map<number, AuthorCandidate[]>();
  const able = runs.filter(({ knowsAuthors }) => knowsAuthors);
  for (const [index, { parsed }] of references.entries()) {
    if (parsed.author === undefined) continue;
    for (const run of able) {
      const authors = await run.authors(parsed.author);
      if (authors === undefined) notQueried.add(index);
      else evidence.addSearch(run.name, index, 'whole');
      candidates.set(index, [...(candidates.get(index) ?? []), ...(authors ?? [])]);
    }
  }
  return candidates;
}

/** Sources that rank by the words of a text; the others match phrases. */
const TAKES_TEXT: readonly string[] = ['crossref', 'semanticscholar'];

const KINDS: readonly LookUpKind[] = ['doi', 'arxiv', 'pmid', 'pmcid', 'openalex'];

/** Returns the identifiers without an answer: the source failed, or the call ran out of time. */
async function lookUpIds(
  run: Run,
  ids: Record<LookUpKind, readonly string[]>,
  candidates: Candidates,
  evidence: Evidence,
): Promise<string[]> {
  const missed: string[] = [];
  for (const kind of KINDS) {
    // An arXiv DOI contains the number, so the number need not be queried separately.
    const isInDois = (id: string) => run.idKinds.includes('doi') && ids.doi.includes(arxivDoi(id) ?? '');
    const open = kind === 'arxiv' ? ids.arxiv.filter((id) => !isInDois(id)) : ids[kind];
    if (open.length === 0) continue;
    const found = await run.lookUp(kind, open);
    candidates.addWorks(found.works);
    evidence.addIds(run.name, kind, found.answered);
    missed.push(...found.missed);
  }
  return missed;
}

/** One source during a look-up: all its requests share the time of the call, and end with the source's failure. */
type Run = {
  name: LiveSourceName;
  idKinds: readonly LookUpKind[];
  knowsAuthors: boolean;
  /** `answered`: identifiers that the source supports and answered about; `missed`: it failed, or there was no time. */
  lookUp(kind: LookUpKind, ids: readonly string[]): Promise<FoundByIds>;
  /** Undefined if the source can no longer be queried. */
  authors(parsed: AuthorQuery): Promise<AuthorCandidate[] | undefined>;
  /** `not-asked`: the source does not support this. Results before a failure are returned. */
  search(query: SourceSearch): Promise<{ works: FoundWork[]; outcome: QuestionOutcome }>;
  outcome(): SourceOutcome;
  asked(): AskedSource['outcome'];
};

type FoundByIds = { works: FoundWork[]; answered: readonly string[]; missed: readonly string[] };
/** The outcome of one request. `late`: the call ran out of time, which is not the source's fault. */
type QuestionOutcome = AskedSource['outcome'] | 'late';

const NOTHING = { records: [], requests: 0, fromCache: 0 };

function createRun(each: SourceWithSettings, outer: RunnerContext): Run {
  const { name, lookUp } = each.source;
  const { timers = REAL_TIMERS, budgetMs = Number.POSITIVE_INFINITY, network = trackConnectivity() } = outer;
  const startedAt = timers.now();
  let graceMs = 0;
  const remaining = () => budgetMs + graceMs - (timers.now() - startedAt);
  /** Repeats a request that was refused because of the queue, if its slot comes soon after the call's time is over. */
  const waitForQueue = async <T extends { outcome: SourceOutcome }>(ask: () => Promise<T>): Promise<T> => {
    const first = await ask();
    const { failure, retryAt } = first.outcome;
    const waitMs = (retryAt ?? Number.POSITIVE_INFINITY) - (outer.now ?? Date.now)();
    if (failure !== 'queue full' || graceMs > 0 || waitMs + REQUEST_GRACE_MS > remaining() + QUEUE_GRACE_MS)
      return first;
    graceMs = QUEUE_GRACE_MS;
    return ask();
  };
  const total: SourceOutcome = { source: name, ...NOTHING, records: [] };
  const isOver = () =>
    total.failure !== undefined || isLate || remaining() < MIN_REQUEST_MS || outer.signal?.aborted === true;
  // A source that requires a key is not queried again.
  const outcomeWhenOver = (): QuestionOutcome => {
    if (total.failure === undefined) return 'late';
    return total.failure === 'key wanted' ? 'not-asked' : 'failed';
  };
  const context = () => ({ ...outer, network, budgetMs: remaining() });
  let hasAnswered = false;
  let hasFailed = false;
  let isLate = false;
  /** Records the outcome of the last request. */
  const record = (outcome: SourceOutcome): QuestionOutcome => {
    total.records.push(...outcome.records);
    total.requests += outcome.requests;
    total.fromCache += outcome.fromCache;
    const { cachedAt, failure, retryAt } = outcome;
    if (cachedAt !== undefined) total.cachedAt = Math.min(total.cachedAt ?? cachedAt, cachedAt);
    // A source that was contacted but never answered within the call has failed.
    const isOutOfTime = failure === 'too slow' && hasAnswered && remaining() < MIN_REQUEST_MS;
    const result = failure === 'queue full' || isOutOfTime ? 'late' : resultOf(outcome);
    isLate ||= result === 'late';
    if (result === 'late' && hasAnswered) return result;
    hasAnswered ||= result === 'answered';
    hasFailed ||= result === 'failed';
    if (failure === undefined || PASSING.includes(failure)) return result;
    total.failure = failure;
    if (retryAt !== undefined) total.retryAt = retryAt;
    return result;
  };
  return {
    name,
    idKinds: lookUp?.kinds ?? [],
    async lookUp(kind, ids) {
      if (!lookUp?.kinds.includes(kind)) return { works: [], answered: [], missed: [] };
      if (isOver()) return { works: [], answered: [], missed: outcomeWhenOver() === 'not-asked' ? [] : ids };
      const asked = await waitForQueue(() => lookUpAll(each, kind, ids, context()));
      const { records, covered, unanswered, outcome } = asked;
      // Some of its requests may have been answered before the failed one.
      hasAnswered ||= unanswered.length < covered.length;
      const result = covered.length > 0 ? record(outcome) : 'not-asked';
      const works = toFoundWorks(name, [...new Set(records.values())]).works;
      return {
        works: works.map((work) => ({ ...work, findings: [{ source: name, rank: NO_RANK }] })),
        answered: covered.filter((id) => !unanswered.includes(id)),
        missed: result === 'not-asked' ? [] : unanswered,
      };
    },
    knowsAuthors: each.source.authors !== undefined,
    async authors(parsed) {
      if (isOver()) return undefined;
      const { authors, outcome } = await waitForQueue(() => lookUpAuthors(each, parsed, MAX_AUTHORS, context()));
      record(outcome);
      return outcome.failure === undefined ? authors : undefined;
    },
    async search(query) {
      if (isOver()) return { works: [], outcome: outcomeWhenOver() };
      const { outcome } = await waitForQueue(async () => {
        const [only] = await searchSources([each], query, context());
        return { outcome: only ?? { ...NOTHING, source: name, failure: 'skipped' as const } };
      });
      return { works: toFoundWorks(name, outcome.records).works, outcome: record(outcome) };
    },
    outcome: () => total,
    asked() {
      if (hasFailed && (total.failure !== undefined || !hasAnswered)) return 'failed';
      return hasAnswered ? 'answered' : 'not-asked';
    },
  };
}

/** If a key is refused, only the key's benefits are lost: the source was then queried without it. */
function resultOf({ failure, records }: SourceOutcome): AskedSource['outcome'] {
  if (failure === 'skipped' || failure === 'key wanted') return 'not-asked';
  return failure === undefined || (failure === 'key refused' && records.length > 0) ? 'answered' : 'failed';
}

/** What each source answered, and whether some did not. */
export function reportLookUp({ outcomes, notQueried }: LookUpOutcome): Pick<FinderOutcome, 'sources' | 'isPartial'> {
  const failed = outcomes.filter(({ failure }) => failure !== undefined && failure !== 'skipped');
  return { sources: reportSources(outcomes), isPartial: failed.length > 0 || notQueried > 0 };
}

/** Notes on the sources; failures come first. */
export function noteLookUp({ outcomes, notQueried }: LookUpOutcome): FinderOutcome['notes'] {
  const missed = { kind: 'items-not-asked', items: notQueried } as const;
  return [...failureNotes(outcomes), ...(notQueried > 0 ? [missed] : []), ...outcomeNotes(outcomes)];
}
