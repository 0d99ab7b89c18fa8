import { readArxivId } from '../../papers/arxiv-number.ts';
import { readDoi } from '../../papers/identifiers.ts';
import { MAX_REFERENCES, type Reference } from '../document.ts';
import {
  childElement,
  childElements,
  descendants,
  type Element,
  firstDescendant,
  isElement,
  type Node,
  readAttribute,
} from '../markup/markup-tree.ts';
import { cleanTextLine, findDoi } from '../markup/outline.ts';
import { inlineText, toLine } from './jats-inline.ts';

const CITATIONS = ['mixed-citation', 'element-citation', 'citation', 'nlm-citation', 'product'];

/** The entries of all lists of references. */
export function readReferences(article: Element): Reference[] {
  const entries = descendants(article, ({ name }) => name === 'ref').slice(0, MAX_REFERENCES);
  return entries.map((entry, at) => toReference(entry, at + 1)).filter(({ text }) => text !== '');
}

function toReference(entry: Element, number: number): Reference {
  const label = toLine(childElement(entry, 'label'));
  const citation = firstDescendant(entry, ({ name }) => CITATIONS.includes(name)) ?? entry;
  const identifiers = citation === entry ? [] : descendants(citation, ({ name }) => name === 'pub-id');
  const idOf = (type: string) => {
    const identifier = identifiers.find((each) => readAttribute(each, 'pub-id-type') === type);
    return identifier && toLine(identifier);
  };
  const text = citation.name === 'element-citation' ? fromElements(citation) : cleanTextLine(spacedText(citation));
  const pmid = /^\d{1,9}$/.exec(idOf('pmid') ?? '')?.[0];
  const pmcid = /^(?:PMC)?(\d{1,9})$/i.exec(idOf('pmcid') ?? idOf('pmc') ?? '')?.[1];
  return {
    key: label.replace(/[.[\]()]/g, '').trim() || String(number),
    text,
    doi: readDoi(idOf('doi')) ?? linkedDoi(citation) ?? findDoi(text),
    pmid,
    pmcid: pmcid && `PMC${pmcid}`,
    arxivId: readArxivId(idOf('arxiv') ?? /\barxiv:\s*(\S+?)[.,;]?(?=\s|$)/i.exec(text)?.[1]),
  };
}

/** Elements that format a part of a word or title; every other element is a field of the citation. */
const FORMATS = new Set(
  'sup sub sc italic bold underline overline monospace roman sans-serif strike styled-content named-content'.split(' '),
);
const IS_IN_WORD = new Set(['sup', 'sub', 'sc']);

/**
 * The text without identifiers, which are returned separately. Puts spaces between adjacent elements; within a field
 * only if another field begins or ends there.
 */
function spacedText(element: Element, isInField = false): string {
  let text = '';
  let before: Node | undefined;
  for (const child of element.children) {
    if (isElement(child) && child.name === 'pub-id') continue;
    const isGroup = isElement(child) && childElements(child).length > 0;
    const part = isGroup ? spacedText(child, isInField || isTitle(child)) : inlineText([child]);
    text += isBoundary(before, child, isInField) && isGlued(text, part) ? ` ${part}` : part;
    if (part !== '') before = child;
  }
  return text;
}

function isTitle({ name }: Element): boolean {
  return name.endsWith('-title') || name === 'source';
}

/** Whether one field ends or another begins between two nodes. */
function isBoundary(before: Node | undefined, after: Node, isInField: boolean): boolean {
  const [first, second] = [before, after].map((node) => (node && isElement(node) ? node.name : undefined));
  if ([first, second].some((name) => name && !FORMATS.has(name))) return true;
  return !isInField && second !== undefined && !IS_IN_WORD.has(second);
}

/** Whether two texts would read as one. A number in brackets behind a volume does not: `12(3)`. */
function isGlued(before: string, after: string): boolean {
  if (/[\p{L}\p{N}.?!)\],;]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)) return true;
  return /[\p{L}.?!)\],;]$/u.test(before) && /^[([]/.test(after);
}

function linkedDoi(citation: Element): string | undefined {
  for (const link of descendants(citation, ({ name }) => name === 'ext-link' || name === 'uri')) {
    const address = readAttribute(link, 'xlink:href') ?? '';
    const doi = /doi\.org\/|^(?:doi:)?10\./i.test(address) ? readDoi(address) : undefined;
    if (doi) return doi;
  }
  return undefined;
}

/** Builds an entry from elements without punctuation: names, year, titles and numbers in the usual order. */
function fromElements(citation: Element): string {
  const textIn = (name: string) => {
    const element = firstDescendant(citation, (each) => each.name === name);
    return element && toLine(element);
  };
  const names = descendants(citation, ({ name }) => name === 'name' || name === 'string-name').map((name) =>
    cleanTextLine(
      childElements(name)
        .map((part) => inlineText(part.children))
        .join(' '),
    ),
  );
  const authors = names.length > 6 ? `${names.slice(0, 6).join(', ')} et al.` : names.join(', ') || textIn('collab');
  const pages = [textIn('fpage') ?? textIn('elocation-id'), textIn('lpage')].filter(Boolean).join('-');
  const volume = [textIn('volume'), pages].filter(Boolean).join(':');
  const parts = [authors, textIn('year') && `(${textIn('year')})`, textIn('article-title') ?? textIn('chapter-title')];
  return [...parts, textIn('source'), volume].filter(Boolean).join('. ').replaceAll('. (', ' (');
}
