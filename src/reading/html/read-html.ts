import { arxivYear, readArxivId } from '../../papers/arxiv-number.ts';
import { readDate } from '../../papers/dates.ts';
import { readDoi } from '../../papers/identifiers.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { MAX_REFERENCES, type ReadResult, type Reference, type Section } from '../document.ts';
import { tableToMarkdown } from '../markup/markup-table.ts';
import {
  childElements,
  descendants,
  type Element,
  firstDescendant,
  isElement,
  type Node,
  parseTree,
  readAttribute,
} from '../markup/markup-tree.ts';
import { cleanTextLine, createOutline, findDoi, type Outline } from '../markup/outline.ts';
import { namesInLine } from '../names.ts';
import { hasClass, htmlText, isLeftOut } from './html-text.ts';

/** HTML by LaTeXML, as arXiv publishes it, recognised by its classes (`ltx_...`). */

/** Parses a page. A paper truncated by a conversion error is a problem; arXiv's HTML has many. */
export function readHtml(html: string): ReadResult {
  const tree = parseTree(html, { isXml: false, whole: 'html' });
  if ('problem' in tree) return tree;
  const { root } = tree;
  const article =
    firstDescendant(root, (each) => hasClass(each, 'ltx_document')) ??
    firstDescendant(root, (each) => hasClass(each, 'ltx_page_content'));
  if (!article) return { problem: 'not a document' };
  const outline = createOutline();
  writeParts(article.children, outline);
  const references = readReferences(article);
  if (!isComplete(article, outline.sections, references.length)) return { problem: 'cut off' };
  const heading = firstDescendant(article, (each) => hasClass(each, 'ltx_title_document'));
  const title = heading && (cleanTextLine(htmlText(heading.children)) || undefined);
  const watermark = textById(root, 'watermark-tr');
  return {
    title,
    licence: textById(root, 'license-tr')?.replace(/^License:\s*/i, ''),
    version: /(?<=\d)v\d+\b/.exec(watermark ?? '')?.[0],
    paper: readPaper({ root, article, title, watermark }),
    sections: outline.sections,
    references,
  };
}

function textById(root: Element, id: string): string | undefined {
  const element = firstDescendant(root, (each) => readAttribute(each, 'id') === id);
  return element && (cleanTextLine(htmlText(element.children)).slice(0, 200) || undefined);
}

const SECTIONS = ['ltx_section', 'ltx_subsection', 'ltx_subsubsection', 'ltx_paragraph', 'ltx_chapter', 'ltx_part'];
const TITLE = /^h[1-6]$/;

function writeParts(nodes: readonly Node[], outline: Outline): void {
  for (const node of nodes) if (isElement(node)) writePart(node, outline);
}

function writePart(part: Element, outline: Outline): void {
  if (isLeftOut(part) || TITLE.test(part.name) || hasClass(part, 'ltx_bibliography')) return;
  const section = sectionKind(part);
  if (section) {
    outline.inSection(readTitle(part), section, () => writeParts(part.children, outline));
  } else if (hasClass(part, 'ltx_p') || (part.name === 'p' && !hasBlocks(part))) writeParagraph(part, outline);
  else if (hasClass(part, 'ltx_equation') || hasClass(part, 'ltx_equationgroup')) {
    outline.add('formula', htmlText(part.children));
  } else if (part.name === 'li' || part.name === 'dt' || part.name === 'dd') writeItem(part, outline);
  else if (part.name === 'figcaption') outline.add('caption', htmlText(part.children));
  else if (part.name === 'table')
    outline.add(
      'table',
      tableToMarkdown(part, (cell) => htmlText(cell.children)),
    );
  else if (part.name === 'blockquote') outline.add('quote', htmlText(part.children));
  else if (hasClass(part, 'ltx_listing')) outline.add('paragraph', htmlText(part.children));
  else writeParts(part.children, outline);
}

function sectionKind(part: Element): Section['kind'] | undefined {
  if (hasClass(part, 'ltx_abstract')) return 'abstract';
  if (hasClass(part, 'ltx_appendix')) return 'appendix';
  if (hasClass(part, 'ltx_acknowledgements')) return 'back';
  return SECTIONS.some((name) => hasClass(part, name)) ? 'body' : undefined;
}

function readTitle(section: Element): string {
  const title = childElements(section).find(({ name }) => TITLE.test(name));
  const text = cleanTextLine(htmlText(title?.children ?? []));
  return text || (hasClass(section, 'ltx_acknowledgements') ? 'Acknowledgements' : '');
}

function hasBlocks(part: Element): boolean {
  return descendants(part, ({ name }) => /^(?:p|ul|ol|table|figure|section)$/.test(name)).length > 0;
}

function writeParagraph(paragraph: Element, outline: Outline): void {
  outline.add('paragraph', htmlText(paragraph.children));
  const notes = descendants(paragraph, (each) => hasClass(each, 'ltx_note_content'));
  for (const note of notes) outline.add('footnote', htmlText(note.children));
}

