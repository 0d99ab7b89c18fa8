/** Markup of publishers within titles and abstracts: HTML, JATS, MathML. */

// Only names that publishers really use, and only well-formed attributes: `a<b and c>d` is mathematics, not markup.
const ATTRIBUTES = String.raw`(?:\s+[\w:.-]+(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*/?`;
const BLOCK_NAMES =
  'p|sec|title|br|hr|li|list|list-item|ul|ol|dl|dt|dd|div|section|h[1-6]|abstract|label|blockquote|pre|table|tr';
const INLINE_NAMES =
  'i|b|u|em|strong|sub|sup|sc|scp|tt|a|span|font|code|small|italic|bold|underline|monospace|xref|ext-link|uri|math|tex-math|' +
  'inline-formula|disp-formula|styled-content|named-content|mi|mn|mo|mrow|msub|msup|msubsup|mfrac|msqrt|mtext|mover|munder|' +
  'mstyle|semantics|annotation|img|script|style|iframe|svg|video|audio|object|embed|link|meta|form|input|button|td|th|tbody|thead';
/** Two bare words (`<b and c>`) are mathematics, not attributes. */
const BARE_WORDS = String.raw`(?!\s+[\w-]+\s+[\w-]+\s*>)`;
// Never past the start of another comment, so that the time is linear.
const COMMENT = /<!--(?:(?!<!--)[\s\S])*?-->/g;
const BLOCK_MARKUP = new RegExp(`</?(?:jats:)?(?:${BLOCK_NAMES})${BARE_WORDS}${ATTRIBUTES}>`, 'gi');
const MARKUP = new RegExp(`</?(?:(?:jats|mml):[a-z0-9-]+|${INLINE_NAMES})${BARE_WORDS}${ATTRIBUTES}>`, 'gi');

/** The text without markup; blocks end a line, everything else stands where it stood. */
export function withoutMarkup(text: string): string {
  return text.replace(COMMENT, '').replace(BLOCK_MARKUP, '\n').replace(MARKUP, '');
}

/** More combining marks than any letter has: NFC of a long stack takes quadratic time. Replace by `$1`. */
export const STACKED_MARKS = /(\p{M}{16})\p{M}+/gu;
