import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILT, RawServer } from '../test/helpers/built-server.ts';

/** The longest stretch without a turn of the event loop: by the clock, and in processor time of the main thread. */
export type Stretches = { stretchMs: number; busyMs: number };

const WATCH = fileURLToPath(new URL('watch-loop.mjs', import.meta.url));

/** The built server over a data folder, and the longest stretches of its event loop after a time. */
export function startWatched(dataDir: string): { server: RawServer; longestSince(time: number): Promise<Stretches> } {
  const file = join(dataDir, 'stretches.txt');
  const server = new RawServer(
    { PAPERQUEUE_DATA_DIR: dataDir, PAPERQUEUE_BENCH_STRETCHES: file },
    { command: process.execPath, args: ['--import', WATCH, BUILT] },
  );
  return {
    server,
    async longestSince(time) {
      const rows = (await readFile(file, 'utf8')).split('\n').map((line) => line.split(' ').map(Number));
      const [stretchMs, busyMs] = [1, 2].map((column) =>
        Math.max(0, ...rows.filter(([end = 0]) => end >= time).map((row) => row[column] ?? 0)),
      );
      return { stretchMs: stretchMs ?? 0, busyMs: busyMs ?? 0 };
    },
  };
}
