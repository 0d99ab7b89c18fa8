/**
 * A number as written in a text, with all values that it may stand for. `parts`: the values if `1,8` is a list of two
 * numbers. `isOfName`: it follows a letter, as in FEV1.
 */
export type WrittenNumber = {
  text: string;
  values: readonly number[];
  parts?: readonly number[];
  start: number;
  isOfName?: boolean;
};

const NUMBER_WORDS = new Map(
  [
    ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
    ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
  ].map((word, index) => [word, index]),
);
const TENS = new Map(
  ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'].map((word, index) => [
    word,
    20 + 10 * index,
  ]),
);

const TENS_WORD = [...TENS.keys()].join('|');
const UNIT_WORD = [...NUMBER_WORDS.keys()].join('|');
const BELOW_HUNDRED = `(${TENS_WORD})(?:[- ]?(${UNIT_WORD}))?|(${UNIT_WORD})`;
const HUNDREDS = `(a|${UNIT_WORD})[- ]hundred(?:[- ](?:and[- ])?(?:${BELOW_HUNDRED}))?`;
const WORDS = new RegExp(`(?<![\\p{L}\\d])(?:${HUNDREDS}|${BELOW_HUNDRED})(?!\\p{L})`, 'giu');

/** Digits with separators inside numbers. */
const DIGITS = /(?:\d|(?<!\d)[.·∙](?=\d))(?:\d|[.,·∙'’](?=\d)){0,40}/gu;
/** `1 000` and `12 345 678`, which may be two numbers. */
const SPACED = /(?<![\d.,])\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3}){1,4}(?![\d])/gu;
const POWER =
  /^\s?[×x*·]\s?10\s?(?:\^|\*\*)?\s?[({]?([-−–]?\d{1,3}|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})|^[eE]([-−+]?\d{1,3})(?!\p{L})/u;
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** The decimal separators that a text evidently uses. */
type Style = { hasPoints: boolean; hasCommas: boolean };

function readStyle(text: string): Style {
  return {
    hasPoints: /\d[.·∙]\d{1,2}(?!\d)|\d[.·∙]\d{4}|(?<!\d)[0]?\.\d/u.test(text),
    hasCommas: /(?<![\d,])\d{1,9},\d{1,2}(?![\d,])|(?<!\d)0,\d/u.test(text),
  };
}

/**
 * The numbers of a text in order: `1,000`, `1.000` (a thousand unless the text uses decimal points),
 * `1 000`, `12 %`, `.05`, `0,5`, `1·5`, `1.2 × 10^3`, and words below a thousand. Takes time linear in its length.
 */
export function readNumbers(text: string): WrittenNumber[] {
  const style = readStyle(text);
  const found: WrittenNumber[] = [];
  for (const { 0: written, index } of text.matchAll(DIGITS)) {
    const rest = text.slice(index + written.length, index + written.length + 20);
    const power = readPower(rest);
    const size = 10 ** (power ?? 0);
    const signs = readSigns(text, index);
    const values = readDigits(written, style).flatMap((value) => signs.map((sign) => sign * value * size));
    const parts = /^\d+(?:,\d+)+$/.test(written) ? { parts: written.split(',').map(Number) } : {};
    const isOfName = /\p{L}$/u.test(text.slice(Math.max(0, index - 2), index));
    found.push({ text: signs.includes(1) ? written : `-${written}`, values, ...parts, start: index, isOfName });
  }
  for (const { 0: written, index } of text.matchAll(SPACED)) {
    const whole = Number(written.replace(/\D/g, ''));
    found.push({ text: written, values: readSigns(text, index).map((sign) => sign * whole), start: index });
  }
  for (const match of text.matchAll(WORDS)) {
    const [written, hundreds, ...below] = match;
    const value = below.reduce((sum, word) => sum + readNumberWord(word), 100 * readNumberWord(hundreds));
    found.push({ text: written, values: [value], start: match.index });
  }
  return found.sort((one, other) => one.start - other.start || other.text.length - one.text.length);
}

function readNumberWord(word = 'zero'): number {
  const name = word.toLowerCase();
  return name === 'a' ? 1 : (TENS.get(name) ?? NUMBER_WORDS.get(name) ?? 0);
}

/** The possible signs. A dash is a sign at the start or after a space or bracket; after a number it may be a range. */
function readSigns(text: string, start: number): readonly number[] {
  const before = text.slice(Math.max(0, start - 3), start);
  if (!/[-−–]$/u.test(before)) return [1];
  if (/\d\s[-−–]$/u.test(before)) return [1, -1];
  return /^[-−–]$|[\s([<>=≤≥~≈±:;,/][-−–]$/u.test(before) ? [-1] : [1];
}

function readPower(rest: string): number | undefined {
  const [, after, exponent] = POWER.exec(rest) ?? [];
  const digits = after ?? exponent;
  if (digits === undefined) return undefined;
  const plain = [...digits].map((each) =>
    RAISED.includes(each) ? `${RAISED.indexOf(each)}` : /[-−–⁻]/u.test(each) ? '-' : each,
  );
  const power = Number(plain.join('').replace(/[+⁺]/u, ''));
  return Math.abs(power) <= 300 ? power : undefined;
}

function readDigits(written: string, { hasPoints, hasCommas }: Style): number[] {
  const digits = written.replace(/['’]/g, '').replace(/[·∙]/g, '.');
  const asPoint = (text: string) => Number(text.replaceAll(',', ''));
  const asComma = (text: string) => Number(text.replaceAll('.', '').replace(',', '.'));
  if (/^\d+$/.test(digits)) return [Number(digits)];
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits))
    return hasCommas && !hasPoints && /^\d+,\d+$/.test(digits) ? [asPoint(digits), asComma(digits)] : [asPoint(digits)];
  if (/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(digits)) {
    const isOneGroup = /^\d+\.\d+$/.test(digits);
    if (!isOneGroup) return [asComma(digits)];
    return hasPoints ? [Number(digits)] : [Number(digits), asComma(digits)];
  }
  if (/^\d*\.\d+$/.test(digits)) return [Number(digits)];
  return /^\d+,\d+$/.test(digits) ? [asComma(digits)] : [];
}

const isEqual = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));

/** Whether two written numbers may have the same value. */
export function mayEqual(one: WrittenNumber, other: WrittenNumber): boolean {
  return one.values.some((a) => other.values.some((b) => isEqual(a, b)));
}

/**
 * Returns a test whether a number is among those of a quotation. It may omit a minus sign (the text may say `fell by`),
 * but not add one. Digits of a name match only digits of a name.
 */
export function among(quoted: readonly WrittenNumber[]): (number: WrittenNumber) => boolean {
  const valuesOf = (some: readonly WrittenNumber[]) => [
    ...new Set(some.flatMap(({ values, parts = [] }) => [...values, ...parts])),
  ];
  const [all, withoutNames] = [valuesOf(quoted), valuesOf(quoted.filter(({ isOfName }) => !isOfName))];
  return ({ values, isOfName }) => {
    const known = isOfName ? all : withoutNames;
    return values.some((value) =>
      known.some((other) => isEqual(value, other) || (value > 0 && isEqual(value, -other))),
    );
  };
}

/** A number that is not part of a name (`CO2`, `GPT-4`), a version or a date with separators. */
const NUMBER =
  /(?<![\p{L}\d_.,/:]|\p{L}[-–])[-−–]?(?:\d{1,3}(?:[,\u00a0\u2009\u202f ]\d{3})+(?:\.\d+)?|\d+(?:[.,·]\d+)?|[.·]\d+)(?![\d_]|[-–]?\p{L}{2,}\d)/gu;

/** The numbers of a sentence that a passage contains, and those that it lacks; undefined if the sentence has none. */
export function compareNumbers(sentence: string, passage: string): { agree: string[]; absent: string[] } | undefined {
  const numbers = [...sentence.matchAll(NUMBER)].map(([written]) => written.replace(/^[–]/, ''));
  if (numbers.length === 0) return undefined;
  // The passage may say `fell by` instead of a minus sign.
  const isIn = among(readNumbers(passage));
  const isKnown = (written: string) => readNumbers(written.replace(/^[-−]/, '')).some(isIn);
  const all = [...new Map(numbers.map((written) => [readNumbers(written)[0]?.values.join(), written])).values()];
  return { agree: all.filter(isKnown), absent: all.filter((written) => !isKnown(written)) };
}
