import type { PaperInput } from '../../papers/paper.ts';
import type { NameInput } from '../../papers/people.ts';
import {
  childElement,
  childElements,
  descendants,
  type Element,
  firstDescendant,
  readAttribute,
} from '../markup/tree.ts';
import { toLine } from './inline.ts';

/** What an article's front matter states. */
export function paperOfFront(front: Element | undefined): PaperInput {
  const meta = childElement(front, 'article-meta');
  if (!meta) return {};
  const journal = firstDescendant(childElement(front, 'journal-meta'), ({ name }) => name === 'journal-title');
  const [first, last] = [textOf(meta, 'fpage'), textOf(meta, 'lpage')];
  return {
    title: textOf(childElement(meta, 'title-group') ?? meta, 'article-title'),
    abstract: abstractOf(meta),
    authors: childElements(meta, 'contrib-group').flatMap(authorsOf),
    ...dateOf(meta),
    venue: toLine(journal) || undefined,
    volume: textOf(meta, 'volume'),
    issue: textOf(meta, 'issue'),
    pages: first === undefined ? textOf(meta, 'elocation-id') : [first, last].filter(Boolean).join('-'),
    doi: idOf(meta, 'doi'),
    pmid: idOf(meta, 'pmid'),
    pmcid: idOf(meta, 'pmcid', 'pmc')?.replace(/^(?=\d)/, 'PMC'),
    arxivId: idOf(meta, 'arxiv'),
  };
}

function textOf(parent: Element, name: string): string | undefined {
  return toLine(childElement(parent, name)) || undefined;
}

function idOf(meta: Element, ...types: string[]): string | undefined {
  const ids = childElements(meta, 'article-id');
  return (
    toLine(ids.find((each) => types.includes(readAttribute(each, 'pub-id-type')?.toLowerCase() ?? ''))) || undefined
  );
}

/** Pictures of an abstract and its short forms have a type. */
function abstractOf(meta: Element): string | undefined {
  const abstract = childElements(meta, 'abstract').find((each) => readAttribute(each, 'abstract-type') === undefined);
  const parts = abstract && descendants(abstract, ({ name }) => name === 'p');
  return parts?.map(toLine).join('\n');
}

function authorsOf(group: Element): NameInput[] {
  const contributors = descendants(group, ({ name }) => name === 'contrib');
  return contributors
    .filter((each) => (readAttribute(each, 'contrib-type') ?? 'author') === 'author')
    .flatMap((each) => {
      const name = firstDescendant(each, ({ name: tag }) => ['name', 'string-name', 'collab'].includes(tag));
      return name ? nameOf(name) : [];
    });
}

function nameOf(name: Element): NameInput[] {
  const [family, given, suffix] = ['surname', 'given-names', 'suffix'].map((part) => textOf(name, part));
  if (family !== undefined) return [{ family, ...(given && { given }), ...(suffix && { suffix }) }];
  const literal = toLine(name);
  return literal === '' ? [] : [name.name === 'collab' ? { literal } : literal];
}

/** Days on which a text was published; those on which an archive got or released a manuscript are none. */
const PUBLISHED = ['epub', 'ppub', 'epub-ppub', 'collection', 'pub', 'electronic', 'print', 'preprint'];

/** The first day of publication. */
function dateOf(meta: Element): Pick<PaperInput, 'year' | 'publishedAt'> {
  const dates = childElements(meta, 'pub-date').flatMap((date) => {
    const type = readAttribute(date, 'pub-type') ?? readAttribute(date, 'date-type') ?? 'pub';
    const [year, month, day] = ['year', 'month', 'day'].map((part) => textOf(date, part));
    if (!PUBLISHED.includes(type) || !/^\d{4}$/.test(year ?? '')) return [];
    const isMonth = /^(?:0?[1-9]|1[0-2])$/.test(month ?? '');
    const isDay = isMonth && /^(?:0?[1-9]|[12]\d|3[01])$/.test(day ?? '');
    return [[year, ...(isMonth ? [month] : []), ...(isDay ? [day] : [])].map((part) => String(part).padStart(2, '0'))];
  });
  const [first] = dates.sort(([one = ''], [other = '']) => Number(one) - Number(other));
  if (!first) return {};
  return { year: Number(first[0]), ...(first.length > 1 && { publishedAt: first.join('-') }) };
}
