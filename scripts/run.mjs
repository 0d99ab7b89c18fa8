// Runs a benchmark or a long test by name: `npm run bench NAME`, `npm run test:long NAME`, with the arguments after the
// name. Without a name it lists them.
import { execFileSync, spawnSync } from 'node:child_process';

/** The command to run, and whether it needs the built command. */
const tsx = (file, isBuilt = false) => ({ command: ['tsx', file], isBuilt });
const BUILT = true;

const RUNS = {
  bench: {
    startup: tsx('bench/startup.ts', BUILT),
    library: tsx('bench/library.ts', BUILT),
    answers: tsx('bench/answers.ts', BUILT),
    waits: tsx('bench/waits.ts', BUILT),
    serve: tsx('bench/serve.ts', BUILT),
    view: tsx('bench/view.ts', BUILT),
    walk: tsx('bench/walk.ts'),
    retrieval: tsx('bench/retrieval.ts'),
    parts: tsx('bench/parts.ts'),
    evidence: tsx('bench/evidence.ts'),
    'leave-out': tsx('bench/leave-out.ts'),
    unseen: tsx('bench/unseen.ts'),
    search: tsx('bench/search.ts'),
    collection: tsx('bench/collection.ts'),
    relevance: tsx('bench/relevance.ts'),
    likeness: tsx('bench/likeness.ts'),
    review: tsx('bench/review.ts', BUILT),
    cells: tsx('bench/cells.ts'),
    merge: tsx('bench/merge.ts'),
    references: tsx('bench/references.ts'),
    'term-frequencies': tsx('bench/relevance/term-frequencies.ts'),
  },
  'test:long': {
    // All runs and cases of the quick tests, instead of a share (test/helpers/runs.ts).
    whole: {
      command: ['vitest', 'run', '--project', 'quick', '--project', 'alone'],
      environment: { PAPERQUEUE_TEST_WHOLE: '1' },
    },
    properties: { command: ['vitest', 'run', '--project', 'quick'], environment: { PAPERQUEUE_TEST_RUNS: '10' } },
    deep: {
      command: ['vitest', 'run', '--project', 'slow*'],
      environment: { PAPERQUEUE_TEST_RUNS: '1' },
      isBuilt: true,
    },
    mutation: { command: ['stryker', 'run'] },
    mutants: tsx('test/mutants/run.ts', BUILT),
    crash: tsx('test/crash/run.ts', BUILT),
    'crash:serve': tsx('test/crash/serve-run.ts', BUILT),
    'crash:machines': tsx('test/crash/machines-run.ts', BUILT),
    soak: tsx('test/crash/pace.ts', BUILT),
    connections: tsx('test/soak/run.ts', BUILT),
    requests: tsx('test/service/generated-requests-run.ts'),
    libraries: tsx('test/library/importing/real-libraries-run.ts'),
    parsers: tsx('test/library/importing/hostile/run.ts'),
    texts: tsx('test/reading/hostile/run.ts'),
    linear: tsx('test/security/linear/run.ts'),
    quotations: tsx('test/reading/sweep/run.ts'),
    index: tsx('test/library/engine/index/random-operations-run.ts'),
    conformance: tsx('test/interop/conformance-run.ts', BUILT),
    inspector: tsx('test/interop/inspector-run.ts', BUILT),
    converters: tsx('test/interop/converters-run.ts', BUILT),
    hosts: tsx('test/interop/hosts-run.ts', BUILT),
    installed: tsx('test/installed/run.ts', BUILT),
  },
};

const [kind, name, ...args] = process.argv.slice(2);
const run = RUNS[kind]?.[name];
if (!run) {
  console.error(`npm run ${kind} NAME [-- ARGUMENTS], with NAME one of ${Object.keys(RUNS[kind] ?? {}).join(', ')}`);
  process.exit(2);
}
if (run.isBuilt) execFileSync(process.execPath, ['scripts/build.mjs', '--unless-current'], { stdio: 'inherit' });
const [program, ...fixed] = run.command;
const { status, signal } = spawnSync(program, [...fixed, ...args], {
  env: { ...process.env, ...run.environment },
  shell: process.platform === 'win32',
  stdio: 'inherit',
});
if (signal) console.error(`${name} was ended by ${signal}`);
process.exitCode = status ?? 1;
