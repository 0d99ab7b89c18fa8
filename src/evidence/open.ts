import { lazyPart, load } from '../platform/lifetime.ts';
import type { PassagesDeps } from './passages/create-passages.ts';

/** Passages of the texts held, opened on first use. */
export function openPassages(deps: () => Promise<PassagesDeps>) {
  return lazyPart(async () => {
    const { createPassages } = await load(import('./passages/create-passages.ts'));
    return createPassages(await deps());
  });
}
