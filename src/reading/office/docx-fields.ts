import type { PaperInput } from '../../papers/paper.ts';
import type { NameInput } from '../../papers/people.ts';
import { childElements, type Element, isElement, type Node, rawText } from '../markup/markup-tree.ts';
import { openParts, type PackageParts, Unreadable } from './package-parts.ts';
import {
  attribute,
  BLANKS,
  BODY,
  firstNamed,
  isRaised,
  LEFT_OUT,
  local,
  named,
  property,
  readStyles,
  type Style,
  styleOf,
} from './read-docx.ts';

/** The paragraphs of a Word document, with the fields of reference managers in them, and Word's list of sources. */

export type DocxParagraph = { text: string; depth?: number; isQuote?: true };

/** The text of a field stands between marks: `open`, its index in `fields`, `index`, the shown text, `close`. */
export const FIELD_MARKS = { open: '\uE003', index: '\uE004', close: '\uE005' } as const;

/** `works`: Word's list of sources, by their tags. */
export type DocxWithFields = { paragraphs: DocxParagraph[]; fields: string[]; works: Map<string, PaperInput> };

/** The instructions of fields, and the tags of content controls, that cite. */
const CITES =
  /^\s*ADDIN\s+(?:ZOTERO_ITEM|CSL_CITATION|EN\.CITE(?!\.DATA)|Mendeley Citation)|^\s*CITATION\s+\S|^MENDELEY_CITATION_v3_/i;
const isLeftOut = (name: string) => LEFT_OUT.has(name) || name === 'delInstrText' || name === 'sdtPr';

/** `data`: EndNote's data beside a long instruction, in the field or in a field inside it. */
type Field = { code: string; data: string; isShown: boolean; isMarked: boolean };
type State = {
  fields: string[];
  open: Field[];
  marked: number;
  styles: Map<string, Style>;
  paragraphs: DocxParagraph[];
};

/** Reads a .docx: the body, then its notes. Throws Unreadable. */
export function readDocxWithFields(bytes: Uint8Array): DocxWithFields {
  const parts = openParts(bytes);
  const root = parts.tree(BODY);
  const body = root && firstNamed(root, 'body');
  if (!body) throw new Unreadable('parts missing');
  const state: State = { fields: [], open: [], marked: 0, styles: readStyles(parts), paragraphs: [] };
  readBlocks(body, state);
  for (const kind of ['footnote', 'endnote']) {
    const notes = parts.tree(`word/${kind}s.xml`);
    state.open = [];
    state.marked = 0;
    if (notes) readBlocks(notes, state);
  }
  return { paragraphs: state.paragraphs, fields: state.fields, works: readDocxSources(parts) };
}

function readBlocks(parent: Element, state: State): void {
  for (const child of childElements(parent)) {
    const name = local(child.name);
    if (name === 'p') readParagraph(child, state);
    else if (!isLeftOut(name) && name !== 'sectPr' && !/separator/i.test(attribute(child, 'type') ?? ''))
      readBlocks(child, state);
  }
}

function readParagraph(paragraph: Element, state: State): void {
  const style = styleOf(state.styles, property(paragraph, 'pPr', 'pStyle'));
  const shown = paragraph.children.map((child) => textOf(child, state)).join('');
  const text = shown.replace(/\s+/g, ' ').trim();
  const depth = style.isTitle ? 1 : style.depth;
  state.paragraphs.push({
    text,
    ...(depth !== undefined && { depth }),
    ...(style.kind === 'quote' && { isQuote: true }),
  });
}

function textOf(node: Node, state: State): string {
  if (!isElement(node)) return '';
  const name = local(node.name);
  if (isLeftOut(name)) return '';
  if (name === 'fldChar') return passField(attribute(node, 'fldCharType'), decodeData(node), state);
  // A text box stands within the run that it is anchored to.
  if (name === 'p') {
    readParagraph(node, state);
    return ' ';
  }
  const top = state.open.at(-1);
  if (name === 'instrText') {
    if (top && !top.isShown) top.code += rawText(node);
    return '';
  }
  if (top && !top.isShown) return node.children.map((child) => textOf(child, state)).join('');
  if (name === 't') return rawText(node).replace(/[\uE000-\uE00F]/g, '');
  if (BLANKS.has(name)) return ' ';
  if (name === 'noBreakHyphen') return '-';
  const tag = name === 'sdt' ? property(node, 'sdtPr', 'tag') : undefined;
  const code = name === 'fldSimple' ? attribute(node, 'instr') : tag;
  const text = node.children.map((child) => textOf(child, state)).join('');
  if (code !== undefined && isOutermost(state) && CITES.test(code)) return mark(code, state) + text + FIELD_MARKS.close;
  return isRaised(node) && /^\s*\d/.test(text) ? `^${text.trim()}` : text;
}

