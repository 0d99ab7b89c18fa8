import { type Filters, parseYear } from '../../contract/filters.ts';
import type { FieldOfStudy } from '../../contract/rules.ts';
import { queryPhrases } from '../query-phrases.ts';
import type { SourceQuery } from '../source.ts';

/** The query language of Europe PMC: fields as `NAME:value`, operators in capitals, phrases in quotes. */

/** Large ORs end in a 504; addresses from about 12,000 characters in a 414, of which the filters take few. */
const LIMITS = {
  maxPhrases: 32,
  maxPhraseLength: 200,
  maxCharacters: 3_000,
  separatorLength: 'TITLE_ABS:"" OR '.length,
  maxEncodedBytes: 9_000,
};

/** What its collections (PubMed, PubMed Central, AGRICOLA, preprints of the life sciences) are about. */
const OWN_FIELDS: readonly FieldOfStudy[] = [
  'Medicine',
  'Biology',
  'Chemistry',
  'Psychology',
  'Agricultural and Food Sciences',
  'Environmental Science',
];

/** Why there is nothing to ask; undefined when there is. */
export function cannotAsk(question: SourceQuery): string | undefined {
  const { fieldsOfStudy } = question.filters;
  if (fieldsOfStudy && !fieldsOfStudy.some((field) => OWN_FIELDS.includes(field))) return 'it holds the life sciences';
  return queryPhrases(question, LIMITS).length === 0 ? 'the question has no words to search for' : undefined;
}

/** The question as a query: any of the phrases in title or abstract, and every filter that can be put there. */
export function queryOf(question: SourceQuery): string {
  const phrases = queryPhrases(question, LIMITS).map((phrase) => `TITLE_ABS:${quoted(phrase)}`);
  return [`(${phrases.join(' OR ')})`, ...restrictions(question.filters)].join(' AND ');
}

/** A phrase, whose quotes end it nowhere but at its end. */
export function quoted(phrase: string): string {
  return `"${phrase.replace(/["\\]/g, '\\$&')}"`;
}

function restrictions(filters: Filters): string[] {
  const { year, minCitationCount, openAccessPdf, downloadable, publicationTypes } = filters;
  const parts: string[] = [];
  if (year !== undefined) {
    const { from, to } = parseYear(year);
    parts.push(from === to ? `PUB_YEAR:${from}` : `PUB_YEAR:[${from} TO ${to}]`);
  }
  if (minCitationCount !== undefined) parts.push(`CITED:[${minCitationCount} TO *]`);
  // What is not open here may be open elsewhere, so that only the positive can be asked.
  if (openAccessPdf === true) parts.push('OPEN_ACCESS:y AND HAS_PDF:y');
  if (downloadable === true) parts.push('HAS_PDF:y AND (OPEN_ACCESS:y OR IN_EPMC:y)');
  if (publicationTypes !== undefined) parts.push(collections(publicationTypes));
  return parts;
}

/** Which collections can have such papers; what each paper is of these is filtered afterwards. */
function collections(types: NonNullable<Filters['publicationTypes']>): string {
  const journals = ['SRC:MED', 'SRC:PMC'];
  const wanted = [...(types.some((type) => type !== 'book series') ? journals : [])];
  if (types.includes('book series')) wanted.push('SRC:NBK');
  return `(${wanted.join(' OR ')})`;
}
