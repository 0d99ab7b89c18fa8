import { creditCost, creditPool, type Pool } from '../contract/credits.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { Secret } from '../contract/secret.ts';
import type { Advice, Note } from '../wording/notes.ts';
import { operatorNote } from './answers/operator-note.ts';
import type { DryRun, SourceTrial } from './ports/dry-run.ts';
import type { Mode } from './ports/service.ts';
import type { BalanceDeps } from './spending/balances.ts';
import { checkStrategy } from './spending/check-strategy.ts';
import { withScraperKey } from './spending/submit.ts';

/** A search that was not made. */
export type DryRunView = {
  mode: Mode;
  /** Credits, and the pool they would come from. */
  wouldCost: number;
  pool: Pool;
  /** How each source would be asked, and how many results it has; empty if the service does not say. */
  sources: SourceTrial[];
  notes?: Note[];
  next: Advice[];
};

const NOT_TOLD: Note = { kind: 'sources-not-told' };

/** What the search would cost, and how each source would be asked. Makes no job and spends nothing. */
export async function dryRunSearch(
  deps: BalanceDeps & { scraperKey: Secret | undefined; dryRun?: DryRun | undefined },
  request: JobRequest,
  asking: { signal: AbortSignal; budgetMs: number },
): Promise<DryRunView> {
  const { mode, scraperKey, dryRun } = deps;
  await checkStrategy(deps, request.body);
  const { body, filters } = withScraperKey(request, scraperKey);
  const cost = { wouldCost: creditCost(filters.limit), pool: creditPool(body) };
  const { sources, notes: trialNotes } = dryRun ? await dryRun(request, asking) : { sources: [], notes: [NOT_TOLD] };
  // Warns before anything is paid that an apparent operator is only a word.
  const notes = [...operatorNote(mode, body), ...trialNotes];
  const next: Advice[] = [{ kind: 'search-for-real' }];
  return { mode, ...cost, sources, ...(notes.length > 0 && { notes }), next };
}
