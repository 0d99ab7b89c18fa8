import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { BlockKind, ReadResult } from '../document.ts';
import { tableToMarkdown } from '../markup/markup-table.ts';
import { childElements, descendants, type Element, isElement, type Node, rawText } from '../markup/markup-tree.ts';
import { cleanTextLine } from '../markup/outline.ts';
import { openParts, type PackageParts, Unreadable } from './package-parts.ts';
import { collectParts, type PartCollector, toSections } from './parts.ts';

/** Word documents (ECMA-376): headings by the level of their styles, paragraphs, lists, tables, notes. */

export const BODY = 'word/document.xml';

/** Parses a .docx. Names of elements are compared without their prefixes, which a writer may choose. */
export function readDocx(bytes: Uint8Array): ReadResult {
  const parts = openParts(bytes);
  const root = parts.tree(BODY, { isXml: true });
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
  const core = parts.tree('docProps/core.xml', { isXml: true });
  const property = (name: string) => core && (cleanTextLine(rawText(firstNamed(core, name) ?? '')) || undefined);
  const title = context.title ?? property('title');
  return { ...omitUndefined({ title }), paper: omitUndefined({ title }), sections, references };
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
  return descendants(element, (each) => local(each.name) === name)[0];
}

export function attribute(element: Element | undefined, name: string): string | undefined {
  const found = Object.entries(element?.attributes ?? {}).find(([key]) => local(key) === name);
  return found?.[1];
}

const MAX_DEPTH = 9;
/** A style may be based on another, and a damaged file makes that a circle. */
const MAX_BASES = 20;

/** What each style of paragraphs means. The built-in ones have English names in every language of Word. */
export function readStyles(parts: PackageParts): Map<string, Style> {
  const root = parts.tree('word/styles.xml', { isXml: true });
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
    const [properties] = named(style, 'pPr');
    const level = attribute(properties && named(properties, 'outlineLvl')[0], 'val');
    const known = readName(name);
    const depth = known?.depth ?? (level && /^[0-8]$/.test(level) && Number(level) + 1);
    if (depth) return { depth: Number(depth) };
    if (known) return known;
    const base = attribute(named(style, 'basedOn')[0], 'val');
    const own = { ...(properties && named(properties, 'numPr').length > 0 && { kind: 'list-item' as const }) };
    return { ...(base === undefined ? {} : meaning(base, bases + 1)), ...own };
  };
  return new Map([...elements.keys()].map((id) => [id, meaning(id)]));
}

/** What the name of a style says; undefined for a name that says nothing. */
function readName(name: string): Style | undefined {
  const depth = /^heading ?([1-9])$/i.exec(name)?.[1];
  if (depth !== undefined) return { depth: Number(depth) };
  if (/^title$/i.test(name)) return { isTitle: true };
  if (/^caption$/i.test(name)) return { kind: 'caption' };
  return /quote$/i.test(name) ? { kind: 'quote' } : undefined;
}

/** The style of a paragraph. A style that the file does not define is what its id says. */
export function styleOf(styles: ReadonlyMap<string, Style>, id = ''): Style {
  return styles.get(id) ?? readName(id) ?? {};
}

function readNotes(parts: PackageParts, kind: 'footnote' | 'endnote'): [string, string][] {
  const root = parts.tree(`word/${kind}s.xml`, { isXml: true });
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
  const [properties] = named(paragraph, 'pPr');
  const of = (name: string) => attribute(properties && named(properties, name)[0], 'val');
  const style = styleOf(context.styles, of('pStyle'));
  const level = of('outlineLvl');
  const depth = level !== undefined && /^[0-8]$/.test(level) ? Number(level) + 1 : style.depth;
  const text = textOf(paragraph);
  const isEmpty = cleanTextLine(text) === '';
  if (style.isTitle && context.title === undefined && !isEmpty) {
    context.title = cleanTextLine(text);
    return;
  }
  if (depth !== undefined && !isEmpty) collector.begin(text, Math.min(depth, MAX_DEPTH));
  else {
    const isItem = properties !== undefined && named(properties, 'numPr').length > 0;
    const isFormula = firstNamed(paragraph, 'oMathPara') !== undefined;
    collector.add(isFormula ? 'formula' : (style.kind ?? (isItem ? 'list-item' : 'paragraph')), text);
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
        const [properties] = named(cell, 'tcPr');
        const columns = attribute(properties && named(properties, 'gridSpan')[0], 'val');
        const attributes: Element['attributes'] = columns === undefined ? {} : { colspan: columns };
        return { name: 'td', attributes, children: [cell] };
      }),
    })),
  };
  const textOfCell = (cell: Element) => paragraphsOf(cell).map(textOf).join(' ');
  context.collector.add('table', tableToMarkdown(asHtml, textOfCell));
}

const paragraphsOf = (element: Element) => descendants(element, ({ name }) => local(name) === 'p');

/** Deleted text, field codes, properties, and the second form of what is written for two versions of Word. */
const LEFT_OUT = new Set(['del', 'moveFrom', 'delText', 'instrText', 'pPr', 'tblPr', 'Fallback', 'rubyPr']);
const BLANKS = new Set(['tab', 'br', 'cr', 'ptab']);

function textOf(node: Node): string {
  if (!isElement(node)) return '';
  const name = local(node.name);
  if (LEFT_OUT.has(name)) return '';
  if (name === 't') return rawText(node);
  if (BLANKS.has(name)) return ' ';
  if (name === 'noBreakHyphen') return '-';
  const text = node.children.map(textOf).join('');
  const isRaised = name === 'r' && attribute(firstNamed(node, 'vertAlign'), 'val') === 'superscript';
  if (isRaised && /^\s*[\d+−–-]/.test(text)) return `^${text.trim()}`;
  return name === 'p' ? `${text} ` : text;
}
