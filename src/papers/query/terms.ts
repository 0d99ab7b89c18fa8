import { stem } from '../analysis/stem.ts';
import { forEachToken } from '../analysis/tokenizer.ts';

/** A token of a query: the word, its stemmed term, and whether it is the joined form of a compound. */
export type QueryToken = { word: string; term: string; isJoined: boolean };

/** Tokenizes a query exactly as papers are tokenized for the index. */
export function readQueryTokens(text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  let lastPosition = -1;
  forEachToken(text, (word, position) => {
    // The tokenizer emits a joined form after its parts, at the position of the first one.
    tokens.push({ word, term: stem(word), isJoined: position <= lastPosition });
    lastPosition = Math.max(lastPosition, position);
  });
  return tokens;
}
