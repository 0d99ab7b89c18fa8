import { stemmer } from 'stemmer';

/**
 * The words of a text, lower case: a letter or digit and what belongs to it. Accents stay as they are: the index folds
 * them itself, in the papers as in what it is asked, and folds other scripts by rules that are not ours to repeat.
 */
export function tokenize(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{M}\p{Co}]*/gu) ?? []
  );
}

/** The stem under which the index counts a word: accents of Latin letters folded, then Porter's. */
export function stem(word: string): string {
  const plain = word.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return isAscii(plain) ? stemmer(plain) : word;
}

/** Whether the index's stem of a word is known for certain. */
export function isAscii(word: string): boolean {
  return /^[a-z0-9]+$/.test(word);
}
