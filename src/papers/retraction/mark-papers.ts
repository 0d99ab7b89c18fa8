import type { FoundPaper } from '../found-paper.ts';
import { type TableEntry, withTableEntry } from './status.ts';

/** Looks up papers in retraction tables. */
export type RetractionLookup = {
  /** The table's entry of each name; undefined without a table. */
  findRetractions(names: readonly string[]): ReadonlyMap<string, TableEntry> | undefined;
};

/** The papers with their entries. Papers without a DOI and PubMed number get none. */
export function markPapers(papers: readonly FoundPaper[], tables: RetractionLookup | undefined): FoundPaper[] {
  const entries = find(tables, [...new Set(papers.flatMap(namesOf))]);
  if (!entries) return [...papers];
  return papers.map((paper) => {
    const found = namesOf(paper).flatMap((name) => entries.get(name) ?? []);
    const entry = found.find(({ kind }) => kind !== undefined) ?? found[0];
    return entry ? withTableEntry(paper, entry) : paper;
  });
}

/** If the library is unreadable, the status is unknown and papers are still read. */
function find(
  tables: RetractionLookup | undefined,
  names: readonly string[],
): ReadonlyMap<string, TableEntry> | undefined {
  try {
    return tables?.findRetractions(names);
  } catch {
    return undefined;
  }
}

function namesOf({ doi, pmid }: FoundPaper): string[] {
  return [...(doi === undefined ? [] : [`doi:${doi}`]), ...(pmid === undefined ? [] : [`pmid:${pmid}`])];
}
