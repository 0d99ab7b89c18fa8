import type { Tag } from './fields.ts';
import {
  joined,
  MAX_YEAR,
  MIN_YEAR,
  type StrategyNode,
  StrategyProblem,
  type TextField,
  type Words,
} from './strategy-tree.ts';
import { isPattern, patternWords } from './strategy-words.ts';

/** A tree during parsing: the field of a term may still follow. */
export type Draft =
  | { kind: 'and' | 'or'; parts: readonly Draft[] }
  | { kind: 'not'; base: Draft; exclusion: Draft }
  | { kind: 'near'; at: number; left: Draft; right: Draft; between: number; inOrder: boolean }
  /** Words and phrases without an operator between them: a phrase or, in some notations, AND. */
  | { kind: 'words'; at: number; texts: readonly string[]; tag?: Tag; adjacent?: 'phrase' | 'and' }
  | { kind: 'done'; node: StrategyNode };

/** Minimum letters before the first `*` or `?`. */
const MIN_PREFIX = 2;
/** Maximum wildcards per word. */
const MAX_WILDCARDS = 3;

/** Applies a tag to all untagged terms. `adjacent` says what words without an operator mean there. */
export function withTag(draft: Draft, tag: Tag, { at }: { at: number }, adjacent: 'phrase' | 'and'): Draft {
  const within = (part: Draft) => withTag(part, tag, { at }, adjacent);
  if (draft.kind === 'words') return draft.tag ? draft : { ...draft, tag, adjacent };
  if (draft.kind === 'done') return draft;
  if (tag.kind === 'heading') throw new StrategyProblem(at, 'a tag of headings stands behind one heading');
  if (draft.kind === 'not') return { ...draft, base: within(draft.base), exclusion: within(draft.exclusion) };
  if (draft.kind === 'near') return { ...draft, left: within(draft.left), right: within(draft.right) };
  return { ...draft, parts: draft.parts.map(within) };
}

/** Turns a complete draft into a tree. Throws a StrategyProblem. */
export function settle(draft: Draft): StrategyNode {
  switch (draft.kind) {
    case 'done':
      return draft.node;
    case 'not':
      return { kind: 'not', base: settle(draft.base), exclusion: settle(draft.exclusion) };
    case 'words':
      return settleWords(draft);
    case 'near':
      return settleNear(draft);
    default:
      return joined(draft.kind, draft.parts.map(settle));
  }
}

type DraftOf<Kind extends Draft['kind']> = Extract<Draft, { kind: Kind }>;

function settleWords({ at, texts, tag, adjacent }: DraftOf<'words'>): StrategyNode {
  const text = texts.join(' ').replace(/,$/, '');
  if (!tag) {
    if (texts.length === 1) return term('titleAbstract', text, at);
    throw new StrategyProblem(
      at,
      `"${text.slice(0, 60)}": put a phrase into quotation marks, or AND between the words`,
    );
  }
  if (tag.kind === 'heading') return { ...tag, text: someText(text, at) };
  if (tag.kind === 'years') return yearsOf(text, at);
  const { field } = tag;
  if (field === 'title' || field === 'abstract' || field === 'titleAbstract' || field === 'topic') {
    const parts = adjacent === 'and' ? texts : [text];
    return joined(
      'and',
      parts.map((part) => term(field, part, at)),
    );
  }
  return { kind: 'label', field, text: someText(text, at) };
}

function settleNear({ at, left, right, between, inOrder }: DraftOf<'near'>): StrategyNode {
  const [one, other] = [left, right].map((side) => alternatives(settle(side), at)) as [Side, Side];
  if (one.field !== other.field) throw new StrategyProblem(at, 'both sides of a distance need the same field');
  if (inOrder && between === 0 && one.words.length === 1 && other.words.length === 1) {
    return { kind: 'term', field: one.field, words: [...(one.words[0] as Words), ...(other.words[0] as Words)] };
  }
  return { kind: 'near', field: one.field, left: one.words, right: other.words, between, inOrder };
}

type Side = { field: TextField; words: Words[] };

function alternatives(node: StrategyNode, at: number): Side {
  const parts = node.kind === 'or' ? node.parts : [node];
  const terms = parts.flatMap((part) => (part.kind === 'term' ? [part] : []));
  const [first] = terms;
  if (!first || terms.length < parts.length || terms.some(({ field }) => field !== first.field)) {
    throw new StrategyProblem(at, 'a distance joins terms, or groups of terms that are joined by OR, of one field');
  }
  return { field: first.field, words: terms.map(({ words }) => words) };
}

function term(field: TextField, text: string, at: number): StrategyNode {
  const words = patternWords(text);
  if (!words.some((word) => /[\p{L}\p{N}]/u.test(word)))
    throw new StrategyProblem(at, 'a term needs letters or digits');
  for (const word of words) {
    if (isPattern(word) && word.search(/[*?]/) < MIN_PREFIX) {
      throw new StrategyProblem(at, `* and ? need ${MIN_PREFIX} letters before them: "${word.slice(0, 60)}"`);
    }
    if ((word.match(/[*?]/g)?.length ?? 0) > MAX_WILDCARDS) {
      throw new StrategyProblem(at, `more than ${MAX_WILDCARDS} wildcards in a word: "${word.slice(0, 60)}"`);
    }
  }
  return { kind: 'term', field, words };
}

function someText(text: string, at: number): string {
  if (!/[\p{L}\p{N}]/u.test(text)) throw new StrategyProblem(at, 'a term needs letters or digits');
  return text.replace(/\s+/g, ' ').trim();
}

function yearsOf(text: string, at: number): StrategyNode {
  const range = /^(\d{4})(?:\s*[:-]\s*(\d{4}))?$/.exec(text.trim());
  const from = Number(range?.[1]);
  const to = Number(range?.[2] ?? from);
  if (!range || from > to || from < MIN_YEAR || to > MAX_YEAR) {
    throw new StrategyProblem(at, 'years are written 2015 or 2010:2020; for days use the filter year');
  }
  return { kind: 'years', from, to };
}
