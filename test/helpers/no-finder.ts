import type { PaperFinder } from '../../src/jobs/ports/paper-finder.ts';

/** Finds no paper. */
export const NO_FINDER: PaperFinder = {
  find: async () => {
    throw new Error('no paper was to be found');
  },
};
