import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Loss, openNoticing, readLoss } from '../../../src/platform/sqlite/begun.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const MOMENT = expect.stringMatching(/^\d{4}-.*Z$/) as string;
const TABLES = ['CREATE TABLE words (word TEXT) STRICT'];

function inFolder() {
  const path = join(temporaryFolder(), 'money.sqlite');
  const told: Loss[] = [];
  const open = () => openNoticing(path, TABLES, undefined, (loss) => told.push(loss)).close();
  return { path, begun: path.replace('.sqlite', '.begun'), told, open };
}

const remove = (path: string) => {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
};

describe('a file that money hangs on', () => {
  it('is begun, and opened again, without a word', () => {
    const { path, told, open } = inFolder();
    for (let times = 0; times < 3; times += 1) open();
    expect([told, readLoss(path)]).toEqual([[], undefined]);
  });

  it.each<[string, (path: string) => void]>([
    ['missing', remove],
    [
      'empty',
      (path) => {
        // Another process has done it: a file of its own, on which this one holds no locks.
        remove(path);
        writeFileSync(path, '');
      },
    ],
  ])('is noticed when it is %s, told once, and remembered', (_how, lose) => {
    const { path, told, open } = inFolder();
    open();
    lose(path);
    open();
    expect(told).toEqual([{ begunAt: MOMENT, lostAt: MOMENT }]);
    open();
    expect(told).toHaveLength(1);
    expect(readLoss(path)).toEqual(told[0]);
    lose(path);
    open();
    expect(told).toHaveLength(2);
    expect(told[1]?.begunAt).toBe(told[0]?.lostAt);
  });

  it('is noticed when the text beside it is empty, too, and does without what it said', () => {
    const { path, begun, told, open } = inFolder();
    open();
    remove(path);
    truncateSync(begun, 0);
    open();
    expect(told).toEqual([{ begunAt: undefined, lostAt: MOMENT }]);
  });

  it('of a version that wrote no text gets one, and loses nothing by it', () => {
    const { path, begun, told, open } = inFolder();
    open();
    rmSync(begun);
    open();
    expect([told, readLoss(path)]).toEqual([[], undefined]);
    expect(readFileSync(begun, 'utf8')).toMatch(/^\d{4}-.*Z\n$/);
  });

  it.skipIf(process.platform === 'win32')('opens nothing else than a file for that text', () => {
    const { path, begun, told, open } = inFolder();
    execFileSync('mkfifo', [begun]);
    open();
    remove(path);
    open();
    // There was something, but it does not say when.
    expect(told).toEqual([]);
  });
});
