import { defineConfig } from 'vitest/config';

/** The tests that mutants of the spending code are tried against: quick ones, without child processes. */
export default defineConfig({
  test: {
    include: ['test/upstream/**/*.test.ts', 'test/jobs/**/*.test.ts', 'test/contract/credits.test.ts'],
    exclude: ['test/**/*.slow.test.ts'],
    globalSetup: ['test/helpers/global-setup.ts'],
    setupFiles: ['test/helpers/each-file.ts'],
    testTimeout: 20_000,
    maxWorkers: 1,
  },
});
