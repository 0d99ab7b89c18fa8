import type { Paper } from '../../contract/paper.ts';
import type { Secret } from '../../contract/secret.ts';
import { arxivKey } from '../../papers/arxiv.ts';
import { readDoi } from '../../papers/identifiers.ts';
import type { Fetch } from '../scraping/ask-json.ts';
import { crossref } from './crossref.ts';
import type { FactName, FoundFacts } from './facts.ts';
import { openAlex } from './openalex.ts';
import { isAbout } from './same-paper.ts';
import { createSource, type SourceFailure } from './source.ts';

/** Look-ups of papers by DOI or arXiv number at open sources. No source is asked about what it cannot know. */

const LOOK_UP_SOURCES = ['openalex', 'crossref'] as const;
export type LookUpSourceName = (typeof LOOK_UP_SOURCES)[number];

/** What a look-up did; for a note. */
export type LookUpReport = {
  /** Papers that it was asked about. */
  asked: number;
  /** Papers that it could know, but was not asked about any more. */
  left: number;
  requests: number;
  /** How many of the requests got no answer that could be used. */
  failed: number;
  /** What failed last, or why papers are left. */
  failure?: SourceFailure;
};

export type LookUp = {
  source: LookUpSourceName;
  /** As a person writes the name. */
  title: string;
  /** What the source can tell. */
  knows: readonly FactName[];
  /**
   * Asks about the papers that have a DOI or an arXiv number, and gives what is really about one of them to `onFound`. Never
   * throws for a source that fails; an aborted signal ends it with what was found until then.
   */
  find(
    papers: readonly Paper[],
    signal: AbortSignal,
    onFound: (place: number, facts: FoundFacts) => void,
  ): Promise<LookUpReport>;
};

export type LookUpOptions = {
  /** Which sources are asked, in this order. */
  sources: readonly LookUpSourceName[];
  fetch: Fetch;
  baseUrls?: Partial<Record<LookUpSourceName, string>>;
  /** Crossref serves callers that can be reached better. */
  contactEmail?: string;
  openAlexKey?: Secret;
  userAgent?: string;
  /** For one request. */
  timeoutMs?: number;
};

/** To be made once per process: the pace towards each source, and pauses that it asked for, hold for all jobs. */
export function createLookUps(options: LookUpOptions): LookUp[] {
  return [...new Set(options.sources)].map((name) => {
    const source = createSource(name === 'openalex' ? openAlex(options) : crossref(options), options);
    return {
      source: name,
      title: source.title,
      knows: source.knows,
      async find(papers, signal, onFound) {
        const places = placesByDoi(papers, source.canKnow);
        const { left, ...report } = await source.ask([...places.keys()], signal, (doi, work) => {
          for (const place of places.get(doi) ?? []) {
            const paper = papers[place];
            if (paper && isAbout(paper, { dois: [work.doi], titles: [work.title] })) onFound(place, work);
          }
        });
        const count = (dois: Iterable<string>) =>
          [...dois].reduce((sum, doi) => sum + (places.get(doi)?.length ?? 0), 0);
        return { ...report, asked: count(places.keys()) - count(left), left: count(left) };
      },
    };
  });
}

/** The places of the papers under each DOI to ask for: their own, else the one that arXiv gives to every number. */
function placesByDoi(papers: readonly Paper[], canKnow: (doi: string) => boolean): Map<string, number[]> {
  const places = new Map<string, number[]>();
  papers.forEach((paper, place) => {
    const doi = readDoi(paper.doi) ?? arxivDoi(paper);
    if (doi !== undefined && canKnow(doi)) places.set(doi, [...(places.get(doi) ?? []), place]);
  });
  return places;
}

function arxivDoi(paper: Paper): string | undefined {
  const number = arxivKey(paper);
  return number === undefined ? undefined : `10.48550/arxiv.${number}`;
}
