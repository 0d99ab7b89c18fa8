import { hasPdf, readAccess } from '../../../papers/open-access.ts';
import type { Paper } from '../../../papers/paper.ts';
import { fieldBits } from './index-columns.ts';
import type { IndexedPaper } from './index-reader.ts';

/** Keywords are searched as part of the summary: both say in a few words what a paper is about. */
export function withKeywords(summary: string, keywords: readonly string[] = []): string {
  return keywords.length === 0 ? summary : [summary, ...keywords].join('\n');
}

/** Converts a record to the form that the index takes. */
export function toIndexed(record: Paper, id: number): IndexedPaper {
  // Filters read the same values as views show.
  const access = readAccess(record);
  return {
    id,
    title: record.title,
    abstract: record.abstract ?? '',
    summary: withKeywords(record.summary ?? '', record.keywords),
    year: record.year,
    citations: record.citationCount,
    influentialCitations: record.influentialCitationCount,
    references: record.referenceCount,
    publicationType: record.publicationType,
    fieldBits: fieldBits(record.fieldsOfStudy),
    quartile: record.quartile === undefined ? undefined : Number(record.quartile.slice(1)),
    isOpenAccess: access.isOpenAccess,
    // `isOpenAccess: false` already implies that there is none.
    isDownloadable: hasPdf(record, access) === true,
  };
}
