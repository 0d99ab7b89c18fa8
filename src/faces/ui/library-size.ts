import type { Features } from '../../jobs/features.ts';

/** Counting takes milliseconds, or seconds for millions of papers: the count is kept for this multiple of its time. */
const REST = 200;
const MIN_REST_MS = 1_000;

/** How many papers the library has; undefined without one, or if it cannot be opened, which other pages report. */
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

/** With a hosted service, opening the library would create an empty one. */
async function countPapers(features: Pick<Features, 'jobs' | 'library'>): Promise<number | undefined> {
  const { mode } = (await features.jobs()).listJobs({ count: 0 });
  if (mode !== 'embedded') return undefined;
  return (await features.library()).size().counted;
}
