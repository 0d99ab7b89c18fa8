import type { WirePaper } from '../../contract/paper.ts';
import { arxivKey } from '../../papers/arxiv.ts';
import type { Paper } from '../../papers/paper.ts';
import { fromWire } from '../../papers/wire.ts';
import { bestRecord, groupSameWorks } from '../../works/clusters.ts';

/** For each stored paper the index of the first one that is the same work; its own index when it is the first. */
export function groupStoredPapers(papers: readonly WirePaper[]): number[] {
  return groupSameWorks(papers.map(toComparable), 'trusted-list');
}

/** Of several stored records of one work the one to show. */
export function bestStored<T>(records: readonly [T, ...T[]], paperOf: (record: T) => WirePaper): T {
  return bestRecord(records, (record) => toComparable(paperOf(record)));
}

/** A stored paper as the rules compare it: under the service's id or none, as a key that we made says nothing more. */
function toComparable(wire: WirePaper): Paper {
  const arxivId = arxivKey(wire);
  return { ...fromWire(wire), key: wire.id ?? '', ...(arxivId !== undefined && { arxivId }) };
}
