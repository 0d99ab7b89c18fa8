import type { ReadDocument, ReadResult } from '../document.ts';
import {
  childElement,
  childElements,
  type Element,
  firstDescendant,
  parseTree,
  readAttribute,
} from '../markup/markup-tree.ts';
import { cleanTextLine, createOutline, type Outline } from '../markup/outline.ts';
import { writeBlocks } from './jats-blocks.ts';
import { inlineText, toLine } from './jats-inline.ts';
import { readFront } from './jats-paper.ts';
import { readReferences } from './jats-references.ts';

/** JATS and its predecessor, the NLM DTD: the XML of PubMed Central and of many publishers. */

/** Parses an article. A missing body is a problem: publishers may provide only the front matter. */
export function readJats(xml: string): ReadResult {
  const tree = parseTree(xml, { isXml: true, whole: 'article' });
  if ('problem' in tree) return tree;
  const article = firstDescendant(tree.root, ({ name }) => name === 'article');
  if (!article) return { problem: 'not a document' };
  if (!tree.isWhole) return { problem: 'cut off' };
  const body = childElement(article, 'body');
  // Other XML of publishers, such as Elsevier's, has a root of the same name.
  if (!body) return { problem: childElement(article, 'front') ? 'no body' : 'not a document' };
  const outline = createOutline();
  const meta = childElement(childElement(article, 'front'), 'article-meta');
  writeAbstracts(meta, outline);
  writeParts(body, 'body', outline);
  if (!outline.sections.some(({ kind }) => kind === 'body')) return { problem: 'no body' };
  writeFloats(article, outline);
  writeBack(childElement(article, 'back'), outline);
  for (const part of childElements(article, 'sub-article', 'response')) writeReview(part, outline);
  const main: Element = { ...article, children: childElements(article, 'body', 'back', 'floats-group') };
  const licence = firstDescendant(meta, ({ name }) => name === 'license');
  return {
    title: toLine(firstDescendant(meta, ({ name }) => name === 'article-title')) || undefined,
    licence: licence && readLicence(licence),
    paper: readFront(childElement(article, 'front')),
    ...readCopy(article, meta),
    sections: outline.sections,
    references: readReferences(main),
  };
}

/** Author manuscripts in PubMed Central have a manuscript number. */
function readCopy(article: Element, meta: Element | undefined): Pick<ReadDocument, 'copy'> {
  if (/preprint/i.test(readAttribute(article, 'article-type') ?? '')) return { copy: 'preprint' };
  const ids = meta ? childElements(meta, 'article-id') : [];
  return ids.some((id) => readAttribute(id, 'pub-id-type') === 'manuscript') ? { copy: 'accepted' } : {};
}

const MAX_LICENCE_CHARACTERS = 200;

function readLicence(licence: Element): string | undefined {
  const reference = firstDescendant(licence, ({ name }) => name === 'ali:license_ref');
  const link = firstDescendant(licence, (each) => /creativecommons/.test(readAttribute(each, 'xlink:href') ?? ''));
  const named = [
    reference && inlineText(reference.children),
    readAttribute(licence, 'xlink:href'),
    link && readAttribute(link, 'xlink:href'),
    inlineText(licence.children),
    readAttribute(licence, 'license-type'),
  ];
  const words = named.map((text) => cleanTextLine(text ?? '')).find((text) => text !== '');
  return words?.slice(0, MAX_LICENCE_CHARACTERS);
}

function writeAbstracts(meta: Element | undefined, outline: Outline): void {
  for (const abstract of meta ? childElements(meta, 'abstract') : []) {
    const type = readAttribute(abstract, 'abstract-type');
    if (type !== undefined && /^(?:graphical|toc|teaser|precis)/.test(type)) continue;
    outline.inSection(readTitle(abstract), 'abstract', () => writeContent(abstract, outline));
  }
}

/** The sections of a body, and the paragraphs outside them. */
function writeParts(body: Element, kind: 'body' | 'review', outline: Outline): void {
  for (const child of childElements(body)) {
    if (child.name === 'sec') writeSection(child, kind, outline);
    else writeBlocks([child], outline);
  }
}

function writeSection(section: Element, kind: 'body' | 'appendix' | 'review' | 'back', outline: Outline): void {
  outline.inSection(readTitle(section), kind, () => writeContent(section, outline));
}

function writeContent(section: Element, outline: Outline): void {
  for (const child of childElements(section)) {
    if (child.name === 'sec') writeSection(child, 'body', outline);
    else if (child.name !== 'title' && child.name !== 'label') writeBlocks([child], outline);
  }
}

function readTitle(section: Element): string {
  const label = toLine(childElement(section, 'label'));
  const title = toLine(childElement(section, 'title'));
  return label && !title.startsWith(label) ? `${label.replace(/\.$/, '')} ${title}`.trim() : title;
}

/** Tables and figures outside the body; author manuscripts in PubMed Central have them all there. */
function writeFloats(article: Element, outline: Outline): void {
  const floats = childElements(article, 'floats-group', 'floats-wrap').flatMap((group) => childElements(group));
  if (floats.length > 0) outline.inSection('Floats', 'back', () => writeBlocks(floats, outline));
}

/** The parts after the body, except the references. */
function writeBack(back: Element | undefined, outline: Outline): void {
  for (const part of back ? childElements(back) : []) {
    if (part.name === 'app-group') for (const app of childElements(part, 'app')) writeSection(app, 'appendix', outline);
    else if (part.name === 'app') writeSection(part, 'appendix', outline);
    else if (['sec', 'ack', 'notes', 'glossary', 'fn-group', 'bio'].includes(part.name)) {
      const title = readTitle(part) || BACK_TITLES[part.name] || 'Notes';
      outline.inSection(title, 'back', () => writeContent(part, outline));
    }
  }
}

const BACK_TITLES: Record<string, string> = { ack: 'Acknowledgements', glossary: 'Abbreviations', 'fn-group': 'Notes' };

/** Reviewers' letters and authors' replies, as sections of their own kind. */
function writeReview(part: Element, outline: Outline): void {
  const title = firstDescendant(childElement(part, 'front-stub'), ({ name }) => name === 'article-title');
  const body = childElement(part, 'body');
  if (!body) return;
  outline.inSection(title ? inlineText(title.children) : '', 'review', () => writeParts(body, 'review', outline));
}
