import type { LeftOutOfFile } from '../../contract/notes/answer-notes.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { Screened } from '../decisions/screening.ts';
import type { Carries } from './write-decisions.ts';

/** What of the decisions on these records a file lacks that can tell so much; undefined if nothing. */
export function leftOutOf(records: readonly Screened[], carries: Carries): LeftOutOfFile | undefined {
  if (carries === 'all') return undefined;
  const sum = (count: (record: Screened) => number) => records.reduce((all, record) => all + count(record), 0);
  const isOne = (holds: boolean) => (holds ? 1 : 0);
  const isPerReader = carries === 'readers';
  const readers = new Set(records.flatMap(({ decisions }) => decisions.map(({ reader }) => reader))).size;
  const left: LeftOutOfFile = {
    maybe: carries === 'label' ? sum(({ verdict }) => isOne(verdict === 'maybe')) : 0,
    unsettled: isPerReader ? 0 : sum(({ decisions, verdict }) => isOne(!verdict && decisions.length > 0)),
    readers: isPerReader || readers < 2 ? 0 : readers,
    earlier: isPerReader
      ? sum(({ decisions }) => decisions.length - new Set(decisions.map(({ reader }) => reader)).size)
      : 0,
    resolutions: isPerReader ? sum(({ resolutions = [] }) => resolutions.length) : 0,
    quotes: sum(({ decisions }) => decisions.filter(({ quote }) => quote).length),
  };
  const some = omitUndefined(
    Object.fromEntries(Object.entries(left).map(([what, count]) => [what, count || undefined])),
  );
  return Object.keys(some).length === 0 ? undefined : some;
}
