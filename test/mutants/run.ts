import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ORDER_BUGS, type OrderBug } from './order-bugs.ts';

/**
 * `npm run test:long mutants [-- --only NAME,NAME]`: whether the suites find bugs of order that attacks once found.
 * Puts each back into a copy of the tree and runs its suites there, of which a test has to fail. Fails if a suite does not
 * pass without the bug, if a bug is not found, or if an edit does not fit the code any more.
 */
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const bugs = only === undefined ? ORDER_BUGS : ORDER_BUGS.filter(({ name }) => only.split(',').includes(name));
if (bugs.length === 0) throw new Error(`--only: one or more of ${ORDER_BUGS.map(({ name }) => name).join(',')}`);

/** What tests need of the tree. */
const COPIED = ['src', 'test', 'scripts', 'docs', 'dist', 'package.json', 'tsconfig.json', 'vitest.config.ts'];
const copy = mkdtempSync(join(tmpdir(), 'paperqueue-mutants-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const name of COPIED) cpSync(name, join(copy, name), { recursive: true });
symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));

/** Suites run in their own process; a bundle of another state plays no part in them. */
function runSuites(suites: readonly string[]): { passed: number; failed: number; output: string } {
  const root = mkdtempSync(join(copy, 'files-'));
  const report = join(root, 'report.json');
  const words = ['vitest', 'run', '--project', 'quick', '--project', 'alone', '--project', 'slow', '--bail', '1'];
  const { stdout, stderr } = spawnSync('npx', [...words, '--reporter=json', `--outputFile=${report}`, ...suites], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, PAPERQUEUE_TEST_ROOT: root },
  });
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
    return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, output: stdout + stderr };
  } catch {
    return { passed: 0, failed: 0, output: stdout + stderr };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Undefined if a test found the bug; else what happened instead. */
function tryBug({ file, text, bug, suites }: OrderBug): string | undefined {
  const path = join(copy, file);
  const code = readFileSync(path, 'utf8');
  if (code.split(text).length !== 2) return `its place is not in ${file} any more: change the edit with the code`;
  writeFileSync(
    path,
    code.replace(text, () => bug),
  );
  try {
    const { passed, failed, output } = runSuites(suites);
    if (failed > 0) return undefined;
    return passed > 0 ? `no test of ${suites.join(', ')} failed` : `its suites did not run:\n${output.slice(-2_000)}`;
  } finally {
    writeFileSync(path, code);
  }
}

const faults: string[] = [];
const without = runSuites([...new Set(bugs.flatMap(({ suites }) => suites))]);
if (without.failed > 0 || without.passed === 0)
  faults.push(`the suites do not pass without a bug:\n${without.output.slice(-4_000)}`);
for (const bug of faults.length > 0 ? [] : bugs) {
  const fault = tryBug(bug);
  process.stdout.write(`${fault === undefined ? 'found' : 'NOT FOUND'}  ${bug.name}: ${bug.what}\n`);
  if (fault !== undefined) faults.push(`${bug.name}: ${fault}`);
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${bugs.length - faults.length} of ${bugs.length} found\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
