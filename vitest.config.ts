import { defineConfig } from 'vitest/config';
import { LeftOut } from './test/helpers/left-out.ts';

const SLOW = 'test/**/*.slow.test.ts';
/** They change nothing that another file could notice, so that all of them share one import of the source. */
const PURE = ['papers', 'importing', 'lib', 'mcp'].map((folder) => `test/${folder}/**/*.test.ts`);

/**
 * `npm test` runs what is quick (projects `quick` and `pure`), `npm run test:slow` what is slow by nature (kills, soak,
 * generated sequences, installed packages). A file belongs to the second by its name.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/helpers/global-setup.ts'],
    // Only there to end what hangs: a busy machine makes no test fail.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Many files start child processes; more workers than cores only make their time-outs lie.
    maxWorkers: 2,
    reporters: ['default', new LeftOut()],
    projects: [
      { extends: true, test: { name: 'quick', include: ['test/**/*.test.ts'], exclude: [SLOW, ...PURE] } },
      { extends: true, test: { name: 'pure', include: PURE, exclude: [SLOW], isolate: false } },
      { extends: true, test: { name: 'slow', include: [SLOW] } },
    ],
  },
});
