import { expect, it } from 'vitest';
import { createLibrarySize } from '../../../src/faces/ui/library-size.ts';

/** The number of papers at the head of the local page. */

const sizeOf = (counted: number, mode = 'embedded') =>
  createLibrarySize({
    jobs: async () => ({ listJobs: () => ({ mode }) }),
    library: async () => ({ size: () => ({ counted }) }),
  } as never)();

it('is of the papers that a search looks through, of an embedded service', async () => {
  expect(await sizeOf(35_181)).toBe(35_181);
  expect(await sizeOf(0)).toBe(0);
  expect(await sizeOf(5, 'hosted')).toBeUndefined();
});
