/** Markup that publishers put into titles and abstracts: HTML, JATS, MathML. */

// Only names that publishers use, and only well-formed attributes: `a<b and c>d` is mathematics, not markup.
const ATTRIBUTES = String.raw`(?:\s+[\w:.-]+(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*/?`;
const BLOCK_NAMES =
  'abstracttext|p|sec|title|br|hr|li|list|list-item|ul|ol|dl|dt|dd|div|section|h[1-6]|abstract|label|blockquote|pre|table|tr';
const INLINE_NAMES =
  'alternatives|inline-graphic|mtable|mtr|mtd|mpadded|mfenced|mspace|mroot|mmultiscripts|mprescripts|i|b|u|em|strong|sub|sup|inf|sc|scp|tt|a|span|font|code|small|italic|bold|underline|monospace|xref|ext-link|uri|math|tex-math|' +
  'inline-formula|disp-formula|styled-content|named-content|mi|mn|mo|mrow|msub|msup|msubsup|mfrac|msqrt|mtext|mover|munder|' +
  'mstyle|semantics|annotation|img|script|style|iframe|svg|video|audio|object|embed|link|meta|form|input|button|td|th|tbody|thead';
/** Two bare words (`<b and c>`) are mathematics, not attributes. */
const BARE_WORDS = String.raw`(?!\s+[\w-]+\s+[\w-]+\s*>)`;
// Stops at the next start of a comment, to keep the time linear.
const COMMENT = /<!--(?:(?!<!--)[\s\S])*?-->/g;
const BLOCK_MARKUP = new RegExp(`</?(?:jats:)?(?:${BLOCK_NAMES})${BARE_WORDS}${ATTRIBUTES}>`, 'gi');
const MARKUP = new RegExp(`</?(?:(?:jats|mml):[a-z0-9-]+|${INLINE_NAMES})${BARE_WORDS}${ATTRIBUTES}>`, 'gi');

/** An element with its content, up to the next of its kind, to keep the time linear. */
const whole = (name: string) => `<(?:${name})(?:\\s[^<>]*)?>(?:(?!</?(?:${name})[\\s>])[\\s\\S])*</(?:${name})\\s*>`;
const TEX = whole('(?:jats:)?tex-math');
/** Duplicates of formulas: publishers give both TeX and MathML, and MathML may annotate TeX for programs. */
const SECOND_FORMULA = [
  new RegExp(`${TEX}(?=\\s*<(?:mml:)?math[\\s>])`, 'gi'),
  new RegExp(`(?<=</(?:mml:)?math>)\\s*${TEX}`, 'gi'),
  new RegExp(whole('(?:mml:)?annotation(?:-xml)?'), 'gi'),
  // IOP puts its MathML after the TeX.
  /<\?MML(?:(?!<\?|\?>)[\s\S])*\?>/gi,
];
const CDATA = /<\?CDATA((?:(?!<\?|\?>)[\s\S])*)\?>|<!\[CDATA\[((?:(?!<!\[CDATA\[|\]\]>)[\s\S])*)\]\]>/gi;
const COPYRIGHT = new RegExp(whole('CopyrightInformation'), 'gi');
/** Labels of PubMed's abstract sections, which Lens and Dimensions pass on. */
const LABEL = /<AbstractText\s[^<>]{0,200}?\bLabel\s*=\s*["']([^"'<>]*)["'][^<>]*>/gi;

/** Springer's formulas are whole LaTeX documents. A truncated one has no end. */
const LATEX_DOCUMENT =
  /\\documentclass(?:(?!\\documentclass|\\begin\{document\})[\s\S])*\\begin\{document\}((?:(?!\\documentclass|\\end\{document\})[\s\S])*)(?:\\end\{document\})?/g;
const LATEX_PREAMBLE = /\\documentclass\[\d+pt\]\{minimal\}(?:\s*\\(?:usepackage|setlength)(?:[[{][^[\]{}]*[\]}]?)*)*/g;

/** Replaces Springer's LaTeX documents by their formulas. */
export function withoutLatexDocuments(text: string): string {
  if (!text.includes('\\documentclass')) return text;
  return text.replace(LATEX_DOCUMENT, '$1').replace(LATEX_PREAMBLE, '');
}

/** Removes markup. Blocks end a line, everything else stays in place. Each formula occurs once. */
export function withoutMarkup(text: string): string {
  const plain = withoutLatexDocuments(text);
  if (!plain.includes('<')) return plain;
  return SECOND_FORMULA.reduce((rest, formula) => rest.replace(formula, ''), plain)
    .replace(CDATA, '$1$2')
    .replace(COMMENT, '')
    .replace(COPYRIGHT, '')
    .replace(LABEL, '\n$1: ')
    .replace(BLOCK_MARKUP, '\n')
    .replace(MARKUP, '');
}

/** More combining marks than any letter has: NFC of a long stack takes quadratic time. To be replaced by `$1`. */
export const STACKED_MARKS = /(\p{M}{16})\p{M}+/gu;
