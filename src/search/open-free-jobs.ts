import { lazyPart, load } from '../platform/lifetime.ts';
import type { CitationsDeps } from './citations/citations.ts';
import type { LookupsDeps } from './look-up/lookups.ts';

/** Opens related papers and citation searches, which are free in every mode. */
export function openCitations(deps: () => Promise<CitationsDeps>) {
  return lazyPart(async () => {
    const { createCitations } = await load(import('./citations/citations.ts'));
    return createCitations(await deps());
  });
}

/** Opens look-ups, which are free in every mode, using the dependencies that all features of jobs share. */
export function openLookups(deps: () => Promise<LookupsDeps>) {
  return lazyPart(async () => {
    const { createLookups } = await load(import('./look-up/lookups.ts'));
    return createLookups(await deps());
  });
}