/** A list item's own text, then the lists inside it. */
function writeItem(item: Element, outline: Outline): void {
  const isList = ({ name }: Element) => name === 'ul' || name === 'ol' || name === 'dl';
  const withoutLists = (element: Element): Element => ({
    ...element,
    children: element.children
      .filter((child) => !isElement(child) || !isList(child))
      .map((child) => (isElement(child) ? withoutLists(child) : child)),
  });
  outline.add('list-item', htmlText(withoutLists(item).children));
  for (const list of descendants(item, isList)) writeParts(list.children, outline);
}

function readReferences(article: Element): Reference[] {
  const items = descendants(article, (each) => hasClass(each, 'ltx_bibitem')).slice(0, MAX_REFERENCES);
  return items.map((item, at) => {
    const tag = firstDescendant(item, (each) => hasClass(each, 'ltx_tag_bibitem'));
    const blocks = descendants(item, (each) => hasClass(each, 'ltx_bibblock'));
    const text = cleanTextLine(htmlText(blocks.length > 0 ? blocks : item.children));
    const links = descendants(item, ({ name }) => name === 'a').map((link) => readAttribute(link, 'href') ?? '');
    const doi = links
      .filter((link) => /doi\.org\//i.test(link))
      .map(readDoi)
      .find(Boolean);
    const arxiv = /(?:arxiv:\s*|arxiv\.org\/(?:abs|pdf)\/)(\d{4}\.\d{4,5}|[a-z-]+\/\d{7})/i.exec(
      [text, ...links].join(' '),
    );
    return {
      key: cleanTextLine(htmlText(tag?.children ?? [])).replace(/[[\]()]/g, '') || String(at + 1),
      text,
      doi: doi ?? findDoi(text),
      arxivId: readArxivId(arxiv?.[1]),
    };
  });
}

/** This much prose makes up for a missing structure. */
const MIN_PROSE_CHARACTERS = 8_000;
/** With more conversion errors than one per this many characters, the page is rejected. */
const MIN_CHARACTERS_PER_ERROR = 2_000;

function isComplete(article: Element, sections: readonly Section[], references: number): boolean {
  const body = sections.filter(({ kind }) => kind === 'body' || kind === 'appendix');
  const prose = body.flatMap(({ blocks }) => blocks).reduce((sum, { text }) => sum + text.length, 0);
  const errors = descendants(article, (each) => hasClass(each, 'ltx_ERROR')).length;
  const hasStructure = body.filter(({ depth }) => depth === 1).length >= 2 || prose > MIN_PROSE_CHARACTERS;
  const lastTitle = body.at(-1)?.title ?? '';
  const hasEnd = references > 0 || /conclu|discussion|summary|outlook|remarks|appendix|acknowledg/i.test(lastTitle);
  return (
    hasStructure && (hasEnd || prose > MIN_PROSE_CHARACTERS) && errors * MIN_CHARACTERS_PER_ERROR <= Math.max(prose, 1)
  );
}

type Page = { root: Element; article: Element; title: string | undefined; watermark: string | undefined };

/** The page's metadata of its paper: from the tags that Google Scholar asks publishers for, otherwise from the text. */
function readPaper({ root, article, title, watermark }: Page): PaperInput {
  const tags = descendants(root, ({ name }) => name === 'meta').map((tag) => ({
    name: (readAttribute(tag, 'name') ?? '').toLowerCase(),
    content: readAttribute(tag, 'content'),
  }));
  const all = (...names: string[]) =>
    tags.flatMap(({ name, content }) => (names.includes(name) && content ? [content] : []));
  const arxivId = readArxivId(all('citation_arxiv_id')[0] ?? /\barxiv:\s*(\S+)/i.exec(watermark ?? '')?.[1]);
  const date = readDate(all('citation_publication_date', 'citation_date', 'citation_online_date', 'citation_year')[0]);
  const authors = all('citation_author');
  return {
    title: all('citation_title')[0] ?? title,
    authors: authors.length > 0 ? authors : readAuthors(article),
    ...(date.year === undefined ? { year: arxivYear(arxivId) } : date),
    venue: all('citation_journal_title', 'citation_conference_title')[0],
    volume: all('citation_volume')[0],
    issue: all('citation_issue')[0],
    doi: all('citation_doi')[0],
    pmid: all('citation_pmid')[0],
    arxivId,
  };
}

/** Omits names that are mixed with addresses: separating them would be a guess. */
function readAuthors(article: Element): string[] {
  const persons = descendants(article, (each) => hasClass(each, 'ltx_personname'));
  const names = persons.map((person) => namesInLine(cleanTextLine(htmlText(person.children))));
  return names.every((each) => each !== undefined) ? names.flat() : [];
}
