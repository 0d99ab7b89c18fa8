// The checks between commits: types, lint, unused code, and the quick tests near the changes since main: changed tests,
// and for each changed module the tests that import it directly, or through the fewest modules.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Tests over all files, which take seconds. */
const ALWAYS = ['style', 'architecture', 'surface', 'documents'].map((name) => `test/${name}.test.ts`);

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const isKnown = (ref) => spawnSync('git', ['rev-parse', '--verify', '--quiet', ref]).status === 0;
const [main = 'HEAD'] = ['origin/main', 'main'].filter(isKnown);
const [since] = git('merge-base', main, 'HEAD');
const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];

const files = ['src', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts')),
);
/** The files that import a file, statically or dynamically. */
const importers = new Map();
for (const file of files) {
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import)[ (]'(\.[^']+)'/g)) {
    const imported = posix.join(dirname(file), path);
    importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
}
const isQuickTest = (file) => /(?<!\.slow)\.test\.ts$/.test(file) && existsSync(file);

/** The tests that are the fewest steps away from a file. */
function nearestTests(file) {
  const seen = new Set([file]);
  for (let step = [file]; step.length > 0; ) {
    const tests = step.filter(isQuickTest);
    if (tests.length > 0) return tests;
    step = step.flatMap((each) => importers.get(each) ?? []).filter((each) => !seen.has(each) && seen.add(each));
  }
  return [];
}

const tests = new Set([...ALWAYS, ...changed.filter((file) => /^(?:src|test)\//.test(file)).flatMap(nearestTests)]);
const shell = process.platform === 'win32';

/** Runs a program. Returns its output, and whether it failed. */
const runProgram = (command, ...args) =>
  new Promise((resolve) => {
    execFile(command, args, { shell, maxBuffer: 2 ** 27 }, (error, stdout, stderr) =>
      resolve({ isFailed: error !== null, printed: stdout + stderr }),
    );
  });
// In parallel, because each uses mostly one core. Rules of style that the linter lacks are among the tests.
const checks = await Promise.all([
  runProgram('npm', 'run', '--silent', 'types'),
  runProgram('npx', 'biome', 'check', '.'),
  runProgram('npm', 'run', '--silent', 'unused'),
]);
for (const { printed } of checks) process.stdout.write(printed);
console.log(`${tests.size} files of quick tests are near to ${changed.length} changed files`);
const vitest = ['vitest', 'run', '--project', 'quick', '--project', 'alone', ...tests];
const { status } = spawnSync('npx', vitest, { stdio: 'inherit', shell });
process.exitCode = status === 0 && !checks.some(({ isFailed }) => isFailed) ? 0 : 1;
