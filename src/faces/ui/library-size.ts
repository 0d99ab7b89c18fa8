import type { Features } from '../../jobs/features.ts';

/** Counting takes milliseconds or, of millions of papers, seconds: it is done again after this many times as long. */
const REST = 200;
const MIN_REST_MS = 1_000;

/** How many papers the library has; undefined without one, or if it cannot be opened: what needs it says so. */
export function createLibrarySize(features: Pick<Features, 'jobs' | 'library'>, now = () => performance.now()) {
  let known: { papers: number | undefined; until: number } | undefined;
  return async (): Promise<number | undefined> => {
    const began = now();
    if (known && began < known.until) return known.papers;
    const papers = await countPapers(features).catch(() => undefined);
    const ended = now();
    known = { papers, until: ended + Math.max((ended - began) * REST, MIN_REST_MS) };
    return papers;
  };
}

/**
 * As many as a search says that it looked through: the papers that came with the package count where there are no
 * others. With a hosted service, opening the library would make an empty one.
 */
async function countPapers(features: Pick<Features, 'jobs' | 'library'>): Promise<number | undefined> {
  const { mode } = (await features.jobs()).listJobs({ count: 0 });
  if (mode !== 'embedded') return undefined;
  const { papers, starter } = (await features.library()).size();
  return papers - starter || papers;
}
