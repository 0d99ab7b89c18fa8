import { arxivKey } from '../../papers/arxiv.ts';
import { type FoundPaper, toRecord } from '../../papers/found-paper.ts';
import type { Paper } from '../../papers/paper.ts';
import { bestRecord, groupSameWorks } from '../../works/clusters.ts';

/** For each stored paper the index of the first one that is the same work; its own index when it is the first. */
export function groupStoredPapers(papers: readonly FoundPaper[]): number[] {
  const known = new Map<string, Paper>();
  const comparables = papers.map((found) => {
    const same = COMPARABLES.get(found);
    if (same) return same;
    const text = comparedText(found);
    const paper = known.get(text) ?? comparableOf(found);
    known.set(text, paper);
    COMPARABLES.set(found, paper);
    return paper;
  });
  return groupSameWorks(comparables, 'trusted-list');
}

/** Of several stored records of one work the one to show. */
export function bestStored<T>(records: readonly [T, ...T[]], paperOf: (record: T) => FoundPaper): T {
  return bestRecord(records, (record) => comparableOf(paperOf(record)));
}

/** Of each stored paper what it is compared by, so that equal ones are compared once. */
const COMPARABLES = new WeakMap<FoundPaper, Paper>();

/** A stored paper as the rules compare it: under the service's id or none, as a key that we made says nothing more. */
function comparableOf(found: FoundPaper): Paper {
  const known = COMPARABLES.get(found);
  if (known) return known;
  const arxivId = arxivKey(found);
  const paper = { ...toRecord(found), key: found.search?.id ?? '', ...(arxivId !== undefined && { arxivId }) };
  COMPARABLES.set(found, paper);
  return paper;
}

/** Equal for records that are compared alike: the jobs that found a paper give it scores and counts of their own. */
function comparedText(found: FoundPaper): string {
  const { citationCount: _, influentialCitationCount: __, referenceCount: ___, ...compared } = toRecord(found);
  return JSON.stringify([found.search?.id, compared]);
}
