import type { Config } from '../platform/config.ts';
import { type Lifetime, lazyPart, load } from '../platform/lifetime.ts';
import type { LiveSources } from '../search/federated/live-sources.ts';
import type { WordIndex } from './connect-full-texts.ts';
import type { FullTexts } from './full-text.ts';
import type { TextsDeps } from './texts.ts';

type TextParts = {
  config: Config;
  life: Lifetime;
  live: () => Promise<LiveSources>;
  /** The library that stores the words of texts; used in embedded mode only. */
  library: () => Promise<WordIndex>;
};

/** Stored texts and texts from sources, opened on first use. */
export function openFullTexts({ config, life, live, library }: TextParts) {
  return lazyPart(async (): Promise<FullTexts> => {
    const { connectFullTexts } = await load(import('./connect-full-texts.ts'));
    return life.closing(connectFullTexts(config.dataDir, live, config.mode === 'embedded' ? library : undefined));
  });
}

/** Texts of papers, fetched and attached. */
export function openTexts(deps: () => Promise<TextsDeps>) {
  return lazyPart(async () => {
    const { createTexts } = await load(import('./texts.ts'));
    return createTexts(await deps());
  });
}
