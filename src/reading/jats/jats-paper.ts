import type { PaperInput } from '../../papers/paper.ts';
import type { NameInput } from '../../papers/people.ts';
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
import { toLine } from './jats-inline.ts';

/** The paper that an article's front matter describes. */
export function readFront(front: Element | undefined): PaperInput {
  const meta = childElement(front, 'article-meta');
  if (!meta) return {};
  const journal = firstDescendant(childElement(front, 'journal-meta'), ({ name }) => name === 'journal-title');
  const [first, last] = [readText(meta, 'fpage'), readText(meta, 'lpage')];
  return {
    title: readText(childElement(meta, 'title-group') ?? meta, 'article-title'),
    abstract: readAbstract(meta),
    authors: childElements(meta, 'contrib-group').flatMap(readAuthors),
    ...readDate(meta),
    venue: toLine(journal) || undefined,
    volume: readText(meta, 'volume'),
    issue: readText(meta, 'issue'),
    pages: first === undefined ? readText(meta, 'elocation-id') : [first, last].filter(Boolean).join('-'),
    doi: readId(meta, 'doi'),
    pmid: readId(meta, 'pmid'),
    pmcid: readId(meta, 'pmcid', 'pmc')?.replace(/^(?=\d)/, 'PMC'),
    arxivId: readId(meta, 'arxiv'),
  };
}

function readText(parent: Element, name: string): string | undefined {
  return toLine(childElement(parent, name)) || undefined;
}

function readId(meta: Element, ...types: string[]): string | undefined {
  const ids = childElements(meta, 'article-id');
  return (
    toLine(ids.find((each) => types.includes(readAttribute(each, 'pub-id-type')?.toLowerCase() ?? ''))) || undefined
  );
}

/** Graphical and short abstracts have a type; the main one has none. */
function readAbstract(meta: Element): string | undefined {
  const abstract = childElements(meta, 'abstract').find((each) => readAttribute(each, 'abstract-type') === undefined);
  const parts = abstract && descendants(abstract, ({ name }) => name === 'p');
  return parts?.map(toLine).join('\n');
}

function readAuthors(group: Element): NameInput[] {
  const contributors = descendants(group, ({ name }) => name === 'contrib');
  return contributors
    .filter((each) => (readAttribute(each, 'contrib-type') ?? 'author') === 'author')
    .flatMap((each) => {
      const name = firstDescendant(each, ({ name: tag }) => ['name', 'string-name', 'collab'].includes(tag));
      return name ? readName(name) : [];
    });
}

function readName(name: Element): NameInput[] {
  const [family, given, suffix] = ['surname', 'given-names', 'suffix'].map((part) => readText(name, part));
  if (family !== undefined) return [{ family, ...(given && { given }), ...(suffix && { suffix }) }];
  // A group may list its members.
  const isMembers = (child: Node) => isElement(child) && child.name === 'contrib-group';
  const literal = toLine({ ...name, children: name.children.filter((child) => !isMembers(child)) });
  return literal === '' ? [] : [name.name === 'collab' ? { literal } : literal];
}

/** Kinds of publication dates. The dates on which an archive received or released a manuscript do not count. */
const PUBLISHED = ['epub', 'ppub', 'epub-ppub', 'collection', 'pub', 'electronic', 'print', 'preprint'];

/** The first publication date. */
function readDate(meta: Element): Pick<PaperInput, 'year' | 'publishedAt'> {
  const dates = childElements(meta, 'pub-date').flatMap((date) => {
    const type = readAttribute(date, 'pub-type') ?? readAttribute(date, 'date-type') ?? 'pub';
    const [year, month, day] = ['year', 'month', 'day'].map((part) => readText(date, part));
    if (!PUBLISHED.includes(type) || !/^\d{4}$/.test(year ?? '')) return [];
    const isMonth = /^(?:0?[1-9]|1[0-2])$/.test(month ?? '');
    const isDay = isMonth && /^(?:0?[1-9]|[12]\d|3[01])$/.test(day ?? '');
    return [[year, ...(isMonth ? [month] : []), ...(isDay ? [day] : [])].map((part) => String(part).padStart(2, '0'))];
  });
  const [first] = dates.sort(([one = ''], [other = '']) => Number(one) - Number(other));
  if (!first) return {};
  return { year: Number(first[0]), ...(first.length > 1 && { publishedAt: first.join('-') }) };
}
