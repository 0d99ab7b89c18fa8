import { type FactKind, SOURCE_NAMES, type SourceName, sourceFacts } from '../../contract/source-names.ts';

/**
 * Ranks the sources of a field, best first. Crossref has publishers' deposits, Europe PMC and PubMed curated names and
 * abstracts, OpenAlex the most open copies, Semantic Scholar fields, summaries and counts. Each source declares its own
 * rank.
 */
export type Precedence = ReadonlyMap<string, number>;

export const BIBLIOGRAPHY = order('bibliography');
export const ABSTRACTS = order('abstracts');
export const SUMMARIES = order('summaries');
export const AUTHOR_NAMES = order('authorNames');
export const WHERE_PUBLISHED = order('wherePublished');
export const PUBLICATION_TYPES = order('publicationTypes');
export const FIELDS = order('fields');
export const CITATIONS = order('citations');
export const SEMANTIC_SCHOLAR = order('semanticScholar');
export const OPEN_ACCESS = order('openAccess');
export const VERSIONS = order('versions');
export const OPEN_COPIES = order('openCopies');
export const ARXIV_NUMBERS = order('arxivNumbers');
export const MEDICAL_NUMBERS = order('medicalNumbers');

/** Sources without a declared rank come last, in the order of `SOURCE_NAMES`. */
function order(kind: FactKind): Precedence {
  const rank = (name: SourceName): number => {
    return (name === 'collection' ? undefined : sourceFacts(name).precedence[kind]) ?? Number.POSITIVE_INFINITY;
  };
  const names = SOURCE_NAMES.map((name, at) => ({ name, at, rank: rank(name) }));
  names.sort((a, b) => (a.rank === b.rank ? a.at - b.at : a.rank - b.rank));
  return new Map(names.map(({ name }, index) => [name, index]));
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
