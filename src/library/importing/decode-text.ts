/** Maximum size of the sample of non-ASCII lines. */
const SAMPLE_BYTES = 64 * 1024;

/** Sequences that no European text contains: a capital within a word, a sign in place of a letter, a ligature. */
const ODD = [
  /\p{Ll}(?![\0-\u007f])\p{Lu}/gu,
  /\p{L}(?![\0-\u007f’–—])[^\p{L}\p{M}\s](?=\p{Ll})/gu,
  /[\u0080-\u009fﬁﬂ]/g,
];

/**
 * Guesses the encoding of bytes that are not UTF-8: one of a script without Latin letters, or else Windows-1252 (a
 * superset of Latin-1), or Mac Roman if its letters fit better.
 */
function legacyEncodingOf(bytes: Uint8Array): string {
  const sample = sampleOf(bytes);
  const odd = (encoding: string) => {
    const text = decodeLegacy(sample, encoding);
    return ODD.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);
  };
  return denseEncodingOf(sample) ?? (odd('windows-1252') > odd('macintosh') ? 'macintosh' : 'windows-1252');
}

const MIN_DENSE_BYTES = 8;

/**
 * The encoding of Chinese, Japanese, Korean or Cyrillic text, in which bytes above ASCII stand together; in Latin
 * scripts they stand alone. The lead bytes tell which one: each encoding has its common characters in a range of them.
 */
function denseEncodingOf(sample: Uint8Array): string | undefined {
  const text = Buffer.from(sample).toString('latin1');
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const high = count(/[\x80-\xff]/g);
  if (high < MIN_DENSE_BYTES || count(/[\x80-\xff]{2}/g) * 2 < high / 2) return undefined;
  const pairs = text.match(/[\x81-\xfe][\x40-\x7e\x80-\xfe]/g) ?? [];
  const share = (pattern: RegExp) => pairs.filter((pair) => pattern.test(pair)).length / pairs.length;
  // Small letters are more frequent than capitals, whose range is the other one in KOI8-R.
  if (count(/[\xa8\xb8\xc0-\xff]/g) > high * 0.9) return count(/[\xe0-\xff]/g) > high / 2 ? 'windows-1251' : 'koi8-r';
  if (share(/^[\xa1-\xc6]/) >= 0.85 && share(/[\x40-\x7e]$/) >= 0.2) return 'big5';
  if (share(/^[\xa4\xa5][\xa1-\xf6]/) >= 0.15) return 'euc-jp';
  if (share(/^[\x81-\x9f]/) >= 0.6) return 'shift_jis';
  if (share(/^[\xa1-\xa3\xb0-\xc8][\xa1-\xfe]/) >= 0.95) return 'euc-kr';
  return share(/^[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]/) >= 0.7 ? 'gb18030' : undefined;
}

/** The characters of Windows-1252 in the range where Latin-1 has control characters. */
const WINDOWS_1252 = [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'];

/**
 * Decodes bytes in an encoding given by its WHATWG name. Node 20 treats Windows-1252 as Latin-1, which is corrected
 * here.
 */
function decodeLegacy(bytes: Uint8Array, encoding: string): string {
  const text = new TextDecoder(encoding).decode(bytes);
  if (encoding !== 'windows-1252') return text;
  return text.replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control);
}

const LINE_BREAK = new Uint8Array([0x0a]);

/** The non-ASCII bytes with their context. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  let to = 0;
  for (let at = 0; at < bytes.length && length < SAMPLE_BYTES; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    if (at - 4 > to) parts.push(LINE_BREAK);
    const part = bytes.subarray(Math.max(to, at - 4), at + 5);
    to = at + 5;
    parts.push(part);
    length += part.length;
  }
  return Buffer.concat(parts);
}

/** Called at most once, with the WHATWG name of the encoding if a file, or part of it, is not UTF-8. */
export type OnEncoding = (name: string) => void;

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
/** A longer line is decoded in parts. */
const MAX_HELD_BYTES = 4 * 1024 * 1024;
/** The part of the file that is checked for UTF-16 and for a declared encoding. */
const HEAD_BYTES = 4_096;

/**
 * The text of a file in chunks, without its byte order mark. It is UTF-8 unless a byte order mark or zero bytes show
 * UTF-16. A line that is not UTF-8 is decoded in the legacy encoding that the file declares, or else the one that its
 * letters suggest. An error of `bytes` is thrown after all text that came before it, including an unfinished line.
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  onEncoding: OnEncoding = () => {},
): AsyncGenerator<string> {
  let decoder: ChunkDecoder | undefined;
  let failure: { error: unknown } | undefined;
  try {
    for await (const chunk of bytes) {
      if (chunk.length === 0) continue;
      decoder ??= openDecoder(chunk, onEncoding);
      const text = decoder.push(chunk);
      if (text !== '') yield text;
    }
  } catch (error) {
    failure = { error };
  }
  const rest = decoder?.end(failure !== undefined) ?? '';
  if (rest !== '') yield rest;
  if (failure) throw failure.error;
}

type ChunkDecoder = { push(chunk: Uint8Array): string; end(isCut: boolean): string };

function openDecoder(first: Uint8Array, onEncoding: OnEncoding): ChunkDecoder {
  const wide = utf16In(first);
  if (wide === undefined) return lineDecoder(declaredIn(first), onEncoding);
  onEncoding(wide);
  const decoder = new TextDecoder(wide);
  return { push: (chunk) => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() };
}

/** Detects UTF-16 by its byte order mark, or by the zero in every second byte of plain letters. */
function utf16In(first: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be';
  const head = first.subarray(0, Math.min(HEAD_BYTES, first.length - (first.length % 2)));
  let even = 0;
  let odd = 0;
  for (let at = 0; at < head.length; at += 2) {
    if (head[at] === 0) even += 1;
    if (head[at + 1] === 0) odd += 1;
  }
  const most = head.length / 2 / 3;
  if (odd > most && even < odd / 10) return 'utf-16le';
  if (even > most && odd < even / 10) return 'utf-16be';
  return undefined;
}

