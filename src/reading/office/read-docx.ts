import type { BlockKind, ReadResult } from '../document.ts';
import { tableToMarkdown } from '../markup/markup-table.ts';
import {
  childElements,
  descendants,
  type Element,
  firstDescendant,
  isElement,
  type Node,
  rawText,
} from '../markup/markup-tree.ts';
import { cleanTextLine } from '../markup/outline.ts';
import { openParts, type PackageParts, Unreadable } from './package-parts.ts';
import { collectParts, type PartCollector, toSections } from './parts.ts';

/** Word documents (ECMA-376): headings by the level of their styles, paragraphs, lists, tables, notes. */

export const BODY = 'word/document.xml';

/** Parses a .docx. Names of elements are compared without their prefixes, which a writer may choose. */
export function readDocx(bytes: Uint8Array): ReadResult {
  const parts = openParts(bytes);
  const root = parts.tree(BODY);
  const body = root && firstNamed(root, 'body');
  if (!body) throw new Unreadable('parts missing');
  const context: Context = {
    styles: readStyles(parts),
    notes: new Map([...readNotes(parts, 'footnote'), ...readNotes(parts, 'endnote')]),
    collector: collectParts(),
  };
  writeBlocks(body, context);
  const { sections, references } = toSections(context.collector.parts);
  if (sections.length === 0) return { problem: 'no body' };
  const core = parts.tree('docProps/core.xml');
  const title = context.title ?? (core && (cleanTextLine(rawText(firstNamed(core, 'title') ?? '')) || undefined));
  return { title, paper: { title }, sections, references };
}

export type Style = { kind?: BlockKind; depth?: number; isTitle?: boolean };
type Context = {
  styles: Map<string, Style>;
  /** The texts of notes, by kind and number. */
  notes: Map<string, string>;
  collector: PartCollector;
  title?: string;
};

export const local = (name: string) => name.slice(name.indexOf(':') + 1);
export const named = (element: Element, name: string) =>
  childElements(element).filter((each) => local(each.name) === name);

export function firstNamed(element: Element, name: string): Element | undefined {
  return firstDescendant(element, (each) => local(each.name) === name);
}

export function attribute(element: Element | undefined, name: string): string | undefined {
  return Object.entries(element?.attributes ?? {}).find(([key]) => local(key) === name)?.[1];
}

/** A property of a paragraph, style, cell or content control: the `val` of an element in its `properties`. */
export function property(element: Element, properties: string, name: string): string | undefined {
  const [parent] = named(element, properties);
  return attribute(parent && named(parent, name)[0], 'val');
}

const hasNumbering = (element: Element) => named(element, 'pPr').some((each) => named(each, 'numPr').length > 0);

const MAX_DEPTH = 9;
/** A style may be based on another, and a damaged file makes that a circle. */
const MAX_BASES = 20;

/** The meaning of each style of paragraphs. Built-in styles have English names in every language of Word. */
export function readStyles(parts: PackageParts): Map<string, Style> {
  const root = parts.tree('word/styles.xml');
  const elements = new Map(
    (root ? descendants(root, ({ name }) => local(name) === 'style') : []).map((style) => [
      attribute(style, 'styleId') ?? '',
      style,
    ]),
  );
  const meaning = (id: string, bases = 0): Style => {
    const style = elements.get(id);
    if (!style || bases > MAX_BASES) return {};
    const name = attribute(named(style, 'name')[0], 'val') ?? id;
    const byName = readName(name);
    const depth = byName?.depth ?? readLevel(style);
    if (depth !== undefined) return { depth };
    if (byName) return byName;
    const base = attribute(named(style, 'basedOn')[0], 'val');
    const inherited = base === undefined ? {} : meaning(base, bases + 1);
    return hasNumbering(style) ? { ...inherited, kind: 'list-item' } : inherited;
  };
  return new Map([...elements.keys()].map((id) => [id, meaning(id)]));
}

/** The depth of a heading by its outline level. */
function readLevel(element: Element): number | undefined {
  const level = property(element, 'pPr', 'outlineLvl');
  return level !== undefined && /^[0-8]$/.test(level) ? Number(level) + 1 : undefined;
}

/** The meaning of a style's name; undefined if the name has none. */
function readName(name: string): Style | undefined {
  const depth = /^heading ?([1-9])$/i.exec(name)?.[1];
  if (depth !== undefined) return { depth: Number(depth) };
  if (/^title$/i.test(name)) return { isTitle: true };
  if (/^caption$/i.test(name)) return { kind: 'caption' };
  return /quote$/i.test(name) ? { kind: 'quote' } : undefined;
}

