import { isFree } from '../../jobs/free-of-charge.ts';
import type { Config } from '../../platform/config.ts';
import { lazyPart, load } from '../../platform/lifetime.ts';
import type { LookupsDeps } from './lookups.ts';

/** Look-ups over what every feature of jobs rests on. */
export function openLookups(config: Config, deps: () => Promise<LookupsDeps>) {
  return lazyPart(async () => {
    const { createLookups, freeLookups } = await load(import('./lookups.ts'));
    const lookups = createLookups(await deps());
    return isFree(config) ? freeLookups(lookups) : lookups;
  });
}
