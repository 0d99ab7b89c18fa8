import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SourceName } from '../../contract/source-names.ts';
import { rethrowBug } from '../../lib/bugs.ts';
import type { Library } from '../../library/library.ts';
import { withReferencesAmong } from '../../papers/references/referenced-works.ts';
import { type FoundWork, isRanked } from '../../papers/works/found-work.ts';
import { toStoredPaper } from '../../papers/works/refresh-record.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';
import type { SourcesOutcome } from './query-sources.ts';

/**
 * Dates each field by its source's oldest answer: the search if the source found the work, else the look-ups that
 * completed it, which are cached longer.
 */
export function withSourceDates({ works, outcomes, lookUps }: SourcesOutcome, now: number = Date.now()): FoundWork[] {
  return works.map((work) => {
    const dayOf = (source: SourceName) => {
      const hasFound = work.findings.some((one) => one.source === source && isRanked(one));
      const answered = (hasFound ? outcomes : lookUps).find((outcome) => outcome.source === source);
      // The clock may have been set back. Never date a record in the future.
      return new Date(Math.min(answered?.cachedAt ?? now, now)).toISOString().slice(0, 10);
    };
    return { record: toStoredPaper(work, dayOf), findings: work.findings };
  });
}

/** Papers per transaction. Other requests of this process run between transactions. */
const BATCH_SIZE = 50;

/** Adds found papers to the library. A failure only adds a note; the results are returned all the same. */
export async function persistResults(library: Library, works: readonly FoundWork[]): Promise<SearchNote[]> {
  const records = withReferencesAmong(works.map(({ record }) => record));
  for (let at = 0; at < records.length; at += BATCH_SIZE) {
    if (at > 0) await nextTurn();
    try {
      await whenStoreIsFree(() => library.persistResults(records.slice(at, at + BATCH_SIZE)));
    } catch (error) {
      rethrowBug(error);
      return [{ kind: 'not-kept', isSome: at > 0 }];
    }
  }
  return [];
}
