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
    precedence: {
      bibliography: 50,
      abstracts: 60,
      summaries: 20,
      authorNames: 40,
      wherePublished: 20,
      publicationTypes: 10,
      fields: 20,
      citations: 10,
      semanticScholar: 20,
      openAccess: 10,
      versions: 10,
      openCopies: 20,
      arxivNumbers: 30,
      medicalNumbers: 30,
    },
  },
  crossref: {
    title: 'Crossref',
    hosts: ['api.crossref.org'],
    askedByDefault: 'always',
    precedence: {
      bibliography: 10,
      abstracts: 40,
      summaries: 50,
      authorNames: 30,
      wherePublished: 10,
      publicationTypes: 30,
      fields: 60,
      citations: 30,
      semanticScholar: 30,
      openAccess: 60,
      versions: 20,
      openCopies: 70,
      arxivNumbers: 40,
      medicalNumbers: 50,
    },
  },
  europepmc: {
    title: 'Europe PMC',
    hosts: ['www.ebi.ac.uk'],
    askedByDefault: 'always',
    precedence: {
      bibliography: 20,
      abstracts: 10,
      summaries: 30,
      authorNames: 10,
      wherePublished: 30,
      publicationTypes: 40,
      fields: 40,
      citations: 40,
      semanticScholar: 40,
      openAccess: 20,
      versions: 30,
      openCopies: 30,
      arxivNumbers: 50,
      medicalNumbers: 20,
    },
  },
  arxiv: {
    title: 'arXiv',
    hosts: ['export.arxiv.org'],
    askedByDefault: 'always',
    precedence: {
      bibliography: 70,
      abstracts: 50,
      summaries: 60,
      authorNames: 50,
      wherePublished: 60,
      publicationTypes: 60,
      fields: 30,
      citations: 60,
      semanticScholar: 60,
      openAccess: 50,
      versions: 50,
      openCopies: 50,
      arxivNumbers: 10,
      medicalNumbers: 60,
    },
  },
  semanticscholar: {
    title: 'Semantic Scholar',
    hosts: ['api.semanticscholar.org'],
    keySetting: 'PAPERQUEUE_SEMANTIC_SCHOLAR_KEY',
    askedByDefault: 'with a key',
    precedence: {
      bibliography: 60,
      abstracts: 30,
      summaries: 10,
      authorNames: 60,
      wherePublished: 50,
      publicationTypes: 20,
      fields: 10,
      citations: 20,
      semanticScholar: 10,
      openAccess: 40,
      versions: 60,
      openCopies: 60,
      arxivNumbers: 20,
      medicalNumbers: 40,
    },
  },
  pubmed: {
    title: 'PubMed',
    hosts: ['eutils.ncbi.nlm.nih.gov'],
    keySetting: 'PAPERQUEUE_NCBI_KEY',
    precedence: {
      bibliography: 30,
      abstracts: 20,
      summaries: 40,
      authorNames: 20,
      wherePublished: 40,
      publicationTypes: 50,
      fields: 50,
      citations: 50,
      semanticScholar: 50,
      openAccess: 30,
      versions: 40,
      arxivNumbers: 60,
      medicalNumbers: 10,
    },
  },
  dblp: {
    title: 'DBLP',
    hosts: ['dblp.org'],
    precedence: {},
  },
  datacite: {
    title: 'DataCite',
    hosts: ['api.datacite.org'],
    precedence: {},
  },
  doaj: {
    title: 'DOAJ',
    hosts: ['doaj.org'],
    precedence: {
      bibliography: 40,
      openCopies: 40,
    },
  },
  hal: {
    title: 'HAL',
    hosts: ['api.archives-ouvertes.fr'],
    precedence: {
      openCopies: 45,
    },
  },
  core: {
    title: 'CORE',
    hosts: ['api.core.ac.uk'],
    keySetting: 'PAPERQUEUE_CORE_KEY',
    needs: 'key',
    precedence: {},
  },
  unpaywall: {
    title: 'Unpaywall',
    hosts: ['api.unpaywall.org'],
    needs: 'contactEmail',
    precedence: {
      openCopies: 10,
    },
  },
} as const;
