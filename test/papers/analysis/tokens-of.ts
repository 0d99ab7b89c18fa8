import { forEachToken } from '../../../src/papers/analysis/tokenizer.ts';

export type PlacedWord = { word: string; place: number };

/** The words of a text in the order in which they come, with their places. */
export function placedWords(text: string): PlacedWord[] {
  const words: PlacedWord[] = [];
  forEachToken(text, (word, position) => words.push({ word, place: position }));
  return words;
}

/** The words of a text on one line, each with its place where `isPlaced` says so: `il@0 6@1 il6@0`. */
export function wordsOf(text: string, isPlaced = false): string {
  return placedWords(text)
    .map(({ word, place: position }) => (isPlaced ? `${word}@${position}` : word))
    .join(' ');
}
