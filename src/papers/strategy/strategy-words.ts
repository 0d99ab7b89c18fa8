import { foldLetters } from '../analysis/fold.ts';
import type { Words } from './strategy-tree.ts';

/** Words as strategies compare them: lower-case, without accents, unstemmed. A hyphen separates words. */

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const EACH_UNSPACED = new RegExp(UNSPACED.source, 'gu');

/** The words of a term, keeping `*` and `?`. */
export function patternWords(text: string): string[] {
  return foldLetters(text.replaceAll('#', '?')).match(/[\p{L}\p{M}\p{N}*?]+/gu) ?? [];
}

/** The words of a text as one line, with spaces around each. Each character of a script without spaces is a word. */
export function wordLine(text: string): string {
  const folded = foldLetters(text);
  const spaced = UNSPACED.test(folded) ? folded.replace(EACH_UNSPACED, ' $& ') : folded;
  return ` ${spaced} `.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
}

/** The words of a text, in order. */
export function textWords(text: string): string[] {
  return wordLine(text).split(' ').filter(Boolean);
}

export type WordTest = (word: string) => boolean;

/** Tests for the words of a term, in order. */
export function wordTests(words: Words): WordTest[] {
  const equals = (text: string) => (word: string) => word === text;
  return words.flatMap((word) => (isPattern(word) ? [patternTest(word)] : textWords(word).map(equals)));
}

export function isPattern(word: string): boolean {
  return /[*?]/.test(word);
}

/** Longer sequences are not words, and patterns with several `*` would be too slow on them. */
const MAX_WORD_CHARACTERS = 100;

function patternTest(pattern: string): WordTest {
  const [prefix = '', rest] = pattern.split(/\*$/);
  if (rest === '' && !isPattern(prefix)) return (word) => word.startsWith(prefix);
  const source = pattern.replace(/[*?]+/g, (signs) => (signs.includes('*') ? '.*' : `.{0,${signs.length}}`));
  const whole = new RegExp(`^${source}$`, 'su');
  return (word) => word.length <= MAX_WORD_CHARACTERS && whole.test(word);
}

/** The positions where tests for adjacent words match: first and last word. */
export function findPositions(tests: readonly WordTest[], words: readonly string[]): [first: number, last: number][] {
  const positions: [number, number][] = [];
  for (let start = 0; start + tests.length <= words.length; start += 1) {
    if (matchesAt(tests, words, start)) positions.push([start, start + tests.length - 1]);
  }
  return positions;
}

/** Whether tests for adjacent words match anywhere. */
export function matchesAnywhere(tests: readonly WordTest[], words: readonly string[]): boolean {
  for (let start = 0; start + tests.length <= words.length; start += 1) {
    if (matchesAt(tests, words, start)) return true;
  }
  return false;
}

function matchesAt(tests: readonly WordTest[], words: readonly string[], start: number): boolean {
  return tests.every((test, index) => test(words[start + index] as string));
}
