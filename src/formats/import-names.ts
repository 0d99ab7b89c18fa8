// Written by `npm run docs` from the formats in src/formats. Do not edit.

/** The formats that are read, in the order in which people see them. */
export const IMPORT_FORMAT_NAMES = [
  'bibtex',
  'ris',
  'csl-json',
  'csv',
  'jsonl',
  'nbib',
  'wos',
  'endnote-xml',
  'pubmed-xml',
  'refer',
  'refworks',
  'ovid',
  'zotero',
  'zotero-rdf',
  'openalex',
  'semantic-scholar',
  'arxiv',
  'crossref',
  'scimago',
] as const;
export type ImportFormat = (typeof IMPORT_FORMAT_NAMES)[number];
