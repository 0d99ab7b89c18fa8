import { addTo } from '../../lib/groups.ts';
import { ENRICHED_FIELDS, type FieldName } from './fields.ts';

/** How many values of each field a source filled. */
export type Tally = Map<FieldName, number>;

export function count(tally: Tally, fields: readonly FieldName[]): void {
  for (const field of fields) addTo(tally, field);
}

/** The counts as a note has them, in one order. */
export function toCounts(tally: Tally): Record<string, number> {
  return Object.fromEntries(
    ENRICHED_FIELDS.flatMap((field) => [[field, tally.get(field) ?? 0]]).filter(([, n]) => n !== 0),
  );
}
