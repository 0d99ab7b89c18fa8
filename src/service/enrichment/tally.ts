import { counted } from '../../lib/counted.ts';
import { FACTS, type FactName } from './fields.ts';

/** How many facts of which kind a source filled. */
export type Tally = Map<FactName, number>;

const WORDS: Record<FactName, [one: string, many: string]> = {
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

export function count(tally: Tally, facts: readonly FactName[]): void {
  for (const fact of facts) tally.set(fact, (tally.get(fact) ?? 0) + 1);
}

/** `12 abstracts, 1 DOI and 3 years`; `nothing` for an empty tally. */
export function inWords(tally: Tally): string {
  const kinds = FACTS.flatMap((fact) => {
    const number = tally.get(fact) ?? 0;
    return number === 0 ? [] : [counted(number, ...WORDS[fact])];
  });
  if (kinds.length === 0) return 'nothing';
  return kinds.length === 1 ? String(kinds[0]) : `${kinds.slice(0, -1).join(', ')} and ${kinds.at(-1)}`;
}
