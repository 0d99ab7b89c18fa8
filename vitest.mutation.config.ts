import { defineConfig } from 'vitest/config';

/**
 * The tests that mutants of the spending code are tried against: quick ones of its rooms, without child processes and
 * without the random worlds, which take minutes for each mutant.
 */
export default defineConfig({
  test: {
    include: [
      'test/jobs/**/*.test.ts',
      'test/contract/{base-url,credits,eraser}.test.ts',
      'test/mcp/confirmation*.test.ts',
    ],
    exclude: [
      'test/**/*.slow.test.ts',
      'test/jobs/spending/judge-worlds.test.ts',
      // Five sweeps over 400 statuses.
      'test/jobs/upstream/one-post.test.ts',
      'test/jobs/answers/{page,selection*}.test.ts',
    ],
    globalSetup: ['test/helpers/global-setup.ts'],
    setupFiles: ['test/helpers/each-file.ts'],
    testTimeout: 20_000,
    maxWorkers: 1,
  },
});
