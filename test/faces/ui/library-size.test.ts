import { expect, it } from 'vitest';
import { createLibrarySize } from '../../../src/faces/ui/library-size.ts';

/** The number of papers at the head of the local page. */

const sizeOf = (size: { papers: number; starter: number }, mode = 'embedded') =>
  createLibrarySize({
    jobs: async () => ({ listJobs: () => ({ mode }) }),
    library: async () => ({ size: () => size }),
  } as never)();

it('is of the papers that a search looks through', async () => {
  expect(await sizeOf({ papers: 35_357, starter: 176 })).toBe(35_181);
  expect(await sizeOf({ papers: 176, starter: 176 })).toBe(176);
  expect(await sizeOf({ papers: 0, starter: 0 })).toBe(0);
  expect(await sizeOf({ papers: 5, starter: 0 }, 'hosted')).toBeUndefined();
});
