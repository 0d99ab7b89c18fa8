import { omitUndefined } from '../../lib/omit-undefined.ts';
import { type Citation, toCitation } from '../../papers/citation.ts';
import { doiLink } from '../../papers/identifiers.ts';
import type { Person } from '../../papers/people.ts';
import { markAfterEntry } from '../../papers/retraction/sentences.ts';
import type { ExportedPaper } from '../format.ts';

/** A paper as the bibliography styles see it: unknown fields are absent, and no style invents them. */
export type Entry = Pick<
  Citation,
  'people' | 'hasMoreAuthors' | 'kind' | 'title' | 'volume' | 'issue' | 'publisher' | 'doi' | 'seriesNumber'
> & {
  /** Year, month and day, as far as known; before Christ, the year as text. */
  date: { year?: number | string; month?: number; day?: number };
  /** Distinguishes papers of the same people and year: `a`, `b`. */
  suffix: string;
  /** Journal, book or proceedings. */
  container?: string;
  /** `2nd`, or words, without a word for edition; only for books and chapters. */
  edition?: string;
  series?: string;
  /** First and last page, or a single article number. */
  pages?: { first: string; last?: string };
  /** `arXiv:2101.00001`, for a preprint. */
  number?: string;
  /** The DOI's URL, else another link. */
  link?: string;
  /** ` [Retracted]` or another mark after the entry, if any. */
  mark: string;
};

const PAGES = /^\s*([^\s–-]+)\s*[–-]+\s*([^\s–-]+)\s*$/;

export function toEntry({ paper }: ExportedPaper): Entry {
  const citation = toCitation(paper);
  const { people, kind, title, volume, issue, publisher, doi, venue, pages, arxiv, issued } = citation;
  const isBook = kind === 'book' || kind === 'chapter';
  const [year, month, day] = issued;
  return {
    people: people.map(withCurlyName),
    kind,
    title: withCurlyQuotes(title.replace(/(?<!\.\.)\.$/, '')),
    date: omitUndefined({ year: year !== undefined && year < 0 ? `${-year} BC` : year, month, day }),
    suffix: '',
    mark: markAfterEntry(citation.retraction),
    ...omitUndefined({
      hasMoreAuthors: citation.hasMoreAuthors,
      volume,
      issue,
      publisher,
      doi,
      edition: isBook && citation.edition ? toOrdinal(citation.edition) : undefined,
      series: citation.series && withCurlyQuotes(citation.series),
      seriesNumber: citation.seriesNumber,
      container: venue && withCurlyQuotes(venue),
      pages: pages === undefined ? undefined : readPages(pages),
      number: kind === 'preprint' && arxiv ? `arXiv:${arxiv.id}` : undefined,
      link: doi === undefined ? citation.link : doiLink(doi),
    }),
  };
}

function toOrdinal(edition: string): string {
  if (!/^\d+$/.test(edition)) return edition;
  const ending = /1[123]$/.test(edition) ? 'th' : (['th', 'st', 'nd', 'rd'][Number(edition.at(-1))] ?? 'th');
  return `${edition}${ending}`;
}

function withCurlyQuotes(text: string): string {
  return text
    .replace(/(?<=[\p{L}\p{N}])'/gu, '’')
    .replace(/(?<=^|[\s([])"/g, '“')
    .replaceAll('"', '”');
}

function withCurlyName(person: Person): Person {
  return person.family === undefined ? person : { ...person, family: withCurlyQuotes(person.family) };
}

function readPages(text: string): { first: string; last?: string } {
  const [, first, last] = PAGES.exec(text) ?? [];
  return first !== undefined && last !== undefined && first !== last ? { first, last } : { first: first ?? text };
}
