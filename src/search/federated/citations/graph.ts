import type { SourceName } from '../../../contract/source-names.ts';
import type { KnownWork } from '../../../jobs/ports/citations.ts';
import { toRecord } from '../../../papers/found-paper.ts';
import type { Paper, PaperInput } from '../../../papers/paper.ts';
import type { CitationLink } from '../../../papers/references/citation-links.ts';
import { type FoundWork, toFoundWorks } from '../../../papers/works/found-work.ts';
import { mergeFound } from '../../../papers/works/merge.ts';

/** A record returned by an index, with all links that led to it. */
type IndexRecord = { source: SourceName; record: Paper; links: CitationLink[] };

/** A work of the graph. */
export type GraphWork = {
  /** Its name in links: the same in all rounds, unless the work is merged with an earlier one. */
  label: string;
  record: Paper;
  /** Indexes into the records that citation indexes returned. */
  records: readonly number[];
  isSeed: boolean;
  isKnown: boolean;
};

/** The works of a citation search, and their records. Records are its only state. */
export type CitationGraph = {
  /** Adds the records of one answer, each with its links. */
  add(source: SourceName, found: readonly { record: PaperInput; links: CitationLink[] }[]): void;
  /** Records returned by citation indexes, without duplicates within each index. */
  readonly indexRecords: readonly IndexRecord[];
  /** Merges all records: seeds, known works and found works, in the order of their first record. */
  works(): GraphWork[];
  /** The number of records that the last call of `works` merged, by evidence. */
  readonly duplicates: Readonly<Record<string, number>>;
};

/** Starts with seeds and other known works, which stay in this order. */
export function createGraph(seeds: readonly KnownWork[], known: readonly KnownWork[]): CitationGraph {
  const first: FoundWork[] = [...seeds, ...known].map(({ paper }, index) => ({
    record: toRecord(paper),
    // Known works count as coming from a source of their own.
    findings: [{ source: 'collection', rank: index + 1 }],
  }));
  const indexRecords: IndexRecord[] = [];
  const indexByName = new Map<string, number>();
  let duplicates: Record<string, number> = {};
  const labelOf = (index: number, record: Paper): string => [...seeds, ...known][index]?.label ?? record.key;
  return {
    indexRecords,
    get duplicates() {
      return duplicates;
    },
    add(source, found) {
      const { works } = toFoundWorks(
        source,
        found.map(({ record }) => record),
      );
      for (const { record, findings } of works) {
        const links = found[(findings[0]?.rank ?? 1) - 1]?.links ?? [];
        const name = `${source} ${record.key}`;
        const index = indexByName.get(name);
        if (index === undefined) {
          indexByName.set(name, indexRecords.length);
          indexRecords.push({ source, record, links: [...links] });
        } else
          indexRecords[index]?.links.push(
            ...links.filter((link) => !indexRecords[index]?.links.some((one) => isSame(one, link))),
          );
      }
    },
    works() {
      duplicates = {};
      // The rank is the record's index, so that a merged work shows which records it contains.
      const found = indexRecords.map(({ source, record }, index): FoundWork => {
        return { record, findings: [{ source, rank: first.length + index + 1 }] };
      });
      const merged = mergeFound([...first, ...found], (evidence) => {
        duplicates[evidence] = (duplicates[evidence] ?? 0) + 1;
      });
      const works = merged.map(({ record, findings }) => {
        const ranks = findings.map(({ rank }) => rank - 1).sort((a, b) => a - b);
        const [index = 0] = ranks;
        return {
          label: labelOf(index, indexRecords[index - first.length]?.record ?? record),
          record,
          records: ranks.filter((rank) => rank >= first.length).map((rank) => rank - first.length),
          isSeed: index < seeds.length,
          isKnown: index < first.length,
          index,
        };
      });
      return works.sort((a, b) => a.index - b.index);
    },
  };
}

function isSame(a: CitationLink, b: CitationLink): boolean {
  return a.from === b.from && a.direction === b.direction && a.index === b.index;
}

/** The distinct links that led to a work. */
export function collectLinks({ records }: GraphWork, indexRecords: readonly IndexRecord[]): CitationLink[] {
  const links: CitationLink[] = [];
  for (const index of records)
    for (const link of indexRecords[index]?.links ?? []) if (!links.some((one) => isSame(one, link))) links.push(link);
  return links;
}
