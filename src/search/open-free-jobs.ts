import { type Config, isFree } from '../platform/config.ts';
import { lazyPart, load } from '../platform/lifetime.ts';
import type { CitationsDeps } from './citations/citations.ts';
import type { LookupsDeps } from './look-up/lookups.ts';

/** Opens related papers and citation searches. */
export function openCitations(config: Config, deps: () => Promise<CitationsDeps>) {
  return lazyPart(async () => {
    const { createCitations, freeCitations } = await load(import('./citations/citations.ts'));
    const citations = createCitations(await deps());
    return isFree(config) ? freeCitations(citations) : citations;
  });
}

/** Opens look-ups, using the dependencies that all features of jobs share. */
export function openLookups(config: Config, deps: () => Promise<LookupsDeps>) {
  return lazyPart(async () => {
    const { createLookups, freeLookups } = await load(import('./look-up/lookups.ts'));
    const lookups = createLookups(await deps());
    return isFree(config) ? freeLookups(lookups) : lookups;
  });
}
