import { stem } from '../analysis/stem.ts';
import { FUNCTION_WORDS } from '../analysis/stop-words.ts';
import type { FoldedText } from '../references/folded-text.ts';
import { estimateRarity } from '../relevance/rarity.ts';
import { shorten } from '../text.ts';

/**
 * How a query's title relates to a record's. `equal`: the same letters. `near`: another spelling, or an extra word of
 * no weight. `main`: one of them lacks the subtitle. `part`: most words are the same. `other`: a different title.
 */
export type TitleRelation = 'equal' | 'near' | 'main' | 'part' | 'other';

/** A record's title, prepared for comparison. */
export type RecordTitle = {
  letters: string;
  words: readonly string[];
  /** The part before the subtitle; undefined without one. */
  main: { letters: string; words: readonly string[] } | undefined;
};

/** This many letters identify a truncated title. */
const MIN_CUT_LETTERS = 30;
const MIN_MAIN_WORDS = 3;
/** A shorter main title is common, so it also needs author and year. */
const MIN_MAIN_LETTERS = 6;
const MIN_SHARED_WORDS = 3;
const MIN_PART_SHARE = 0.7;
/**
 * Rare words state the subject: `Efficacy of gabapentin in migraine prophylaxis` is not the paper on topiramate,
 * whereas one word among many may be wrong. Of 107 pairs of similar titles, those below this share were different
 * works.
 */
const MIN_SHARED_RARITY = 0.55;
const MIN_EQUAL_SHARE = 0.5;
/** Shorter words are different words if they differ by one letter. */
const MIN_MISSPELT_LETTERS = 6;

export function relateTitles(query: FoldedText, title: RecordTitle): TitleRelation {
  if (query.letters === '' || title.letters === '') return 'other';
  if (query.letters === title.letters) return 'equal';
  if (isOtherPart(query.words, title.words)) return 'other';
  const main = sharedMain(query, title);
  if (main) return main.length < MIN_MAIN_WORDS ? 'part' : 'main';
  if (query.letters.length >= MIN_CUT_LETTERS && title.letters.startsWith(query.letters)) return 'main';
  const { shared, equal } = alignWords(query.words, title.words);
  const longer = Math.max(query.words.length, title.words.length);
  const isPart =
    shared.length >= longer * MIN_PART_SHARE && sharedRarity(query.words, title.words, shared) >= MIN_SHARED_RARITY;
  if (shared.length < MIN_SHARED_WORDS || !isPart) {
    return isMisspelt(query, title) ? 'near' : 'other';
  }
  const unsharedWords = [...unshared(query.words, shared, 0), ...unshared(title.words, shared, 1)];
  const isNear = unsharedWords.every((word) => FUNCTION_WORDS.has(word)) && equal >= longer * MIN_EQUAL_SHARE;
  return isNear || isMisspelt(query, title) ? 'near' : 'part';
}

/** The words of the title that the other title extends by a subtitle; undefined if neither extends the other. */
function sharedMain(query: FoldedText, title: RecordTitle): readonly string[] | undefined {
  if (title.main && title.main.letters.length >= MIN_MAIN_LETTERS && title.main.letters === query.letters)
    return query.words;
  const isBeginning = query.letters.startsWith(title.letters) && query.breaks.has(title.letters.length);
  return isBeginning && title.letters.length >= MIN_MAIN_LETTERS ? title.words : undefined;
}

const NUMERAL = /^(?:[ivx]{1,5}|\d{1,3})$/;
const PART_WORDS = new Set(['part', 'chapter', 'paper', 'volume', 'study', 'report', 'teil', 'partie', 'parte']);

/** Whether the titles are different parts of one whole, which may agree in everything else. */
function isOtherPart(query: readonly string[], title: readonly string[]): boolean {
  const [a, b] = [readPart(query), readPart(title)];
  return a !== undefined && b !== undefined && valueOfNumeral(a) !== valueOfNumeral(b);
}

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10 };

