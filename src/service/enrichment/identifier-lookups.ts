import type { WirePaper } from '../../contract/paper.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { arxivDoi, arxivKey } from '../../papers/arxiv.ts';
import { readDoi } from '../../papers/identifiers.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { isAbout } from '../../works/same-work.ts';
import type { FactName, FoundFacts } from './fields.ts';

/** Look-ups of papers by DOI or arXiv number at open sources. No source is asked about what it cannot know. */

export const LOOK_UP_SOURCES = ['openalex', 'crossref'] as const;
export type LookUpSourceName = (typeof LOOK_UP_SOURCES)[number];

/**
 * An open source as it is asked here. `connect/enrichment.ts` makes it of a source of searches, so that both keep one
 * pace towards it, remember the same answers and heed the same pauses.
 */
export type IdentifierSource = {
  source: LookUpSourceName;
  /** As a person writes the name. */
  title: string;
  /**
   * Facts of works by their DOIs. Never throws for a source that fails; an aborted signal ends it with what was found
   * until then.
   */
  lookUp(dois: readonly string[], signal: AbortSignal): Promise<IdentifierAnswer>;
};

export type IdentifierAnswer = {
  /** By the DOIs that were asked for; of those that it does not know or cannot know, nothing. */
  found: ReadonlyMap<string, PaperInput>;
  /** Of the DOIs those that it could know at all. */
  canKnow: readonly string[];
  /** Of these the ones that it gave no answer to. */
  left: readonly string[];
  /** What failed, as the end of a sentence that begins with its name. */
  failure?: string;
};

/** What a look-up did; for a note. */
export type LookUpReport = {
  /** Papers that it was asked about. */
  asked: number;
  /** Papers that it could know, but gave no answer about. */
  left: number;
  /** What failed, as the end of a sentence that begins with the source's name. */
  failure?: string;
};

export type LookUp = {
  source: LookUpSourceName;
  title: string;
  /** What the source can tell. */
  knows: readonly FactName[];
  /**
   * Asks about the papers that have a DOI or an arXiv number, and gives what is really about one of them to `onFound`.
   * Never throws for a source that fails; an aborted signal ends it with what was found until then.
   */
  find(
    papers: readonly WirePaper[],
    signal: AbortSignal,
    onFound: (place: number, facts: FoundFacts) => void,
  ): Promise<LookUpReport>;
};

const FACTS_OF_BOTH = [
  ...(['abstract', 'isOpenAccess', 'pdfLink', 'citationCount', 'referenceCount'] as const),
  ...(['venue', 'publisher', 'year', 'publicationType'] as const),
];
const KNOWS: Record<LookUpSourceName, readonly FactName[]> = {
  openalex: ['doi', ...FACTS_OF_BOTH],
  crossref: FACTS_OF_BOTH,
};

/** Look-ups at these sources, in their order. */
export function createLookUps(sources: readonly IdentifierSource[]): LookUp[] {
  return sources.map(({ source, title, lookUp }) => ({
    source,
    title,
    knows: KNOWS[source],
    async find(papers, signal, onFound) {
      const places = placesByDoi(papers);
      const { found, canKnow, left, failure } = await lookUp([...places.keys()], signal);
      for (const [doi, facts] of found) {
        const { arxivId } = facts;
        const links = arxivId ? [`https://arxiv.org/abs/${arxivId}`] : [];
        for (const place of places.get(doi) ?? []) {
          const paper = papers[place];
          if (paper && isAbout(paper, { dois: [facts.doi], titles: [facts.title], links })) onFound(place, facts);
        }
      }
      const count = (dois: readonly string[]) => dois.reduce((sum, doi) => sum + (places.get(doi)?.length ?? 0), 0);
      return { asked: count(canKnow) - count(left), left: count(left), ...omitUndefined({ failure }) };
    },
  }));
}

/** The places of the papers under each DOI to ask for: their own, else the one that arXiv gives to every number. */
function placesByDoi(papers: readonly WirePaper[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  papers.forEach((paper, place) => {
    const doi = readDoi(paper.doi) ?? arxivDoi(arxivKey(paper));
    if (doi !== undefined) places.set(doi, [...(places.get(doi) ?? []), place]);
  });
  return places;
}
