import { stem } from '../analysis/stem.ts';
import { readQueryTokens } from '../query/terms.ts';
import { isAskingWord } from './asking-words.ts';
import { type Alternatives, type Concept, contentWords, listForms, type Name, readConcept } from './concepts.ts';
import { estimateRarity } from './rarity.ts';

/** A phrase of the query, as written: all names of its concept, and its words. */
export type Named = { keyword: string; named: Concept; terms: readonly Word[]; weight: number };
type Word = { word: string; weight: number };

/**
 * A concept that decides how well a paper fits: one of several alternatives. An alternative is present if all of its
 * phrases are. It weighs as much as its commonest alternative, because the others only name it more rarely.
 */
export type Deciding = { alternatives: Named[][]; weight: number };

/** A deciding keyword. `concept` is the concept of the strategy that it belongs to. */
export type DecidingKeyword = Named & { concept?: number };

/**
 * Maximum noun groups of a text that decide. Each must weigh at least this share of the heaviest, and at least this
 * much.
 */
const MAX_GROUPS = 3;
const MIN_SHARE_OF_HEAVIEST = 0.5;
export const MIN_SUBJECT_WEIGHT = 5;
/** Each further word adds this to a group: two words together are rarer than the rarer of them. */
const FURTHER_WORD = 1;
/** Two keywords with this share of their words in common are alternatives. */
const SHARED_WORDS = 2 / 3;
/** Longer keywords share a word by chance, and short words a stem (`mind`, `mindfulness`). */
const MAX_WORDS_OF_NAME = 3;
const MIN_LETTERS = 6;
/** A word of a keyword at most this much commoner than its rarest is as telling. */
const NEARLY_RAREST = 1;
/** Words of a group that weigh about as much as its heaviest are required; the others only qualify it. */
const NEEDED_SHARE_OF_GROUP = 0.6;

/**
 * The concepts of some keywords. Keywords of the same strategy concept are alternatives. So are synonyms by the table,
 * and a keyword and a longer one containing it, because otherwise the shorter would be redundant; and, where more than
 * one concept is left, keywords that are probably names of one thing. Keywords about study types, methods and outcomes
 * do not decide, except, if `orAny`, where there are no others.
 */
export function decidingOfKeywords(keywords: readonly DecidingKeyword[], { orAny }: { orAny: boolean }): Deciding[] {
  const subjects = keywords.filter(({ keyword, concept }) => concept !== undefined || namesSubject(keyword));
  const all = subjects.length > 0 || !orAny ? subjects : keywords;
  const joined = joinAlike(all, (one, other) => areAlternatives(one, other) || areProbablyOne(one, other));
  const groups = joined.length > 1 ? joined : joinAlike(all, areAlternatives);
  return groups.map((group) => toDeciding(alternativesOf(group, keywords)));
}

/** A concept of the alternatives of several. */
export function joinDeciding(concepts: readonly Deciding[]): Deciding {
  return toDeciding(concepts.flatMap(({ alternatives }) => alternatives));
}

function toDeciding(alternatives: Named[][]): Deciding {
  const commonest = alternatives.reduce((one, other) => (rarityOf(other) < rarityOf(one) ? other : one));
  return { alternatives, weight: Math.max(...commonest.map(({ weight }) => weight)) };
}

/** Of phrases together. Words that are common one by one are rarer as a phrase: `high blood pressure`. */
function rarityOf(phrases: readonly Named[]): number {
  return Math.max(...phrases.map(({ weight, terms }) => weight + FURTHER_WORD * (terms.length - 1)));
}

/** Groups of items, each alike another of its group. */
export function joinAlike<Item>(items: readonly Item[], areAlike: (one: Item, other: Item) => boolean): Item[][] {
  let groups: Item[][] = [];
  for (const item of items) {
    const alike = groups.filter((others) => others.some((other) => areAlike(item, other)));
    const joined = [...alike.flat(), item];
    groups = [...groups.filter((others) => !alike.includes(others)), joined];
  }
  return groups;
}

/**
 * One keyword of a group suffices, unless the others are merely its words: if `coral bleaching`, `coral` and
 * `bleaching` are given, a paper must contain both, together or apart.
 */
function alternativesOf(group: readonly DecidingKeyword[], keywords: readonly DecidingKeyword[]): Named[][] {
  const partsOf = (whole: DecidingKeyword) =>
    keywords.filter(
      (other) =>
        other.concept === undefined && contains(whole.named, other.named) && !contains(other.named, whole.named),
    );
  const whole = group.find((each) => {
    const {
      names: [asked = []],
    } = each.named;
    const parts = partsOf(each);
    const isNamed = ({ form }: Name[number]) =>
      parts.some(
        ({
          named: {
            names: [part = []],
          },
        }) => part.some((word) => word.form === form),
      );
    return each.concept === undefined && asked.length > 1 && asked.every(isNamed);
  });
  if (whole === undefined) return group.map((each) => [each]);
  const parts = partsOf(whole);
  const others = group.filter((each) => each !== whole && !parts.includes(each));
  return [...[whole, ...others].map((each) => [each]), parts];
}

/** Whether a keyword has a word other than asking, method and hedging. */
function namesSubject(text: string): boolean {
  return contentWords(text).some(({ word }) => !isAskingWord(word));
}

function areAlternatives(one: DecidingKeyword, other: DecidingKeyword): boolean {
  if (one.concept !== undefined) return one.concept === other.concept;
  return contains(one.named, other.named) || contains(other.named, one.named) || areWordedAlike(one, other);
}

