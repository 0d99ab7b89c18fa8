import { printStrategy, type StrategyNode, type TextField, type Words } from '../../papers/strategy/strategy-tree.ts';
import type { RequestChange } from '../../wording/notes/source-outcomes.ts';
import type { SourceSearch, Translation } from './source.ts';

type NodeOf<Kind extends StrategyNode['kind']> = Extract<StrategyNode, { kind: Kind }>;

/** A source's query language: how its parts are written. Absent or undefined parts are unsupported. */
export type Dialect = {
  operators: { and: string; or: string; not: string };
  /** A word, with wildcards that the source knows, or a quoted phrase, in one field. */
  term(text: string, field: TextField): string | undefined;
  /** Where `*` may occur: anywhere (then `?` is one letter), at the end of a word, or nowhere. */
  wildcards: 'anywhere' | 'ending' | 'none';
  /** Minimum letters before the first wildcard. */
  minPrefix: number;
  /** Whether the last word of a phrase may end with `*`. */
  hasPhraseEndings?: true;
  /** Two words with at most this many between them, in any order; `isWider` if it finds more. */
  near?(words: readonly [string, string], node: NodeOf<'near'>): { text: string; isWider?: boolean } | undefined;
  /** `isNarrower`: excludes narrower headings. */
  heading?(node: NodeOf<'heading'>): { text: string; isWider?: boolean; isNarrower?: boolean } | undefined;
  label?(node: NodeOf<'label'>): string | undefined;
  years?(node: NodeOf<'years'>): string | undefined;
  /** Maximum characters of the query; default: only `maxEncodedBytes`. */
  maxCharacters?: number;
  /** Maximum percent-encoded bytes of the query. */
  maxEncodedBytes: number;
  /** A deviation that always applies, so that the source finds more. */
  caveat?: RequestChange;
};

/** Maximum word pairs that one distance is expanded to. */
const MAX_PAIRS = 40;
/** Maximum changes reported. */
const MAX_CHANGES = 6;

/**
 * Translates a strategy. Unsupported parts are dropped or replaced: required parts by something that finds more, parts
 * after NOT by something that removes less.
 */
export function translate(node: StrategyNode, dialect: Dialect): Translation {
  const changes: Log['changes'] = new Map(dialect.caveat === undefined ? [] : [['', dialect.caveat]]);
  const log: Log = { changes, isWider: changes.size > 0 };
  const written = write(node, { dialect, log, isRemoved: false });
  if (!written) return { changes: ['words-only'], isWider: true };
  if (isTooLong(written.text, dialect)) return { changes: [{ tooLong: written.text.length }], isWider: true };
  const named = [...changes.values()].slice(0, MAX_CHANGES);
  const more = changes.size - named.length;
  return { query: written.text, changes: more > 0 ? [...named, { more }] : named, isWider: log.isWider };
}

function isTooLong(text: string, { maxCharacters = Number.POSITIVE_INFINITY, maxEncodedBytes }: Dialect): boolean {
  return text.length > maxCharacters || encodeURIComponent(text).length > maxEncodedBytes;
}

/** A query's strategy in a source's syntax; undefined if there is none, or if only its words can be sent. */
export function strategyQuery({ strategy }: SourceSearch, dialect: Dialect): string | undefined {
  return strategy && translate(strategy.node, dialect).query;
}

/** The condition that a text occurs in any of these fields, in Lucene's syntax. */
export function anyOfFields(fields: readonly string[], text: string): string {
  const conditions = fields.map((field) => `${field}:${text}`);
  return conditions.length === 1 ? (conditions[0] as string) : `(${conditions.join(' OR ')})`;
}

/** Collects each change once. */
type Log = { changes: Map<string, RequestChange>; isWider: boolean };
/** `isRemoved`: after NOT, where it must match less instead of more. */
type Context = { dialect: Dialect; log: Log; isRemoved: boolean };
/** `isGroup`: needs parentheses next to other operators. */
type Written = { text: string; isGroup?: boolean } | undefined;

