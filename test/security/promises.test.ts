import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** docs/lab/security.md names for every promise the code that keeps it and the tests that hold it: they are there. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const lines = readFileSync(join(ROOT, 'docs/lab/security.md'), 'utf8').split('\n');
const rows = lines.filter((line) => line.startsWith('| ') && !/^\| (promise|-)/.test(line));

function namesIn(cell: string | undefined): string[] {
  return [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name as string);
}

/** Whether there is such a file or folder; a star stands for any part of a file's name. */
function isThere(path: string): boolean {
  if (!path.includes('*')) return existsSync(join(ROOT, path));
  const folder = join(ROOT, dirname(path));
  const [before = '', after = ''] = path.slice(dirname(path).length + 1).split('*');
  return readdirSync(folder).some((name) => name.startsWith(before) && name.endsWith(after));
}

describe('the promises of docs/lab/security.md', () => {
  it('are all rows of its tables', () => {
    expect(rows.length).toBeGreaterThan(30);
  });

  it.each(rows)('%s', (row) => {
    // A bar within a promise is written as \|.
    const cells = row.split(/(?<!\\)\|/).slice(1, -1);
    expect(cells).toHaveLength(3);
    const tests = namesIn(cells[2]).filter((name) => name.startsWith('test/'));
    expect(tests).not.toEqual([]);
    expect(namesIn(cells[2]).filter((name) => !isThere(name))).toEqual([]);
    const code = namesIn(cells[1]).filter((name) => name.includes('/'));
    expect(code.filter((name) => !isThere(join('src', name)))).toEqual([]);
  });
});
