import { appendTo } from '../../lib/groups.ts';
import { arxivDoi, readArxivId } from '../arxiv-number.ts';
import { readDoi } from '../identifiers.ts';

/** Works that papers cite, by identifier, and citations among papers of a list. */

/** Identifiers of a paper, ours or the contract's, and of the works that it cites. */
type Citable = {
  doi?: string | null;
  arxivId?: string | null;
  pmid?: string | null;
  openAlexId?: string | null;
  corpusId?: string | null;
  referencedWorks?: readonly string[] | null;
};

/** Even the longest reviews cite fewer. */
const MAX_REFERENCED_WORKS = 3_000;

/** Parses `openalex:W1`, `doi:10.1234/a`, `pmid:1` or `corpus:1`, without duplicates; undefined if there are none. */
export function readReferencedWorks(texts: readonly string[] | null | undefined): string[] | undefined {
  const names = (texts ?? []).slice(0, MAX_REFERENCED_WORKS).map(readName);
  const read = new Set(names.filter((name) => name !== undefined));
  return read.size > 0 ? [...read] : undefined;
}

function readName(text: string): string | undefined {
  const [, openAlexId] =
    /^(?:openalex:|https?:\/\/(?:api\.)?openalex\.org\/(?:works\/)?)?(W\d{1,12})$/i.exec(text) ?? [];
  if (openAlexId) return `openalex:${openAlexId.toUpperCase()}`;
  const [number = '', kind] = /^(pmid|corpus):\d{1,12}$/i.exec(text) ?? [];
  if (kind) return number.toLowerCase();
  const doi = readDoi(text);
  return doi && `doi:${doi}`;
}

/** The names under which other papers may cite this one. */
export function citableNames({ doi, arxivId, pmid, openAlexId, corpusId }: Citable): string[] {
  const arxiv = readArxivId(arxivId);
  const names = { doi: readDoi(doi), pmid, openalex: openAlexId, corpus: corpusId };
  const identifiers = Object.entries(names).flatMap(([kind, id]) => (id ? [`${kind}:${id}`] : []));
  return arxiv ? [...identifiers, `doi:${arxivDoi(arxiv.toLowerCase())}`] : identifiers;
}

/** For each paper of a list, the indexes of the others that it cites, without duplicates. */
export function linksWithin(papers: readonly Citable[]): number[][] {
  const holders = indexByName(papers);
  return papers.map(({ referencedWorks }, index) => {
    const cited = new Set((referencedWorks ?? []).flatMap((name) => holders.get(name) ?? []));
    cited.delete(index);
    return [...cited].sort((a, b) => a - b);
  });
}

/**
 * Keeps only references to `targets`. Full lists are long, and a job only shows citations among its own papers.
 */
export function withReferencesAmong<Paper extends Citable>(
  papers: readonly Paper[],
  targets: readonly Citable[] = papers,
): Paper[] {
  const holders = indexByName(targets);
  return papers.map((paper) => {
    if (!paper.referencedWorks) return paper;
    const { referencedWorks, ...rest } = paper;
    const inside = referencedWorks.filter((name) => holders.has(name));
    return (inside.length > 0 ? { ...rest, referencedWorks: inside } : rest) as Paper;
  });
}

function indexByName(papers: readonly Citable[]): Map<string, number[]> {
  const holders = new Map<string, number[]>();
  for (const [index, paper] of papers.entries()) for (const name of citableNames(paper)) appendTo(holders, name, index);
  return holders;
}
