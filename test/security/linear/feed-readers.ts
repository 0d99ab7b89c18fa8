import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Told } from './feed.ts';
import { nameOf, type Reader } from './readers.ts';

/** Feeds readers in processes of their own, which are ended where a reader does not come back. */

/** Of processor time, for the runs over one pattern. */
const ENDLESS_SECONDS = 10;
/** By the clock: what waits for something else takes no processor time, and is left waiting. */
const MAX_SECONDS = 300;
/** Where processor time is not known, the clock has to tell. */
const HAS_PROCESSOR_TIME = process.platform === 'linux';
const WATCH_MS = 500;
const TICKS_A_SECOND = 100;

export type Fed = {
  fed: number;
  /** Those that are not there: an optional member that a value lacks, or a module that cannot be loaded. */
  absent: Reader[];
  /** Those that threw whatever they were given. */
  refused: number;
  /** Each with the text and its times. */
  wrong: string[];
};

/** Feeds each reader long texts of each of its patterns, in so many processes at once. */
export async function feedReaders(
  readers: readonly Reader[],
  patternsOf: (nth: number) => readonly string[],
  {
    processes = 1,
    endlessSeconds = ENDLESS_SECONDS,
    onWrong = () => {},
    onFed = () => {},
  }: {
    processes?: number;
    endlessSeconds?: number;
    onWrong?: (wrong: string) => void;
    onFed?: (name: string, seconds: number) => void;
  } = {},
): Promise<Fed> {
  const all: Fed = { fed: 0, absent: [], refused: 0, wrong: [] };
  const folder = mkdtempSync(join(tmpdir(), 'paperqueue-readers-'));
  const open = readers.entries();
  const work = async () => {
    let child: ChildProcess | undefined;
    for (const [nth, reader] of open) {
      child ??= start(folder);
      const before = processorSeconds(child);
      let answer = await feedOne(child, reader, patternsOf(nth), endlessSeconds);
      if (answer.wrong.length > 0) {
        // Once more in a new process: in the old one, something else may still have been at work.
        child.kill('SIGKILL');
        child = start(folder);
        const again = await feedOne(child, reader, patternsOf(nth), endlessSeconds);
        answer = { ...again, fed: answer.fed };
      }
      onFed(nameOf(reader), processorSeconds(child) - before);
      if (answer.isOver) child = undefined;
      if (answer.fed) all.fed += 1;
      else all.absent.push(reader);
      if (answer.fed?.isRefused) all.refused += 1;
      for (const wrong of answer.wrong) {
        all.wrong.push(`${nameOf(reader)}, ${wrong}`);
        onWrong(all.wrong.at(-1) as string);
      }
    }
    child?.kill('SIGKILL');
  };
  await Promise.all(Array.from({ length: processes }, work));
  removeDeep(folder);
  return all;
}

/** A reader may have made folders in folders, of which the whole path is too long for a call. */
function removeDeep(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    execFileSync('rm', ['-rf', folder]);
  }
}

/** Whatever a reader writes lands in this folder. One thread does the work of all, so that its time is all time. */
function start(folder: string): ChildProcess {
  return fork(fileURLToPath(new URL('./feed.ts', import.meta.url)), {
    execArgv: ['--single-threaded', '--import', import.meta.resolve('tsx')],
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, PAPERQUEUE_DATA_DIR: folder },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

type Answer = { fed?: { isRefused: boolean }; wrong: string[]; isOver: boolean };

function feedOne(
  child: ChildProcess,
  reader: Reader,
  patterns: readonly string[],
  endlessSeconds: number,
): Promise<Answer> {
  return new Promise((done) => {
    let current = '';
    let begun = { processor: processorSeconds(child), clock: performance.now() };
    const finish = (answer: Answer) => {
      clearInterval(watch);
      child.removeAllListeners();
      if (answer.isOver) child.kill('SIGKILL');
      done(answer);
    };
    const end = (wrong: string[]) => finish({ fed: { isRefused: false }, wrong, isOver: true });
    const stop = () => end([`${current}: does not come back`]);
    const watch = setInterval(() => {
      const isLong = performance.now() - begun.clock > MAX_SECONDS * 1_000;
      if (processorSeconds(child) - begun.processor > endlessSeconds) stop();
      else if (isLong) HAS_PROCESSOR_TIME ? end([]) : stop();
    }, WATCH_MS);
    child.on('message', (told: Told) => {
      if (!('begins' in told)) return finish({ ...told, isOver: false });
      current = told.begins;
      begun = { processor: processorSeconds(child), clock: performance.now() };
    });
    child.on('error', stop);
    child.on('exit', stop);
    child.send({ reader: { ...reader, file: resolve(reader.file) }, patterns });
  });
}

/** As Linux counts it; elsewhere only the clock is left. */
function processorSeconds({ pid }: ChildProcess): number {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  } catch {
    return 0;
  }
}
