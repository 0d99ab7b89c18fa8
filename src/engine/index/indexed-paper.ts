import { hasPdf, readAccess } from '../../papers/open-access.ts';
import type { Paper } from '../../papers/paper.ts';
import { fieldBits } from './field-bits.ts';
import type { IndexedPaper } from './index-reader.ts';

/** Converts a record to the form that the index takes. */
export function toIndexed(record: Paper, id: number): IndexedPaper {
  return {
    id,
    title: record.title,
    abstract: record.abstract ?? '',
    summary: record.summary ?? '',
    year: record.year,
    citations: record.citationCount,
    influentialCitations: record.influentialCitationCount,
    references: record.referenceCount,
    publicationType: record.publicationType,
    fieldBits: fieldBits(record.fieldsOfStudy),
    quartile: record.quartile === undefined ? undefined : Number(record.quartile.slice(1)),
    // Filters read the same values as views show.
    isOpenAccess: readAccess(record).isOpenAccess,
    // `isOpenAccess: false` already implies that there is none.
    isDownloadable: hasPdf(record) === true,
  };
}