/** `Air pollution` is `air pollutants`, `rotator cuff tear` `rotator cuff rupture`; `vitamin C` is not `vitamin D`. */
function areWordedAlike(one: DecidingKeyword, other: DecidingKeyword): boolean {
  const [few = [], many = []] = [one, other]
    .map(({ terms }) => [...new Set(terms.map(({ word }) => stem(word)))])
    .sort((a, b) => a.length - b.length);
  const shared = few.filter((word) => many.includes(word));
  const isNamed = [...few, ...many].every((word) => shared.includes(word) || word.length > 1);
  return few.length > 1 && isNamed && shared.length >= SHARED_WORDS * few.length;
}

/** They share the last word (`stem cells`, `progenitor cells`) or a rare one (`cognition`, `cognitive function`). */
function areProbablyOne(one: DecidingKeyword, other: DecidingKeyword): boolean {
  const [few = [], many = []] = [one.terms, other.terms].sort((a, b) => a.length - b.length);
  if (one.concept !== undefined || many.length > MAX_WORDS_OF_NAME) return false;
  const sharesHead = few.length > 1 && isSameWord(few.at(-1), many.at(-1));
  return sharesHead || rarestOf(one).some((word) => rarestOf(other).some((its) => isSameWord(word, its)));
}

function rarestOf({ terms, weight }: Named): readonly Word[] {
  return terms.filter((word) => word.weight >= weight - NEARLY_RAREST);
}

function isSameWord(one: Word | undefined, other: Word | undefined): boolean {
  const [{ word: a }, { word: b }] = [one ?? { word: '' }, other ?? { word: '' }];
  return a === b ? a.length > 1 : Math.min(a.length, b.length) >= MIN_LETTERS && stem(a) === stem(b);
}

/** Whether a name of the first concept contains all words of the second's first name. */
function contains({ names }: Concept, { names: [asked = []] }: Concept): boolean {
  const forms = asked.map(({ form }) => form);
  return names.some((name) => forms.every((form) => name.some((word) => word.form === form)));
}

/** A longer run of words is a list or noise, not a noun group. */
const MAX_WORDS_OF_GROUP = 20;

/** The heaviest noun groups of a text, at most `max`. `timesOf` counts each word. */
export function decidingOfText(text: string, alternatives: Alternatives, max = MAX_GROUPS): Deciding[] {
  const groups = new Map<string, { words: string[]; weight: number }>();
  for (const { words: all } of nounGroups(text)) {
    const words = all.length > MAX_WORDS_OF_GROUP ? [...new Set(all)].slice(0, MAX_WORDS_OF_GROUP) : all;
    const rarities = words.map((word) => estimateRarity(stem(word)));
    const heaviest = Math.max(...rarities);
    const needed = words.filter((_, index) => (rarities[index] as number) >= NEEDED_SHARE_OF_GROUP * heaviest);
    const weight = heaviest + FURTHER_WORD * (needed.length - 1);
    groups.set(needed.join(' '), { words: needed, weight });
  }
  const ordered = [...groups.values()].sort((a, b) => b.weight - a.weight);
  const least = Math.max(MIN_SUBJECT_WEIGHT, MIN_SHARE_OF_HEAVIEST * (ordered[0]?.weight ?? 0));
  return ordered
    .filter(({ weight }) => weight >= least)
    .slice(0, max)
    .map(({ words, weight }) => {
      const toNamed = (keyword: string): Named => ({
        keyword,
        named: readConcept(keyword, alternatives),
        terms: [],
        weight,
      });
      const whole = [toNamed(words.join(' '))];
      return { alternatives: words.length === 1 ? [whole] : [whole, words.map(toNamed)], weight };
    });
}

/** Maximum words of a noun group that is looked for as a phrase. */
const MAX_WORDS_OF_PHRASE = 3;

/** Prepositions that papers use as rarely as nouns. */
const NO_PHRASES = new Set(['against', 'versus']);

/** The noun groups of a text that are short enough to be phrases of papers too, heaviest first. */
export function phrasesOfText(text: string): string[] {
  const weighed = nounGroups(text)
    .flatMap(({ words }) => splitAt(words, NO_PHRASES))
    .filter(({ length }) => length > 0 && length <= MAX_WORDS_OF_PHRASE)
    .map((words) => ({ phrase: words.join(' '), weight: Math.max(...words.map((word) => estimateRarity(stem(word)))) }))
    .filter(({ weight }) => weight >= MIN_SUBJECT_WEIGHT)
    .sort((a, b) => b.weight - a.weight);
  return [...new Set(weighed.map(({ phrase }) => phrase))].slice(0, MAX_GROUPS);
}

function splitAt(words: readonly string[], ends: ReadonlySet<string>): string[][] {
  const end = words.findIndex((word) => ends.has(word));
  return end < 0 ? [[...words]] : [words.slice(0, end), ...splitAt(words.slice(end + 1), ends)];
}

/** All word forms to look for to find a deciding concept. */
export function formsOfDeciding({ alternatives }: Deciding): string[] {
  return alternatives.flat().flatMap(({ named }) => listForms(named));
}

/** Characters that end a noun group. A hyphen or a decimal point does not. */
const ENDS = /[.,;:!?](?=\s|$)|[()[\]{}"\u201c\u201d]|\s[-\u2013\u2014/]\s/;

/** A noun group: its words, and how many words of the text precede it. */
type NounGroup = { words: string[]; at: number };

/** Sequences of words between function words, asking words and punctuation, in order. */
export function nounGroups(text: string): NounGroup[] {
  const groups: NounGroup[] = [];
  let at = 0;
  for (const piece of text.split(ENDS)) {
    let words: string[] = [];
    const close = () => {
      if (words.length > 0) groups.push({ words, at: at - words.length });
      words = [];
    };
    for (const { word, isJoined } of readQueryTokens(piece)) {
      if (isJoined) continue;
      if (isAskingWord(word)) close();
      else words.push(word);
      at += 1;
    }
    close();
  }
  return groups;
}
