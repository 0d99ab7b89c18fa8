import { stem } from './stem.ts';
import { forEachToken } from './tokenizer.ts';

/** A word of a question: the term of the index that it is, and whether it is a compound's joined form. */
export type QueryToken = { word: string; term: string; isJoined: boolean };

/** The words of a text in their order, as the index counts them. */
export function readQueryTokens(text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  let lastPosition = -1;
  forEachToken(text, (word, position) => {
    // A joined form comes after its parts and has the place of the first of them.
    tokens.push({ word, term: stem(word), isJoined: position <= lastPosition });
    lastPosition = Math.max(lastPosition, position);
  });
  return tokens;
}
