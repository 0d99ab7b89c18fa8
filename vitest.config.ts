import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LeftOut } from './test/helpers/left-out.ts';

/** Ten minutes: a machine may be twenty times as busy as a quiet one. */
const MAX_WAIT_MS = 600_000;
const SLOW = 'test/**/*.slow.test.ts';
/** A file that replaces a module before the source imports it needs an import of the source of its own. */
const ALONE = quickFiles(/vi\.mock\(/);
/** Files of which `npm test` tries a share of the runs and cases, and `npm run test:slow` all (test/helpers/runs.ts). */
const SHARED = quickFiles(/helpers\/(?:runs|exported-papers)\.ts/);

function quickFiles(text: RegExp): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.slow)\.test\.ts$/.test(file) && text.test(readFileSync(`test/${file}`, 'utf8')))
    .map((file) => `test/${file.replaceAll('\\', '/')}`);
}

/** Long sweeps of what other files try in short; `npm run test:long deep` has time for them. */
const DEEP = [
  'test/e2e/large-library.slow.test.ts',
  'test/faults/interleavings.slow.test.ts',
  'test/formats/every-character.slow.test.ts',
  'test/importing/bibtex-round-trip.slow.test.ts',
  'test/importing/mutations.slow.test.ts',
  'test/papers/analysis/tokenizer-properties.slow.test.ts',
];

/** What takes a minute or more begins first, or the others would have ended long before it. */
const LONG = [
  'test/collection/opensearch.slow.test.ts',
  'test/crash/kills.slow.test.ts',
  'test/crash/runs.slow.test.ts',
  'test/crash/serve-machines.slow.test.ts',
  'test/crash/serve.slow.test.ts',
  'test/crash/unattended-tools.slow.test.ts',
  'test/e2e/clients.slow.test.ts',
  'test/e2e/hosts/hosts.slow.test.ts',
  'test/lib/deadline.slow.test.ts',
  'test/security/exports.slow.test.ts',
  'test/view/host.slow.test.ts',
  'test/view/report.slow.test.ts',
];
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((file) => moduleId.endsWith(file));
    return [...files.filter(isLong), ...(await super.sort(files.filter((file) => !isLong(file))))];
  }
}

/** Node 20 optimises a function eight times later: most of what a file of tests runs, it runs a few times. */
const OPTIMISED_LATER = process.versions.node.startsWith('20.') ? ['--interrupt-budget=540672'] : [];

/**
 * `npm test` runs what is quick (projects `quick` and `alone`), `npm run test:slow` what is slow by nature (kills, soak,
 * generated sequences, installed packages) and, whole, what `npm test` tries a share of (`whole`). A file is slow by its
 * name.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/helpers/global-setup.ts'],
    setupFiles: ['test/helpers/each-file.ts'],
    // Only there to end what hangs: a busy machine makes no test fail.
    testTimeout: process.env.PAPERQUEUE_TEST_RUNS ? 1_800_000 : MAX_WAIT_MS,
    hookTimeout: MAX_WAIT_MS,
    expect: { poll: { timeout: MAX_WAIT_MS } },
    // One more than the cores of the gate: a third of the time of a file it waits, for children, sockets and threads.
    maxWorkers: 3,
    execArgv: OPTIMISED_LATER,
    // The next run does not transform again what has not changed: ten seconds of the processor.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
    sequence: { sequencer: LongFirst },
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
        test: {
          name: 'slow',
          include: [SLOW],
          exclude: process.env.PAPERQUEUE_TEST_RUNS ? [] : DEEP,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: SHARED,
          env: { PAPERQUEUE_TEST_WHOLE: '1' },
          isolate: false,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
