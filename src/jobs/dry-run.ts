import { creditCost, type Pool } from '../contract/credits.ts';
import { toQueryString } from '../contract/filters.ts';
import { OPERATIONS } from '../contract/operations.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { Advice, Note } from '../wording/notes.ts';
import { describeTopic } from './answers/describe-query.ts';
import { operatorNote } from './answers/operator-note.ts';
import { jobRef } from './job-refs.ts';
import { searchesOfParts } from './parts-of-question.ts';
import type { DryRun, SourceTrial } from './ports/dry-run.ts';
import type { Mode } from './ports/service.ts';
import { type EstimateDeps, estimateCredits } from './spending/estimate.ts';
import { checkStrategy, withScraperKey } from './spending/sent-request.ts';
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
  /** The balance of the pool, and the credits left under the daily cap, if known. */
  balance?: number;
  capLeft?: number;
  notes?: Note[];
  next: Advice[];
};

type PartTrial = { part: string; wouldCost: number; reuses?: string };

type DryRunDeps = SubmitDeps & EstimateDeps & { dryRun?: DryRun | undefined };

type Asking = { signal: AbortSignal; budgetMs: number };

/**
 * Previews each source's request, and what a search, or all searches of a question in `parts`, would cost now. Creates
 * no job and spends nothing.
 */
export async function dryRunSearch(
  deps: DryRunDeps,
  request: JobRequest,
  asking: Asking,
  { parts, fresh }: { parts?: readonly string[] | undefined; fresh?: boolean | undefined } = {},
): Promise<DryRunView> {
  const searches = parts ? searchesOfParts(request, parts) : [request];
  const reusable = searches.map((search) => findReusable(deps, search, { fresh }));
  const trials = await Promise.all(
    searches.map((search, index) => trySources(deps, search, asking, reusable[index] !== undefined)),
  );
  const { filters, body, operation } = request;
  const paid = reusable.filter((job) => job === undefined).length;
  const {
    credits: { cost, pool, balance },
    dailyCap,
    notes: creditNotes,
  } = await estimateCredits(
    deps,
    { limit: filters.limit, enrich: body.enrich, operation: parts ? 'combinedSearch' : operation, searches: paid },
    asking.signal,
  );
  const [only] = reusable;
  const reused: Note[] =
    only && !parts ? [{ kind: 'reused', job: jobRef(only.number), createdAt: only.createdAt }] : [];
  const notes = uniqueNotes([...reused, ...trials.flatMap((trial) => trial.notes), ...creditNotes]);
  return {
    mode: deps.mode,
    wouldCost: cost,
    pool,
    sources: trials.flatMap(({ sources }, index) =>
      sources.map((source) => (parts ? { part: index + 1, ...source } : source)),
    ),
    ...(parts && {
      parts: searches.map((search, index) => {
        const job = reusable[index];
        const part = describeTopic(search.body);
        return job
          ? { part, wouldCost: 0, reuses: jobRef(job.number) }
          : { part, wouldCost: creditCost(search.filters.limit) };
      }),
    }),
    ...(balance !== undefined && { balance }),
    ...(dailyCap && { capLeft: dailyCap.left }),
    ...(notes.length > 0 && { notes }),
    next: [{ kind: 'search-for-real' }],
  };
}

async function trySources(
  { dryRun, ...deps }: DryRunDeps,
  request: JobRequest,
  asking: Asking,
  isReused: boolean,
): Promise<{ sources: SourceTrial[]; notes: Note[] }> {
  await checkStrategy(deps, request.body);
  const notes: Note[] = [...(isReused ? [] : [describeSent(deps, request)]), { kind: 'sources-not-told' }];
  const trial = dryRun ? await dryRun(request, asking) : { sources: [], notes };
  // Warns before anything is paid that an apparent operator is only a word.
  return { ...trial, notes: [...operatorNote(deps.mode, request.body), ...trial.notes] };
}

/** The creation as a hosted service would get it, without the value of the scraper key. */
function describeSent({ service, scraperKey }: SubmitDeps, request: JobRequest): Note {
  const withKey = withScraperKey(request, scraperKey);
  const { operation, filters, body } = service.asTaken?.(withKey) ?? withKey;
  const { scraperKey: key, ...shown } = body;
  const path = `${OPERATIONS[operation].path}?${toQueryString(filters)}`;
  return { kind: 'would-send', path, body: JSON.stringify(shown), hasKey: key !== undefined };
}

/** Drops repeated notes, because the searches of one question report much the same, and the one about estimates. */
function uniqueNotes(notes: readonly Note[]): Note[] {
  const kept = notes.filter(({ kind }) => kind !== 'estimate-is-free');
  return [...new Map(kept.map((note) => [JSON.stringify(note), note])).values()];
}
