// Written by `npm run docs` from the formats in src/formats. Do not edit.
import { format as bibtex } from './bibtex/bibtex.ts';
import type { Format } from './format.ts';
import { format as crossref } from './json/crossref.ts';
import { format as cslJson } from './json/csl-json.ts';
import { format as jsonl } from './json/jsonl.ts';
import { format as openalex } from './json/openalex.ts';
import { format as semanticScholar } from './json/semantic-scholar.ts';
import { format as zotero } from './json/zotero-json.ts';
import { format as markdown } from './markdown.ts';
import { format as csv } from './tables/csv.ts';
import { format as scimago } from './tables/scimago.ts';
import { format as nbib } from './tagged/nbib.ts';
import { format as ovid } from './tagged/ovid.ts';
import { format as refer } from './tagged/refer.ts';
import { format as refworks } from './tagged/refworks.ts';
import { format as ris } from './tagged/ris.ts';
import { format as wos } from './tagged/wos.ts';
import { format as arxiv } from './xml/arxiv.ts';
import { format as endnoteXml } from './xml/endnote.ts';
import { format as pubmedXml } from './xml/pubmed.ts';
import { format as zoteroRdf } from './xml/zotero-rdf.ts';

/** All formats that this version reads or writes, in the order in which people see them. */
export const FORMATS: readonly Format[] = [
  bibtex,
  ris,
  cslJson,
  csv,
  jsonl,
  markdown,
  nbib,
  wos,
  endnoteXml,
  pubmedXml,
  refer,
  refworks,
  ovid,
  zotero,
  zoteroRdf,
  openalex,
  semanticScholar,
  arxiv,
  crossref,
  scimago,
];
