/** The live sources that are asked by default. */
export const DEFAULT_LIVE_SOURCES = ['openalex', 'crossref', 'europepmc', 'arxiv'] as const;

/** The same, and one that is asked by default once it has a key: without one it answers unreliably. */
export const USUAL_SOURCES = [...DEFAULT_LIVE_SOURCES, 'semanticscholar'] as const;

/**
 * All live sources by the names that settings, answers and files use, in the order in which they are shown to people.
 * Those that are not usual know one field or one kind of work, and are asked only where the user names them.
 */
export const LIVE_SOURCE_NAMES = [...USUAL_SOURCES, 'pubmed', 'dblp', 'datacite', 'doaj', 'core', 'unpaywall'] as const;
export type LiveSourceName = (typeof LIVE_SOURCE_NAMES)[number];

/** The same, and the collection, which the user runs. */
export const SOURCE_NAMES = [...LIVE_SOURCE_NAMES, 'collection'] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];

/** The setting for the key of each source that has keys. */
export const SOURCE_KEY_SETTINGS = {
  openalex: 'PAPERQUEUE_OPENALEX_KEY',
  semanticscholar: 'PAPERQUEUE_SEMANTIC_SCHOLAR_KEY',
  pubmed: 'PAPERQUEUE_NCBI_KEY',
  core: 'PAPERQUEUE_CORE_KEY',
} as const satisfies Partial<Record<SourceName, string>>;

/** The setting for the source's key. Undefined where it has no keys. */
export function keySettingOf(name: SourceName): string | undefined {
  const settings: Partial<Record<SourceName, string>> = SOURCE_KEY_SETTINGS;
  return settings[name];
}
