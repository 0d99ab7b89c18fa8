import type { SourceName } from '../contract/source-names.ts';
import { arxiv } from './arxiv/arxiv.ts';
import { core } from './core/core.ts';
import { crossref } from './crossref/crossref.ts';
import { dataCite } from './datacite/datacite.ts';
import { dblp } from './dblp/dblp.ts';
import { doaj } from './doaj/doaj.ts';
import { europePmc } from './europepmc/europepmc.ts';
import { openAlex } from './openalex/openalex.ts';
import { pubMed } from './pubmed/pubmed.ts';
import { semanticScholar } from './semanticscholar/semanticscholar.ts';
import type { PaperSource } from './source.ts';
import { unpaywall } from './unpaywall/unpaywall.ts';

/** All sources that this version knows, in the order in which they are named to people. */
export const SOURCES: readonly PaperSource[] = [
  openAlex,
  crossref,
  europePmc,
  arxiv,
  semanticScholar,
  pubMed,
  dblp,
  dataCite,
  doaj,
  core,
  unpaywall,
];

/** How much the source's ranks count in fusion. */
export function weightOf(name: SourceName): number {
  return SOURCES.find((source) => source.name === name)?.weight ?? 1;
}

/** The source's name for people. */
export function titleOf(name: SourceName): string {
  return SOURCES.find((source) => source.name === name)?.title ?? 'Collection';
}
