import type { FoundPaper } from '../papers/found-paper.ts';
import { type TableEntry, withTableEntry } from '../papers/retraction/status.ts';
import type { RetractionTables } from './ports/retractions.ts';
import type { StoredJobs } from './ports/store.ts';

/**
 * The store with Retraction Watch's current entries on its papers. They are looked up on reading, so that a later table
 * also applies to stored jobs. Stored data and its hash stay as they are.
 */
export function withRetractions<Store extends StoredJobs>(
  store: Store,
  tables: () => Pick<RetractionTables, 'findRetractions'> | undefined,
): Store {
  return { ...store, papers: (job, isWanted) => markPapers(store.papers(job, isWanted), tables()) };
}

/** The papers with their entries. Papers without a DOI and PubMed number have none. */
export function markPapers(
  papers: readonly FoundPaper[],
  tables: Pick<RetractionTables, 'findRetractions'> | undefined,
): FoundPaper[] {
  const entries = find(tables, [...new Set(papers.flatMap(namesOf))]);
  if (!entries) return [...papers];
  return papers.map((paper) => {
    const own = namesOf(paper).flatMap((name) => entries.get(name) ?? []);
    const entry = own.find(({ kind }) => kind !== undefined) ?? own[0];
    return entry ? withTableEntry(paper, entry) : paper;
  });
}

/** An unreadable library leaves the status unknown, and papers are still read. */
function find(
  tables: Pick<RetractionTables, 'findRetractions'> | undefined,
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
