import { parseYear } from '../../../contract/filter-table.ts';
import type { Filters } from '../../../contract/filters.ts';
import { FOLDED_LETTERS, greekName } from '../../../papers/analysis/characters.ts';
import { listArxivCategories } from '../../../papers/fields-of-study.ts';
import type { FailureDetail } from '../../../wording/notes/source-outcomes.ts';
import { queryPhrases } from '../query-phrases.ts';
import type { SourceSearch } from '../source.ts';
import { anyOfFields, type Dialect, strategyQuery } from '../translate.ts';

/** The query language of arXiv's API: prefixed fields, `AND`, `OR`, parentheses, quoted phrases. */

/** Longer queries find nothing or take too long. Each phrase is sent twice, for title and abstract. */
const LIMITS = { maxPhrases: 10, maxPhraseLength: 100, maxCharacters: 500, separatorLength: 0, maxEncodedBytes: 1_000 };

/** Why arXiv cannot answer; undefined if it can. */
export function cannotAsk(question: SourceSearch): FailureDetail | undefined {
  const { quartileRanking, publicationTypes, openAccessPdf, downloadable, fieldsOfStudy } = question.filters;
  if (quartileRanking) return 'no-quartiles';
  if (publicationTypes) return 'preprints-only';
  if (openAccessPdf === false || downloadable === false) return 'open-only';
  if (fieldsOfStudy && listArxivCategories(fieldsOfStudy).length === 0) return 'other-fields';
  return phrasesOf(question).length === 0 ? 'no-words' : undefined;
}

const FIELDS = { title: ['ti'], abstract: ['abs'], titleAbstract: ['ti', 'abs'], topic: undefined };

/** Strategies in ASCII: fields before terms, `ANDNOT`, `*` at the end of a word. arXiv has no headings. */
export const ARXIV_DIALECT: Dialect = {
  operators: { and: ' AND ', or: ' OR ', not: ' ANDNOT ' },
  term(text, field) {
    const fields = FIELDS[field];
    const isAscii = /^[\x20-\x7e]+$/.test(text);
    return fields && isAscii ? anyOfFields(fields, text) : undefined;
  },
  wildcards: 'ending',
  minPrefix: 3,
  years: ({ from, to }) => submittedIn(from, to),
  maxEncodedBytes: 3_000,
};

/** Number of keywords that cannot be sent, because arXiv supports only ASCII. */
export function keywordsLeftOut({ keywords }: SourceSearch): number {
  return keywords.filter(({ text }) => text.trim() !== '' && asciiPhrase(text).trim() === '').length;
}

/** The query: any of the phrases in title or abstract, within the years and categories. */
export function writeQuery(question: SourceSearch): string {
  const phrases = phrasesOf(question).map((phrase) => `ti:"${phrase}" OR abs:"${phrase}"`);
  const words = strategyQuery(question, ARXIV_DIALECT) ?? phrases.join(' OR ');
  return [`(${words})`, ...restrictions(question.filters)].join(' AND ');
}

function phrasesOf(question: SourceSearch): string[] {
  return queryPhrases(question, LIMITS, asciiPhrase);
}

function restrictions({ year, fieldsOfStudy }: Filters): string[] {
  const parts: string[] = [];
  if (year !== undefined) {
    const { from, to } = parseYear(year);
    parts.push(submittedIn(from, to));
  }
  if (fieldsOfStudy) {
    const categories = listArxivCategories(fieldsOfStudy).map((category) => `cat:${category}`);
    parts.push(`(${categories.join(' OR ')})`);
  }
  return parts;
}

/**
 * Hyphens find nothing and non-ASCII letters are rejected. So accents are removed, Greek letters spelt out, and other
 * scripts dropped.
 */
function asciiPhrase(phrase: string): string {
  const plain = phrase
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => {
      const lower = letter.toLowerCase();
      return greekName(lower) ?? FOLDED_LETTERS[lower] ?? lower;
    })
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  return /^[a-z0-9 ]+$/i.test(plain) ? plain : '';
}

/** The date of the first version, in GMT. */
function submittedIn(from: number, to: number): string {
  const digits = (number: number) => String(number).padStart(4, '0');
  return `submittedDate:[${digits(from)}01010000 TO ${digits(to)}12312359]`;
}
