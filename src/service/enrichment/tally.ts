import { counted } from '../../lib/counted.ts';
import { ENRICHED_FIELDS, type FieldName } from './fields.ts';

/** How many facts of which kind a source filled. */
export type Tally = Map<FieldName, number>;

const WORDS: Record<FieldName, [one: string, many: string]> = {
  abstract: ['abstract', 'abstracts'],
  doi: ['DOI', 'DOIs'],
  isOpenAccess: ['open-access state', 'open-access states'],
  pdfLink: ['PDF link', 'PDF links'],
  citationCount: ['citation count', 'citation counts'],
  referenceCount: ['reference count', 'reference counts'],
  venue: ['venue', 'venues'],
  publisher: ['publisher', 'publishers'],
  year: ['year', 'years'],
  publicationType: ['publication type', 'publication types'],
  quartile: ['quartile', 'quartiles'],
};

export function count(tally: Tally, fields: readonly FieldName[]): void {
  for (const field of fields) tally.set(field, (tally.get(field) ?? 0) + 1);
}

/** `12 abstracts, 1 DOI and 3 years`; `nothing` for an empty tally. */
export function inWords(tally: Tally): string {
  const kinds = ENRICHED_FIELDS.flatMap((field) => {
    const number = tally.get(field) ?? 0;
    return number === 0 ? [] : [counted(number, ...WORDS[field])];
  });
  if (kinds.length === 0) return 'nothing';
  return kinds.length === 1 ? String(kinds[0]) : `${kinds.slice(0, -1).join(', ')} and ${kinds.at(-1)}`;
}
