import { type PhraseLimits, queryPhrases } from './query-phrases.ts';
import type { SourceQuery } from './source.ts';

/** Queries in Lucene's syntax, which several sources take. */

/** Addresses of up to 4,000 bytes are safe; each phrase is sent once for the title and once for the abstract. */
const LIMITS: PhraseLimits = {
  maxPhrases: 24,
  maxPhraseLength: 200,
  maxCharacters: 1_200,
  separatorLength: '"" OR '.length,
  maxEncodedBytes: 1_500,
};

/** Why a question cannot be asked in this syntax; undefined when it can. */
export function cannotAskInLucene(question: SourceQuery): string | undefined {
  return queryPhrases(question, LIMITS).length === 0 ? 'the question has no words to search for' : undefined;
}

/** The condition that any phrase of the question stands in one of these fields. */
export function wordsInFields(question: SourceQuery, fields: readonly string[]): string {
  const phrases = queryPhrases(question, LIMITS);
  return `(${fields.map((field) => anyInField(field, phrases)).join(' OR ')})`;
}

/** The condition that any of these texts stands in the field as a phrase. */
export function anyInField(field: string, texts: readonly string[]): string {
  return `${field}:(${texts.map(phrase).join(' OR ')})`;
}

/** Every character that could be syntax is escaped. */
function phrase(text: string): string {
  return `"${text.replace(/["\\:?*~]/g, '\\$&')}"`;
}
