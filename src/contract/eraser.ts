import { REDACTED, type Secret } from './secret.ts';

/**
 * Takes known secrets out of texts that others wrote: a service may repeat what it was sent, as it is or encoded. Each
 * adapter erases where such a text enters, so that nothing behind it (errors, store, exports, log) has to know of it.
 */
export type Eraser = {
  /** The text with `[redacted]` where a secret stood. */
  text(text: string): string;
  /** The same for every text and name inside a value that JSON.parse gave; changes the value itself. */
  json(value: unknown): unknown;
};

/** A shorter secret may be part of ordinary words, so that only what stands by itself is taken for it. */
const MIN_CHARACTERS_ANYWHERE = 6;
const MIN_BASE64_CHARACTERS = 8;

/** A character as JSON, an address or HTML encodes it, also several times over. */
const ENCODED =
  /\\+(?:u([0-9a-fA-F]{4})|["/]|([bfnrt]))?|%(?:25)*([0-9a-fA-F]{2})|&(?:amp;)*(?:#(\d{1,5})|#[xX]([0-9a-fA-F]{1,4})|(lt|gt|quot|apos|amp));/g;
const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** How many kinds of code may be wrapped around each other, such as an entity in an address in JSON. */
const MAX_LAYERS = 5;

/**
 * An eraser of these secrets: plain, escaped for JSON, percent-encoded or as entities of HTML (each character for
 * itself, and one code inside another), and in base64 at any place of what is encoded.
 */
export function createEraser(secrets: readonly Secret[]): Eraser {
  const values = new Set(secrets.map((secret) => secret.reveal()).filter((value) => value !== ''));
  // Decoded as well: a secret may itself look like a code.
  const forms = [...new Set([...values].flatMap(formsOf).flatMap(layersOf))];
  const text = (foreign: string): string => {
    let rest = foreign;
    let plain = foreign;
    // As it is first: what stands before a secret can look like the beginning of a code (`100%fc-...`).
    for (let layers = 0; layers <= MAX_LAYERS; layers += 1) {
      if (forms.some((form) => plain.includes(form))) {
        rest = withoutForms(rest, forms, layers);
        plain = decodedThrough(rest, layers);
      }
      const next = decoded(plain);
      if (next === plain) break;
      plain = next;
    }
    return rest;
  };
  return { text, json: (value) => (forms.length === 0 ? value : eraseWithin(value, text)) };
}

/** A text, what it stands for, what that stands for, and so on. */
function layersOf(text: string): string[] {
  return Array.from({ length: MAX_LAYERS + 1 }, (_, layers) => decodedThrough(text, layers));
}

function decodedThrough(text: string, layers: number): string {
  let plain = text;
  for (let layer = 0; layer < layers; layer += 1) plain = decoded(plain);
  return plain;
}

/** The secret, and what else tells it. */
function formsOf(secret: string): string[] {
  const bytes = [...new TextEncoder().encode(secret)];
  const forms = [secret, String.fromCharCode(...bytes)];
  if (secret.length >= MIN_CHARACTERS_ANYWHERE) {
    const encoded = [0, 1, 2].map((offset) => base64Within(bytes, offset));
    const long = encoded.filter((base64) => base64.length >= MIN_BASE64_CHARACTERS);
    // The second alphabet is that of addresses.
    forms.push(...long, ...long.map((base64) => base64.replaceAll('+', '-').replaceAll('/', '_')));
  }
  return forms;
}

/** The part of a base64 text that these bytes alone decide, `offset` bytes (of three) behind the start of it. */
function base64Within(bytes: readonly number[], offset: number): string {
  const before = new Array<number>(offset).fill(0);
  const whole = btoa(String.fromCharCode(...before, ...bytes));
  return whole.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

function decoded(text: string): string {
  return /[\\%&]/.test(text) ? text.replace(ENCODED, (...match) => meantBy(match)) : text;
}

/** The one character that a match of ENCODED stands for. */
function meantBy([whole, unit, escaped, percent, decimal, hex, entity]: readonly string[]): string {
  const code = unit ?? percent ?? hex;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  if (escaped !== undefined) return ESCAPES[escaped] as string;
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  return entity === undefined ? (whole as string).slice(-1) : (ENTITIES[entity] as string);
}

/** A text in pieces, each of which stands for one character of `plain`. */
type Pieces = { pieces: string[]; plain: string };

function withoutForms(text: string, forms: readonly string[], layers: number): string {
  let found: Pieces = { pieces: text.split(''), plain: text };
  for (let layer = 0; layer < layers; layer += 1) found = decodedPieces(found);
  const { pieces, plain } = found;
  const isErased = new Uint8Array(plain.length);
  for (const form of forms) {
    for (let at = plain.indexOf(form); at >= 0; at = plain.indexOf(form, at + form.length)) {
      if (form.length >= MIN_CHARACTERS_ANYWHERE || standsAlone(plain, at, form.length)) {
        isErased.fill(1, at, at + form.length);
      }
    }
  }
  const shown = pieces.map((piece, at) => {
    if (isErased[at] === 0) return piece;
    return isErased[at - 1] === 1 ? '' : REDACTED;
  });
  return shown.join('');
}

/** The same text in fewer pieces: those of one code become one. */
function decodedPieces({ pieces, plain }: Pieces): Pieces {
  const joined: string[] = [];
  const characters: string[] = [];
  let end = 0;
  const keep = (until: number) => {
    for (; end < until; end += 1) {
      joined.push(pieces[end] as string);
      characters.push(plain.charAt(end));
    }
  };
  for (const match of plain.matchAll(ENCODED)) {
    keep(match.index);
    joined.push(pieces.slice(end, end + match[0].length).join(''));
    characters.push(meantBy(match));
    end += match[0].length;
  }
  keep(plain.length);
  return { pieces: joined, plain: characters.join('') };
}

function standsAlone(text: string, at: number, length: number): boolean {
  return !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && !/[\p{L}\p{N}]/u.test(text.charAt(at + length));
}

/** Step by step and not by recursion: a stranger's answer may be nested deeper than the stack. */
function eraseWithin(value: unknown, erase: (text: string) => string): unknown {
  if (typeof value === 'string') return erase(value);
  const open: unknown[] = [value];
  while (open.length > 0) {
    const place = open.pop();
    if (typeof place !== 'object' || place === null) continue;
    for (const [name, part] of Object.entries(place)) {
      const cleanName = Array.isArray(place) ? name : erase(name);
      const clean = typeof part === 'string' ? erase(part) : part;
      if (cleanName !== name) Reflect.deleteProperty(place, name);
      if (cleanName !== name || clean !== part) {
        // Not by assignment, which takes `__proto__` for something else.
        Object.defineProperty(place, cleanName, { value: clean, enumerable: true, configurable: true, writable: true });
      }
      open.push(clean);
    }
  }
  return value;
}