/** The value of `4` or `iv`. */
function valueOfNumeral(numeral: string): number {
  const values = [...numeral].map((letter) => ROMAN[letter] ?? Number.NaN);
  if (values.some(Number.isNaN)) return Number(numeral);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

/** The number after a word such as `part`, else the last word if it is a number. */
function readPart(words: readonly string[]): string | undefined {
  const named = words.find((word, at) => NUMERAL.test(word) && PART_WORDS.has(words[at - 1] ?? ''));
  return named ?? words.slice(-1).find((word) => NUMERAL.test(word));
}

/** The rarity-weighted share of words that both titles have. */
function sharedRarity(query: readonly string[], title: readonly string[], shared: Alignment['shared']): number {
  const both = totalRarity(shared.map(([at]) => query[at] as string));
  const either = both + totalRarity(unshared(query, shared, 0)) + totalRarity(unshared(title, shared, 1));
  return both / Math.max(either, 1);
}

function totalRarity(words: readonly string[]): number {
  const content = words.filter((word) => !FUNCTION_WORDS.has(word));
  return content.reduce((sum, word) => sum + estimateRarity(stem(word)), 0);
}

/** Whether the letters differ by one or two typing errors, even across words that are split or joined. */
function isMisspelt(query: FoldedText, title: RecordTitle): boolean {
  const [a, b] = [query.letters, title.letters];
  if (Math.min(a.length, b.length) < MIN_CUT_LETTERS || Math.abs(a.length - b.length) > 2) return false;
  if (readDigits(a) !== readDigits(b)) return false;
  const words = new Set(title.words);
  const others = query.words.filter((word) => !words.has(word));
  // An error leaves most words intact. Short words are excluded, because one letter makes them another word.
  return others.length <= 2 && others.every((word) => word.length >= MIN_MISSPELT_LETTERS) && isWithinSlips(a, b, 2);
}

function readDigits(letters: string): string {
  return letters.replace(/\P{N}/gu, '');
}

type Alignment = { shared: [query: number, title: number][]; equal: number };

/** No genuine title has as many words; in a longer one, the others count as not shared. */
const MAX_ALIGNED_WORDS = 200;

/** The longest common sequence of words. Misspelt words count as shared. */
function alignWords(allOfQuery: readonly string[], allOfTitle: readonly string[]): Alignment {
  const [query, title] = [allOfQuery.slice(0, MAX_ALIGNED_WORDS), allOfTitle.slice(0, MAX_ALIGNED_WORDS)];
  const rows = query.length + 1;
  const columns = title.length + 1;
  const lengths = new Uint16Array(rows * columns);
  const at = (row: number, column: number) => lengths[row * columns + column] as number;
  for (let row = 1; row < rows; row += 1) {
    for (let column = 1; column < columns; column += 1) {
      const same = isSameWord(query[row - 1] as string, title[column - 1] as string);
      lengths[row * columns + column] = same
        ? at(row - 1, column - 1) + 1
        : Math.max(at(row - 1, column), at(row, column - 1));
    }
  }
  const shared: [number, number][] = [];
  let [row, column] = [query.length, title.length];
  while (row > 0 && column > 0) {
    if (at(row, column) === at(row - 1, column)) row -= 1;
    else if (at(row, column) === at(row, column - 1)) column -= 1;
    else {
      row -= 1;
      column -= 1;
      shared.push([row, column]);
    }
  }
  const equal = shared.filter(([one, other]) => query[one] === title[other]).length;
  return { shared: shared.reverse(), equal };
}

function unshared(words: readonly string[], shared: Alignment['shared'], side: 0 | 1): string[] {
  const indexes = new Set(shared.map((pair) => pair[side]));
  return words.filter((_, index) => !indexes.has(index));
}

/** Whether two words are the same except for one error or ending. Numbers must be equal. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  // Numbers are looked for last: this runs for every word of one title and every word of the other.
  if (Math.abs(a.length - b.length) > 1) return false;
  const isLong = Math.max(a.length, b.length) >= MIN_MISSPELT_LETTERS;
  const isClose = a === `${b}s` || b === `${a}s` || (isLong && isWithinSlips(a, b, 1));
  return isClose && !/\p{N}/u.test(a) && !/\p{N}/u.test(b);
}

/** Whether at most `max` insertions, deletions, replacements or swaps turn one text into the other. */
function isWithinSlips(a: string, b: string, max: number): boolean {
  if (Math.abs(a.length - b.length) > max) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  if (start === a.length && start === b.length) return true;
  if (max === 0) return false;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (isWithinSlips(restA.slice(1), restB, max - 1) || isWithinSlips(restA, restB.slice(1), max - 1)) return true;
  if (isWithinSlips(restA.slice(1), restB.slice(1), max - 1)) return true;
  const isSwap = restA[0] === restB[1] && restA[1] === restB[0];
  return isSwap && isWithinSlips(restA.slice(2), restB.slice(2), max - 1);
}

const MAX_SHOWN_CHARACTERS = 100;
/** Number of shared words shown before the first difference. */
const SHOWN_WORDS_BEFORE = 3;

/** A record's title beside the requested one, each shortened to where they differ. */
export function describeTitleDifference(recordTitle: string, requested: string): string {
  const [recorded, other] = fromFirstDifference(recordTitle, requested);
  return `title: ${shorten(recorded, MAX_SHOWN_CHARACTERS)}, asked ${shorten(other, MAX_SHOWN_CHARACTERS)}`;
}

/** The ends of two titles, if one would be truncated: from a few words before the first difference. */
function fromFirstDifference(a: string, b: string): [string, string] {
  if (Math.max(a.length, b.length) <= MAX_SHOWN_CHARACTERS) return [a, b];
  const [words, others] = [a.split(' '), b.split(' ')];
  const different = words.findIndex((word, at) => word.toLowerCase() !== others[at]?.toLowerCase());
  const start = (different === -1 ? words.length : different) - SHOWN_WORDS_BEFORE;
  if (start <= 0) return [a, b];
  return [`… ${words.slice(start).join(' ')}`, `… ${others.slice(start).join(' ')}`];
}
