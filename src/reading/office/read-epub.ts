import { posix } from 'node:path';
import { omitEmpty } from '../../lib/omit-undefined.ts';
import { readDate } from '../../papers/dates.ts';
import { readDoi, readIsbn } from '../../papers/identifiers.ts';
import type { ReadResult } from '../document.ts';
import { htmlText, isLeftOut } from '../html/html-text.ts';
import { tableToMarkdown } from '../markup/markup-table.ts';
import { descendants, type Element, isElement, rawText, readAttribute } from '../markup/markup-tree.ts';
import { cleanTextLine } from '../markup/outline.ts';
import { openParts, type PackageParts, Unreadable } from './package-parts.ts';
import { collectParts, type PartCollector, toSections } from './parts.ts';

/** Books in EPUB 2 and 3: the pages of the spine, in order, as one text. */

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
/** Methods that scramble fonts only. */
const FONTS_ONLY = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/;
const RIGHTS = ['META-INF/rights.xml', 'META-INF/sinf.xml', 'META-INF/license.lcpl'];
/** Books have a few hundred pages. */
const MAX_PAGES = 2_000;

export function readEpub(bytes: Uint8Array): ReadResult {
  const parts = openParts(bytes);
  if (isProtected(parts)) throw new Unreadable('copy protection');
  const container = parts.tree(CONTAINER);
  const [rootFile] = container ? named(container, 'rootfile') : [];
  const path = rootFile && readAttribute(rootFile, 'full-path');
  const book = path === undefined ? undefined : parts.tree(path);
  if (path === undefined || !book) throw new Unreadable('parts missing');
  const pages = listPages(book, path).filter((page) => parts.has(page));
  if (pages.length === 0) throw new Unreadable('parts missing');
  const collector = collectParts();
  for (const page of pages) {
    const tree = parts.tree(page, { isXml: false });
    if (tree) writeNodes(tree, collector);
  }
  const { sections, references } = toSections(collector.parts);
  if (sections.length === 0) return { problem: 'no body' };
  const paper = readMetadata(book);
  return { title: paper.title, paper, sections, references };
}

const named = (element: Element, name: string) =>
  descendants(element, (each) => each.name.slice(each.name.indexOf(':') + 1).toLowerCase() === name);

function isProtected(parts: PackageParts): boolean {
  if (RIGHTS.some((name) => parts.has(name))) return true;
  const encryption = parts.tree(ENCRYPTION);
  const encrypted = encryption ? named(encryption, 'encrypteddata') : [];
  const methods = encrypted.flatMap((data) => named(data, 'encryptionmethod').slice(0, 1));
  return methods.some((method) => !FONTS_ONLY.test(readAttribute(method, 'Algorithm') ?? ''));
}

/** The paths of the book's pages, in the order of reading. */
function listPages(book: Element, path: string): string[] {
  const folder = posix.dirname(path);
  const byId = new Map(named(book, 'item').map((item) => [readAttribute(item, 'id') ?? '', item]));
  const pages = named(book, 'itemref').flatMap((reference) => {
    const item = byId.get(readAttribute(reference, 'idref') ?? '');
    const isContents = item && /\bnav\b/.test(readAttribute(item, 'properties') ?? '');
    const href = item && !isContents && readAttribute(item, 'href');
    return href ? [posix.join(folder, decoded(href.replace(/#.*$/s, '')))] : [];
  });
  return [...new Set(pages)].slice(0, MAX_PAGES);
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

function readMetadata(book: Element) {
  const [metadata] = named(book, 'metadata');
  const all = (name: string) =>
    (metadata ? named(metadata, name) : []).map((each) => cleanTextLine(rawText(each))).filter((text) => text !== '');
  const identifiers = all('identifier');
  const [title] = all('title');
  return omitEmpty({
    title,
    authors: all('creator'),
    ...readDate(all('date')[0]),
    publisher: all('publisher')[0],
    language: all('language')[0],
    publicationType: 'book',
    doi: identifiers.map(readDoi).find(Boolean),
    isbns: identifiers.flatMap((identifier) => readIsbn(identifier) ?? []),
  });
}

const HEADING = /^h([1-6])$/;
const BLOCKS = new Set(
  'p div ul ol dl li dd dt table figure section article aside blockquote h1 h2 h3 h4 h5 h6 pre main body'.split(' '),
);

function writeNodes(parent: Element, collector: PartCollector): void {
  // Text that stands between blocks is a paragraph, too.
  let loose: Element['children'] = [];
  const endLoose = () => {
    if (loose.length > 0) collector.add('paragraph', htmlText(loose));
    loose = [];
  };
  for (const node of parent.children) {
    if (!isElement(node) || !hasBlocks(node)) {
      loose.push(node);
      continue;
    }
    endLoose();
    writeElement(node, collector);
  }
  endLoose();
}

function hasBlocks(element: Element): boolean {
  return (
    BLOCKS.has(element.name) || isLeftOut(element) || descendants(element, ({ name }) => BLOCKS.has(name)).length > 0
  );
}

function writeElement(element: Element, collector: PartCollector): void {
  if (isLeftOut(element)) return;
  const { name } = element;
  const depth = HEADING.exec(name)?.[1];
  const isLeaf = !element.children.some((child) => isElement(child) && hasBlocks(child));
  if (depth) collector.begin(htmlText(element.children), Number(depth));
  else if (name === 'table')
    collector.add(
      'table',
      tableToMarkdown(element, (cell) => htmlText(cell.children)),
    );
  else if (/footnote|endnote|rearnote/.test(readAttribute(element, 'epub:type') ?? ''))
    collector.add('footnote', htmlText(element.children));
  else if (!isLeaf) writeNodes(element, collector);
  else if (name === 'figcaption') collector.add('caption', htmlText(element.children));
  else collector.add(KINDS[name] ?? 'paragraph', htmlText(element.children));
}

const KINDS: Readonly<Record<string, 'list-item' | 'quote'>> = {
  li: 'list-item',
  dd: 'list-item',
  dt: 'list-item',
  blockquote: 'quote',
};
