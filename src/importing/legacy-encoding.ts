/** As many bytes of lines beyond ASCII as are looked at. */
const SAMPLE_BYTES = 64 * 1024;

/** What no text of a European language has: a capital within a word, a sign where a letter must be, a ligature. */
const ODD = [
  /\p{Ll}(?![\0-\u007f])\p{Lu}/gu,
  /\p{L}(?![\0-\u007f’–—])[^\p{L}\p{M}\s](?=\p{Ll})/gu,
  /[\u0080-\u009fﬁﬂ]/g,
];

/**
 * Guesses the encoding of bytes that are not UTF-8: Windows-1252 (a superset of Latin-1), or Mac Roman where the
 * letters fit together better.
 */
export function legacyEncodingOf(bytes: Uint8Array): 'windows-1252' | 'macintosh' {
  const sample = sampleOf(bytes);
  const odd = (encoding: string) => {
    const text = decodeLegacy(sample, encoding);
    return ODD.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);
  };
  return odd('windows-1252') > odd('macintosh') ? 'macintosh' : 'windows-1252';
}

/** What Windows-1252 has where Latin-1 has controls. */
const WINDOWS_1252 = [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'];

/** Bytes in an encoding by its WHATWG name. Node 20 takes Windows-1252 for Latin-1, which is put right here. */
export function decodeLegacy(bytes: Uint8Array, encoding: string): string {
  const text = new TextDecoder(encoding).decode(bytes);
  if (encoding !== 'windows-1252') return text;
  return text.replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control);
}

const LINE_BREAK = new Uint8Array([0x0a]);

/** The bytes beyond ASCII with what stands around them. */
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
