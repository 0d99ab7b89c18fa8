import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe('the image', () => {
  const [build = '', final = ''] = read('Dockerfile')
    .replaceAll(/\\\n\s*/g, ' ')
    .split(/^(?=FROM )/m)
    .filter((stage) => stage.startsWith('FROM '));
  const copied = [...build.matchAll(/^COPY (.*)$/gm)].map(([, rest]) => (rest as string).split(' '));

  it('builds from what it copies, and .dockerignore lets exactly that in', () => {
    const folder = temporaryFolder();
    for (const words of copied) {
      const to = words.at(-1) as string;
      for (const path of words.slice(0, -1)) {
        expect(existsSync(join(ROOT, path)), path).toBe(true);
        cpSync(join(ROOT, path), to === './' ? join(folder, path) : join(folder, to), { recursive: true });
      }
    }
    const sources = copied.flatMap((words) => words.slice(0, -1));
    const ignoring = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(ignoring).toEqual(['*', ...sources.map((path) => `!${path}`)]);
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    mkdirSync(join(folder, 'dist'), { recursive: true });
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: 'pipe' });
    // The folder is looked through for secrets at the end of the run; the packages need not be.
    unlinkSync(join(folder, 'node_modules'));
    const [, built = '', installed = ''] = /--from=build \/build\/(dist) (\S+)/.exec(final) ?? [];
    const [, linked = ''] = /ln -s (\S+) \/usr\/local\/bin\/paperqueue/.exec(final) ?? [];
    expect(linked.startsWith(`${installed}/`)).toBe(true);
    const program = join(folder, built, linked.slice(installed.length));
    expect(statSync(program).mode & 0o111).toBe(0o111);
    const version = execFileSync(process.execPath, [program, '--version'], { cwd: dirname(folder), encoding: 'utf8' });
    expect(version.trim()).toBe(JSON.parse(read('package.json')).version);
  });
});
