/** Texts reduced to letters and digits, which still know where punctuation stood. */

const MARKS = /\p{M}/gu;
const LETTER = /[\p{L}\p{N}]/u;
/** Punctuation that separates the parts of a reference: not the hyphens and apostrophes inside a word. */
const SEPARATOR = /[.,:;?!"“”„«»()[\]{}|\n—]/;
/** Letters that Unicode does not decompose, although spellings without them are usual. */
const PLAIN: Record<string, string> = { ø: 'o', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', đ: 'd', ı: 'i', '&': ' and ' };

export type FoldedText = {
  /** Lower-case letters and digits without accents. */
  letters: string;
  /** The words that `letters` joins. */
  words: string[];
  /** Offsets into `letters` where a word begins or ends. */
  edges: ReadonlySet<number>;
  /** Offsets into `letters` where a part of the reference begins or ends: the ends of the text, and separators. */
  breaks: ReadonlySet<number>;
};

/** Folds a text for comparison. Accents, case, hyphens and spacing are lost. */
export function foldText(text: string): FoldedText {
  const plain = text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[øłßæœđı&]/g, (letter) => PLAIN[letter] ?? letter)
    // A dash between blanks separates parts; a hyphen within a word does not.
    .replace(/\s[-–]+\s/g, ' — ');
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

/** A family name as it is compared: letters only, `ü` equal to `ue`. */
export function foldName(name: string): string {
  return foldText(name).letters.replace(/([aou])e/g, '$1');
}
