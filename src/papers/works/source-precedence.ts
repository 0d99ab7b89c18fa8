import { SOURCE_NAMES, type SourceName } from '../../contract/source-names.ts';

/**
 * Ranks the sources of a field, best first. Crossref has publishers' deposits, Europe PMC and PubMed curated names and
 * abstracts, OpenAlex the most open copies, Semantic Scholar fields, summaries and counts.
 */
export type Precedence = ReadonlyMap<string, number>;

export const BIBLIOGRAPHY = order('crossref', 'europepmc', 'pubmed', 'doaj', 'openalex', 'semanticscholar');
export const ABSTRACTS = order('europepmc', 'pubmed', 'semanticscholar', 'crossref', 'arxiv');
export const SUMMARIES = order('semanticscholar', 'openalex', 'europepmc', 'pubmed');
export const AUTHOR_NAMES = order('europepmc', 'pubmed', 'crossref');
export const WHERE_PUBLISHED = order('crossref', 'openalex', 'europepmc', 'pubmed', 'semanticscholar');
export const PUBLICATION_TYPES = order('openalex', 'semanticscholar', 'crossref', 'europepmc', 'pubmed');
export const FIELDS = order('semanticscholar', 'openalex', 'arxiv', 'europepmc', 'pubmed');
export const CITATIONS = order('openalex', 'semanticscholar', 'crossref', 'europepmc', 'pubmed');
export const SEMANTIC_SCHOLAR = order('semanticscholar', 'openalex', 'crossref', 'europepmc', 'pubmed');
export const OPEN_ACCESS = order('openalex', 'europepmc', 'pubmed', 'semanticscholar', 'arxiv');
export const VERSIONS = order('openalex', 'crossref', 'europepmc', 'pubmed');
export const OPEN_COPIES = order('unpaywall', 'openalex', 'europepmc', 'doaj', 'hal', 'arxiv', 'semanticscholar');
export const ARXIV_NUMBERS = order('arxiv', 'semanticscholar');
export const MEDICAL_NUMBERS = order('pubmed', 'europepmc', 'openalex', 'semanticscholar');

/** All other sources follow, in the order of `SOURCE_NAMES`. */
function order(...first: readonly SourceName[]): Precedence {
  return new Map([...new Set([...first, ...SOURCE_NAMES])].map((name, index) => [name, index]));
}

/** Ranks a source from 0, the most trusted. An unknown name comes last. */
export function rankSource(precedence: Precedence, source: string): number {
  return precedence.get(source) ?? precedence.size;
}

/**
 * Sources that count all citations: the highest of their counts is the most accurate. Crossref and Europe PMC count
 * only a part, so they are a fallback.
 */
export const WIDE_COUNTS: ReadonlySet<string> = new Set<SourceName>(['openalex', 'semanticscholar']);
