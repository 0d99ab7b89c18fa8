import { descendants, type Element, isElement, type Node, readAttribute, readEntities } from '../markup/markup-tree.ts';
import { formulaText, PICTURED_FORMULA } from '../markup/maths.ts';
import { cleanTextLine } from '../markup/outline.ts';

/** Text inside a paragraph of JATS: reference numbers in brackets, each formula once, without notes and pictures. */

/** Elements that are not part of the sentence around them. */
const LEFT_OUT = new Set([
  ...'fn table-wrap fig fig-group table-wrap-group graphic media supplementary-material object-id'.split(' '),
  ...'label-alternatives index-term long-desc alt-text permissions'.split(' '),
]);
const FORMULAS = new Set(['inline-formula', 'disp-formula', 'tex-math', 'mml:math', 'chem-struct', 'alternatives']);

/** The text of nodes on one line, with their whitespace. */
export function inlineText(nodes: readonly Node[]): string {
  const writer = { text: '' };
  for (const node of nodes) write(node, writer);
  return joinCitations(writer.text);
}

/** The text of an element as a clean line; empty without an element or a text. */
export function toLine(element: Element | undefined): string {
  return cleanTextLine(inlineText(element?.children ?? []));
}

type Writer = { text: string };

function write(node: Node, writer: Writer): void {
  if (!isElement(node)) {
    writer.text += readEntities(node);
    return;
  }
  const { name, children } = node;
  if (LEFT_OUT.has(name)) return;
  if (FORMULAS.has(name)) writer.text += spaced(writer, formulaText(node));
  else if (name === 'inline-graphic') writer.text += spaced(writer, PICTURED_FORMULA);
  else if (name === 'break') writer.text += ' ';
  else if (name === 'xref') writer.text += referenceText(node, writer);
  else if (name === 'sup') writer.text += superscript(node, writer);
  else for (const child of children) write(child, writer);
}

/** Adds spaces around a formula, so that it does not join the adjacent words. */
function spaced({ text }: Writer, formula: string): string {
  return /[\p{L}\p{N}]$/u.test(text) ? ` ${formula}` : formula;
}

function referenceText(xref: Element, writer: Writer): string {
  const type = readAttribute(xref, 'ref-type');
  const text = inlineText(xref.children).trim();
  // Notes are separate blocks.
  if (type === 'fn' || type === 'table-fn' || type === 'aff' || type === 'corresp') return '';
  if (type !== 'bibr' || !/^\^?[\d\s,–-]+$/.test(text)) return text;
  const numbers = text.replace(/^\^/, '');
  return isInBrackets(writer.text) ? numbers : `${blankAfterWord(writer)}[${numbers}]`;
}

function isInBrackets(text: string): boolean {
  const end = text.slice(-200);
  return end.lastIndexOf('[') > end.lastIndexOf(']') || end.lastIndexOf('(') > end.lastIndexOf(')');
}

function blankAfterWord({ text }: Writer): string {
  return /[\s[(,–-]$|^$/.test(text) ? '' : ' ';
}

/** Superscript numerals must not become part of the word (`cells12`); reference numbers are in brackets. */
function superscript(sup: Element, writer: Writer): string {
  const isReference = descendants(sup, ({ name }) => name === 'xref').length > 0;
  if (isReference) {
    const inner = { text: writer.text };
    for (const child of sup.children) write(child, inner);
    return inner.text.slice(writer.text.length);
  }
  const text = inlineText(sup.children).trim();
  if (text === '') return '';
  return /^[\d+−–-]/.test(text) || /^\p{L}$/u.test(text) ? `^${text}` : text;
}

/** Joins `[1], [2]` and `[1]–[3]` as people write them. */
function joinCitations(text: string): string {
  return text.replace(/(?<=\[[\d\s,–-]{1,60})\](\s*[,–-]\s*)\[(?=\d)/g, '$1');
}
