// Written by `npm run docs` from src/search/sources/*/index.ts. Do not edit.

/** In the order of lists for people. */
export const LIVE_SOURCE_NAMES = [
  'openalex',
  'crossref',
  'europepmc',
  'arxiv',
  'semanticscholar',
  'pubmed',
  'dblp',
  'datacite',
  'doaj',
  'hal',
  'core',
  'unpaywall',
] as const;

/** The default sources. Others join them once they have a key, because without one they answer unreliably. */
export const DEFAULT_LIVE_SOURCES = ['openalex', 'crossref', 'europepmc', 'arxiv'] as const;
export const USUAL_SOURCES = ['openalex', 'crossref', 'europepmc', 'arxiv', 'semanticscholar'] as const;

/** The sources that follow citations from many papers. */
export const CITATION_SOURCES = ['openalex', 'europepmc', 'semanticscholar'] as const;

/** The setting for the key of each source that has keys. */
export const SOURCE_KEY_SETTINGS = {
  openalex: 'PAPERQUEUE_OPENALEX_KEY',
  semanticscholar: 'PAPERQUEUE_SEMANTIC_SCHOLAR_KEY',
  pubmed: 'PAPERQUEUE_NCBI_KEY',
  core: 'PAPERQUEUE_CORE_KEY',
} as const;

/** The facts about each source. */
export const SOURCE_FACTS = {
  openalex: {
    title: 'OpenAlex',
    hosts: ['api.openalex.org'],
    keySetting: 'PAPERQUEUE_OPENALEX_KEY',
    askedByDefault: 'always',
  },
  crossref: {
    title: 'Crossref',
    hosts: ['api.crossref.org'],
    askedByDefault: 'always',
  },
  europepmc: {
    title: 'Europe PMC',
    hosts: ['www.ebi.ac.uk'],
    askedByDefault: 'always',
  },
  arxiv: {
    title: 'arXiv',
    hosts: ['export.arxiv.org'],
    askedByDefault: 'always',
  },
  semanticscholar: {
    title: 'Semantic Scholar',
    hosts: ['api.semanticscholar.org'],
    keySetting: 'PAPERQUEUE_SEMANTIC_SCHOLAR_KEY',
    askedByDefault: 'with a key',
  },
  pubmed: {
    title: 'PubMed',
    hosts: ['eutils.ncbi.nlm.nih.gov'],
    keySetting: 'PAPERQUEUE_NCBI_KEY',
  },
  dblp: {
    title: 'DBLP',
    hosts: ['dblp.org'],
  },
  datacite: {
    title: 'DataCite',
    hosts: ['api.datacite.org'],
  },
  doaj: {
    title: 'DOAJ',
    hosts: ['doaj.org'],
  },
  hal: {
    title: 'HAL',
    hosts: ['api.archives-ouvertes.fr'],
  },
  core: {
    title: 'CORE',
    hosts: ['api.core.ac.uk'],
    keySetting: 'PAPERQUEUE_CORE_KEY',
    needs: 'key',
  },
  unpaywall: {
    title: 'Unpaywall',
    hosts: ['api.unpaywall.org'],
    needs: 'contactEmail',
  },
} as const;
