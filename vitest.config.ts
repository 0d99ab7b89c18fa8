import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/helpers/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // The end-to-end files start child processes; more workers than cores only makes their time-outs lie.
    maxWorkers: 2,
  },
});
