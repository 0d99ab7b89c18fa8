/** Compares the numbers of a sentence with those of a passage, in any usual notation. */

const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** A number that is not part of a name (`CO2`, `GPT-4`), a version or a date with separators. */
const NUMBER =
  /(?<![\p{L}\d_.,/:]|\p{L}[-–])[-−–]?(?:\d{1,3}(?:[,\u00a0\u2009\u202f ]\d{3})+(?:\.\d+)?|\d+(?:[.,·]\d+)?|[.·]\d+)(?![\d_]|[-–]?\p{L}{2,}\d)/gu;

/** Normalises a number: `12,000`, `12 000` and `12000` are equal; so are `.05`, `0.05`, `0,05` and `0·05`. */
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

/** The numbers of a sentence that a passage contains, and those that it lacks; undefined if the sentence has none. */
export function compareNumbers(sentence: string, passage: string): { agree: string[]; absent: string[] } | undefined {
  const numbers = numbersIn(sentence);
  if (numbers.length === 0) return undefined;
  const words: readonly string[] = passage.toLowerCase().match(/\p{L}+/gu) ?? [];
  const known = new Set([
    ...[...passage.matchAll(NUMBER)].map(([written]) => readNumber(written)),
    // Also digits next to other characters: `n=40`, `p<.05`, `1,234`.
    ...[...passage.matchAll(/\d+(?:[.,]\d+)?|\.\d+/g)].map(([written]) => readNumber(written)),
    ...WORDS.flatMap((word, number) => (words.includes(word) ? String(number) : [])),
  ]);
  const isKnown = (written: string) => known.has(readNumber(written));
  return { agree: numbers.filter(isKnown), absent: numbers.filter((written) => !isKnown(written)) };
}
