// Written by `npm run docs` from src/search/sources/*/index.ts. Do not edit.
import { source as arxiv } from './arxiv/index.ts';
import { source as core } from './core/index.ts';
import { source as crossref } from './crossref/index.ts';
import { source as datacite } from './datacite/index.ts';
import { source as dblp } from './dblp/index.ts';
import { source as doaj } from './doaj/index.ts';
import { source as europepmc } from './europepmc/index.ts';
import { source as hal } from './hal/index.ts';
import { source as openalex } from './openalex/index.ts';
import { source as pubmed } from './pubmed/index.ts';
import { source as semanticscholar } from './semanticscholar/index.ts';
import type { DescribedSource } from './source.ts';
import { source as unpaywall } from './unpaywall/index.ts';

/** All sources of this version, in the order of lists for people. */
export const SOURCES: readonly DescribedSource[] = [
  openalex,
  crossref,
  europepmc,
  arxiv,
  semanticscholar,
  pubmed,
  dblp,
  datacite,
  doaj,
  hal,
  core,
  unpaywall,
];
