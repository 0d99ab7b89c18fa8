import { parseYear } from '../../contract/filter-table.ts';
import type { Filters } from '../../contract/filters.ts';
import type { PUBLICATION_TYPES } from '../../contract/rules.ts';
import { openAlexFieldsAbout } from '../../papers/fields-of-study.ts';

type PublicationType = (typeof PUBLICATION_TYPES)[number];

/** Types of publications that can have a quartile. */
const RANKED: readonly PublicationType[] = ['journal', 'book series', 'conference'];

/**
 * The filters of a job as OpenAlex's one `filter` parameter. Results are filtered again, so a condition may be too
 * wide, but never too narrow. OpenAlex has no quartiles.
 */
export function worksFilter(filters: Filters): string {
  const { year, minCitationCount, openAccessPdf, downloadable, publicationTypes, fieldsOfStudy } = filters;
  const types = publicationTypes ?? (filters.quartileRanking && RANKED);
  return [
    // Tables of contents, covers, lists of editors.
    'is_paratext:false',
    year && `publication_year:${yearRange(year)}`,
    minCitationCount !== undefined && `cited_by_count:${minCitationCount}-`,
    openAccessPdf && 'open_access.is_oa:true',
    (openAccessPdf || downloadable) && 'has_pdf_url:true',
    types && `primary_location.source.type:${sourceTypes(types)}`,
    fieldsOfStudy && `topics.field.id:${openAlexFieldsAbout(fieldsOfStudy).join('|')}`,
  ]
    .filter(Boolean)
    .join(',');
}

function yearRange(year: string): string {
  const { from, to } = parseYear(year);
  return from === to ? String(from) : `${from}-${to}`;
}

/**
 * Conference papers may appear in book series, and are recognised by their own type. A lone value with a space has to
 * be quoted, because the space would join two conditions.
 */
function sourceTypes(types: readonly PublicationType[]): string {
  const requestedTypes = new Set<PublicationType>(types);
  if (requestedTypes.has('conference')) requestedTypes.add('book series');
  return requestedTypes.size === 1 && requestedTypes.has('book series')
    ? '"book series"'
    : [...requestedTypes].join('|');
}
