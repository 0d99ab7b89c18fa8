import { omitUndefined } from '../../lib/omit-undefined.ts';
import { foldForIdentity } from '../../papers/analysis/fold.ts';

/** A paper that a source returned to a running search, before merging and ranking. */
export type FirstPaper = {
  title: string;
  authors?: string | undefined;
  year?: number | undefined;
  venue?: string | undefined;
  doi?: string | undefined;
};

/** The usual constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009). */
const RANK_CONSTANT = 60;

/**
 * Ranks the first results of the sources by reciprocal rank fusion, each paper once: a preview of a running search,
 * which changes as further sources answer. Papers with the same DOI are merged, as are papers with the same title
 * unless their DOIs differ.
 */
export function fuseFirst(lists: readonly (readonly FirstPaper[])[]): (FirstPaper & { sources: number })[] {
  const fused: { paper: FirstPaper; score: number; sources: number }[] = [];
  const positionByName = new Map<string, number>();
  for (const list of lists) {
    const seen = new Set<number>();
    for (const [rank, paper] of list.entries()) {
      const title = `title ${foldForIdentity(paper.title)}`;
      const names = paper.doi === undefined ? [title] : [`doi ${paper.doi.toLowerCase()}`, title];
      const position = names
        .flatMap((name) => positionByName.get(name) ?? [])
        .find((at) => isSame(fused[at]?.paper, paper));
      const at = position ?? fused.push({ paper, score: 0, sources: 0 }) - 1;
      for (const name of names) if (!positionByName.has(name)) positionByName.set(name, at);
      const entry = fused[at];
      if (entry) entry.paper = { ...paper, ...omitUndefined(entry.paper) };
      // A source that lists a paper twice counts once.
      if (!entry || seen.has(at)) continue;
      seen.add(at);
      entry.score += 1 / (RANK_CONSTANT + rank + 1);
      entry.sources += 1;
    }
  }
  return fused
    .map((entry, at) => ({ ...entry, at }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .map(({ paper, sources }) => ({ ...paper, sources }));
}

function isSame(known: FirstPaper | undefined, paper: FirstPaper): boolean {
  return known?.doi === undefined || paper.doi === undefined || known.doi.toLowerCase() === paper.doi.toLowerCase();
}
