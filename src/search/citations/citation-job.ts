import { invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import type {
  CitationAnswers,
  CitationIndexes,
  CitationRecord,
  CitationSearch,
  KnownWork,
} from '../../jobs/ports/citations.ts';
import type { RelatedRecord } from '../../jobs/ports/related.ts';
import type { Mode } from '../../jobs/ports/service.ts';
import type { JobRecord, JobStore } from '../../jobs/ports/store.ts';
import type { FreeCall } from '../../jobs/spending/call.ts';
import { shown } from '../../lib/shown.ts';
import { CITATION_DIRECTIONS, type CitationDirection } from '../../papers/references/citation-links.ts';
import { citableNames } from '../../papers/references/referenced-works.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import type { Advice, Note } from '../../wording/notes.ts';
import { findNamedPapers, type NamingDeps } from '../look-up/named-papers.ts';
import { fingerprintPair, noSource, notAnswered } from './related.ts';

/** A request for a citation search. */
export type CitationRequest = {
  /** References and identifiers of papers, jobs, or a review. */
  seeds: readonly string[];
  /** Default: both. */
  direction?: CitationDirection | 'both' | undefined;
  /** Default: 1. */
  rounds?: number | undefined;
  /** Citation indexes; default: all that the configuration allows. */
  via?: readonly string[] | undefined;
  stop?: { requests?: number | undefined; yield?: number | undefined; recall?: number | undefined } | undefined;
};

export type CitationDeps = SeedDeps & {
  store: JobStore;
  mode: Mode;
  account: string;
  related: { readonly citations?: CitationIndexes };
  reuseMinutes: number;
};

/** The first requests that a search would send. No job is created, nothing is sent. */
export type CitationPlanView = { mode: Mode; notes: Note[]; next: Advice[] };

/** Enough for about 40 papers and their neighbours; a tenth of OpenAlex's daily allowance without a key. */
const DEFAULT_REQUESTS = 100;

/**
 * Follows citations from papers, as a free job. If the call runs out of time, the job stays unfinished: repeating the
 * request continues it, even after a crash, and no index gets the same request twice. Within the reuse window an equal
 * finished job is returned. Throws INVALID_INPUT for seeds or indexes that do not exist, NOT_CONFIGURED if no index may
 * be queried, and UPSTREAM_UNAVAILABLE if none answered; then no new job is recorded.
 */
export async function followCitations(
  deps: CitationDeps,
  request: CitationRequest,
  { signal, budgetMs }: FreeCall,
): Promise<{ job: JobRecord; reused: boolean }> {
  const startedAt = performance.now();
  const { store, mode, account } = deps;
  const { indexes, search, record } = await prepare(deps, request, signal);
  const fingerprints = fingerprintPair(identityOf(deps, search));
  const since = new Date(Date.now() - deps.reuseMinutes * 60_000).toISOString();
  const equal = store.findEqual(fingerprints.complete, since);
  if (equal?.status === 'success') return { job: equal, reused: true };
  let job = equal;
  const begin = () => {
    const fingerprint = fingerprints.complete;
    job ??= store.citations.begin({ mode, account, fingerprint, record, notes: [], sources: [] });
    return job.number;
  };
  // The job is created with the first answer, so that it can be found and continued after a crash.
  const answers: CitationAnswers = {
    about: store.citations.about,
    keep(answer) {
      begin();
      store.citations.keep(answer);
    },
  };
  const outcome = await indexes.search(search, answers, {
    signal,
    budgetMs: Math.max(0, budgetMs - (performance.now() - startedAt)),
    onProgress: (progress) => {
      if (job) store.citations.pause(job.number, { related: withProgress(record, progress), notes: [] });
    },
  });
  const related = withProgress(record, outcome.progress);
  if (outcome.failed) {
    const earlier = job ?? store.findEqual(fingerprints.partial, since);
    if (!earlier) throw notAnswered(outcome.notes);
    return { job: { ...earlier, notes: [...outcome.notes] }, reused: true };
  }
  const number = await whenStoreIsFree(begin);
  if (!outcome.ended) {
    const paused = await whenStoreIsFree(() => store.citations.pause(number, { related, notes: outcome.notes }));
    signal.throwIfAborted();
    return { job: paused, reused: equal !== undefined };
  }
  const { papers, notes, sources, flow, isPartial } = outcome;
  const fingerprint = isPartial ? fingerprints.partial : fingerprints.complete;
  const result = { related, fingerprint, papers, notes, sources, flow };
  const finished = await whenStoreIsFree(() => store.citations.finish(number, result));
  return { job: finished, reused: equal !== undefined };
}

/** The requests of the first round that stored answers do not cover, for each index, and its remaining allowance. */
export async function planCitations(
  deps: CitationDeps,
  request: CitationRequest,
  { signal }: Pick<FreeCall, 'signal'>,
): Promise<CitationPlanView> {
  const { indexes, search } = await prepare(deps, request, signal);
  const notes = await indexes.plan(search, deps.store.citations, { signal });
  return { mode: deps.mode, notes, next: [{ kind: 'follow-for-real', requests: search.stop.requests }] };
}

async function prepare(deps: CitationDeps, request: CitationRequest, signal: AbortSignal) {
  const { direction = 'both', rounds = 1, via, stop = {} } = request;
  const indexes = deps.related.citations;
  const supported = indexes?.supported ?? [];
  const unknown = via?.find((name) => !supported.includes(name));
  if (unknown !== undefined)
    throw invalidInput([invalidField('via', { kind: 'no-index', given: shown(unknown), indexes: supported })]);
  const names = indexes?.names.filter((name) => via?.includes(name) ?? true) ?? [];
  if (!indexes || names.length === 0) throw noSource('citations', via ?? supported);
  const { seeds, known, ofReview } = await findSeeds(deps, request.seeds, signal);
  const directions = CITATION_DIRECTIONS.filter((each) => direction === 'both' || each === direction);
  const stops = { ...stop, requests: stop.requests ?? DEFAULT_REQUESTS };
  const parameters = { directions: [...directions], rounds, via: [...names], stop: stops };
  const search: CitationSearch = { ...parameters, seeds, known, followsFound: !ofReview };
  const [first] = seeds;
  const record: RelatedRecord = {
    ref: first?.label ?? '',
    relation: direction === 'both' ? 'both' : direction === 'backward' ? 'references' : 'citations',
    ...(first && first.paper.title !== '' && { title: first.paper.title }),
    search: { seeds: [...request.seeds], papers: seeds.length, ...parameters },
  };
  return { indexes, search, record };
}

function withProgress(record: RelatedRecord, progress: NonNullable<CitationRecord['progress']>): RelatedRecord {
  return record.search ? { ...record, search: { ...record.search, progress } } : record;
}

/** Identifies a search, whatever references and metadata its papers have. */
function identityOf({ mode, account }: CitationDeps, search: CitationSearch): unknown[] {
  const { seeds, known, ...parameters } = search;
  const nameOf = ({ label, paper }: CitationSearch['seeds'][number]) => citableNames(paper).sort()[0] ?? label;
  return ['citations', mode, account, seeds.map(nameOf).sort(), known.map(nameOf).sort(), parameters];
}

const MAX_SEEDS = 500;

export type SeedDeps = NamingDeps;

type Seeds = {
  seeds: KnownWork[];
  known: KnownWork[];
  /** A review was named: only its included papers are followed. */
  ofReview: boolean;
};

/**
 * The papers that the texts name, of a review the included ones. Throws if texts match nothing, and for more than 500
 * papers.
 */
async function findSeeds(deps: SeedDeps, texts: readonly string[], signal: AbortSignal): Promise<Seeds> {
  const named = await findNamedPapers(deps, texts, signal);
  const reviews = named.flatMap((each) => ('review' in each ? [each.review] : []));
  const seeds = named.flatMap((each) => ('review' in each ? each.review.included : each.papers));
  const unique = [...new Map(seeds.map((seed) => [seed.label, seed])).values()];
  if (unique.length === 0) throw invalidInput([invalidField('seeds', { kind: 'no-seeds' })]);
  if (unique.length > MAX_SEEDS)
    throw invalidInput([invalidField('seeds', { kind: 'too-many-seeds', papers: unique.length, most: MAX_SEEDS })]);
  return { seeds: unique, known: reviews.flatMap(({ known }) => known), ofReview: reviews.length > 0 };
}
