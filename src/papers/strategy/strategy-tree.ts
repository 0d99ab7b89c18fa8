/** The syntax tree of a Boolean strategy, in any notation. */

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
