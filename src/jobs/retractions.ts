import { markPapers, type RetractionLookup } from '../papers/retraction/mark-papers.ts';
import type { StoredJobs } from './ports/store.ts';

/**
 * The store, with Retraction Watch's current entries marked on its papers. They are looked up at reading time, so that
 * a newer table also applies to stored jobs. Stored data and its hash do not change.
 */
export function withRetractions<Store extends StoredJobs>(
  store: Store,
  tables: () => RetractionLookup | undefined,
): Store {
  return { ...store, papers: (job, isWanted) => markPapers(store.papers(job, isWanted), tables()) };
}
