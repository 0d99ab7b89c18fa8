import type { SearchNote } from '../../contract/notes/search-notes.ts';
import type { SourceName } from '../../contract/source-names.ts';
import { sourceTitle } from '../../sources/registry.ts';
import type { SourceOutcome } from '../../sources/runner.ts';
import type { StrategyOutcome } from './filter.ts';

/** Sources that only return papers that meet the strategy. Results of others are checked. */
export function exactSources({ outcomes }: { outcomes: readonly SourceOutcome[] }): ReadonlySet<SourceName> {
  return new Set(outcomes.flatMap(({ source, translation }) => (translation?.isWider === false ? [source] : [])));
}

/** Notes on what sources could not be asked of the strategy, and how many works it excluded. */
export function strategyNotes(
  outcomes: readonly SourceOutcome[],
  { unmet, unknown }: Omit<StrategyOutcome, 'works'>,
): SearchNote[] {
  const changed = outcomes.flatMap(({ source, translation, failure }) =>
    translation === undefined || translation.changes.length === 0 || failure === 'skipped'
      ? []
      : [{ title: sourceTitle(source), changes: [...translation.changes] }],
  );
  return [
    ...(changed.length > 0 ? [{ kind: 'strategy-changed', sources: changed } as const] : []),
    ...(unmet + unknown > 0 ? [{ kind: 'strategy-left-out', unmet, unknown } as const] : []),
  ];
}
