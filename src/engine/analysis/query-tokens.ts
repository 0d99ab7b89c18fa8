import { stem } from './stem.ts';
import { forEachWord } from './tokenizer.ts';

/** A word of a question: the term of the index that it is, and whether it is a compound's joined form. */
export type AskedWord = { word: string; term: string; isJoined: boolean };

/** The words of a text in their order, as the index counts them. */
export function readAskedWords(text: string): AskedWord[] {
  const words: AskedWord[] = [];
  let last = -1;
  forEachWord(text, (word, place) => {
    // A joined form comes after its parts and has the place of the first of them.
    words.push({ word, term: stem(word), isJoined: place <= last });
    last = Math.max(last, place);
  });
  return words;
}
