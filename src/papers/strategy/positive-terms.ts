import { listConcepts, type StrategyNode } from './strategy-tree.ts';

/** The phrases that matching papers may contain, excluding those after NOT. */

/** The phrases of each concept, that is, each part of the AND, with their wildcards. */
export function positiveConcepts(node: StrategyNode): string[][] {
  return listConcepts(node)
    .map((concept) => [...new Set(phrasesOf(concept))])
    .filter((phrases) => phrases.length > 0);
}

/**
 * All phrases without wildcards, for engines that only accept words. The first of each concept comes before the second,
 * so that a source that accepts few covers all concepts.
 */
export function positiveTerms(node: StrategyNode): string[] {
  const withoutWildcards = (phrase: string) => phrase.replace(/[*?]\S*/gu, '');
  const concepts = positiveConcepts(node).map((phrases) => [...new Set(phrases.map(withoutWildcards))]);
  const longest = Math.max(0, ...concepts.map(({ length }) => length));
  const terms = Array.from({ length: longest }, (_, index) => concepts.flatMap((phrases) => phrases[index] ?? []));
  const all = [...new Set(terms.flat())];
  return all.length > 0 ? all : namesOf(node);
}

/** For a strategy without words: its people and journals, which word searches also find. */
function namesOf(node: StrategyNode): string[] {
  if (node.kind === 'not') return namesOf(node.base);
  if (node.kind === 'and' || node.kind === 'or') return node.parts.flatMap(namesOf);
  return node.kind === 'label' && (node.field === 'author' || node.field === 'journal') ? [node.text] : [];
}

function phrasesOf(node: StrategyNode): string[] {
  switch (node.kind) {
    case 'not':
      return phrasesOf(node.base);
    case 'and':
    case 'or':
      return node.parts.flatMap(phrasesOf);
    case 'term':
      return [node.words.join(' ')];
    case 'near':
      return [...node.left, ...node.right].map((words) => words.join(' '));
    case 'heading':
      return [node.text.toLowerCase().replace(/[*?#]/gu, ' ').trim()];
    default:
      return [];
  }
}
