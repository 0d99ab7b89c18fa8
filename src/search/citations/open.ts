import type { Config } from '../../platform/config.ts';
import { isFree } from '../../platform/config.ts';
import { lazyPart, load } from '../../platform/lifetime.ts';
import type { CitationsDeps } from './citations.ts';

/** Opens related papers and citation searches. */
export function openCitations(config: Config, deps: () => Promise<CitationsDeps>) {
  return lazyPart(async () => {
    const { createCitations, freeCitations } = await load(import('./citations.ts'));
    const citations = createCitations(await deps());
    return isFree(config) ? freeCitations(citations) : citations;
  });
}
