import type { SourceName } from '../../../contract/source-names.ts';
import type { KnownWork } from '../../../jobs/ports/citations.ts';
import { toRecord } from '../../../papers/found-paper.ts';
import type { Paper, PaperInput } from '../../../papers/paper.ts';
import type { CitationLink } from '../../../papers/references/citation-links.ts';
import { type FoundWork, toFoundWorks } from '../../../papers/works/found-work.ts';
import { mergeFound } from '../../../papers/works/merge.ts';

/** A record returned by an index, with all links that led to it. */
type Held = { source: SourceName; record: Paper; links: CitationLink[] };

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
  readonly held: readonly Held[];
  /** Merges all records: seeds, known works and found works, in the order of their first record. */
  works(): GraphWork[];
  /** The number of records that the last call of `works` merged, by evidence. */
  readonly duplicates: Readonly<Record<string, number>>;
};

/** Starts with seeds and other known works, which stay in this order. */
export function createGraph(seeds: readonly KnownWork[], known: readonly KnownWork[]): CitationGraph {
  const first: FoundWork[] = [...seeds, ...known].map(({ paper }, place) => ({
    record: toRecord(paper),
    // Known works count as coming from a source of their own.
    findings: [{ source: 'collection', rank: place + 1 }],
  }));
  const held: Held[] = [];
  const places = new Map<string, number>();
  let duplicates: Record<string, number> = {};
  const labelOf = (place: number, record: Paper): string => [...seeds, ...known][place]?.label ?? record.key;
  return {
    held,
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
        const place = places.get(name);
        if (place === undefined) {
          places.set(name, held.length);
          held.push({ source, record, links: [...links] });
        } else held[place]?.links.push(...links.filter((link) => !held[place]?.links.some((one) => isSame(one, link))));
      }
    },
    works() {
      duplicates = {};
      // The rank is the record's index, so that a merged work shows which records it contains.
      const found = held.map(({ source, record }, place): FoundWork => {
        return { record, findings: [{ source, rank: first.length + place + 1 }] };
      });
      const merged = mergeFound([...first, ...found], (evidence) => {
        duplicates[evidence] = (duplicates[evidence] ?? 0) + 1;
      });
      const works = merged.map(({ record, findings }) => {
        const ranks = findings.map(({ rank }) => rank - 1).sort((a, b) => a - b);
        const [place = 0] = ranks;
        return {
          label: labelOf(place, held[place - first.length]?.record ?? record),
          record,
          records: ranks.filter((rank) => rank >= first.length).map((rank) => rank - first.length),
          isSeed: place < seeds.length,
          isKnown: place < first.length,
          place,
        };
      });
      return works.sort((a, b) => a.place - b.place);
    },
  };
}

function isSame(a: CitationLink, b: CitationLink): boolean {
  return a.from === b.from && a.direction === b.direction && a.index === b.index;
}

/** All distinct links that led to a work. */
export function linksOf({ records }: GraphWork, held: readonly Held[]): CitationLink[] {
  const links: CitationLink[] = [];
  for (const place of records)
    for (const link of held[place]?.links ?? []) if (!links.some((one) => isSame(one, link))) links.push(link);
  return links;
}
