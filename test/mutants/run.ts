import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import { ORDER_BUGS, type OrderBug } from './order-bugs.ts';

/**
 * `npm run test:long mutants [-- --only NAME,NAME]`: whether the suites find bugs of order that attacks once found.
 * Puts each back into a copy of the tree and runs its suites there, of which a test has to fail. Fails if a suite does
 * not pass without the bug, if a bug is not found, or if an edit does not fit the code any more.
 */
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const bugs = only === undefined ? ORDER_BUGS : ORDER_BUGS.filter(({ name }) => only.split(',').includes(name));
if (bugs.length === 0) throw new Error(`--only: one or more of ${ORDER_BUGS.map(({ name }) => name).join(',')}`);

/** What tests need of the tree. */
const COPIED = ['src', 'test', 'scripts', 'docs', 'plugin', 'dist'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts'];
const copy = mkdtempSync(join(tmpdir(), 'paperqueue-mutants-'));
for (const name of [...COPIED, ...FILES]) cpSync(name, join(copy, name), { recursive: true });
symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
// Files of the tests; with a folder given, the bundle is built only for the bugs whose suites drive it.
process.env.PAPERQUEUE_TEST_ROOT = join(copy, 'files');
mkdirSync(process.env.PAPERQUEUE_TEST_ROOT);
process.chdir(copy);
const vitest = await createVitest('test', { root: copy, watch: false, reporters: [{}] });

type Run = { passed: number; failed: string[] };

async function runSuites(suites: readonly string[]): Promise<Run> {
  const specifications = (await vitest.globTestSpecifications([...suites])).filter(({ moduleId }) =>
    suites.some((suite) => moduleId === join(copy, suite)),
  );
  const { testModules } = await vitest.runTestSpecifications(specifications);
  const run: Run = { passed: 0, failed: [] };
  for (const module of testModules) {
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === 'passed') run.passed += 1;
      if (state === 'failed') run.failed.push(`${test.fullName}: ${errors?.[0]?.message ?? ''}`);
    }
  }
  return run;
}

/** Undefined if a test found the bug; else what happened instead. */
async function tryBug({ file, text, bug, suites, isBuilt }: OrderBug): Promise<string | undefined> {
  const path = join(copy, file);
  const code = readFileSync(path, 'utf8');
  if (code.split(text).length !== 2) return `its place is not in ${file} any more: change the edit with the code`;
  const write = (content: string) => {
    writeFileSync(path, content);
    vitest.invalidateFile(path);
    if (isBuilt) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
  };
  write(code.replace(text, () => bug));
  const { passed, failed } = await runSuites(suites).finally(() => write(code));
  if (failed.length > 0) return undefined;
  return passed > 0 ? `no test of ${suites.join(', ')} failed` : 'no test ran: the edit is no code, or a suite is gone';
}

const faults: string[] = [];
try {
  const { passed, failed } = await runSuites([...new Set(bugs.flatMap(({ suites }) => suites))]);
  if (failed.length > 0 || passed === 0) faults.push(`without a bug ${passed} pass, and fail:\n${failed.join('\n')}`);
  for (const bug of faults.length > 0 ? [] : bugs) {
    const fault = await tryBug(bug);
    process.stdout.write(`${fault === undefined ? 'found    ' : 'NOT FOUND'} ${bug.name}: ${bug.what}\n`);
    if (fault !== undefined) faults.push(`${bug.name}: ${fault}`);
  }
} finally {
  await vitest.close();
  rmSync(copy, { recursive: true, force: true });
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${faults.length === 0 ? 'all' : 'not all'} of ${bugs.length} bugs were found\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
