/**
 * Text that strangers wrote (titles, abstracts, names), made safe to show: markup to plain text, characters that control a
 * terminal, hide or reorder text removed, NFC. Mathematics survives, because NFC (not NFKC) leaves its letters alone.
 */

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: removing control characters is the point
const TERMINAL_SEQUENCE =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[@-_])/g;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// Soft hyphen, fillers, zero-width blanks and joiners that no script needs; ZWJ and ZWNJ stay.
const INVISIBLE =
  /\u00ad|\u034f|[\u115f\u1160\u17b4\u17b5]|[\u180b-\u180f]|[\u200b\u2060-\u2065\u206a-\u206f]|[\u3164\ufeff\uffa0]/g;
const TAGS_AND_FILLERS = /[\u{e0000}-\u{e0fff}\u{fff0}-\u{fffb}\u{1d173}-\u{1d17a}]|[\ufe00-\ufe0f]{2,}/gu;
const NONCHARACTER = /[\ufdd0-\ufdef\ufffe\uffff]/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const REMOVED = [TERMINAL_SEQUENCE, CONTROL, BIDI, INVISIBLE, TAGS_AND_FILLERS, NONCHARACTER, LONE_SURROGATE];

// Only names that publishers really use, and only well-formed attributes: `a<b and c>d` is mathematics, not markup.
const ATTRIBUTES = String.raw`(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*/?`;
const BLOCK_NAMES = 'p|sec|title|br|li|list|list-item|ul|ol|div|h[1-6]|abstract|label';
const INLINE_NAMES =
  'i|b|u|em|strong|sub|sup|sc|scp|tt|a|span|font|code|small|italic|bold|underline|monospace|xref|ext-link|uri|math|tex-math|' +
  'inline-formula|disp-formula|styled-content|named-content|mi|mn|mo|mrow|msub|msup|msubsup|mfrac|msqrt|mtext|mover|munder|mstyle|semantics|annotation';
const BLOCK_MARKUP = new RegExp(`</?(?:jats:)?(?:${BLOCK_NAMES})${ATTRIBUTES}>`, 'gi');
const MARKUP = new RegExp(`</?(?:(?:jats|mml):[a-z0-9-]+|${INLINE_NAMES})${ATTRIBUTES}>`, 'gi');
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const ENTITY = /&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi;

/** The text as it may be shown on several lines: line breaks and tabs stay. */
export function cleanText(raw: string): string {
  const plain = raw.replace(BLOCK_MARKUP, '\n').replace(MARKUP, '').replace(ENTITY, readEntity).replace(/\r\n?/g, '\n');
  const shown = REMOVED.reduce((text, pattern) => text.replace(pattern, ''), plain);
  return shown
    .normalize('NFC')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

/** The text on one line. */
export function cleanLine(raw: string): string {
  return cleanText(raw).replace(/\s+/g, ' ');
}

function readEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole;
  const hexadecimal = name[1] === 'x' || name[1] === 'X';
  const code = Number.parseInt(name.slice(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

const ABBREVIATION = /(?:\b(?:e\.g|i\.e|et al|vs|cf|Fig|Eq|No|Dr|approx|ca|resp)|\b[A-Z])\.$/;

/** The first sentence of a text, at most `most` characters; a longer one ends in an ellipsis at a word boundary. */
export function firstSentence(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  for (const end of line.matchAll(/[.!?](?=\s+["'([]?[\p{Lu}\d])/gu)) {
    const sentence = line.slice(0, end.index + 1);
    if (sentence.length > most) break;
    if (sentence.length >= 25 && !ABBREVIATION.test(sentence)) return sentence;
  }
  return line.length <= most ? line : `${line.slice(0, line.lastIndexOf(' ', most - 1)).replace(/[\s,;:]+$/, '')}…`;
}
