import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestBody } from '../../src/contract/requests.ts';
import type { IndexSnapshot } from '../../src/library/engine/index/index-reader.ts';
import { parseQuery } from '../../src/papers/query/query.ts';
import { searchIndex } from '../../src/search/federated/library-search.ts';
import type { PoolPaper } from '../retrieval/collection.ts';
import { buildFts5, openFts5 } from '../retrieval/fts5.ts';
import { addToIndex, openBenchIndex } from '../retrieval/own-index.ts';
import { buildLucene, openLucene, requestLine } from './lucene.ts';
import { FILTERS, type FilterName } from './requests.ts';
import { processorMs, timed, timeItems } from './timing.ts';

export type EngineName = 'own' | 'fts5' | 'lucene';

const MEGABYTE = 1e6;

export type OpenEngine = {
  /** The ids of the papers found. */
  search(body: RequestBody, filter: FilterName, limit: Limit): number[] | Promise<number[]>;
  /** Resident megabytes, and milliseconds of processor time so far, of the process that searches. */
  residentMegabytes(): number;
  processorMs(): number;
  close(): void;
};

/** Of this process. */
export const residentMegabytes = () => process.memoryUsage().rss / MEGABYTE;

export type Limit = 100 | 200 | 300;

/**
 * Seconds for adding all papers, without making them, and for the work at the end; processor time of both, which other
 * work on the machine does not lengthen; the peak of memory.
 */
export type BuildTimes = {
  addSeconds: number;
  mergeSeconds: number;
  processorSeconds: number;
  segments: number;
  rssMost: number;
};

/** Builds the index of an engine in a folder, and removes an old one. */
export async function buildEngine(
  engine: EngineName,
  folder: string,
  papers: Iterable<PoolPaper>,
): Promise<BuildTimes> {
  for (const path of listFiles(engine, folder)) rmSync(path, { force: true });
  if (engine === 'lucene') return { ...(await buildLucene(folder, papers)), segments: 1 };
  const { items, seconds, processorSeconds } = timeItems(papers);
  const before = processorMs();
  const times = await (engine === 'own' ? buildOwn(folder, items) : buildBaseline(folder, items));
  return {
    ...times,
    addSeconds: times.addSeconds - seconds(),
    processorSeconds: (processorMs() - before) / 1_000 - processorSeconds(),
    rssMost: process.resourceUsage().maxRSS / 1_000,
  };
}

type OwnTimes = Omit<BuildTimes, 'rssMost' | 'processorSeconds'>;

async function buildOwn(folder: string, papers: Iterable<PoolPaper>): Promise<OwnTimes> {
  const index = openBenchIndex(join(folder, 'index'));
  const adding = timed(() => addToIndex(index, papers));
  const started = performance.now();
  await index.merge();
  const mergeSeconds = (performance.now() - started) / 1_000;
  const { segments } = index.health();
  index.close();
  return { addSeconds: adding.ms / 1_000, mergeSeconds, segments };
}

function buildBaseline(folder: string, papers: Iterable<PoolPaper>): OwnTimes {
  const adding = timed(() => buildFts5(join(folder, 'fts5.sqlite'), papers));
  const optimizing = timed(() => adding.value.optimize());
  adding.value.close();
  return { addSeconds: adding.ms / 1_000, mergeSeconds: optimizing.ms / 1_000, segments: 1 };
}

const OPENERS: Record<EngineName, (folder: string) => OpenEngine | Promise<OpenEngine>> = {
  own: openOwn,
  fts5: openBaseline,
  lucene: openPeer,
};

export async function openEngine(engine: EngineName, folder: string): Promise<OpenEngine> {
  return OPENERS[engine](folder);
}

function openOwn(folder: string): OpenEngine {
  const index = openBenchIndex(join(folder, 'index'));
  const snapshot = index.snapshot();
  if (snapshot.segments.length === 0) throw new Error(`no index in ${folder}`);
  return {
    search: (body, filter, limit) => searchOwn(snapshot, body, filter, limit),
    residentMegabytes,
    processorMs,
    close: () => index.close(),
  };
}

/** Searches as the product does. */
export function searchOwn(snapshot: IndexSnapshot, body: RequestBody, filter: FilterName, limit: Limit): number[] {
  return searchIndex(snapshot, parseQuery({ body, filters: { limit, ...FILTERS[filter].own } })).hits.map(
    ({ id }) => id,
  );
}

function openBaseline(folder: string): OpenEngine {
  const baseline = openFts5(join(folder, 'fts5.sqlite'));
  return {
    search: ({ query = '', keywords = [] }, filter, limit) =>
      baseline.search({ query, keywords }, limit, FILTERS[filter].fts5),
    residentMegabytes,
    processorMs,
    close: () => baseline.close(),
  };
}

async function openPeer(folder: string): Promise<OpenEngine> {
  const lucene = await openLucene(folder);
  return {
    search: async ({ query = '', keywords = [] }, filter, limit) => {
      const found = await lucene.answer(requestLine([query, ...keywords].join(' '), limit, FILTERS[filter].lucene));
      return found === '' ? [] : found.split(' ').map(Number);
    },
    residentMegabytes: () => lucene.memory().now,
    processorMs: lucene.processorMs,
    close: lucene.close,
  };
}

/** The existing files of an engine's index. */
export function listFiles(engine: EngineName, folder: string): string[] {
  const within = { own: join(folder, 'index'), fts5: folder, lucene: join(folder, 'lucene') }[engine];
  const isOf = (name: string) => engine !== 'fts5' || name.startsWith('fts5.sqlite');
  try {
    return readdirSync(within)
      .filter(isOf)
      .map((name) => join(within, name));
  } catch {
    return [];
  }
}

export function totalBytes(engine: EngineName, folder: string): number {
  return listFiles(engine, folder).reduce((sum, path) => sum + statSync(path).size, 0);
}
