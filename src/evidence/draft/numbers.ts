/** The numbers of a sentence, and whether a passage has them in any usual writing. */

const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** Not a part of a name (`CO2`, `GPT-4`), a version or a date with signs. */
const NUMBER =
  /(?<![\p{L}\d_.,/:]|\p{L}[-–])[-−–]?(?:\d{1,3}(?:[,\u00a0\u2009\u202f ]\d{3})+(?:\.\d+)?|\d+(?:[.,·]\d+)?|[.·]\d+)(?![\d_]|[-–]?\p{L}{2,}\d)/gu;

/** `12,000`, `12 000` and `12000` are one; so are `.05`, `0.05`, `0,05` and `0·05`. */
function readNumber(written: string): string {
  const plain = written.replace(/^[-−–]/, '');
  const grouped = /^\d{1,3}(?:[,\u00a0\u2009\u202f ]\d{3})+(?:\.\d+)?$/.test(plain);
  const decimal = grouped ? plain.replace(/[^\d.]/g, '') : plain.replace(/[,·]/, '.');
  return String(Number(decimal.startsWith('.') ? `0${decimal}` : decimal));
}

/** Each number once, as written. */
function numbersIn(text: string): string[] {
  const found = new Map(
    [...text.matchAll(NUMBER)].map(([written]) => [readNumber(written), written.replace(/^[–]/, '')]),
  );
  return [...found.values()];
}

/** Which numbers of a sentence a passage has, and which it has not; undefined if the sentence has none. */
export function compareNumbers(sentence: string, passage: string): { agree: string[]; absent: string[] } | undefined {
  const asked = numbersIn(sentence);
  if (asked.length === 0) return undefined;
  const words: readonly string[] = passage.toLowerCase().match(/\p{L}+/gu) ?? [];
  const known = new Set([
    ...[...passage.matchAll(NUMBER)].map(([written]) => readNumber(written)),
    // Also inside of what is no number by itself: `n=40`, `p<.05`, `1,234`.
    ...[...passage.matchAll(/\d+(?:[.,]\d+)?|\.\d+/g)].map(([written]) => readNumber(written)),
    ...WORDS.flatMap((word, number) => (words.includes(word) ? String(number) : [])),
  ]);
  const isKnown = (written: string) => known.has(readNumber(written));
  return { agree: asked.filter(isKnown), absent: asked.filter((written) => !isKnown(written)) };
}
