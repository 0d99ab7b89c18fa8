import { type Filters, parseYear } from '../../contract/filters.ts';
import type { SqlValue } from '../../sqlite/database.ts';
import { fieldBits } from './fields.ts';

export type SqlCondition = { sql: string; values: SqlValue[] };

/**
 * The filters of a request as a condition over `papers p`; an empty text when there is none. A fact that is missing is
 * NULL and meets no condition.
 */
export function filterCondition(filters: Filters): SqlCondition {
  const parts: SqlCondition[] = [];
  const add = (sql: string, ...values: SqlValue[]) => parts.push({ sql, values });
  const { fieldsOfStudy, minCitationCount, openAccessPdf, downloadable, quartileRanking, publicationTypes, year } =
    filters;
  if (fieldsOfStudy) add('(p.field_bits & ?) <> 0', fieldBits(fieldsOfStudy));
  if (minCitationCount !== undefined) add('p.citations >= ?', minCitationCount);
  if (openAccessPdf !== undefined) add('p.open_access = ?', Number(openAccessPdf));
  if (downloadable !== undefined) add('p.downloadable = ?', Number(downloadable));
  if (quartileRanking) add(`p.quartile IN (${placeholders(quartileRanking)})`, ...quartileRanking);
  if (publicationTypes) add(`p.publication_type IN (${placeholders(publicationTypes)})`, ...publicationTypes);
  if (year !== undefined) {
    const { from, to } = parseYear(year);
    add('p.year BETWEEN ? AND ?', from, to);
  }
  return { sql: parts.map((part) => part.sql).join(' AND '), values: parts.flatMap((part) => part.values) };
}

function placeholders(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
