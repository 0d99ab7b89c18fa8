import { creditCost, creditPool, type Pool } from '../contract/credits.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { Advice, Note } from '../wording/notes.ts';
import { describeTopic } from './answers/describe-query.ts';
import { operatorNote } from './answers/operator-note.ts';
import { jobRef } from './job-refs.ts';
import { searchesOfParts } from './parts-of-question.ts';
import type { DryRun, SourceTrial } from './ports/dry-run.ts';
import type { Mode } from './ports/service.ts';
import { type EstimateDeps, estimateCredits } from './spending/estimate.ts';
import { checkStrategy, type SentDeps, withScraperKey } from './spending/sent-request.ts';
import { findReusable, type SubmitDeps } from './spending/submit.ts';

/** The preview of a search. */
export type DryRunView = {
  mode: Mode;
  /** Credits, and the pool they would come from. */
  wouldCost: number;
  pool: Pool;
  /** Each source's request and number of results; empty if unknown. `part`: from 1, for a question in parts. */
  sources: (SourceTrial & { part?: number })[];
  /** For a question in parts: each search, with the job that it would re-attach to at no cost. */
  parts?: PartTrial[];
  /** For a question in parts: the balance of the pool, and the credits left under the daily cap, if known. */
  balance?: number;
  capLeft?: number;
  notes?: Note[];
  next: Advice[];
};

type PartTrial = { part: string; wouldCost: number; reuses?: string };

const SOURCES_UNKNOWN: Note = { kind: 'sources-not-told' };

/** Previews the cost of a search and each source's request. Creates no job and spends nothing. */
export async function dryRunSearch(
  deps: SentDeps & { dryRun?: DryRun | undefined },
  request: JobRequest,
  asking: { signal: AbortSignal; budgetMs: number },
): Promise<DryRunView> {
  const { mode, scraperKey, dryRun } = deps;
  await checkStrategy(deps, request.body);
  const { body, filters } = withScraperKey(request, scraperKey);
  const cost = { wouldCost: creditCost(filters.limit), pool: creditPool(body) };
  const { sources, notes: trialNotes } = dryRun
    ? await dryRun(request, asking)
    : { sources: [], notes: [SOURCES_UNKNOWN] };
  // Warns before anything is paid that an apparent operator is only a word.
  const notes = [...operatorNote(mode, body), ...trialNotes];
  const next: Advice[] = [{ kind: 'search-for-real' }];
  return { mode, ...cost, sources, ...(notes.length > 0 && { notes }), next };
}

/** Like `dryRunSearch`, for each search of a question in parts; cost, cap and balance are for all together. */
export async function dryRunParts(
  deps: Parameters<typeof dryRunSearch>[0] & SubmitDeps & EstimateDeps,
  request: JobRequest,
  parts: readonly string[],
  asking: { signal: AbortSignal; budgetMs: number },
): Promise<DryRunView> {
  const searches = searchesOfParts(request, parts);
  const reusable = searches.map((search) => findReusable(deps, search, {}));
  const trials = await Promise.all(searches.map((search) => dryRunSearch(deps, search, asking)));
  const { filters, body } = request;
  const paid = reusable.filter((job) => job === undefined).length;
  const {
    credits,
    dailyCap,
    notes: creditNotes,
  } = await estimateCredits(
    deps,
    { limit: filters.limit, enrich: body.enrich, operation: 'combinedSearch', searches: paid },
    asking.signal,
  );
  const { balance } = credits;
  const notes = uniqueNotes([...trials.flatMap(({ notes: trialNotes = [] }) => trialNotes), ...creditNotes]);
  return {
    mode: deps.mode,
    wouldCost: credits.cost,
    pool: credits.pool,
    sources: trials.flatMap(({ sources }, index) => sources.map((source) => ({ part: index + 1, ...source }))),
    parts: trials.map(({ wouldCost }, index) => {
      const job = reusable[index];
      const part = describeTopic((searches[index] as JobRequest).body);
      return job ? { part, wouldCost: 0, reuses: jobRef(job.number) } : { part, wouldCost };
    }),
    ...(balance !== undefined && { balance }),
    ...(dailyCap && { capLeft: dailyCap.left }),
    ...(notes.length > 0 && { notes }),
    next: [{ kind: 'search-for-real' }],
  };
}

/** Drops repeated notes, because the searches of one question report much the same, and the one about estimates. */
function uniqueNotes(notes: readonly Note[]): Note[] {
  const kept = notes.filter(({ kind }) => kind !== 'estimate-is-free');
  return [...new Map(kept.map((note) => [JSON.stringify(note), note])).values()];
}
