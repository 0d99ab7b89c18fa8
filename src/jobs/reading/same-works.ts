import type { WirePaper } from '../../contract/paper.ts';
import { arxivKey } from '../../papers/arxiv.ts';
import type { Paper } from '../../papers/paper.ts';
import { fromWire } from '../../papers/wire.ts';
import { bestRecord, groupSameWorks } from '../../works/clusters.ts';

/** For each stored paper the index of the first one that is the same work; its own index when it is the first. */
export function groupStoredPapers(papers: readonly WirePaper[]): number[] {
  const known = new Map<string, Paper>();
  const comparables = papers.map((wire) => {
    const same = COMPARABLES.get(wire);
    if (same) return same;
    const text = comparedText(wire);
    const paper = known.get(text) ?? comparableOf(wire);
    known.set(text, paper);
    COMPARABLES.set(wire, paper);
    return paper;
  });
  return groupSameWorks(comparables, 'trusted-list');
}

/** Of several stored records of one work the one to show. */
export function bestStored<T>(records: readonly [T, ...T[]], paperOf: (record: T) => WirePaper): T {
  return bestRecord(records, (record) => comparableOf(paperOf(record)));
}

/** Of each stored paper what it is compared by: reading it takes most of the time that a comparison takes. */
const COMPARABLES = new WeakMap<WirePaper, Paper>();

/** A stored paper as the rules compare it: under the service's id or none, as a key that we made says nothing more. */
function comparableOf(wire: WirePaper): Paper {
  const known = COMPARABLES.get(wire);
  if (known) return known;
  const arxivId = arxivKey(wire);
  const paper = { ...fromWire(wire), key: wire.id ?? '', ...(arxivId !== undefined && { arxivId }) };
  COMPARABLES.set(wire, paper);
  return paper;
}

/** Equal for records that are compared alike: the jobs that found a paper give it scores and counts of their own. */
function comparedText({ score: _, impactFactor: __, enriched: ___, ...compared }: WirePaper): string {
  return JSON.stringify(compared);
}
