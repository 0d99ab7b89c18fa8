import { FUNCTION_WORDS } from '../analysis/stop-words.ts';
import { type QueryToken, readQueryTokens } from '../query/terms.ts';
import type { Abbreviation } from './abbreviations.ts';
import { type SynonymSet, synonymSets } from './synonyms.ts';
import { formOf } from './word-patterns.ts';

/**
 * A word of a name. `between`: how many words may precede it. `isLinked`: the name itself has some there, as in
 * `quality of life`. `joined`: this word and the next, written as one.
 */
type NameWord = { form: string; between: number; isLinked: boolean; joined?: string };

/** One name of a concept: its words in order. */
export type Name = readonly NameWord[];

/** A subject of a query, with all its names. The first is the one in the query. */
export type Concept = { names: Name[] };

/** Names that can replace others, by the form of their first word. */
export type Alternatives = ReadonlyMap<string, readonly Alternative[]>;
type Alternative = { forms: readonly string[]; words: readonly string[][] };

/** One other word may stand between two words of a name. */
const MAX_BETWEEN = 1;
const MAX_NAMES = 24;
/** What is longer is a sentence: its first words are compared, and it has no other names. */
const MAX_WORDS_COMPARED = 30;
const MAX_WORDS_RENAMED = 12;

/** The content words of a text, in order; all words if it has none (`To be or not to be`). */
export function contentWords(
  text: string,
  tokens: readonly QueryToken[] = readQueryTokens(text),
): { word: string; at: number }[] {
  const words = tokens.filter(({ isJoined }) => !isJoined).map(({ word }, at) => ({ word, at }));
  // `vitamin A`, `influenza A virus`: a capital inside a phrase.
  const keepsA = /(?<=[^\s-])[\s-]+A(?![\p{L}\d])/u.test(text);
  const content = words.filter(({ word }) => !FUNCTION_WORDS.has(word) || (keepsA && word === 'a'));
  return content.length > 0 ? content : words;
}

/** A concept from the words of its name, with its other names. Its `tokens` may have wildcards. */
export function readConcept(
  text: string,
  alternatives: Alternatives,
  tokens: readonly QueryToken[] = readQueryTokens(text),
): Concept {
  const words = contentWords(text, tokens).slice(0, MAX_WORDS_COMPARED);
  const parts = words.map(({ word, at }, index) => ({ word, between: gapBefore(words, index, at) }));
  const names: Part[][] = [parts];
  const seen = new Set([keyOf(parts)]);
  // The loop adds names, because two parts of one name may both have other names.
  const maxNames = parts.length > MAX_WORDS_RENAMED ? 1 : MAX_NAMES;
  for (let index = 0; index < names.length && names.length < maxNames; index += 1) {
    for (const name of renamed(names[index] as Part[], alternatives)) {
      if (seen.has(keyOf(name)) || names.length >= maxNames) continue;
      seen.add(keyOf(name));
      names.push(name);
    }
  }
  return { names: names.map(toName) };
}

/** `between`: function words before this word in the name. */
type Part = { word: string; between: number };

function gapBefore(words: readonly { at: number }[], index: number, at: number): number {
  const before = words[index - 1];
  return before ? at - before.at - 1 : 0;
}

function keyOf(parts: readonly Part[]): string {
  return parts.map(({ word }) => formOf(word)).join(' ');
}

function* renamed(parts: readonly Part[], alternatives: Alternatives): Generator<Part[]> {
  const forms = parts.map(({ word }) => formOf(word));
  for (let at = 0; at < parts.length; at += 1) {
    for (const { forms: known, words } of alternatives.get(forms[at] as string) ?? []) {
      if (!known.every((form, index) => forms[at + index] === form)) continue;
      const others = words.map((other) => other.map((word) => ({ word, between: 0 })));
      for (const other of others) yield [...parts.slice(0, at), ...other, ...parts.slice(at + known.length)];
    }
  }
}

function toName(parts: readonly Part[]): NameWord[] {
  return parts.map(({ word, between }, index) => {
    const next = parts[index + 1];
    return {
      form: formOf(word),
      between: Math.max(between, MAX_BETWEEN),
      isLinked: between > 0,
      ...(next && { joined: formOf(word + next.word) }),
    };
  });
}

let table: Alternatives | undefined;

/** The names in the table, plus abbreviations that the query itself defines. */
export function readAlternatives(own: readonly Abbreviation[]): Alternatives {
  table ??= indexed(synonymSets());
  if (own.length === 0) return table;
  const defined = indexed(own.map(({ short, long }) => ({ equal: [short, long], narrower: [] })));
  for (const [key, entries] of table) defined.set(key, [...(defined.get(key) ?? []), ...entries]);
  return defined;
}

function indexed(sets: readonly SynonymSet[]): Map<string, Alternative[]> {
  const index = new Map<string, Alternative[]>();
  for (const { equal, narrower } of sets) {
    const all = [...equal, ...narrower].map((name) => contentWords(name).map(({ word }) => word));
    for (const [place, own] of all.slice(0, equal.length).entries()) {
      const forms = own.map(formOf);
      const key = forms[0] as string;
      index.set(key, [...(index.get(key) ?? []), { forms, words: all.filter((_, other) => other !== place) }]);
    }
  }
  return index;
}

/** All word forms to look for to find a concept. */
export function listForms({ names }: Concept): string[] {
  return names.flatMap((name) => name.flatMap(({ form, joined }) => (joined === undefined ? [form] : [form, joined])));
}
