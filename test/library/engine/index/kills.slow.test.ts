import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openIndexFolder } from '../../../../src/library/engine/index/index-files.ts';
import { listFiles, readManifest } from '../../../../src/library/engine/index/writer/manifest.ts';
import { seededRandom } from '../../../crash/scripts.ts';
import { IS_DEEP } from '../../../helpers/runs.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { IndexProcess } from './index-processes.ts';
import { checkNumberedIndex, openNumberedIndex, writeNextChanges } from './numbered-changes.ts';

const KILLS = IS_DEEP ? 30 : 15;
const MAX_DELAY_MS = 150;
/** Changes that a process publishes at once. */
const MAX_CHANGES = 6;
const HOURS_AGO = new Date(Date.now() - 2 * 3_600_000);
const LOCK_FILES = /^lock\.sqlite(?:-wal|-shm)?$/;

/** What is in the folder beside what its manifest names and the lock. */
function leftovers(folder: string): string[] {
  const named = listFiles(readManifest(openIndexFolder(folder), 'numbered changes'));
  return readdirSync(folder).filter((name) => !named.has(name) && !LOCK_FILES.test(name));
}

it(`is whole after each of ${KILLS} kills of a process that writes and merges`, async () => {
  const folder = join(temporaryFolder(), 'index');
  const random = seededRandom(7);
  let least = 0;
  // The next one starts up while one is at work.
  let next = new IndexProcess('write', folder, 0);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const writer = next;
    await writer.until('ready');
    writer.signal();
    if (kill < KILLS) next = new IndexProcess('write', folder, kill);
    await writer.until('published');
    await sleep(random() * MAX_DELAY_MS);
    await writer.kill();
    expect(writer.output).not.toContain('failed');
    const announced = writer.numbers('published').at(-1) as number;
    expect(announced).toBeGreaterThan(least);
    const index = openNumberedIndex(folder);
    checkNumberedIndex(index);
    const { revision } = index.position();
    index.close();
    expect(revision).toBeGreaterThanOrEqual(announced);
    expect(revision).toBeLessThanOrEqual(announced + MAX_CHANGES);
    least = revision;
  }
  for (const name of leftovers(folder)) utimesSync(join(folder, name), HOURS_AGO, HOURS_AGO);
  const index = openNumberedIndex(folder);
  index.write((writer) => writeNextChanges(writer, MAX_CHANGES));
  checkNumberedIndex(index);
  index.close();
  expect(leftovers(folder)).toEqual([]);
});

it('sweeps what a dead writer left after an hour, and nothing that is younger or not its own', () => {
  const folder = join(temporaryFolder(), 'index');
  const index = openNumberedIndex(folder);
  index.write((writer) => writeNextChanges(writer, 20));
  const dead = ['00ff.segment', '00ff.segment.0a.deleted', 'manifest.json.0a.new'];
  const alive = ['11ff.segment', '11ff.segment.0a.deleted', 'manifest.json.1a.new'];
  const foreign = ['notes.txt', 'segment', 'manifest.json.old'];
  for (const name of [...dead, ...alive, ...foreign]) writeFileSync(join(folder, name), 'half');
  for (const name of [...dead, ...foreign]) utimesSync(join(folder, name), HOURS_AGO, HOURS_AGO);
  index.write((writer) => writeNextChanges(writer, 1));
  expect(leftovers(folder).sort()).toEqual([...alive, ...foreign].sort());
  checkNumberedIndex(index);
  index.close();
});