/** Encoding names as Java programs (JabRef) write them, mapped to WHATWG names. */
const JAVA_NAMES = new Map([
  ...(['cp1250', 'cp1251', 'cp1252', 'cp1253', 'cp1254', 'cp1257'] as const).map(
    (name) => [name, name.replace('cp', 'windows-')] as const,
  ),
  ['macroman', 'macintosh'],
  ['maccyrillic', 'x-mac-cyrillic'],
  ['sjis', 'shift_jis'],
  ['big5_hkscs', 'big5'],
]);

/** The encoding that the file declares, in JabRef's `% Encoding: Cp1252` or in XML. */
function declaredIn(first: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(first.subarray(0, HEAD_BYTES));
  const declared =
    /^[% \t]*Encoding:[ \t]*([\w-]+)/m.exec(head)?.[1] ?? /^\s*<\?xml[^>]*encoding=["']([\w-]+)/.exec(head)?.[1];
  const plain = declared?.toLowerCase() ?? '';
  const name = JAVA_NAMES.get(plain) ?? plain.replace(/^iso8859[-_]/, 'iso-8859-').replace(/^euc_/, 'euc-');
  try {
    const { encoding } = new TextDecoder(name);
    return /^utf-/.test(encoding) ? undefined : encoding;
  } catch {
    return undefined;
  }
}

/** Decodes whole lines, each as UTF-8 if it is valid UTF-8. */
function lineDecoder(declared: string | undefined, onEncoding: OnEncoding): ChunkDecoder {
  let legacy: string | undefined;
  let pending: Uint8Array = new Uint8Array(0);
  let isBeginning = true;

  const decodeLines = (lines: Uint8Array): string => {
    const text = inUtf8(lines);
    if (text !== undefined) return text;
    const read = linesOf(lines).map((line) => inUtf8(line) ?? inDamagedUtf8(line) ?? line);
    const others = read.filter((line) => typeof line !== 'string');
    if (others.length === 0) return read.join('');
    const encoding = legacy ?? declared ?? legacyEncodingOf(Buffer.concat(others));
    if (!legacy) onEncoding(encoding);
    legacy = encoding;
    return read.map((line) => (typeof line === 'string' ? line : decodeLegacy(line, encoding))).join('');
  };
  const decode = (lines: Uint8Array): string => {
    const text = decodeLines(lines);
    const isFirst = isBeginning;
    isBeginning &&= lines.length === 0;
    return isFirst ? text.replace(/^\ufeff/, '') : text;
  };
  return {
    push(chunk) {
      const all = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const end = Math.max(all.lastIndexOf(LINE_FEED), all.lastIndexOf(RETURN)) + 1;
      const to = end === 0 && all.length > MAX_HELD_BYTES ? wholeCharacters(all) : end;
      pending = all.slice(to);
      return decode(all.subarray(0, to));
    },
    // Half a character would make the line look like one in another encoding.
    end: (isCut) => decode(isCut ? pending.subarray(0, wholeCharacters(pending)) : pending),
  };
}

const TOLERANT_UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined if the bytes are not valid UTF-8. */
function inUtf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** A line of UTF-8 in which a few bytes are wrong: programs cut long values between the bytes of a character. */
function inDamagedUtf8(line: Uint8Array): string | undefined {
  const text = TOLERANT_UTF8.decode(line);
  const wrong = text.match(/\ufffd/g)?.length ?? 0;
  return (text.match(/[^\0-\u007f\ufffd]/gu)?.length ?? 0) > wrong * 4 ? text : undefined;
}

/** Splits into lines, each with its line break. A carriage return also ends a line. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== LINE_FEED && bytes[at] !== RETURN) continue;
    lines.push(bytes.subarray(from, at + 1));
    from = at + 1;
  }
  return [...lines, bytes.subarray(from)];
}

/** The length of the longest prefix that ends with a whole UTF-8 character. */
function wholeCharacters(bytes: Uint8Array): number {
  let at = bytes.length;
  while (at > bytes.length - 3 && ((bytes[at - 1] ?? 0) & 0xc0) === 0x80) at -= 1;
  return ((bytes[at - 1] ?? 0) & 0xc0) === 0xc0 ? at - 1 : bytes.length;
}
