import { parseUrl } from '../lib/url.ts';
import { ACCENTS } from './analysis/fold.ts';

/** About the limit of browsers and reference managers. */
const MAX_LINK_CHARACTERS = 2_000;

/**
 * A DOI in lower case from any usual spelling; undefined if it is invalid. Old DOIs may contain `<`, `>` and `;`, which
 * must be escaped.
 */
export function readDoi(text: string | null | undefined): string | undefined {
  if (!text || text.length > MAX_LINK_CHARACTERS) return undefined;
  const plain = safeDecode(text.trim())
    // `[doi>10.5555/prd1]`, `<https://doi.org/10.5555/prd1>`
    .replace(/^[[<]((?:doi|https?:).*)[\]>]$/i, '$1')
    .replace(/^(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\//i, '')
    .replace(/^(?:info:)?doi[:/>]\s*/i, '')
    .replace(/(?<![.,;])[.,;]+$/, '')
    .toLowerCase();
  return /^10\.\d{4,9}\/[\x21-\x7e]{1,240}$/.test(plain) ? plain : undefined;
}

export function doiLink(doi: string): string {
  return `https://doi.org/${doi.split('/').map(encodeURIComponent).join('/')}`;
}

/** Some programs percent-encode an address several times. */
const MAX_ENCODINGS = 3;

function safeDecode(text: string): string {
  if (!text.includes('%')) return text;
  let decoded = text;
  try {
    for (let times = 0; times < MAX_ENCODINGS; times += 1) decoded = decodeURIComponent(decoded);
  } catch {
    // A bare percent sign: keep what was decoded so far.
  }
  return decoded;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** A user name and password in a URL of any scheme, also as LaTeX and JabRef write it (`https\\://`). */
const CREDENTIALS = /(?<=:\\?\/\\?\/)[^\s/?#{}]*@/g;

/** Removes user names and passwords from the URLs in a text. */
export function withoutCredentials(text: string): string {
  return text.replace(CREDENTIALS, '');
}

/**
 * An http(s) URL of sensible length; undefined otherwise. Control characters are rejected, because `new URL` would drop
 * them. A user name and password are removed: they must not be shown, exported or sent.
 */
export function readLink(text: string | null | undefined): string | undefined {
  const plain = text?.trim() ?? '';
  // Checked first: parsing an invalid URL is slow, because it throws.
  if (plain === '' || plain.length > MAX_LINK_CHARACTERS || CONTROL.test(plain)) return undefined;
  const url = parseUrl(plain);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined;
  // Without an @ there is nothing to remove, and removing would rewrite the URL.
  if (plain.includes('@')) {
    url.username = '';
    url.password = '';
  }
  return url.href;
}

/** An ISSN as `1234-567X`, verified by its last character (ISO 3297); undefined if invalid. */
export function readIssn(text: string | null | undefined): string | undefined {
  const [, first, last] = /^(?:issn:?\s*)?(\d{4})[-\s]?(\d{3}[\dx])$/i.exec(text?.trim() ?? '') ?? [];
  if (!first || !last) return undefined;
  const digits = [...first, ...last.toUpperCase()].map((digit) => (digit === 'X' ? 10 : Number(digit)));
  const sum = digits.reduce((total, digit, index) => total + digit * (8 - index), 0);
  return sum % 11 === 0 ? `${first}-${last.toUpperCase()}` : undefined;
}

/** An ISBN of 10 or 13 digits without hyphens, verified by its last digit; undefined if invalid. */
export function readIsbn(text: string | null | undefined): string | undefined {
  const isbn = text
    ?.replace(/^\s*(?:https?:\/\/id\.crossref\.org\/isbn\/|(?:urn:)?isbn:?)/i, '')
    .replace(/[-‐‑–\s]/g, '');
  const digits = [...(isbn?.toUpperCase() ?? '')].map((digit) => (digit === 'X' ? 10 : Number(digit)));
  if (isbn && /^\d{9}[\dX]$/i.test(isbn)) {
    const sum = digits.reduce((total, digit, index) => total + digit * (10 - index), 0);
    return sum % 11 === 0 ? isbn.toUpperCase() : undefined;
  }
  if (!isbn || !/^97[89]\d{10}$/.test(isbn)) return undefined;
  return digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0
    ? isbn
    : undefined;
}

/**
 * A title reduced to letters and digits, for stored keys of papers and journals. Comparisons that are not stored use
 * `foldForIdentity`.
 */
export function titleFingerprint(title: string): string {
  return (
    title
      .normalize('NFKD')
      .replace(ACCENTS, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
      // Recompose Hangul, which NFKD decomposed: stored keys contain it in this form.
      .normalize('NFC')
  );
}

/** The reference of a paper of the local library: `L17`. It never changes, and no other paper gets it later. */
export function libraryRef(id: number): string {
  return `L${id}`;
}

/** The number in `L17`; undefined if the text is not such a reference. */
export function readLibraryRef(text: string): number | undefined {
  const match = /^L([1-9]\d{0,11})$/i.exec(text.trim());
  return match ? Number(match[1]) : undefined;
}
