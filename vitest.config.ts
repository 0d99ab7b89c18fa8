import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LeftOut } from './test/helpers/left-out.ts';

/** Ten minutes: a machine may be twenty times as busy as a quiet one. */
const MAX_WAIT_MS = 600_000;
const SLOW = 'test/**/*.slow.test.ts';
/**
 * A file that replaces a module before the source imports it needs an import of the source of its own, and one that
 * collects garbage a process without that of others.
 */
const ALONE = /vi\.mock\(|collect-garbage\.ts/;
const QUICK_ALONE = filesWith(ALONE);
const SLOW_ALONE = filesWith(ALONE, '.slow');

/** Test files that hold something: quick ones, or slow ones. */
function filesWith(text: RegExp, kind: '' | '.slow' = ''): string[] {
  const isOfKind = kind === '' ? /(?<!\.slow)\.test\.ts$/ : /\.slow\.test\.ts$/;
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((file) => isOfKind.test(file) && text.test(readFileSync(`test/${file}`, 'utf8')))
    .map((file) => `test/${file.replaceAll('\\', '/')}`);
}

/** Long sweeps of what other files try in short; `npm run test:long deep` has time for them. */
const DEEP = [
  'test/e2e/large-library.slow.test.ts',
  'test/faults/interleavings.slow.test.ts',
  'test/formats/every-character.slow.test.ts',
  'test/library/importing/bibtex-round-trip.slow.test.ts',
  'test/library/importing/mutations.slow.test.ts',
  'test/papers/analysis/tokenizer-properties.slow.test.ts',
];

const NOT_IN_GATE = process.env.PAPERQUEUE_TEST_RUNS ? [] : DEEP;

/** What takes a minute or more begins first, or the others would have ended long before it. */
const LONG = [
  'test/search/collection/opensearch.slow.test.ts',
  'test/crash/kills.slow.test.ts',
  'test/crash/runs.slow.test.ts',
  'test/crash/serve-machines.slow.test.ts',
  'test/crash/serve.slow.test.ts',
  'test/crash/unattended-tools.slow.test.ts',
  'test/e2e/clients.slow.test.ts',
  'test/e2e/hosts/hosts.slow.test.ts',
  'test/lib/deadline.slow.test.ts',
  'test/security/exports.slow.test.ts',
  'test/report/view/host.slow.test.ts',
  'test/report/view/report.slow.test.ts',
];
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((file) => moduleId.endsWith(file));
    return [...files.filter(isLong), ...(await super.sort(files.filter((file) => !isLong(file))))];
  }
}

/** Node 20 optimises a function eight times later: most of what a file of tests runs, it runs a few times. */
const OPTIMISED_LATER = process.versions.node.startsWith('20.') ? ['--interrupt-budget=540672'] : [];
/** In MB, four times the default: of what a test makes nearly nothing is left to move when garbage is collected. */
const ROOM_FOR_YOUNG = '--max-semi-space-size=64';
/** Threads that collect garbage beside three workers on two cores would only wait for each other. */
const NO_GC_THREADS = '--single-threaded-gc';

/** How many runs of a property and similar cases `npm test` leaves to the gate: all but one of so many. */
const QUICK = { env: { PAPERQUEUE_TEST_SHARE: '8' } };

/**
 * `npm test` runs what is quick (projects `quick` and `alone`), `npm run test:slow` what is slow by nature (`slow` and
 * `slow alone`: kills, soak, generated sequences, installed packages). A file is slow by its name.
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
    execArgv: [ROOM_FOR_YOUNG, NO_GC_THREADS, ...OPTIMISED_LATER],
    // The next run does not transform again what has not changed: ten seconds of the processor.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
    sequence: { sequencer: LongFirst },
    reporters: ['default', new LeftOut()],
    projects: [
      {
        extends: true,
        test: {
          ...QUICK,
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: [SLOW, ...QUICK_ALONE],
          isolate: false,
        },
      },
      { extends: true, test: { ...QUICK, name: 'alone', include: QUICK_ALONE } },
      ...[
        // They wait, for paces and restarts. A limit of workers on the command line does not reach projects.
        { name: 'slow', include: [SLOW], exclude: [...NOT_IN_GATE, ...SLOW_ALONE], isolate: false },
        { name: 'slow alone', include: SLOW_ALONE, exclude: NOT_IN_GATE },
      ].map((test) => ({ extends: true as const, test: { ...test, maxWorkers: 6, sequence: { groupOrder: 1 } } })),
    ],
  },
});
