import { defineConfig } from 'vitest/config';

/**
 * The tests that mutants of the spending code are tried against: quick ones of its rooms, without child processes and
 * without the random worlds, which take minutes for each mutant.
 */
export default defineConfig({
  test: {
    include: [
      'test/upstream/**/*.test.ts',
      'test/jobs/**/*.test.ts',
      'test/store/**/*.test.ts',
      'test/contract/{base-url,credits,eraser}.test.ts',
      'test/mcp/confirmation*.test.ts',
    ],
    exclude: [
      'test/**/*.slow.test.ts',
      'test/jobs/judge-worlds.test.ts',
      // Five sweeps over 400 statuses.
      'test/upstream/one-post.test.ts',
      'test/jobs/{page,receipt-results,receipt-sources,related*,search-log,selection*}.test.ts',
      // They change the umask or start threads, which a runner in threads does not allow.
      'test/store/export-folder*.test.ts',
    ],
    globalSetup: ['test/helpers/global-setup.ts'],
    setupFiles: ['test/helpers/each-file.ts'],
    testTimeout: 20_000,
    maxWorkers: 1,
  },
});
