import { readQueryTokens } from '../query/terms.ts';
import { isAskingWord } from './asking-words.ts';

/** Signs that no noun group reaches across. A hyphen or the point of a number does not end one. */
const ENDS = /[.,;:!?](?=\s|$)|[()[\]{}"\u201c\u201d]|\s[-\u2013\u2014/]\s/;

/** A noun group: its words, and how many words of the text stand before it. */
export type NounGroup = { words: string[]; at: number };

/** Words of a text that stand together between function words, words of asking and punctuation, in their order. */
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
