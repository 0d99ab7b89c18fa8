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

const [QUOTE, BACKSLASH, MINUS, ZERO, LETTER_N, LETTER_I] = [...'"\\-0NI'].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
  number,
];

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === BACKSLASH) at += 1;
    else if (sign === QUOTE) return at;
  }
  return text.length;
}
