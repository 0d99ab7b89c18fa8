/** The syntax tree of a Boolean strategy, whatever notation it was written in. */

/** Where a term has to stand. `topic` is title, abstract, keywords or headings. */
export type TextField = 'title' | 'abstract' | 'titleAbstract' | 'topic';
/** Fields that hold names and labels. */
export type LabelField = 'author' | 'journal' | 'language' | 'publicationType';
export type StrategyField = TextField | LabelField;

/**
 * Words that stand next to each other, in lower case; one word, or a phrase. `*` is any number of letters, `?` one
 * letter or none.
 */
export type Words = readonly string[];

export type StrategyNode =
  | { kind: 'and' | 'or'; parts: readonly StrategyNode[] }
  /** The papers of `kept` that are not in `removed`. */
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
  /** A heading of MeSH, with those below it if `exploded`; only as a main topic if `major`. */
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

/** What was joined by one operator, flat. */
export function joined(kind: 'and' | 'or', parts: readonly StrategyNode[]): StrategyNode {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]));
  return flat.length === 1 ? (flat[0] as StrategyNode) : { kind, parts: flat };
}
