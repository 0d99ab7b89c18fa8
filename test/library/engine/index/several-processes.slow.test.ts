import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../crash/scripts.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { compareAnswers, compareContents } from './compare-with-naive.ts';
import { describeSnapshot } from './describe-snapshot.ts';
import { IndexProcess } from './index-processes.ts';
import { checkNumberedIndex, openNumberedIndex, papersAfter, writeNextChanges } from './numbered-changes.ts';

const ROUNDS = 50;

it('loses no change of two writers, and two readers see whole states only', async () => {
  const folder = join(temporaryFolder(), 'index');
  const writers = [1, 2].map((seed) => new IndexProcess('write', folder, seed, ROUNDS));
  const readers = [3, 4].map((seed) => new IndexProcess('read', folder, seed));
  const all = [...writers, ...readers];
  await Promise.all(all.map((each) => each.until('ready')));
  for (const each of all) each.signal();
  await Promise.all(writers.map((writer) => writer.ended()));
  // Readers go on until they have seen the end.
  const index = openNumberedIndex(folder);
  const { revision } = index.position();
  const seen = readers.map((reader) => reader.numbers('read').length);
  await Promise.all(readers.map((reader, position) => reader.until('read', (seen[position] as number) + 2)));
  for (const reader of readers) reader.signal();
  await Promise.all(readers.map((reader) => reader.ended()));
  for (const { output } of all) {
    expect(output).not.toMatch(/failed[\s\S]*/);
    expect(output).toMatch(/^ended$/m);
  }
  // Every change has a number of its own: were one lost, the next would have had its number.
  const written = writers.flatMap(({ output }) => [...output.matchAll(/^published (\d+) of (\d+)$/gm)]);
  expect(written.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(revision);
  expect(new Set(written.map(([, last]) => last)).size).toBe(2 * ROUNDS);
  expect(writers.flatMap((writer) => writer.numbers('merged')).reduce((sum, merges) => sum + merges)).toBeGreaterThan(
    0,
  );
  for (const reader of readers) expect(reader.numbers('read').at(-1)).toBe(revision);
  checkNumberedIndex(index);
  index.close();
});

it('lets a reader go on with what it has open when a merge has removed the files', async () => {
  const folder = join(temporaryFolder(), 'index');
  const writer = openNumberedIndex(folder);
  for (let round = 0; round < 8; round += 1) writer.write((open) => writeNextChanges(open, 5));
  const reader = openNumberedIndex(folder);
  const { revision } = reader.position();
  const [snapshot, before] = [reader.snapshot(), readdirSync(folder)];
  expect(await writer.merge()).toBeGreaterThan(0);
  writer.write((open) => writeNextChanges(open, 30));
  await writer.merge();
  const removed = before.filter((name) => name.endsWith('.segment') && !readdirSync(folder).includes(name));
  expect(removed.length).toBeGreaterThan(1);
  const papers = papersAfter(revision);
  compareContents(snapshot, papers);
  const random = seededRandom(1);
  for (let search = 0; search < 20; search += 1) compareAnswers(snapshot, papers, random);
  reader.refresh();
  expect(describeSnapshot(reader.snapshot())).toBe(describeSnapshot(writer.snapshot()));
  checkNumberedIndex(reader);
  for (const index of [reader, writer]) index.close();
});
