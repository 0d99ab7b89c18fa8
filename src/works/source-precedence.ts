import { SOURCE_NAMES, type SourceName } from '../contract/source-names.ts';

/**
 * Sources of a field, best first. Crossref has publishers' deposits, Europe PMC and PubMed curated names and abstracts,
 * OpenAlex the most open copies, Semantic Scholar fields, summaries and counts.
 */
export type Precedence = ReadonlyMap<string, number>;

export const BIBLIOGRAPHY = order('crossref', 'europepmc', 'pubmed', 'doaj', 'openalex', 'semanticscholar', 'arxiv');
export const ABSTRACTS = order('europepmc', 'pubmed', 'semanticscholar', 'crossref', 'arxiv', 'openalex');
export const SUMMARIES = order('semanticscholar', 'openalex', 'europepmc', 'pubmed', 'crossref', 'arxiv');
export const AUTHOR_NAMES = order('europepmc', 'pubmed', 'crossref', 'openalex', 'arxiv', 'semanticscholar');
export const WHERE_PUBLISHED = order('crossref', 'openalex', 'europepmc', 'pubmed', 'semanticscholar', 'arxiv');
export const PUBLICATION_TYPES = order('openalex', 'semanticscholar', 'crossref', 'europepmc', 'pubmed', 'arxiv');
export const FIELDS = order('semanticscholar', 'openalex', 'arxiv', 'europepmc', 'pubmed', 'crossref');
export const CITATIONS = order('openalex', 'semanticscholar', 'crossref', 'europepmc', 'pubmed', 'arxiv');
export const SEMANTIC_SCHOLAR = order('semanticscholar', 'openalex', 'crossref', 'europepmc', 'pubmed', 'arxiv');
export const OPEN_ACCESS = order('openalex', 'europepmc', 'pubmed', 'semanticscholar', 'arxiv', 'crossref');
export const VERSIONS = order('openalex', 'crossref', 'europepmc', 'pubmed', 'arxiv', 'semanticscholar');
export const OPEN_COPIES = order('unpaywall', 'openalex', 'europepmc', 'doaj', 'arxiv', 'semanticscholar', 'crossref');
export const ARXIV_NUMBERS = order('arxiv', 'semanticscholar', 'openalex', 'crossref', 'europepmc', 'pubmed');
export const MEDICAL_NUMBERS = order('pubmed', 'europepmc', 'openalex', 'semanticscholar', 'crossref', 'arxiv');

/** A source that is not named comes last, in the order of `SOURCE_NAMES`. */
function order(...names: SourceName[]): Precedence {
  return new Map([...new Set([...names, ...SOURCE_NAMES])].map((name, index) => [name, index]));
}

/** 0 for the source whose word counts most; a name that is no source comes last. */
export function precedenceOf(precedence: Precedence, source: string): number {
  return precedence.get(source) ?? precedence.size;
}

/**
 * Sources that count citations of everything: the highest of their counts is the least wrong. Crossref and Europe PMC
 * count only a part, so they are used if these have none.
 */
export const WIDE_COUNTS: ReadonlySet<string> = new Set<SourceName>(['openalex', 'semanticscholar']);
