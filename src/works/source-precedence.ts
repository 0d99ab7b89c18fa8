import { type FactKind, SOURCE_NAMES, type SourceName, sourceFacts } from '../contract/source-names.ts';

/**
 * Sources of a field, best first. Crossref has publishers' deposits, Europe PMC and PubMed curated names and abstracts,
 * OpenAlex the most open copies, Semantic Scholar fields, summaries and counts. Each source says it of itself.
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

/** A source that says nothing of a kind of fact comes last, in the order of `SOURCE_NAMES`. */
function order(kind: FactKind): Precedence {
  const rank = (name: SourceName): number => {
    return (name === 'collection' ? undefined : sourceFacts(name).precedence[kind]) ?? Number.POSITIVE_INFINITY;
  };
  const names = SOURCE_NAMES.map((name, at) => ({ name, at, rank: rank(name) }));
  names.sort((a, b) => (a.rank === b.rank ? a.at - b.at : a.rank - b.rank));
  return new Map(names.map(({ name }, index) => [name, index]));
}

/** 0 for the source whose word counts most; a name that is no source comes last. */
export function rankSource(precedence: Precedence, source: string): number {
  return precedence.get(source) ?? precedence.size;
}

/**
 * Sources that count citations of everything: the highest of their counts is the least wrong. Crossref and Europe PMC
 * count only a part, so they are used if these have none.
 */
export const WIDE_COUNTS: ReadonlySet<string> = new Set<SourceName>(['openalex', 'semanticscholar']);
