import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestBody } from '../../src/contract/requests.ts';
import type { IndexSnapshot } from '../../src/engine/index/index-reader.ts';
import { searchIndex } from '../../src/federated/library-search.ts';
import { parseQuery } from '../../src/papers/query/query.ts';
import type { PoolPaper } from '../retrieval/collection.ts';
import { buildFts5, openFts5 } from '../retrieval/fts5.ts';
import { addToIndex, openBenchIndex } from '../retrieval/own-index.ts';
import { FILTERS, type FilterName } from './requests.ts';
import { timed } from './timing.ts';

export type EngineName = 'own' | 'fts5';

export type OpenEngine = {
  /** The ids of the papers found. */
  search(body: RequestBody, filter: FilterName, limit: Limit): number[];
  close(): void;
};

export type Limit = 100 | 200 | 300;

/** Seconds for making and adding all papers, and for the work at the end. */
export type BuildTimes = { addSeconds: number; mergeSeconds: number; segments: number };

/** Builds the index of an engine in a folder, and removes an old one. */
export async function buildEngine(
  engine: EngineName,
  folder: string,
  papers: Iterable<PoolPaper>,
): Promise<BuildTimes> {
  for (const path of listFiles(engine, folder)) rmSync(path, { force: true });
  return engine === 'own' ? buildOwn(folder, papers) : buildBaseline(folder, papers);
}

async function buildOwn(folder: string, papers: Iterable<PoolPaper>): Promise<BuildTimes> {
  const index = openBenchIndex(join(folder, 'index'));
  const adding = timed(() => addToIndex(index, papers));
  const started = performance.now();
  await index.merge();
  const mergeSeconds = (performance.now() - started) / 1_000;
  const { segments } = index.health();
  index.close();
  return { addSeconds: adding.ms / 1_000, mergeSeconds, segments };
}

function buildBaseline(folder: string, papers: Iterable<PoolPaper>): BuildTimes {
  const adding = timed(() => buildFts5(join(folder, 'fts5.sqlite'), papers));
  const optimizing = timed(() => adding.value.optimize());
  adding.value.close();
  return { addSeconds: adding.ms / 1_000, mergeSeconds: optimizing.ms / 1_000, segments: 1 };
}

export function openEngine(engine: EngineName, folder: string): OpenEngine {
  return engine === 'own' ? openOwn(folder) : openBaseline(folder);
}

function openOwn(folder: string): OpenEngine {
  const index = openBenchIndex(join(folder, 'index'));
  const snapshot = index.snapshot();
  if (snapshot.segments.length === 0) throw new Error(`no index in ${folder}`);
  return {
    search: (body, filter, limit) => searchOwn(snapshot, body, filter, limit),
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
    close: () => baseline.close(),
  };
}

/** The existing files of an engine's index. */
export function listFiles(engine: EngineName, folder: string): string[] {
  const within = engine === 'own' ? join(folder, 'index') : folder;
  const isOf = (name: string) => engine === 'own' || name.startsWith('fts5.sqlite');
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
