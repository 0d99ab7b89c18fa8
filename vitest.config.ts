import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LeftOut } from './test/helpers/left-out.ts';

const SLOW = 'test/**/*.slow.test.ts';
/** A file that replaces a module before the source imports it needs an import of the source of its own. */
const ALONE = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.slow)\.test\.ts$/.test(file) && readFileSync(`test/${file}`, 'utf8').includes('vi.mock('))
  .map((file) => `test/${file.replaceAll('\\', '/')}`);

/**
 * `npm test` runs what is quick (projects `quick` and `alone`), `npm run test:slow` what is slow by nature (kills, soak,
 * generated sequences, installed packages). A file belongs to the second by its name.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/helpers/global-setup.ts'],
    setupFiles: ['test/helpers/each-file.ts'],
    // Only there to end what hangs: a busy machine makes no test fail.
    testTimeout: process.env.PAPERQUEUE_TEST_RUNS ? 1_200_000 : 60_000,
    hookTimeout: 120_000,
    // As many as cores: they seldom wait.
    maxWorkers: 2,
    reporters: ['default', new LeftOut()],
    projects: [
      {
        extends: true,
        test: { name: 'quick', include: ['test/**/*.test.ts'], exclude: [SLOW, ...ALONE], isolate: false },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        // They wait, for paces and restarts. A limit of workers on the command line does not reach projects.
        test: { name: 'slow', include: [SLOW], testTimeout: 900_000, maxWorkers: 4, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
