import { type Element, isElement, type Node, rawText, readAttribute } from '../markup/markup-tree.ts';
import { PICTURED_FORMULA } from '../markup/maths.ts';

/** Text inside a paragraph of LaTeXML's HTML: formulas as TeX, without the page's own marks and controls. */

const LEFT_OUT_NAMES = new Set([
  'button',
  'nav',
  'script',
  'style',
  'svg',
  'template',
  'noscript',
  'annotation',
  'head',
]);
const LEFT_OUT_CLASSES = [
  ...['sr-only', 'ltx_page_logo', 'ltx_page_footer', 'ltx_authors', 'ltx_author_notes', 'ltx_note_mark'],
  ...['ltx_role_footnotemark', 'ltx_tag_note', 'ltx_ERROR', 'ltx_dates', 'ltx_TOC', 'ltx_pagination', 'ltx_rule'],
];

export function hasClass(element: Element, name: string): boolean {
  return ` ${element.attributes.class ?? ''} `.replace(/\s/g, ' ').includes(` ${name} `);
}

/** Whether an element belongs to the web page rather than the paper. */
export function isLeftOut(element: Element): boolean {
  return (
    LEFT_OUT_NAMES.has(element.name) ||
    LEFT_OUT_CLASSES.some((name) => hasClass(element, name)) ||
    'hidden' in element.attributes
  );
}

/** The text of nodes on one line, with their whitespace. Omits notes, which are separate blocks. */
export function htmlText(nodes: readonly Node[]): string {
  return nodes.map(plainText).join('');
}

/** Elements that separate words even without spaces around them. */
const BLOCKS = new Set(['p', 'div', 'li', 'tr', 'td', 'th', 'br', 'section', 'figure', 'figcaption', 'dt', 'dd']);

function plainText(node: Node): string {
  if (!isElement(node)) return node;
  if (isLeftOut(node) || hasClass(node, 'ltx_note')) return '';
  if (node.name === 'math') return writeFormula(node);
  if (node.name === 'img') return hasClass(node, 'ltx_Math') ? PICTURED_FORMULA : '';
  if (node.name === 'br') return ' ';
  const text = htmlText(node.children);
  if (node.name === 'sup' && /^\s*[\d+−–-]/.test(text)) return `^${text.trim()}`;
  return BLOCKS.has(node.name) ? ` ${text} ` : text;
}

function writeFormula(maths: Element): string {
  const tex = readAttribute(maths, 'alttext');
  if (tex === undefined) return rawText(maths).replace(/\s+/g, ' ').trim();
  return `$${tex.replace(/(?<!\\)%\s*\n\s*/g, '').replace(/\s+/g, ' ')}$`;
}
