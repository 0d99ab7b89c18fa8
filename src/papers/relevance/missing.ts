import type { Match } from './match.ts';
import type { QueryTerms } from './query-terms.ts';

/** With so few concepts people expect papers that contain all of them. */
const FEW_CONCEPTS = 4;

type Having = Pick<Match, 'keywordsInAnyOrder'>;

/** A concept of some keywords: one of them suffices. `name`: the keyword that stands for it, the commonest. */
export type AskedConcept = { name: string; keywords: readonly string[]; weight: number };

/**
 * The concepts of a query's keywords, rarest first. A keyword and its words apart (`coral bleaching`, `coral`,
 * `bleaching`) are the concepts of the words. Empty for a strategy, whose test was met, and for a query without
 * keywords.
 */
export function listAskedConcepts({ deciding, judgedBy, isStrategy }: QueryTerms): AskedConcept[] {
  if (isStrategy || judgedBy !== 'keywords') return [];
  return deciding
    .flatMap(({ alternatives }) => {
      const parts = alternatives.find(({ length }) => length > 1);
      return parts ? parts.map((part) => [part]) : [alternatives.flat()];
    })
    .map((phrases) => {
      const [commonest] = [...phrases].sort((a, b) => a.weight - b.weight || a.terms.length - b.terms.length);
      const { keyword: name, weight } = commonest ?? { keyword: '', weight: 0 };
      return { name, keywords: phrases.map(({ keyword }) => keyword), weight };
    })
    .sort((a, b) => b.weight - a.weight);
}

/** The concepts that people expect to find together; empty for one, and for many. */
export function expectedConcepts(question: QueryTerms): AskedConcept[] {
  const concepts = listAskedConcepts(question);
  return concepts.length <= 1 || concepts.length > FEW_CONCEPTS ? [] : concepts;
}

/** How many works contain all of some concepts. */
export function countHaving(works: readonly Having[], concepts: readonly AskedConcept[]): number {
  return works.filter(({ keywordsInAnyOrder: own }) =>
    concepts.every(({ keywords }) => keywords.some((keyword) => own.includes(keyword))),
  ).length;
}

/**
 * The names of concepts that no work contains together: each concept that is in none of the works; otherwise the two
 * rarest that never occur together; otherwise all. Empty if a work contains all concepts.
 */
export function missingTogether(works: readonly Having[], concepts: readonly AskedConcept[]): string[][] {
  if (concepts.length === 0 || countHaving(works, concepts) > 0) return [];
  const absent = concepts.filter((concept) => countHaving(works, [concept]) === 0);
  if (absent.length > 0) return absent.map(({ name }) => [name]);
  for (const [index, one] of concepts.entries())
    for (const other of concepts.slice(index + 1))
      if (countHaving(works, [one, other]) === 0) return [[one.name, other.name]];
  return [concepts.map(({ name }) => name)];
}