/** The style of a paragraph. The id of a style that the file does not define is read as a name. */
export function styleOf(styles: ReadonlyMap<string, Style>, id = ''): Style {
  return styles.get(id) ?? readName(id) ?? {};
}

function readNotes(parts: PackageParts, kind: 'footnote' | 'endnote'): [string, string][] {
  const root = parts.tree(`word/${kind}s.xml`);
  const notes = root ? descendants(root, ({ name }) => local(name) === kind) : [];
  return notes
    .filter((note) => !/separator|continuation/i.test(attribute(note, 'type') ?? ''))
    .map((note) => [`${kind}Reference ${attribute(note, 'id')}`, paragraphsOf(note).map(textOf).join(' ')]);
}

function writeBlocks(parent: Element, context: Context): void {
  for (const child of childElements(parent)) {
    const name = local(child.name);
    if (name === 'p') writeParagraph(child, context);
    else if (name === 'tbl') writeTable(child, context);
    // Content controls, and changes of a whole paragraph.
    else if (name !== 'del' && name !== 'moveFrom' && name !== 'sectPr') writeBlocks(child, context);
  }
}

function writeParagraph(paragraph: Element, context: Context): void {
  const { collector } = context;
  const style = styleOf(context.styles, property(paragraph, 'pPr', 'pStyle'));
  const depth = readLevel(paragraph) ?? style.depth;
  const text = textOf(paragraph);
  const isEmpty = cleanTextLine(text) === '';
  if (style.isTitle && context.title === undefined && !isEmpty) {
    context.title = cleanTextLine(text);
    return;
  }
  if (depth !== undefined && !isEmpty) collector.begin(text, Math.min(depth, MAX_DEPTH));
  else {
    const isFormula = firstNamed(paragraph, 'oMathPara') !== undefined;
    const kind = style.kind ?? (hasNumbering(paragraph) ? 'list-item' : 'paragraph');
    collector.add(isFormula ? 'formula' : kind, text);
  }
  for (const reference of descendants(paragraph, ({ name }) => /^(?:foot|end)noteReference$/.test(local(name)))) {
    const note = context.notes.get(`${local(reference.name)} ${attribute(reference, 'id')}`);
    if (note) collector.add('footnote', note);
  }
}

/** A table of one column is often a frame around text. */
function writeTable(table: Element, context: Context): void {
  const rows = named(table, 'tr');
  const cells = rows.map((row) => named(row, 'tc'));
  if (cells.every((row) => row.length < 2)) {
    for (const cell of cells.flat()) writeBlocks(cell, context);
    return;
  }
  const asHtml: Element = {
    name: 'table',
    attributes: {},
    children: cells.map((row) => ({
      name: 'tr',
      attributes: {},
      children: row.map((cell) => {
        const columns = property(cell, 'tcPr', 'gridSpan');
        const attributes: Element['attributes'] = columns === undefined ? {} : { colspan: columns };
        return { name: 'td', attributes, children: [cell] };
      }),
    })),
  };
  const textOfCell = (cell: Element) => paragraphsOf(cell).map(textOf).join(' ');
  context.collector.add('table', tableToMarkdown(asHtml, textOfCell));
}

const paragraphsOf = (element: Element) => descendants(element, ({ name }) => local(name) === 'p');

/** Deleted text, properties, and the alternative for older versions of Word. */
export const LEFT_OUT = new Set(['del', 'moveFrom', 'delText', 'pPr', 'tblPr', 'Fallback', 'rubyPr']);
export const BLANKS = new Set(['tab', 'br', 'cr', 'ptab']);

function textOf(node: Node): string {
  if (!isElement(node)) return '';
  const name = local(node.name);
  // `instrText` is the code of a field.
  if (LEFT_OUT.has(name) || name === 'instrText') return '';
  if (name === 't') return rawText(node);
  if (BLANKS.has(name)) return ' ';
  if (name === 'noBreakHyphen') return '-';
  const text = node.children.map(textOf).join('');
  if (isRaised(node) && /^\s*[\d+−–-]/.test(text)) return `^${text.trim()}`;
  return name === 'p' ? `${text} ` : text;
}

/** Whether a run of text is superscript. */
export function isRaised(node: Element): boolean {
  return local(node.name) === 'r' && attribute(firstNamed(node, 'vertAlign'), 'val') === 'superscript';
}
