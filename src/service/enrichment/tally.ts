import { counted } from '../../lib/counted.ts';
import { addTo } from '../../lib/groups.ts';
import { ENRICHED_FIELDS, FIELD_WORDS, type FieldName } from './fields.ts';

/** How many values of each field a source filled. */
export type Tally = Map<FieldName, number>;

export function count(tally: Tally, fields: readonly FieldName[]): void {
  for (const field of fields) addTo(tally, field);
}

/** `12 abstracts, 1 DOI and 3 years`; `nothing` for an empty tally. */
export function inWords(tally: Tally): string {
  const filled = ENRICHED_FIELDS.filter((field) => tally.has(field));
  const parts = filled.map((field) => counted(tally.get(field) ?? 0, FIELD_WORDS[field]));
  if (parts.length === 0) return 'nothing';
  return parts.length === 1 ? String(parts[0]) : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
