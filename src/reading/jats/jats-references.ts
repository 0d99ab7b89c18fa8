import { omitUndefined } from '../../lib/omit-undefined.ts';
import { readArxivId } from '../../papers/arxiv-number.ts';
import { readDoi } from '../../papers/identifiers.ts';
import type { Reference } from '../full-text.ts';
import {
  childElement,
  childElements,
  descendants,
  type Element,
  firstDescendant,
  isElement,
  readAttribute,
} from '../markup/markup-tree.ts';
import { cleanTextLine } from '../markup/outline.ts';
import { inlineText, toLine } from './jats-inline.ts';

const CITATIONS = ['mixed-citation', 'element-citation', 'citation', 'nlm-citation', 'product'];
const MAX_REFERENCES = 3_000;

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
    ...omitUndefined({
      doi: readDoi(idOf('doi')) ?? linkedDoi(citation) ?? writtenDoi(text),
      pmid,
      pmcid: pmcid && `PMC${pmcid}`,
      arxivId: readArxivId(idOf('arxiv') ?? /\barxiv:\s*(\S+?)[.,;]?(?=\s|$)/i.exec(text)?.[1]),
    }),
  };
}

/**
 * The text without identifiers, which have their own fields; elements without whitespace between them are separated.
 */
function spacedText(element: Element): string {
  let text = '';
  for (const child of element.children) {
    if (isElement(child) && child.name === 'pub-id') continue;
    const isGroup = isElement(child) && childElements(child).length > 0;
    const part = isGroup ? spacedText(child) : inlineText([child]);
    text += /[\p{L}\p{N}.?!]$/u.test(text) && /^[\p{L}\p{N}]/u.test(part) && isElement(child) ? ` ${part}` : part;
  }
  return text;
}

function linkedDoi(citation: Element): string | undefined {
  for (const link of descendants(citation, ({ name }) => name === 'ext-link' || name === 'uri')) {
    const address = readAttribute(link, 'xlink:href') ?? '';
    const doi = /doi\.org\/|^(?:doi:)?10\./i.test(address) ? readDoi(address) : undefined;
    if (doi) return doi;
  }
  return undefined;
}

function writtenDoi(text: string): string | undefined {
  return readDoi(/\b(?:doi:\s*|doi\.org\/)(10\.\d{4,9}\/\S+)/i.exec(text)?.[1]);
}

/** Builds an entry from elements without punctuation: names, year, titles and numbers in the usual order. */
function fromElements(citation: Element): string {
  const textOf = (name: string) => {
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
  const authors = names.length > 6 ? `${names.slice(0, 6).join(', ')} et al.` : names.join(', ') || textOf('collab');
  const pages = [textOf('fpage') ?? textOf('elocation-id'), textOf('lpage')].filter(Boolean).join('-');
  const volume = [textOf('volume'), pages].filter(Boolean).join(':');
  const parts = [authors, textOf('year') && `(${textOf('year')})`, textOf('article-title') ?? textOf('chapter-title')];
  return [...parts, textOf('source'), volume].filter(Boolean).join('. ').replaceAll('. (', ' (');
}
