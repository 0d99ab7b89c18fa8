import { REDACTED, type Secret } from './secret.ts';

/**
 * Removes known secrets from foreign texts: a service may repeat a secret it received, plain or encoded. Each adapter
 * erases where such a text enters, so that errors, store, exports and log need not care.
 */
export type Eraser = {
  /** The text with `[redacted]` in place of secrets. */
  text(text: string): string;
  /** Erases in every text and name of a parsed JSON value; changes the value itself, in steps between other work. */
  json(value: unknown): Promise<unknown>;
};

/** A shorter secret may be part of ordinary words, so it only counts as a whole word. */
const MIN_CHARACTERS_ANYWHERE = 6;
/** A shorter secret may be an ordinary word in another case, so it only counts in its own case. */
const MIN_CHARACTERS_ANY_CASE = 8;
const MIN_BASE64_CHARACTERS = 8;

/** An encoded character (JSON, scripts, URLs, HTML), possibly encoded several times. */
const ENCODINGS = [
  /\\+(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|[!-$'-/:-@[\]^_`{-~]|([bfnrt]))?/,
  /%(?:25)*([0-9a-fA-F]{2})/,
  /&(?:amp;)*(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(lt|gt|quot|apos|amp|shy|LT|GT|QUOT|APOS|AMP));/,
];
/**
 * Meaningless characters that may separate the characters of a secret. Cleaning removes them from foreign text, which
 * would reassemble the secret. First a continued line, also as JSON writes one.
 */
const IGNORED = [
  /\\\r?\n|(?<!\\)\\(?:\\\\)+(?:r\\+)?n/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are not seen
  /[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f-\u0084\u0086-\u009f]/,
  // As ranges, which match faster than properties. No secret contains half a pair.
  /[\u034f\u180b-\u180f\ufe00-\ufe0f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u200b-\u200f\u202a-\u202e\u2060-\u206f]/,
  /[\u2800\u3164\ufeff\uffa0\ufff0-\uffff]|[\ud800-\udfff]/,
];
const joinPatterns = (patterns: readonly RegExp[]) => patterns.map(({ source }) => source).join('|');
const ENCODED = new RegExp(`(${joinPatterns(IGNORED)})|${joinPatterns(ENCODINGS)}`, 'g');
/** Tags, comments and colours of a terminal also separate, but hold text: secrets inside them must be found first. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: such a colour begins with one
const TAG = /(<[a-zA-Z/!?][^<>]{0,1000}>|\u001b(?:\[[0-?]*[ -/]*[@-~])?)/g;
const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', shy: '\u00ad' };

/** Other work of the process runs after this many characters. */
const CHARACTERS_A_TURN = 100_000;
/** As many take the time of a list or object. */
const CHARACTERS_OF_CONTAINER = 10;

/** Maximum nesting of encodings, such as an entity in an address in JSON. */
const MAX_LAYERS = 5;

/**
 * An eraser of these secrets: plain, escaped for JSON or a script, percent-encoded or as HTML entities (any character,
 * also one code inside another), and in base64 at any offset.
 */
export function createEraser(secrets: readonly Secret[]): Eraser {
  const values = new Set(secrets.map((secret) => secret.reveal()).filter((value) => value !== ''));
  const forms = [...values].flatMap(revealingForms);
  /** Yields between its passes over the text. */
  const erasing = function* (foreign: string): Generator<undefined, string> {
    let rest = foreign;
    let plain = foreign;
    // The plain text first: text before a secret can look like the beginning of a code (`100%fc-...`).
    for (let layers = 0; layers <= MAX_LAYERS; layers += 1) {
      for (const last of [undefined, TAG]) {
        yield;
        if (!isRevealedBy(last ? plain.replace(last, '') : plain, forms)) continue;
        rest = withoutForms(rest, forms, [...Array(layers).fill(ENCODED), ...(last ? [last] : [])]);
        plain = decodeLayers(rest, layers);
      }
      const next = decode(plain);
      if (next === plain) break;
      plain = next;
    }
    return rest;
  };
  const text = (foreign: string): string => {
    const passes = erasing(foreign);
    let pass = passes.next();
    while (!pass.done) pass = passes.next();
    return pass.value;
  };
  let sinceTurn = 0;
  const turn = async (characters: number): Promise<void> => {
    sinceTurn += characters;
    if (sinceTurn < CHARACTERS_A_TURN) return;
    sinceTurn = 0;
    await new Promise((resolve) => setImmediate(resolve));
  };
  const inTurns = async (foreign: string): Promise<string> => {
    const passes = erasing(foreign);
    let pass = passes.next();
    for (; !pass.done; pass = passes.next()) await turn(foreign.length);
    return pass.value;
  };
  return { text, json: async (value) => (forms.length === 0 ? value : await eraseWithin(value, inTurns, turn)) };
}

function decodeLayers(text: string, layers: number): string {
  let plain = text;
  for (let layer = 0; layer < layers; layer += 1) plain = decode(plain);
  return plain;
}

/** A text that reveals a secret; with `anyCase`, lower-cased and found in any case. */
type Form = { text: string; anyCase: boolean };

/** The secret, and every text that reveals it. */
function revealingForms(secret: string): Form[] {
  const bytes = [...new TextEncoder().encode(secret)];
  const anyCase = secret.length >= MIN_CHARACTERS_ANY_CASE;
  // Backslashes at its end may belong to the code of what follows: `\\"` is read as `"`.
  const texts = [secret, secret.replace(/(?<!\\)\\+$/, '') || secret, String.fromCharCode(...bytes)];
  return [...withLayers(texts, anyCase), ...withLayers(base64Forms(secret, bytes), false)];
}

/** Adds decoded forms, because a secret may itself look encoded. A form that is too short reveals nothing. */
function withLayers(texts: readonly string[], anyCase: boolean): Form[] {
  const layers = texts.flatMap((text) =>
    Array.from({ length: MAX_LAYERS + 1 }, (_, count) => decodeLayers(text, count)).filter(
      (plain) => plain.length >= Math.min(text.length, MIN_CHARACTERS_ANYWHERE),
    ),
  );
  return [...new Set(layers)].map((text) => ({ text: anyCase ? toLowerCase(text) : text, anyCase }));
}

function base64Forms(secret: string, bytes: readonly number[]): string[] {
  if (secret.length < MIN_CHARACTERS_ANYWHERE) return [];
  const encoded = [0, 1, 2].map((offset) => base64Within(bytes, offset));
  const long = encoded.filter((base64) => base64.length >= MIN_BASE64_CHARACTERS);
  // The second alphabet is for addresses.
  return [...long, ...long.map((base64) => base64.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** The part of a base64 text that these bytes alone determine, `offset` (0 to 2) bytes after its beginning. */
function base64Within(bytes: readonly number[], offset: number): string {
  const before = new Array<number>(offset).fill(0);
  const whole = btoa(String.fromCharCode(...before, ...bytes));
  return whole.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

/** Lower-cases without changing the length (`İ` would become two code units). */
function toLowerCase(text: string): string {
  const small = text.toLowerCase();
  return small.length === text.length ? small : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function isRevealedBy(plain: string, forms: readonly Form[]): boolean {
  const small = toLowerCase(plain);
  return forms.some(({ text, anyCase }) => (anyCase ? small : plain).includes(text));
}

function decode(text: string): string {
  return text.replace(ENCODED, (...match) => decodeMatch(match));
}

/** The character that a match of ENCODED or TAG encodes; empty if it encodes none. */
function decodeMatch([whole, nothing, unit, byte, escaped, percent, decimal, hex, entity]: readonly string[]): string {
  if (nothing !== undefined) return '';
  const code = unit ?? byte ?? percent ?? hex;
  if (code !== undefined) return toCharacter(Number.parseInt(code, 16));
  if (escaped !== undefined) return ESCAPES[escaped] as string;
  if (decimal !== undefined) return toCharacter(Number(decimal));
  return entity === undefined ? (whole as string).slice(-1) : (ENTITIES[entity.toLowerCase()] as string);
}

/** The character of a code point; no secret contains one beyond U+FFFF. */
function toCharacter(code: number): string {
  return code > 0xffff ? '\ufffd' : String.fromCharCode(code);
}

/** A text in pieces, one for each character of `plain`; `before` precedes the first. */
type Pieces = { before: string; pieces: string[]; plain: string };

function withoutForms(text: string, forms: readonly Form[], layers: readonly RegExp[]): string {
  let decode: Pieces = { before: '', pieces: text.split(''), plain: text };
  for (const codes of layers) decode = decodedPieces(decode, codes);
  const { before, pieces, plain } = decode;
  const isErased = new Uint8Array(plain.length);
  const small = toLowerCase(plain);
  for (const { text: form, anyCase } of forms) {
    const within = anyCase ? small : plain;
    for (let at = within.indexOf(form); at >= 0; at = within.indexOf(form, at + form.length)) {
      if (form.length >= MIN_CHARACTERS_ANYWHERE || isWholeWord(plain, at, form.length)) {
        isErased.fill(1, at, at + form.length);
      }
    }
  }
  const erased = pieces.map((piece, at) => {
    if (isErased[at] === 0) return piece;
    return isErased[at - 1] === 1 ? '' : REDACTED;
  });
  return before + erased.join('');
}

/** The same text in fewer pieces: joins those of one code, and adds ignored ones to the piece before. */
function decodedPieces({ before, pieces, plain }: Pieces, codes: RegExp): Pieces {
  let first = before;
  const joined: string[] = [];
  const characters: string[] = [];
  let end = 0;
  const keep = (until: number) => {
    for (; end < until; end += 1) {
      joined.push(pieces[end] as string);
      characters.push(plain.charAt(end));
    }
  };
  for (const match of plain.matchAll(codes)) {
    keep(match.index);
    const code = pieces.slice(end, end + match[0].length).join('');
    const character = decodeMatch(match);
    end += match[0].length;
    if (character !== '') {
      joined.push(code);
      characters.push(character);
    } else if (joined.length > 0) joined.push(joined.pop() + code);
    else first += code;
  }
  keep(plain.length);
  return { before: first, pieces: joined, plain: characters.join('') };
}

function isWholeWord(text: string, at: number, length: number): boolean {
  return !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && !/[\p{L}\p{N}]/u.test(text.charAt(at + length));
}

/** A loop, not a recursion: a foreign answer may be nested deeper than the stack. */
async function eraseWithin(
  value: unknown,
  erase: (text: string) => Promise<string>,
  turn: (characters: number) => Promise<void>,
): Promise<unknown> {
  if (typeof value === 'string') return erase(value);
  const open: unknown[] = [value];
  while (open.length > 0) {
    const container = open.pop();
    if (typeof container !== 'object' || container === null) continue;
    await turn(CHARACTERS_OF_CONTAINER);
    for (const [name, part] of Array.isArray(container) ? container.entries() : Object.entries(container)) {
      const cleanName = typeof name === 'number' ? name : await erase(name);
      const clean = typeof part === 'string' ? await erase(part) : part;
      if (cleanName !== name) Reflect.deleteProperty(container, name);
      if (cleanName !== name || clean !== part) {
        // An assignment would treat `__proto__` specially.
        Object.defineProperty(container, cleanName, {
          value: clean,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      if (typeof clean === 'object') open.push(clean);
    }
  }
  return value;
}
