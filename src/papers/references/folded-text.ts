import { foldLetters } from '../analysis/fold.ts';

/** Texts reduced to letters and digits, with the positions of their punctuation. */

const LETTER = /[\p{L}\p{M}\p{N}]/u;
/** Punctuation that separates the parts of a reference: not the hyphens and apostrophes inside a word. */
const SEPARATOR = /[.,:;?!"“”„«»()[\]{}|\n—。、・「」『』《》〈〉【】،؛؟]/;
export type FoldedText = {
  /** Lower-case letters and digits without accents. */
  letters: string;
  /** The words joined in `letters`. */
  words: string[];
  /** Offsets into `letters` at which a word starts or ends. */
  edges: ReadonlySet<number>;
  /** Offsets into `letters` at which a part of the reference starts or ends: the ends of the text, and separators. */
  breaks: ReadonlySet<number>;
};

/** Folds a text for comparison. Accents, case, hyphens and spacing are lost. */
export function foldText(text: string): FoldedText {
  const plain = foldLetters(text)
    .replaceAll('&', ' and ')
    // A dash or slash between spaces separates parts; within a word it does not.
    .replace(/\s(?:[-–]+|\/{1,2})\s/g, ' — ');
  const words: string[] = [];
  const edges = new Set([0]);
  const breaks = new Set([0]);
  let letters = '';
  let word = '';
  const endWord = () => {
    if (word !== '') words.push(word);
    word = '';
    edges.add(letters.length);
  };
  for (const character of plain) {
    if (LETTER.test(character)) {
      letters += character;
      word += character;
      continue;
    }
    endWord();
    if (SEPARATOR.test(character)) breaks.add(letters.length);
  }
  endWord();
  breaks.add(letters.length);
  return { letters, words, edges, breaks };
}
