import { FUNCTION_WORDS } from '../../papers/analysis/stop-words.ts';

/** Marks that end a sentence, with closing quotation marks and citations, before a possible start of the next. */
const BORDER =
  /[.!?…]["'”’)\]]*(?:\s?\[[^[\]]{1,60}\]|\^?[\d,–-]{1,12}(?=\s))?\s+(?=["'“‘«([]*[\p{Lu}\p{Lt}\p{Nd}^$•])/gu;
/** Abstracts in databases often lack the space between sentences: `occurred.We`. */
const GLUED = /[.!?](?<=(?:\p{Ll}{2}|[\d)\]%]).)(?=\p{Lu}(?:\p{Ll}|\s))/gu;
const ABBREVIATION =
  /(?:^|[\s([])(?:e\.\s?g|i\.\s?e|et al|al|cf|vs|etc|ca|approx|figs?|tabs?|eqs?|refs?|nos?|dr|mrs?|ms|prof|st|sect?|chap|vol|pp?|eds?|resp|spp?|var|subsp|incl|max|min|avg|std|temp|est|dept|univ|\p{Lu})$/iu;
/** `Yahoo!`, `n!`, `5!`: an exclamation mark after a name or a symbol may belong to it. */
const NAMED = /(?:^|[^\p{L}\p{N}])(?:\p{L}|\p{Lu}\p{L}*|\p{N}+)$/u;

/** Longer text without an end is not a sentence, and every search around a word in it would be slow. */
const MAX_SENTENCE_CHARACTERS = 5_000;

/** The positions at which sentences start, including the first. */
export function sentenceStarts(text: string): number[] {
  const starts = [0];
  for (const borders of [BORDER, GLUED]) {
    for (const { index, 0: mark } of text.matchAll(borders)) {
      const next = index + mark.length;
      const word = /^[^\p{L}\p{N}]{0,40}([\p{L}]+)/u.exec(text.slice(next, next + 40))?.[1] ?? '';
      const before = text.slice(Math.max(0, index - 12), index);
      const isDoubtful = mark.startsWith('.') ? ABBREVIATION.test(before) : mark.startsWith('!') && NAMED.test(before);
      if (!isDoubtful || FUNCTION_WORDS.has(word.toLowerCase())) starts.push(next);
    }
  }
  return withinBounds(
    starts.sort((one, other) => one - other),
    text.length,
  );
}

/** The positions at which the rows of a table start: each is read as a sentence. */
export function rowStarts(text: string): number[] {
  return withinBounds([0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)], text.length);
}

function withinBounds(starts: readonly number[], length: number): number[] {
  return starts.flatMap((start, at) => {
    const size = (starts[at + 1] ?? length) - start;
    return Array.from(
      { length: Math.max(1, Math.ceil(size / MAX_SENTENCE_CHARACTERS)) },
      (_, part) => start + part * MAX_SENTENCE_CHARACTERS,
    );
  });
}
