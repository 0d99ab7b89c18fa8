import { arxivKey } from '../../papers/arxiv-number.ts';
import { type FoundPaper, toRecord } from '../../papers/found-paper.ts';
import type { Paper } from '../../papers/paper.ts';
import { bestRecord, groupSameWorks } from '../../papers/works/clusters.ts';

/** For each stored paper the index of the first paper of the same work, possibly its own. */
export function groupStoredPapers(papers: readonly FoundPaper[]): readonly number[] {
  const [first] = papers;
  if (!first) return [];
  const last = GROUPED.get(first);
  if (last && last.papers.length === papers.length && last.papers.every((paper, index) => paper === papers[index]))
    return last.works;
  const works = groupPapers(papers);
  GROUPED.set(first, { papers, works });
  return works;
}

/** The last list that began with this paper: one answer groups the papers of its jobs several times. */
const GROUPED = new WeakMap<FoundPaper, { papers: readonly FoundPaper[]; works: readonly number[] }>();

function groupPapers(papers: readonly FoundPaper[]): number[] {
  const distinct = new Map<string, Paper>();
  const comparables = papers.map((found) => {
    const same = COMPARABLES.get(found);
    if (same) return same;
    const text = comparedText(found);
    const paper = distinct.get(text) ?? toComparable(found);
    distinct.set(text, paper);
    COMPARABLES.set(found, paper);
    return paper;
  });
  return groupSameWorks(comparables, 'trusted-list');
}

/** The record to show among several of one work. */
export function bestStored<T>(records: readonly [T, ...T[]], paperOf: (record: T) => FoundPaper): T {
  return bestRecord(records, (record) => toComparable(paperOf(record)));
}

/** The compared form of each stored paper, so that equal ones are compared once. */
const COMPARABLES = new WeakMap<FoundPaper, Paper>();

/**
 * A stored paper in the form that the rules compare: under the service's id or none, because our own key is no
 * evidence.
 */
function toComparable(found: FoundPaper): Paper {
  const cached = COMPARABLES.get(found);
  if (cached) return cached;
  const arxivId = arxivKey(found);
  const paper = { ...toRecord(found), key: found.search?.id ?? '', ...(arxivId !== undefined && { arxivId }) };
  COMPARABLES.set(found, paper);
  return paper;
}

/** Equal for records that compare alike. Scores and counts are the job's, so they are left out. */
function comparedText(found: FoundPaper): string {
  const { citationCount: _, influentialCitationCount: __, referenceCount: ___, ...compared } = toRecord(found);
  return JSON.stringify([found.search?.id, compared]);
}