const isOutermost = ({ marked }: State) => marked === 0;

function decodeData(node: Element): string {
  const [data] = named(node, 'fldData');
  return data ? Buffer.from(rawText(data), 'base64').toString('utf8') : '';
}

function mark(code: string, { fields }: State): string {
  fields.push(code);
  return `${FIELD_MARKS.open}${fields.length - 1}${FIELD_MARKS.index}`;
}

/** A field begins, shows its result, and ends; the instruction stands before the result. */
function passField(type: string | undefined, data: string, state: State): string {
  const { open } = state;
  if (type === 'begin') open.push({ code: '', data, isShown: false, isMarked: false });
  const top = open.at(-1);
  if (!top) return '';
  if (type === 'separate') {
    top.isMarked = CITES.test(top.code) && isOutermost(state);
    top.isShown = true;
    if (top.isMarked) state.marked += 1;
    return top.isMarked ? mark(whole(top), state) : '';
  }
  if (type !== 'end') return '';
  open.pop();
  const outer = open.at(-1);
  if (outer && !outer.isShown && outer.data === '' && /EN\.CITE\.DATA/.test(top.code)) outer.data = top.data;
  if (top.isMarked) state.marked -= 1;
  if (top.isMarked) return FIELD_MARKS.close;
  // A field without a result.
  return !top.isShown && CITES.test(top.code) && isOutermost(state) ? mark(whole(top), state) + FIELD_MARKS.close : '';
}

const whole = ({ code, data }: Field) => (code.includes('<record>') ? code : code + data);

const MAX_PARTS = 30;

/** The works of Word's own list of sources by their tags, in lower case, to which CITATION fields refer. */
function readDocxSources(parts: PackageParts): Map<string, PaperInput> {
  const works = new Map<string, PaperInput>();
  for (let number = 1; number <= MAX_PARTS; number += 1) {
    const name = `customXml/item${number}.xml`;
    if (!parts.text(name)?.includes('officeDocument/2006/bibliography')) continue;
    const root = parts.tree(name);
    const lists = root === undefined ? [] : [root, ...childElements(root)];
    for (const source of lists.flatMap((list) => named(list, 'Source'))) {
      const [tag] = named(source, 'Tag');
      if (tag) works.set(rawText(tag).trim().toLowerCase(), readSource(source));
    }
  }
  return works;
}

function readSource(source: Element): PaperInput {
  const text = (...names: string[]) =>
    names.flatMap((name) => named(source, name).map((element) => rawText(element).trim())).find(Boolean);
  return {
    title: text('Title'),
    authors: named(source, 'Author').flatMap((people) => named(people, 'Author').flatMap(readPeople)),
    dated: text('Year'),
    year: Number(text('Year')) || undefined,
    venue: text('JournalName', 'BookTitle', 'ConferenceName', 'PeriodicalTitle', 'PublicationTitle'),
    volume: text('Volume'),
    issue: text('Issue'),
    pages: text('Pages'),
    publisher: text('Publisher'),
    doi: text('DOI', 'StandardNumber'),
    link: text('URL'),
    bibtex: { key: text('Tag') ?? '' },
  };
}

/** A list of persons, or the name of an organisation. */
function readPeople(author: Element): NameInput[] {
  return childElements(author).flatMap((child): NameInput[] => {
    if (local(child.name) === 'Corporate') return [{ literal: rawText(child).trim() }];
    return named(child, 'Person').map((person) => {
      const part = (name: string) => named(person, name).map(rawText).join(' ').trim();
      return { family: part('Last'), given: [part('First'), part('Middle')].filter(Boolean).join(' ') };
    });
  });
}
