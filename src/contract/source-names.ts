/**
 * The live sources by the names that settings, answers and files use, in the order in which they are shown to people.
 */
export const SOURCE_NAMES = ['openalex', 'crossref', 'europepmc', 'arxiv', 'semanticscholar'] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];
