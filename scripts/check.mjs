// What one runs between commits: types, lint, unused code, and the quick tests near to what changed since main. These
// are the changed ones, and of each changed module those that import it, or else that import what imports it.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** They look at all files, and take seconds. */
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
/** Who imports a file, lazily or not. */
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
const run = (command, ...args) => spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
const isOver = (script) => run('npm', 'run', '--silent', script).status === 0;
const areFine = ['types', 'lint', 'unused'].filter((script) => !isOver(script)).length === 0;
console.log(`${tests.size} files of quick tests are near to ${changed.length} changed files`);
const { status } = run('npx', 'vitest', 'run', '--project', 'quick', '--project', 'alone', ...tests);
process.exitCode = areFine && status === 0 ? 0 : 1;
