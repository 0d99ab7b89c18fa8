import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Told } from './feed.ts';
import { READERS } from './readers.ts';

/** Feeds the readers of a room in a process, which is ended where a reader does not come back. */

/** By the clock: a busy machine takes long for what a quiet one does in a second. */
const MAX_MS_FOR_TEXT = 60_000;

export async function feedReaders(
  room: string,
  onWrong: (wrong: string) => void = () => {},
): Promise<{ fed: number; wrong: string[] }> {
  const wanted = READERS.flatMap(({ file }, index) => (file.startsWith(`src/${room}`) ? [index] : []));
  const all = { fed: 0, wrong: [] as string[] };
  const add = (index: number, problem: string) => {
    const { file, name } = READERS[index] ?? {};
    all.wrong.push(`${file} ${name}, ${problem}`);
    onWrong(all.wrong.at(-1) as string);
  };
  for (let rest = wanted; rest.length > 0; ) {
    const stoppedAt = await feed(rest, (index, told) => {
      if (told.fed) all.fed += 1;
      if (told.wrong) add(index, told.wrong);
    });
    if (stoppedAt === undefined) break;
    add(stoppedAt, 'does not come back');
    rest = rest.slice(rest.indexOf(stoppedAt) + 1);
  }
  return all;
}

/** The reader that stopped the process; undefined if it came to the end. */
function feed(
  indices: number[],
  onFed: (index: number, told: { fed: boolean; wrong?: string }) => void,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('./feed.ts', import.meta.url)), indices.map(String), {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let current: number | undefined = indices[0];
    let timer: NodeJS.Timeout | undefined;
    const end = (stopped: number | undefined) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(stopped);
    };
    child.on('message', (told: Told) => {
      clearTimeout(timer);
      if ('begins' in told) {
        current = told.begins;
        timer = setTimeout(() => end(current), MAX_MS_FOR_TEXT);
      } else {
        onFed(current as number, told);
        if (current === indices.at(-1)) end(undefined);
      }
    });
    child.on('error', () => end(current));
    child.on('exit', () => end(current));
  });
}
