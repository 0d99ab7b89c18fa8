/** Reads foreign JSON: a value of an unexpected type counts as absent. */
export type Fields = Record<string, unknown>;

/** The entries of a JSON object; anything else has none. */
export function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The entries of a list; a single value is a list of one, and null of none. */
export function oneOrMore(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value == null ? [] : [value];
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The texts in a list; a single text is a list of one. */
export function asTexts(value: unknown): string[] {
  return (typeof value === 'string' ? [value] : asList(value)).map(asText).filter((text) => text !== undefined);
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Whether a value is an integer from 0 that a double represents exactly. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** A text, or a number as a text: identifiers come in both types. */
export function asId(value: unknown): string | undefined {
  return asNumber(value)?.toString() ?? asText(value);
}

/** The value of a JSON text; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lines of server-sent events without a value. */
const NO_VALUE = /^(?:(?:event|id|retry)?:|\[DONE\]$)/;

/** The values of lines that are each a JSON object (NDJSON, server-sent events); undefined for any other text. */
export function readJsonLines(text: string): Fields[] | undefined {
  if (!/^\s*(?:\{|data:|event:|id:|:)/.test(text)) return undefined;
  const lines = text
    .split('\n')
    .map((line) => line.trim().replace(/^data:\s*/, ''))
    .filter((line) => line !== '' && !NO_VALUE.test(line));
  if (lines.length === 0 || !lines.every((line) => line.startsWith('{'))) return undefined;
  const values = lines.map(parseJson);
  return values.every((value) => asFields(value) === value) ? (values as Fields[]) : undefined;
}

const NUMBER = /-?[\d.eE+-]+/y;

const NO_NUMBER = /-?(?:NaN|Infinity)/y;

/**
 * The value of a JSON text, in which integers that a double cannot represent become texts of their digits: foreign ids
 * may have more than 15. `NaN` and `Infinity`, which Python writes for absent numbers, become null. Throws like
 * `JSON.parse`.
 */
export function parseExactly(text: string): unknown {
  if (!/\d{16}|NaN|Infinity/.test(text)) return JSON.parse(text);
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (sign === MINUS || sign === LETTER_N || sign === LETTER_I || (sign >= ZERO && sign <= ZERO + 9)) {
      NO_NUMBER.lastIndex = at;
      const absent = NO_NUMBER.exec(text)?.[0];
      if (absent !== undefined) {
        parts.push(text.slice(copied, at), 'null');
        copied = at + absent.length;
        at = copied - 1;
        continue;
      }
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(text)?.[0] ?? '';
      if (/^-?[1-9]\d{15,}$/.test(number) && !Number.isSafeInteger(Number(number))) {
        parts.push(text.slice(copied, at), `"${number}"`);
        copied = at + number.length;
      }
      at += Math.max(number.length, 1) - 1;
    }
  }
  return JSON.parse(parts.join('') + text.slice(copied));
}

/** More than a job's 300 papers have, even with 2,500 authors each. */
const MAX_VALUES = 2_500_000;
/** More than an abstract has words, which some services send as the names of an object. */
const MAX_NAMES = 10_000;

/** Whether a JSON text has so many values, or so many in one object, that reading it would hold up other work. */
export function hasTooManyValues(text: string): boolean {
  let values = 0;
  /** The commas so far in each open object; those in lists do not count. */
  const commas: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) commas.pop();
    else if (sign === OPEN_OBJECT || sign === OPEN_LIST || sign === COMMA) {
      values += 1;
      if (sign === COMMA) commas.push((commas.pop() ?? 0) + 1);
      else commas.push(sign === OPEN_OBJECT ? 0 : Number.NEGATIVE_INFINITY);
      if (values > MAX_VALUES || (commas.at(-1) as number) > MAX_NAMES) return true;
    }
  }
  return false;
}

const codeOf = (sign: string): number => sign.charCodeAt(0);
const [QUOTE, BACKSLASH, MINUS, ZERO, COMMA] = [codeOf('"'), codeOf('\\'), codeOf('-'), codeOf('0'), codeOf(',')];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [codeOf('{'), codeOf('}'), codeOf('['), codeOf(']')];
const [LETTER_N, LETTER_I] = [codeOf('N'), codeOf('I')];

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === BACKSLASH) at += 1;
    else if (sign === QUOTE) return at;
  }
  return text.length;
}
