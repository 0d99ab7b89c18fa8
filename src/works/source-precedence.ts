import type { SourceName } from '../contract/source-names.ts';
import type { Paper } from '../papers/paper.ts';

/**
 * Whose word counts for which fact, best first. Crossref has what the publisher deposited, Europe PMC the names and
 * abstracts that people looked at, OpenAlex the widest knowledge of where a work can be read, Semantic Scholar fields,
 * summaries and counts. A source that is not named comes last, in the order of `SOURCE_NAMES`.
 */
const BIBLIOGRAPHY: SourceName[] = ['crossref', 'europepmc', 'openalex', 'semanticscholar', 'arxiv'];
const WHERE_PUBLISHED: SourceName[] = ['crossref', 'openalex', 'europepmc', 'semanticscholar', 'arxiv'];
const OPEN_COPIES: SourceName[] = ['openalex', 'europepmc', 'arxiv', 'semanticscholar', 'crossref'];
const MEDICAL_NUMBERS: SourceName[] = ['europepmc', 'openalex', 'semanticscholar', 'crossref', 'arxiv'];

export type MergedField = Exclude<keyof Paper, 'key' | 'foundIn' | 'provenance' | 'quartileSource' | 'quartileYear'>;

export const FIELD_ORDERS: Record<MergedField, readonly SourceName[]> = {
  title: BIBLIOGRAPHY,
  abstract: ['europepmc', 'semanticscholar', 'crossref', 'arxiv', 'openalex'],
  summary: ['semanticscholar', 'openalex', 'europepmc', 'crossref', 'arxiv'],
  authors: ['europepmc', 'crossref', 'openalex', 'arxiv', 'semanticscholar'],
  year: BIBLIOGRAPHY,
  publishedAt: BIBLIOGRAPHY,
  venue: WHERE_PUBLISHED,
  publisher: WHERE_PUBLISHED,
  country: WHERE_PUBLISHED,
  quartile: WHERE_PUBLISHED,
  publicationType: ['openalex', 'semanticscholar', 'crossref', 'europepmc', 'arxiv'],
  fieldsOfStudy: ['semanticscholar', 'openalex', 'arxiv', 'europepmc', 'crossref'],
  citationCount: ['openalex', 'semanticscholar', 'crossref', 'europepmc', 'arxiv'],
  influentialCitationCount: ['semanticscholar', 'openalex', 'crossref', 'europepmc', 'arxiv'],
  referenceCount: ['semanticscholar', 'openalex', 'crossref', 'europepmc', 'arxiv'],
  isOpenAccess: ['openalex', 'europepmc', 'semanticscholar', 'arxiv', 'crossref'],
  isPrePrint: ['openalex', 'crossref', 'europepmc', 'arxiv', 'semanticscholar'],
  downloadable: OPEN_COPIES,
  doi: WHERE_PUBLISHED,
  arxivId: ['arxiv', 'semanticscholar', 'openalex', 'crossref', 'europepmc'],
  pmid: MEDICAL_NUMBERS,
  pmcid: MEDICAL_NUMBERS,
  openAlexId: OPEN_COPIES,
  corpusId: ['semanticscholar', 'openalex', 'crossref', 'europepmc', 'arxiv'],
  issns: WHERE_PUBLISHED,
  isRetracted: MEDICAL_NUMBERS,
  link: WHERE_PUBLISHED,
  pdfLink: OPEN_COPIES,
};

/**
 * Who counts citations of everything: their highest count is the least wrong, as each misses some citing works and none
 * invents many. Crossref counts only members' deposits and Europe PMC the life sciences, so that their word is taken
 * only where the others are silent; counts are never added up.
 */
export const WIDE_COUNTS: ReadonlySet<string> = new Set<SourceName>(['openalex', 'semanticscholar']);
