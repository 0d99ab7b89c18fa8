import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LIBRARY_MIGRATIONS } from '../../../../src/library/library-schema.ts';
import { deletePaper } from '../../../../src/library/paper-rows.ts';
import { selectRevision, upsertProperty } from '../../../../src/library/properties.ts';
import { openDatabase } from '../../../../src/platform/sqlite/database.ts';
import { seededRandom } from '../../../crash/scripts.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { testProgram } from '../../../helpers/test-program.ts';
import { only, openShelf, paper } from '../../../search/federated/shelf.ts';

const KILLS = 8;
const SCRIPT = testProgram(new URL('./library-process.ts', import.meta.url));

const shelfOf = (dataDir: string) => {
  const shelf = openShelf(dataDir);
  const remove = (key: string) => {
    const database = openDatabase(join(dataDir, 'library.sqlite'), LIBRARY_MIGRATIONS);
    database.transaction(() => {
      deletePaper(database, database.get<{ id: number }>('SELECT id FROM papers WHERE key = ?', key)?.id ?? 0);
      upsertProperty(database, 'revision', String(selectRevision(database) + 1));
    });
    database.close();
  };
  return { ...shelf, remove };
};

it('finds what was added, merged and removed since, also by another process, at the next search', async () => {
  const dataDir = temporaryFolder();
  const [one, two] = [shelfOf(dataDir), shelfOf(dataDir)];
  one.add([
    paper({ key: 'a', title: 'Zyzzyva weevils', doi: '10.9999/a' }),
    paper({ key: 'b', title: 'Zyzzyva beetles' }),
  ]);
  expect(two.ids(only('zyzzyva'))).toEqual(['a', 'b']);
  expect(two.add([paper({ key: 'c', title: 'Zyzzyva weevils', doi: '10.9999/a', abstract: 'On quokkas' })])).toEqual({
    added: 0,
    merged: 1,
  });
  expect(one.ids(only('quokkas'))).toEqual(['a']);
  one.remove('b');
  expect([one, two].map(({ ids }) => ids(only('zyzzyva')))).toEqual([['a'], ['a']]);
  one.remove('a');
  expect([two, one].map(({ ids }) => ids(only('zyzzyva')))).toEqual([[], []]);
  one.add([paper({ key: 'a', title: 'Zyzzyva again' })]);
  await two.library.settle();
  const { index, papers } = two.summary();
  expect(index).toMatchObject({ papers, pending: 0 });
  expect(two.ids(only('zyzzyva'))).toEqual(['a']);
});

it('follows many small imports and removals, with merges between them', async () => {
  const dataDir = temporaryFolder();
  const [one, two] = [shelfOf(dataDir), shelfOf(dataDir)];
  const held = new Set<string>();
  const random = seededRandom(3);
  for (let round = 0; round < 40; round += 1) {
    const [writer, reader] = round % 2 === 0 ? [one, two] : [two, one];
    const key = `k${Math.floor(random() * 12)}`;
    if (held.delete(key)) writer.remove(key);
    else {
      writer.add([paper({ key, title: `Zyzzyva ${key}` })]);
      held.add(key);
    }
    expect(reader.ids(only('zyzzyva')).sort()).toEqual([...held].sort());
    if (round % 10 === 9) await writer.library.settle();
  }
  expect(two.summary().index.segments).toBeLessThan(4);
});

it(`has everything that was committed before each of ${KILLS} kills, once`, async () => {
  const dataDir = temporaryFolder();
  const random = seededRandom(11);
  openShelf(dataDir).library.close();
  let next = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = spawn(process.execPath, [SCRIPT, dataDir, String(next)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await once(child.stdout, 'data');
    await sleep(random() * 200);
    child.kill('SIGKILL');
    await once(child, 'close');
    const announced = Number([...output.matchAll(/^added (\d+)$/gm)].at(-1)?.[1]);
    const { ids, library, size, summary } = openShelf(dataDir);
    const { papers, starter } = size();
    // The one that was being committed may be in.
    expect([announced + 1, announced + 2]).toContain(papers - starter);
    next = papers - starter;
    for (const termId of [0, announced - 1, announced])
      expect(ids(only(`z${Math.max(termId, 0)}`))).toEqual([`k${Math.max(termId, 0)}`]);
    expect(summary().index).toMatchObject({ papers, pending: 0 });
    expect(summary().index.rebuiltBecause).toBeUndefined();
    library.close();
  }
});

it('goes on when the folder of its index is deleted while it is open', async () => {
  const dataDir = temporaryFolder();
  const [one, two] = [shelfOf(dataDir), shelfOf(dataDir)];
  one.add([paper({ key: 'a', title: 'Zyzzyva weevils' })]);
  expect([one, two].map(({ ids }) => ids(only('zyzzyva')))).toEqual([['a'], ['a']]);
  rmSync(join(dataDir, 'library-index'), { recursive: true });
  one.add([paper({ key: 'b', title: 'Zyzzyva beetles' })]);
  expect([one, two].map(({ ids }) => ids(only('zyzzyva')))).toEqual([['b', 'a'].sort(), ['b', 'a'].sort()]);
  rmSync(join(dataDir, 'library-index'), { recursive: true });
  expect(two.ids(only('zyzzyva'))).toEqual(['a', 'b']);
  await two.library.settle();
  expect(shelfOf(dataDir).ids(only('zyzzyva'))).toEqual(['a', 'b']);
});

it('answers from a folder that nobody may write to, as long as nothing is new', () => {
  const dataDir = temporaryFolder();
  const first = openShelf(dataDir);
  first.add([paper({ key: 'a', title: 'Zyzzyva weevils' })]);
  expect(first.ids(only('zyzzyva'))).toEqual(['a']);
  first.library.close();
  const folder = join(dataDir, 'library-index');
  chmodSync(folder, 0o500);
  try {
    expect(openShelf(dataDir).ids(only('zyzzyva'))).toEqual(['a']);
  } finally {
    chmodSync(folder, 0o700);
  }
});
