import type { Library } from '../../library/library.ts';
import type { Paper } from '../../papers/paper.ts';
import { SOURCES } from '../sources/all-sources.ts';
import { knownFailure } from '../sources/known-failure.ts';
import { lookUpAll } from '../sources/look-up-by-id.ts';
import type { SourceWithSettings } from '../sources/runner.ts';
import type { Connectivity } from '../sources/transport/connectivity.ts';
import type { LiveSources } from './live-sources.ts';

/** Time limit per source, so that the others and landing pages get their share. */
const LOOK_UP_BUDGET_MS = 15_000;

/**
 * The configured sources that enrich papers, each with its look-up by DOI. They share rate limit, cache and pauses with
 * searches; `network` is the job's connectivity.
 */
export function enrichmentSources(live: LiveSources, network?: Connectivity) {
  return SOURCES.flatMap(({ name, title, lookUp: { enriches: fields } = {} }) => {
    if (!fields || !live.names.includes(name)) return [];
    const lookUp = async (dois: readonly string[], signal: AbortSignal) => {
      const asking = { signal, budgetMs: LOOK_UP_BUDGET_MS, ...(network && { network }) };
      const { records, covered, unanswered, outcome } = await live.use(asking, (sources, context) => {
        const source = sources.find((each) => each.source.name === name) as SourceWithSettings;
        return lookUpAll(source, 'doi', dois, context);
      });
      const { failure } = outcome;
      // An aborted look-up counts as skipped, not as a failure of the source.
      const hasFailed = failure !== undefined && failure !== 'skipped';
      return { records, covered, unanswered, ...(hasFailed && { failure: knownFailure(failure, outcome) }) };
    };
    return [{ source: name, title, fields, lookUp }];
  });
}

/** Whether one of these sources fills missing fields of papers. */
export function canEnrich(names: readonly string[]): boolean {
  return SOURCES.some(({ name, lookUp }) => lookUp?.enriches !== undefined && names.includes(name));
}

/** A library record that may describe this paper. */
export function findStoredPaper(
  library: Library,
  paper: { doi?: string | null | undefined; title?: string | null | undefined },
): Paper | undefined {
  return library.findByDoi(paper.doi) ?? library.findByTitle(paper.title ?? '', 1)[0];
}
