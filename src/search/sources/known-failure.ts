import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { KnownFailure, SourceFailure, SourceOutcomeNote } from '../../wording/notes/source-outcomes.ts';
import type { SourceOutcome } from './runner.ts';

/** Converts a source's outcome to values for notes. */

/** Why a source returned nothing. `now` is in ms since the epoch. */
export function knownFailure(
  failure: SourceFailure,
  { retryAt, detail }: Pick<SourceOutcome, 'retryAt' | 'detail'> = {},
  now: number = Date.now(),
): KnownFailure {
  const againSeconds = retryAt !== undefined && retryAt > now ? (retryAt - now) / 1000 : undefined;
  return { failure, detail, againSeconds };
}

/** How many of its records a source returned, how old they are, and what failed. */
export function outcomeNote(title: string, outcome: SourceOutcome, now: number = Date.now()): SourceOutcomeNote {
  const { records, failure, total, cachedAt, requests, keywordsLeftOut } = outcome;
  return {
    title,
    gave: records.length,
    ...(failure !== undefined && knownFailure(failure, outcome, now)),
    ...(cachedAt !== undefined && { keptSeconds: (now - cachedAt) / 1000, isPartlyKept: requests > 0 }),
    ...omitUndefined({ total, keywordsLeftOut }),
  };
}
