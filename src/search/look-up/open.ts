import type { Config } from '../../platform/config.ts';
import { isFree } from '../../platform/config.ts';
import { lazyPart, load } from '../../platform/lifetime.ts';
import type { LookupsDeps } from './lookups.ts';

/** Opens look-ups, using the dependencies that all features of jobs share. */
export function openLookups(config: Config, deps: () => Promise<LookupsDeps>) {
  return lazyPart(async () => {
    const { createLookups, freeLookups } = await load(import('./lookups.ts'));
    const lookups = createLookups(await deps());
    return isFree(config) ? freeLookups(lookups) : lookups;
  });
}
