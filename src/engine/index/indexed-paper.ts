import { hasPdf, readAccess } from '../../papers/access.ts';
import type { Paper } from '../../papers/paper.ts';
import { fieldBits } from './field-bits.ts';
import type { IndexedPaper } from './index-reader.ts';

/** A record as the index takes it. */
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
    // Filters read the same values that views show.
    isOpenAccess: readAccess(record).isOpenAccess,
    // `isOpenAccess` already implies that there is none.
    isDownloadable: hasPdf(record) === true,
  };
}
