import type { SourceName } from '../../contract/source-names.ts';
import { counted } from '../../lib/counted.ts';
import { titleOf } from '../../sources/registry.ts';
import type { SourceOutcome } from '../../sources/runner.ts';
import type { StrategyOutcome } from './filter.ts';

/** The sources that find no paper which does not meet the strategy; what others gave is checked. */
export function exactSources({ outcomes }: { outcomes: readonly SourceOutcome[] }): ReadonlySet<SourceName> {
  return new Set(outcomes.flatMap(({ source, translation }) => (translation?.isWider === false ? [source] : [])));
}

/** What sources could not be asked of the strategy, and how many works it left out, in sentences. */
export function strategyNotes(
  outcomes: readonly SourceOutcome[],
  { unmet, unknown }: Omit<StrategyOutcome, 'works'>,
): string[] {
  const changed = outcomes.flatMap(({ source, translation, failure }) =>
    translation === undefined || translation.changes.length === 0 || failure === 'skipped'
      ? []
      : [`${titleOf(source)}: ${translation.changes.join(', ')}`],
  );
  const counts = [
    ...(unmet > 0 ? [`${counted(unmet, 'work')} that do not meet it`] : []),
    ...(unknown > 0 ? [`${counted(unknown, 'work')} of which title and abstract do not tell`] : []),
  ];
  return [
    ...(changed.length > 0
      ? [`The strategy was changed for sources, and answers were checked where that finds more. ${changed.join('; ')}.`]
      : []),
    ...(counts.length > 0 ? [`Left out by the strategy: ${counts.join(', ')}.`] : []),
  ];
}
