import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openLibrary } from '../../src/library/library.ts';
import { BUILT, environment } from '../helpers/built-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** A process that is killed at any moment of an update leaves the table of before or the new one, and whole. */

/** A second of work, so that a kill meets each part of it. */
const LARGE = 50_000;
const HEADER = 'RetractionDate,RetractionDOI,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason\n';

async function writeTable(path: string, rows: number, prefix: string): Promise<string> {
  const file = createWriteStream(path);
  file.write(HEADER);
  for (let row = 0; row < rows; row += 1)
    file.write(`1/2/2020 0:00,unavailable,10.1000/${prefix}.${row},0,Retraction,+Error in Data;\n`);
  file.end();
  await once(file, 'finish');
  return path;
}

function update(folder: string, file: string) {
  return spawn(process.execPath, [BUILT, 'retractions', 'update', file], {
    env: environment({ PAPERQUEUE_DATA_DIR: folder }),
    stdio: 'ignore',
  });
}

it('keeps the table of before, or has the new one', async () => {
  const folder = temporaryFolder();
  const [small, large] = await Promise.all([
    writeTable(join(folder, 'small.csv'), 1_000, 'old'),
    writeTable(join(folder, 'large.csv'), LARGE, 'new'),
  ]);
  const startedAt = performance.now();
  expect(await once(update(folder, large), 'exit')).toEqual([0, null]);
  const whole = performance.now() - startedAt;
  const seen = new Set<number>();
  for (const share of [0.2, 0.5, 0.7, 0.8, 0.9, 0.95]) {
    expect(await once(update(folder, small), 'exit')).toEqual([0, null]);
    const child = update(folder, large);
    const ended = once(child, 'exit');
    await pause(share * whole);
    child.kill('SIGKILL');
    await ended;
    const library = openLibrary(folder);
    const rows = library.retractionTable()?.rows ?? 0;
    const names = [...Array(1_000).keys()].flatMap((row) => [`doi:10.1000/old.${row}`, `doi:10.1000/new.${row}`]);
    const listed = [...(library.findRetractions(names) ?? [])].filter(([, { kind }]) => kind !== undefined);
    library.close();
    const prefix = rows === 1_000 ? 'old' : 'new';
    expect([1_000, LARGE]).toContain(rows);
    expect(listed.map(([name]) => name).every((name) => name.includes(prefix))).toBe(true);
    expect(listed).toHaveLength(1_000);
    seen.add(rows);
  }
  expect(seen).toContain(1_000);
});
