import { parseYear } from '../../../contract/filter-table.ts';
import type { Filters } from '../../../contract/filters.ts';
import type { FailureDetail } from '../../../wording/notes/source-outcomes.ts';
import { mayBeAboutLife } from '../life-sciences.ts';
import { queryPhrases } from '../query-phrases.ts';
import type { SourceSearch } from '../source.ts';
import { anyOfFields, type Dialect, hasWildcard, strategyQuery } from '../translate.ts';

/** The query language of Europe PMC: fields as `NAME:value`, operators in capitals, phrases in quotes. */

/** Large ORs end in a 504, URLs from about 12,000 characters in a 414. */
const LIMITS = {
  maxPhrases: 32,
  maxPhraseLength: 200,
  maxCharacters: 3_000,
  separatorLength: 'TITLE_ABS:"" OR '.length,
  maxEncodedBytes: 9_000,
};

const FIELDS = { title: ['TITLE'], abstract: ['ABSTRACT'], titleAbstract: ['TITLE_ABS'], topic: ['TITLE_ABS', 'KW'] };

/**
 * Strategies: `*` at the end of a word, not in quotation marks. Headings are among the keywords, without narrower ones.
 */
export const EUROPE_PMC_DIALECT: Dialect = {
  operators: { and: ' AND ', or: ' OR ', not: ' NOT ' },
  term: (text, field) => anyOfFields(FIELDS[field], text),
  wildcards: 'ending',
  minPrefix: 3,
  heading({ text, exploded, major }) {
    return hasWildcard(text) ? undefined : { text: `KW:${quoted(text)}`, isWider: major, isNarrower: exploded };
  },
  label({ field, text }) {
    const name = { author: 'AUTH', journal: 'JOURNAL', language: undefined, publicationType: undefined }[field];
    return name === undefined || hasWildcard(text) ? undefined : `${name}:${quoted(text)}`;
  },
  years: ({ from, to }) => `PUB_YEAR:[${from} TO ${to}]`,
  maxEncodedBytes: 9_000,
};

/** Why Europe PMC cannot answer; undefined if it can. */
export function cannotAsk(question: SourceSearch): FailureDetail | undefined {
  const { publicationTypes } = question.filters;
  if (!mayBeAboutLife(question.filters)) return 'life-sciences-only';
  // Its documentation lists a collection of books (`SRC:NBK`), but a search in it finds nothing.
  if (publicationTypes?.every((type) => type === 'book series')) return 'no-books';
  return queryPhrases(question, LIMITS).length === 0 ? 'no-words' : undefined;
}

/** The query: any of the phrases in title or abstract, and the filters that Europe PMC supports. */
export function writeQuery(question: SourceSearch): string {
  const phrases = queryPhrases(question, LIMITS).map((phrase) => `TITLE_ABS:${quoted(phrase)}`);
  const words = strategyQuery(question, EUROPE_PMC_DIALECT) ?? phrases.join(' OR ');
  return [`(${words})`, ...restrictions(question.filters)].join(' AND ');
}

/** A phrase in quotes, with quotes inside it escaped. */
export function quoted(phrase: string): string {
  return `"${phrase.replace(/["\\]/g, '\\$&')}"`;
}

function restrictions(filters: Filters): string[] {
  const { year, minCitationCount, openAccessPdf, downloadable, publicationTypes } = filters;
  const parts: string[] = [];
  if (year !== undefined) {
    const { from, to } = parseYear(year);
    const years = from === to ? `PUB_YEAR:${from}` : `PUB_YEAR:[${from} TO ${to}]`;
    // Records that are only in PubMed Central have no year, just the date of first publication.
    parts.push(`(${years} OR FIRST_PDATE:[${dayOf(from, '01-01')} TO ${dayOf(to, '12-31')}])`);
  }
  if (minCitationCount !== undefined) parts.push(`CITED:[${minCitationCount} TO *]`);
  // A paper that is not open here may be open elsewhere, so only `true` is sent.
  if (openAccessPdf === true) parts.push('OPEN_ACCESS:y AND HAS_PDF:y');
  if (downloadable === true) parts.push('HAS_PDF:y AND (OPEN_ACCESS:y OR IN_EPMC:y)');
  // Each paper's own type is checked afterwards.
  if (publicationTypes !== undefined) parts.push('(SRC:MED OR SRC:PMC)');
  return parts;
}

function dayOf(year: number, day: string): string {
  return `${String(year).padStart(4, '0')}-${day}`;
}