function write(node: StrategyNode, context: Context): Written {
  switch (node.kind) {
    case 'and':
    case 'or':
      return writeChain(node, context);
    case 'not':
      return writeNot(node, context);
    case 'term':
      return writeTerm(node, context) ?? leaveOut(node, context);
    case 'near':
      return writeNear(node, context) ?? leaveOut(node, context);
    default:
      return writeLabel(node, context) ?? leaveOut(node, context);
  }
}

function writeChain({ kind, parts }: NodeOf<'and' | 'or'>, context: Context): Written {
  const { log, isRemoved } = context;
  const written = parts.map((part) => write(part, context));
  const writable = written.filter((part) => part !== undefined);
  if (writable.length < written.length) {
    // After NOT, fewer conditions would remove more.
    if (isRemoved && kind === 'and') return undefined;
    if (isRemoved || kind === 'and') log.isWider = true;
  }
  return joinWritten(writable, context.dialect.operators[kind]);
}

function writeNot({ base, exclusion }: NodeOf<'not'>, context: Context): Written {
  const { log, isRemoved } = context;
  const whole = write(base, context);
  const without = write(exclusion, { ...context, isRemoved: !isRemoved });
  if (!whole) return undefined;
  if (!without) {
    if (isRemoved) return undefined;
    log.isWider = true;
    return whole;
  }
  return { text: `${inGroup(whole)}${context.dialect.operators.not}${inGroup(without)}`, isGroup: true };
}

function joinWritten(parts: readonly NonNullable<Written>[], operator: string): Written {
  if (parts.length <= 1) return parts[0];
  return { text: parts.map(inGroup).join(operator), isGroup: true };
}

function inGroup({ text, isGroup }: NonNullable<Written>): string {
  return isGroup ? `(${text})` : text;
}

function leaveOut(node: StrategyNode, { log, isRemoved }: Context): undefined {
  const without = printStrategy(node);
  log.changes.set(without, { without });
  if (isRemoved) log.isWider = true;
  return undefined;
}

function replaced(node: StrategyNode, written: Written, { log }: Context, isWider: boolean): Written {
  if (!written) return undefined;
  const part = printStrategy(node);
  log.changes.set(part, { part, as: written.text });
  if (isWider) log.isWider = true;
  return written;
}

function writeTerm(node: NodeOf<'term'>, context: Context): Written {
  const exact = writeWords(node.words, node.field, context.dialect);
  if (exact || (context.isRemoved && node.field !== 'topic')) return exact;
  // A topic includes keywords; title and abstract are part of both.
  const inBoth = writeWords(node.words, 'titleAbstract', context.dialect);
  if (inBoth) return replaced(node, inBoth, context, node.field !== 'topic' || context.isRemoved);
  if (context.isRemoved) return undefined;
  const { dialect } = context;
  const apart = node.words.map((word) => {
    const spelt = cutWildcards(word, dialect);
    return spelt && (dialect.term(spelt, node.field) ?? dialect.term(spelt, 'titleAbstract'));
  });
  const possible = apart.filter((part) => part !== undefined && part !== '').map((text) => ({ text: text as string }));
  return replaced(node, joinWritten(possible, context.dialect.operators.and), context, true);
}

/** The words with their exact meaning; undefined if the source does not support it. */
function writeWords(words: Words, field: TextField, dialect: Dialect): Written {
  const spellings = spellingsOf(words, dialect).map((spelling) => dialect.term(spelling, field));
  if (spellings.length === 0 || spellings.includes(undefined)) return undefined;
  return joinWritten(
    spellings.map((text) => ({ text: text as string })),
    dialect.operators.or,
  );
}

