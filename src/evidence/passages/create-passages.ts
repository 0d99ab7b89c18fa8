import { join } from 'node:path';
import { onceAsync } from '../../lib/once.ts';
import type { FullTexts } from '../../reading/full-text.ts';
import type { NamingDeps } from '../../search/look-up/named-papers.ts';
import type { StoredAbstracts } from './find-passages.ts';
import type { Passages } from './passages.ts';

export type PassagesDeps = NamingDeps & {
  /** The folder that contains the index file. */
  dataDir: string;
  /** Absent if full texts are switched off; then only abstracts are searched. */
  fullTexts?: (() => Promise<FullTexts>) | undefined;
  abstracts?: StoredAbstracts | undefined;
  now?: () => number;
};

/** Loads its modules with the first question. */
export function createPassages(deps: PassagesDeps): Passages & { close(): void } {
  const { store, dataDir, fullTexts, abstracts, now } = deps;
  let close = () => {};
  const opened = onceAsync(async () => {
    if (!fullTexts) return undefined;
    const { createPassageIndex } = await import('./passage-index.ts');
    const full = await fullTexts();
    const index = createPassageIndex(join(dataDir, 'passages.sqlite'), full, now);
    close = index.close;
    return { full, index };
  });
  return {
    async papersNamed(names, { signal, unknown }) {
      const { namedTexts } = await import('./named-texts.ts');
      return namedTexts(deps, names, signal, unknown);
    },
    async find(request, call) {
      const { findPassages } = await import('./find-passages.ts');
      return findPassages({ store, abstracts, texts: await opened() }, request, call);
    },
    async forget() {
      (await opened())?.index.forget();
    },
    close: () => close(),
  };
}
