import type { FoundPaper } from '../papers/found-paper.ts';
import { libraryRef } from '../papers/identifiers.ts';
import { markPapers, type RetractionLookup } from '../papers/retraction/mark-papers.ts';
import type { StoredJobs } from './ports/store.ts';

/** What the library adds to stored jobs: its papers, and Retraction Watch's table. */
export type BesideJobs = RetractionLookup & {
  findNamed?(name: string): number[];
  read?(ids: readonly number[]): Iterable<{ id: number; record: FoundPaper }>;
};

/**
 * The store, with the papers of the library, and with Retraction Watch's current entries marked on all papers. They are
 * looked up at reading time, so that a newer table also applies to stored jobs. Stored data and its hash do not change.
 */
export function withLibrary<Store extends StoredJobs>(store: Store, library: () => BesideJobs | undefined): Store {
  return {
    ...store,
    papers: (job, isWanted) => markPapers(store.papers(job, isWanted), library()),
    libraryPaper(name) {
      const beside = library();
      const [found] = beside?.read?.(beside.findNamed?.(name).slice(0, 1) ?? []) ?? [];
      const [paper] = found ? markPapers([found.record], beside) : [];
      return found && paper && { ref: libraryRef(found.id), paper };
    },
  };
}