/** `colo?r` becomes `colo?r` and `color` if `?` means exactly one letter. */
function spellingsOf(words: Words, dialect: Dialect): string[] {
  const [word = ''] = words;
  if (!words.some(hasWildcard)) return [quoted(words)];
  if (words.length > 1) {
    const [last = ''] = words.slice(-1);
    const isEnding = dialect.hasPhraseEndings && !words.slice(0, -1).some(hasWildcard) && isEndingOnly(last, dialect);
    return isEnding ? [quoted(words)] : [];
  }
  if (isEndingOnly(word, dialect)) return [word];
  if (dialect.wildcards !== 'anywhere' || word.search(/[*?]/) < dialect.minPrefix) return [];
  const signs = word.split('?').length - 1;
  return signs === 0 ? [word] : signs === 1 ? [word, word.replace('?', '')] : [];
}

export function hasWildcard(word: string): boolean {
  return /[*?]/.test(word);
}

function isEndingOnly(word: string, { wildcards, minPrefix }: Dialect): boolean {
  return wildcards !== 'none' && /^[^*?]+\*$/.test(word) && word.length - 1 >= minPrefix;
}

/** Cuts a word at its first wildcard; undefined if too little is left. */
function cutWildcards(word: string, dialect: Dialect): string | undefined {
  if (!hasWildcard(word)) return quoted([word]);
  const cut = `${word.slice(0, word.search(/[*?]/))}*`;
  return isEndingOnly(cut, dialect) ? cut : undefined;
}

function quoted(words: Words): string {
  return `"${words.join(' ')}"`;
}

function writeNear(node: NodeOf<'near'>, context: Context): Written {
  const { dialect, log, isRemoved } = context;
  const pairs = node.left.flatMap((one) => node.right.map((other) => [one, other] as const));
  const canPair = dialect.near && pairs.length <= MAX_PAIRS;
  const written = canPair ? pairs.map((pair) => nearPair(pair, node, dialect)) : [undefined];
  const isWider = written.some((pair) => pair === undefined || pair.isWider) || node.inOrder;
  if (!written.includes(undefined) && !(isWider && isRemoved)) {
    const whole = joinWritten(written as NonNullable<Written>[], dialect.operators.or);
    return isWider ? replaced(node, whole, context, true) : whole;
  }
  if (isRemoved) return undefined;
  // Both sides, anywhere in the text.
  const sides = [node.left, node.right].map((side) => {
    const terms = side.map((words) =>
      writeTerm(
        { kind: 'term', field: node.field, words },
        { ...context, log: { changes: new Map(), isWider: false } },
      ),
    );
    return terms.includes(undefined) ? undefined : joinWritten(terms as NonNullable<Written>[], dialect.operators.or);
  });
  const writable = sides.filter((side) => side !== undefined);
  log.isWider = true;
  return replaced(node, joinWritten(writable, dialect.operators.and), context, true);
}

function nearPair([one, other]: readonly [Words, Words], node: NodeOf<'near'>, { near }: Dialect) {
  const isPlain = one.length === 1 && other.length === 1 && !hasWildcard(`${one[0]}${other[0]}`);
  return isPlain ? near?.([one[0] as string, other[0] as string], node) : undefined;
}

/** A heading that the source does not support is sent as its words, which may also find less. */
function writeLabel(node: NodeOf<'heading' | 'label' | 'years'>, context: Context): Written {
  const { dialect, isRemoved } = context;
  if (node.kind === 'years') return asWritten(dialect.years?.(node));
  if (node.kind === 'label') return asWritten(dialect.label?.(node));
  const heading = dialect.heading?.(node);
  if (heading && !(heading.isWider && isRemoved)) {
    const { text, isWider = false, isNarrower = false } = heading;
    return isWider || isNarrower ? replaced(node, { text }, context, isWider || isRemoved) : { text };
  }
  if (isRemoved) return undefined;
  const words = node.text.toLowerCase().match(/[\p{L}\p{N}]+\*?/gu) ?? [];
  return replaced(node, writeWords(words, 'titleAbstract', dialect), context, true);
}

function asWritten(text: string | undefined): Written {
  return text === undefined ? undefined : { text };
}
