import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type PoolPaper, readPool } from '../retrieval/collection.ts';
import { addOneToIndex } from './add-one.ts';
import {
  type BuildTimes,
  buildEngine,
  type EngineName,
  type Limit,
  listFiles,
  openEngine,
  residentMegabytes,
  totalBytes,
} from './engines.ts';
import { importAndRebuild } from './library.ts';
import { papersOf, sizeOf } from './papers.ts';
import type { FilterName, Kind, Requests } from './requests.ts';
import { measureSearches, type Times, timedAsync } from './timing.ts';

/**
 * The tasks of the benchmark, each in a process of its own; all get their input as JSON and print JSON.
 */
export const TASKS = { build, cold, warm, addOne: addOneToIndex, library: importAndRebuild };
export type TaskName = keyof typeof TASKS;

const MEGABYTE = 1e6;

type Place = { engine: EngineName; folder: string };

export type Build = BuildTimes & {
  papers: number;
  /** The time to add and merge, without making the papers. */
  perSecond: number;
  megabytes: number;
  /** Resident memory before, with the pool. */
  rssBefore: number;
};

async function build({ engine, folder, data, size }: Place & { data: string; size: number }): Promise<Build> {
  const pool = await readPool(data);
  const papers = sizeOf(pool, size);
  const rssBefore = residentMegabytes();
  const times = await buildEngine(engine, folder, withProgress(papersOf(pool, papers), papers, engine));
  return {
    ...times,
    papers,
    perSecond: papers / (times.addSeconds + times.mergeSeconds),
    megabytes: totalBytes(engine, folder) / MEGABYTE,
    rssBefore,
  };
}

function* withProgress(papers: Iterable<PoolPaper>, count: number, engine: EngineName): Generator<PoolPaper> {
  let nth = 0;
  for (const paper of papers) {
    nth += 1;
    if (nth % 100_000 === 0) console.error(`  ${engine}: ${nth} of ${count} papers`);
    yield paper;
  }
}

export type Cold = { openMs: number; firstMs: number; secondMs: number; rss: number };
type Asked = { requests: string; limit: Limit };

const readRequests = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Requests;

/**
 * The first searches of a fresh process; `evict` makes it read the files from the disk. Undefined if they cannot be
 * evicted.
 */
async function cold(input: Place & Asked & { kind: Kind; nth: number; evict: boolean }): Promise<Cold | undefined> {
  const { engine, folder, kind, nth, limit } = input;
  const requests = readRequests(input.requests)[kind];
  const [first, second] = [nth, nth + 1].map((index) => requests[index % requests.length]);
  if (!first || !second) throw new Error(`no requests of the kind ${kind}`);
  if (input.evict && !listFiles(engine, folder).every(evict)) return undefined;
  const opened = await timedAsync(() => openEngine(engine, folder));
  const { ms: firstMs } = await timedAsync(() => opened.value.search(first, 'none', limit));
  const { ms: secondMs } = await timedAsync(() => opened.value.search(second, 'none', limit));
  const rss = opened.value.residentMegabytes();
  opened.value.close();
  return { openMs: opened.ms, firstMs, secondMs, rss };
}

/** Makes the system forget a file's cached pages by GNU dd; returns whether that worked. */
function evict(path: string): boolean {
  try {
    execFileSync('dd', [`of=${path}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export type Warm = {
  /**
   * Resident megabytes of the fresh process, with the index open, and after all searches. Lucene's process is of its
   * own and starts with none.
   */
  rss: { start: number; open: number; after: number };
  /** `processorMs`: for each search. It counts what other work on the machine cannot lengthen. */
  cells: (Way & { kind: Kind; times: Times; processorMs: number })[];
};

const WARM_UP = 40;

type Way = { filter: FilterName; callers: number };

const WAYS: Way[] = [
  { filter: 'none', callers: 1 },
  { filter: 'none', callers: 8 },
  { filter: 'year and open access', callers: 1 },
  { filter: 'citations and field', callers: 1 },
];

/** The kinds of searches in all ways; in brief, unfiltered and one at a time. */
async function warm(
  input: Place & Asked & { kinds: readonly Kind[]; isBrief: boolean; searches: number; maxSeconds: number },
): Promise<Warm> {
  const { engine, folder, searches, maxSeconds, limit } = input;
  const requests = readRequests(input.requests);
  const start = engine === 'lucene' ? 0 : residentMegabytes();
  const opened = await openEngine(engine, folder);
  const open = opened.residentMegabytes();
  const cells: Warm['cells'] = [];
  for (const kind of input.kinds) {
    for (const way of input.isBrief ? WAYS.slice(0, 1) : WAYS) {
      const { filter, callers } = way;
      const search = (body: Requests[Kind][number]) => opened.search(body, filter, limit);
      // Warms up first, so that code is compiled before the measurement, with requests from the end of the list.
      const warmUp = { searches: WARM_UP, maxSeconds: maxSeconds / 4, callers: 1 };
      if (callers === 1) await measureSearches(requests[kind].slice(-WARM_UP), search, warmUp);
      const before = opened.processorMs();
      const times = await measureSearches(requests[kind], search, { searches, maxSeconds, callers });
      cells.push({ kind, ...way, times, processorMs: (opened.processorMs() - before) / times.searches });
    }
    console.error(`  ${engine}: ${kind} measured`);
  }
  const after = opened.residentMegabytes();
  opened.close();
  return { rss: { start, open, after }, cells };
}
