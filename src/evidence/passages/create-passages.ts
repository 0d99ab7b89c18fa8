import type { FullTexts } from '../../reading/full-text.ts';
import type { NamingDeps } from '../../search/look-up/named-papers.ts';
import type { Passages } from './passages.ts';

export type PassagesDeps = NamingDeps & {
  /** Absent if full texts are switched off: abstracts remain. */
  fullTexts?: (() => Promise<FullTexts>) | undefined;
};

/** Its modules are loaded with the first question. */
export function createPassages(deps: PassagesDeps): Passages {
  return {
    async papersNamed(names, { signal }) {
      const { namedTexts } = await import('./named-texts.ts');
      return namedTexts(deps, names, signal);
    },
    async find(request, call) {
      const { findPassages } = await import('./find-passages.ts');
      return findPassages(await deps.fullTexts?.(), request, call);
    },
  };
}
