/** The live sources that are asked by default, and Semantic Scholar, which is when it has a key. */
export const USUAL_SOURCES = ['openalex', 'crossref', 'europepmc', 'arxiv', 'semanticscholar'] as const;

/**
 * All live sources by the names that settings, answers and files use, in the order in which they are shown to people.
 * Those that are not usual know one field or one kind of work, and are asked only where the user names them.
 */
export const LIVE_SOURCE_NAMES = [...USUAL_SOURCES, 'pubmed', 'datacite', 'doaj', 'core', 'unpaywall'] as const;
export type LiveSourceName = (typeof LIVE_SOURCE_NAMES)[number];

/** The same, and the collection, which the user runs. */
export const SOURCE_NAMES = [...LIVE_SOURCE_NAMES, 'collection'] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];
