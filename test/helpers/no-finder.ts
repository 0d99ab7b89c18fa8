import type { PaperFinder } from '../../src/jobs/ports/paper-finder.ts';

/** For tests in which no paper has to be found. */
export const NO_FINDER: PaperFinder = {
  find: async () => {
    throw new Error('no paper was to be found');
  },
};
