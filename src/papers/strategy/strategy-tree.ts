/** The syntax tree of a Boolean strategy, its positive terms, and its text in PubMed's notation. */

/** The field of a term. `topic` is title, abstract, keywords or headings. */
export type TextField = 'title' | 'abstract' | 'titleAbstract' | 'topic';
export type LabelField = 'author' | 'journal' | 'language' | 'publicationType';
export type StrategyField = TextField | LabelField;

/** Adjacent lower-case words: one word, or a phrase. `*` is any number of letters, `?` one letter or none. */
export type Words = readonly string[];

export type StrategyNode =
  | { kind: 'and' | 'or'; parts: readonly StrategyNode[] }
  /** The papers of `base` that are not in `exclusion`. */
  | { kind: 'not'; base: StrategyNode; exclusion: StrategyNode }
  | { kind: 'term'; field: TextField; words: Words }
  /** One of `left` and one of `right` with at most `between` words between them. */
  | {
      kind: 'near';
      field: TextField;
      left: readonly Words[];
      right: readonly Words[];
      between: number;
      inOrder: boolean;
    }
  | { kind: 'label'; field: LabelField; text: string }
  /** A MeSH heading, with narrower ones if `exploded`; only as a main topic if `major`. */
  | { kind: 'heading'; text: string; exploded: boolean; major: boolean }
  /** Years of publication, both ends inclusive. */
  | { kind: 'years'; from: number; to: number };

export const MIN_YEAR = 1000;
export const MAX_YEAR = 3000;

/** The parts of an AND, or the node alone. */
export function listConcepts(node: StrategyNode): readonly StrategyNode[] {
  if (node.kind === 'not') return listConcepts(node.base);
  return node.kind === 'and' ? node.parts : [node];
}

/** Joins nodes by one operator, flattened. */
export function joined(kind: 'and' | 'or', parts: readonly StrategyNode[]): StrategyNode {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]));
  return flat.length === 1 ? (flat[0] as StrategyNode) : { kind, parts: flat };
}

/** An unclear position in a strategy, with a suggestion. */
export class StrategyProblem extends Error {
  override readonly name = 'StrategyProblem';

  /** `at` counts characters from 0. */
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The phrases of each concept, that is, each part of the AND, with their wildcards. Excludes those after NOT, which
 * matching papers do not contain.
 */
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

const TAGS: Record<TextField | LabelField, string> = {
  title: 'ti',
  abstract: 'ab',
  titleAbstract: 'tiab',
  topic: 'tw',
  author: 'au',
  journal: 'ta',
  language: 'la',
  publicationType: 'pt',
};

/** Prints a tree as a strategy in PubMed's notation. */
export function printStrategy(node: StrategyNode): string {
  switch (node.kind) {
    case 'term':
      return `${quoted(node.words)}[${TAGS[node.field]}]`;
    case 'label':
      return `"${node.text}"[${TAGS[node.field]}]`;
    case 'heading':
      return `"${node.text}"[${node.major ? 'majr' : 'mh'}${node.exploded ? '' : ':noexp'}]`;
    case 'years':
      return `${node.from}:${node.to}[dp]`;
    case 'near': {
      const sides = [node.left, node.right].map((words) => `(${words.map(quoted).join(' OR ')})`);
      return `(${sides.join(` ${node.inOrder ? 'PRE' : 'NEAR'}/${node.between} `)})[${TAGS[node.field]}]`;
    }
    case 'not':
      return `${inner(node.base)} NOT ${inner(node.exclusion)}`;
    default:
      return node.parts.map(inner).join(node.kind === 'and' ? ' AND ' : ' OR ');
  }
}

function inner(node: StrategyNode): string {
  const isGroup = node.kind === 'and' || node.kind === 'or' || node.kind === 'not';
  return isGroup ? `(${printStrategy(node)})` : printStrategy(node);
}

function quoted(words: Words): string {
  return `"${words.join(' ')}"`;
}
