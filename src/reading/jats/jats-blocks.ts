import { tableToMarkdown } from '../markup/markup-table.ts';
import { childElement, childElements, descendants, type Element, isElement, type Node } from '../markup/markup-tree.ts';
import { formulaText } from '../markup/maths.ts';
import type { Outline } from '../markup/outline.ts';
import { inlineText, toLine } from './jats-inline.ts';

/** Blocks of JATS: paragraphs, and the lists, figures and tables inside and between them. */

/** Elements that end the paragraph around them. */
const PARTS = new Set(['list', 'disp-quote', 'def-list', 'verse-group', 'boxed-text', 'p', 'preformat', 'code']);
/** Floats, which follow the paragraph around them. */
const FLOATS = new Set(['fig', 'fig-group', 'table-wrap', 'table-wrap-group', 'supplementary-material', 'fn']);

/** Adds the blocks in these nodes to the outline, in reading order. */
export function writeBlocks(nodes: readonly Node[], outline: Outline): void {
  for (const node of nodes.filter(isElement)) writeBlock(node, outline);
}

type WriteBlock = (block: Element, outline: Outline) => void;

const writeLine: WriteBlock = (block, outline) => outline.add('paragraph', inlineText(block.children));
const writeWithin: WriteBlock = (block, outline) => writeBlocks(block.children, outline);
const writeInside: WriteBlock = (block, outline) => writeParagraph(block.children, outline);
const writeCaption: WriteBlock = (block, outline) => outline.add('caption', readCaption(block));
const writeFormula: WriteBlock = (block, outline) => outline.add('formula', formulaWithLabel(block));
const leaveOut: WriteBlock = () => {};

const WRITERS = new Map<string, WriteBlock>(
  Object.entries({
    p: writeInside,
    attrib: writeInside,
    'verse-line': writeInside,
    'disp-formula': writeFormula,
    'disp-formula-group': writeFormula,
    fig: writeCaption,
    'supplementary-material': writeCaption,
    'table-wrap': writeTable,
    sec: writeWithin,
    'boxed-text': writeWithin,
    'fig-group': writeWithin,
    'table-wrap-group': writeWithin,
    'fn-group': writeWithin,
    'verse-group': writeWithin,
    statement: writeWithin,
    'ref-list': leaveOut,
    label: leaveOut,
    caption: leaveOut,
    'disp-quote': (block, outline) => outline.add('quote', textOfParts(block)),
    fn: (block, outline) => outline.add('footnote', textOfParts(block)),
    list: (block, outline) => {
      for (const item of childElements(block, 'list-item')) writeItem(item, outline);
    },
    'def-list': (block, outline) => {
      for (const item of childElements(block, 'def-item')) outline.add('list-item', writeDefinition(item));
    },
  } satisfies Record<string, WriteBlock>),
);

function writeBlock(block: Element, outline: Outline): void {
  (WRITERS.get(block.name) ?? writeLine)(block, outline);
}

function writeDefinition(item: Element): string {
  return childElements(item)
    .map((part) => inlineText(part.children).trim())
    .join(': ');
}

/** A formula does not end the paragraph around it, but a list does; figures and notes follow the paragraph. */
function writeParagraph(children: readonly Node[], outline: Outline): void {
  let sentence: Node[] = [];
  const flush = () => {
    outline.add('paragraph', inlineText(sentence));
    sentence = [];
  };
  for (const child of children) {
    if (isElement(child) && PARTS.has(child.name)) {
      flush();
      writeBlock(child, outline);
    } else sentence.push(child);
  }
  flush();
  for (const float of findFloats(children)) writeBlock(float, outline);
}

function findFloats(nodes: readonly Node[]): Element[] {
  return nodes
    .filter(isElement)
    .flatMap((node) =>
      FLOATS.has(node.name) ? [node] : PARTS.has(node.name) ? [] : descendants(node, ({ name }) => FLOATS.has(name)),
    );
}

function writeItem(item: Element, outline: Outline): void {
  const nested = childElements(item, 'list', 'def-list');
  const label = childElement(item, 'label');
  const content = item.children.filter((child) => !isElement(child) || ![...nested, label].includes(child));
  const text = content.map((child) => (isElement(child) ? inlineText(child.children) : child)).join(' ');
  outline.add('list-item', `${label ? `${inlineText(label.children)} ` : ''}${text}`);
  for (const float of findFloats(content)) writeBlock(float, outline);
  for (const list of nested) writeBlock(list, outline);
}

function textOfParts(block: Element): string {
  return block.children
    .map((child) => (isElement(child) ? (child.name === 'label' ? '' : inlineText(child.children)) : child))
    .join(' ');
}

function formulaWithLabel(block: Element): string {
  const label = childElement(block, 'label');
  const withoutLabel: Element = { ...block, children: block.children.filter((child) => child !== label) };
  return `${formulaText(withoutLabel)}${label ? ` ${inlineText(label.children)}` : ''}`;
}

function readCaption(float: Element): string {
  const label = toLine(childElement(float, 'label'));
  const caption = childElement(float, 'caption');
  const text = (caption ? childElements(caption) : [])
    .map(toLine)
    .map((part) => (part === '' || /[.!?:]$/.test(part) ? part : `${part}.`))
    .join(' ');
  return label ? `${label.replace(/[.:]$/, '')}. ${text}` : text;
}

function writeTable(wrap: Element, outline: Outline): void {
  outline.add('caption', readCaption(wrap));
  for (const table of descendants(wrap, ({ name }) => name === 'table')) {
    outline.add(
      'table',
      tableToMarkdown(table, (cell) => inlineText(cell.children)),
    );
  }
  for (const foot of childElements(wrap, 'table-wrap-foot')) {
    for (const note of descendants(foot, ({ name }) => name === 'fn' || name === 'p')) {
      outline.add('footnote', note.name === 'fn' ? textOfParts(note) : inlineText(note.children));
    }
  }
}
