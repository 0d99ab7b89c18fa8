import { FUNCTION_WORDS } from '../../papers/analysis/stop-words.ts';

/** Where the sentences of a text begin and end. */

/** Marks that end a sentence, with closing quotes and citations, before something that may begin one. */
const BORDER =
  /[.!?…]["'”’)\]]*(?:\s?\[[^[\]]{1,60}\]|\^?[\d,–-]{1,12}(?=\s))?\s+(?=["'“‘«([]*[\p{Lu}\p{Lt}\p{Nd}^$•])/gu;
const ABBREVIATION =
  /(?:^|[\s([])(?:e\.\s?g|i\.\s?e|et al|al|cf|vs|etc|ca|approx|figs?|tabs?|eqs?|refs?|nos?|dr|mrs?|ms|prof|st|sect?|chap|vol|pp?|eds?|resp|spp?|var|subsp|incl|\p{Lu})$/iu;

/** The places at which sentences begin, the first included. */
export function sentenceStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: mark } of text.matchAll(BORDER)) {
    const next = index + mark.length;
    const word = /^[^\p{L}\p{N}]*([\p{L}]+)/u.exec(text.slice(next, next + 40))?.[1] ?? '';
    const isAbbreviation = mark.startsWith('.') && ABBREVIATION.test(text.slice(Math.max(0, index - 12), index));
    if (!isAbbreviation || FUNCTION_WORDS.has(word.toLowerCase())) starts.push(next);
  }
  return starts;
}
