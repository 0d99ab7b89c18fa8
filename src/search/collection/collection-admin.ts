import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Secret } from '../../contract/secret.ts';
import { asFields, asList, asText } from '../../lib/json.ts';
import { REAL_TIMERS, type Timers } from '../../lib/timers.ts';
import type { ImportCheckpoint } from '../../library/ports/library.ts';
import type { CollectionAdmin, CollectionLoad, CollectionStatus } from './admin-port.ts';
import { writePapers } from './bulk.ts';
import { CollectionError } from './collection-error.ts';
import { INDEX_VERSION, PAPERS_INDEX } from './documents.ts';
import { connectEngine, type EngineClient } from './engine-client.ts';
import {
  ALIAS,
  bodyIfThere,
  currentIndex,
  fetchBody,
  readHits,
  readVersion,
  sideIndex,
  versionName,
} from './indexes.ts';
import { writeStatistics } from './stored-statistics.ts';

/** Creating an index or swapping the alias can take a cluster a while. */
const CHANGE_MS = 60_000;
/** Maximum documents per request to the engine. */
const MAX_FILES = 10_000;
const SIDE_INDEX = { mappings: { dynamic: 'strict', properties: { value: { type: 'object', enabled: false } } } };

/** Connects to the engine as its operator. Rejects with a CollectionError. */
export async function openCollectionAdmin(urls: Secret, timers: Timers = REAL_TIMERS): Promise<CollectionAdmin> {
  const client = await connectEngine(urls, timers);
  return {
    load: async (replace, signal, files = []) =>
      loadInto(client, await indexToLoad(client, replace, files, signal), timers),
    status: (signal) => readStatus(client, signal),
    drop: (all, signal) => drop(client, all, signal),
    close: client.close,
  };
}

/** The index that files are loaded into, created if it does not exist. */
async function indexToLoad(
  client: EngineClient,
  replace: boolean,
  files: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const current = await currentIndex(client, signal);
  if (current && !replace) {
    if (isDeepStrictEqual(current.mark, INDEX_VERSION)) return current.index;
    throw new CollectionError('refused', 'other-version', {
      advice: { kind: 'reload-collection' },
    });
  }
  const currentVersion = current === undefined ? 0 : (readVersion(current.index) ?? 0);
  const newest = Math.max(0, ...(await listIndexes(client, signal)).flatMap(({ name }) => readVersion(name) ?? []));
  // Left behind by an interrupted load. An index of another version cannot be continued.
  const isLeftover = newest > currentVersion && (await isOfThisVersion(client, newest, signal));
  // Papers of other files would be searched as if they belonged to these.
  const isForeign = isLeftover && replace && !(await isLoadOf(client, versionName(newest), files, signal));
  if (isForeign) await dropIndex(client, versionName(newest), signal);
  const isResumed = isLeftover && !isForeign;
  const index = versionName(isResumed ? newest : newest + 1);
  if (!isResumed) {
    const whileLoading = { refresh_interval: '-1', number_of_replicas: 0 };
    const body = { ...PAPERS_INDEX, settings: { index: { ...PAPERS_INDEX.settings.index, ...whileLoading } } };
    await fetchBody(client, { method: 'PUT', path: `/${index}`, body, signal, ms: CHANGE_MS });
  }
  await makeSideIndex(client, index, signal);
  return index;
}

/** Whether a load has confirmed papers in the index, only from these files. */
async function isLoadOf(
  client: EngineClient,
  index: string,
  files: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const path = `/${sideIndex(index)}`;
  if ((await bodyIfThere(client, { method: 'POST', path: `${path}/_refresh`, signal })) === undefined) return false;
  const body = { size: MAX_FILES, _source: ['value.path'] };
  const hits = readHits(await fetchBody(client, { method: 'POST', path: `${path}/_search`, body, signal }));
  const paths = hits.flatMap(({ _source }) => asText(asFields(asFields(_source).value).path) ?? []);
  return paths.length > 0 && paths.every((path) => files.includes(path));
}

async function isOfThisVersion(client: EngineClient, version: number, signal: AbortSignal): Promise<boolean> {
  const index = versionName(version);
  const body = asFields(await fetchBody(client, { method: 'GET', path: `/${index}/_mapping`, signal }));
  const { _meta } = asFields(asFields(body[index]).mappings);
  return isDeepStrictEqual(asFields(_meta).paperqueue, INDEX_VERSION);
}

async function makeSideIndex(client: EngineClient, index: string, signal: AbortSignal): Promise<void> {
  const path = `/${sideIndex(index)}`;
  if ((await bodyIfThere(client, { method: 'GET', path, signal })) !== undefined) return;
  await fetchBody(client, { method: 'PUT', path, body: SIDE_INDEX, signal, ms: CHANGE_MS });
}

function loadInto(client: EngineClient, index: string, timers: Timers): CollectionLoad {
  const checkpointPath = (file: string) =>
    `/${sideIndex(index)}/_doc/${createHash('sha256').update(file).digest('hex')}`;
  const store = (checkpoint: ImportCheckpoint | undefined) =>
    checkpoint &&
    fetchBody(client, { method: 'PUT', path: checkpointPath(checkpoint.path), body: { value: checkpoint } });
  return {
    index,
    add: async (records, checkpoint) => {
      const { created, replaced, refused } = await writePapers(client, index, records, timers);
      if (refused > 0) throw new CollectionError('refused', 'unfit-papers');
      const outcome = { added: created, merged: replaced };
      await store(checkpoint?.(outcome));
      return outcome;
    },
    findCheckpoint: async (file) => {
      const body = await bodyIfThere(client, { method: 'GET', path: checkpointPath(file) });
      const { value } = asFields(asFields(body)._source);
      return value === undefined ? undefined : (value as ImportCheckpoint);
    },
    finish: (signal) => publish(client, index, signal),
  };
}

/** Makes the papers of an index searchable and points the alias at it, in one step. */
async function publish(client: EngineClient, index: string, signal: AbortSignal): Promise<number> {
  await fetchBody(client, { method: 'POST', path: `/${index}/_refresh`, signal, ms: CHANGE_MS });
  const papers = await writeStatistics(client, index, signal);
  const current = await currentIndex(client, signal);
  if (current?.index === index) return papers;
  if (papers === 0) throw new CollectionError('refused', 'nothing-loaded');
  const { refresh_interval } = PAPERS_INDEX.settings.index;
  // One replica of each shard if there is a second machine for it.
  const settings = { index: { refresh_interval, auto_expand_replicas: '0-1' } };
  await fetchBody(client, { method: 'PUT', path: `/${index}/_settings`, body: settings, signal, ms: CHANGE_MS });
  const actions = [
    ...(current ? [{ remove: { index: current.index, alias: ALIAS } }] : []),
    { add: { index, alias: ALIAS } },
  ];
  await fetchBody(client, { method: 'POST', path: '/_aliases', body: { actions }, signal, ms: CHANGE_MS });
  return papers;
}

type ListedIndex = { name: string; papers: number; bytes: number };

/** Indexes of papers, oldest first. */
async function listIndexes(client: EngineClient, signal: AbortSignal): Promise<ListedIndex[]> {
  const path = `/_cat/indices/${ALIAS}-v*?format=json&bytes=b&h=index,docs.count,pri.store.size`;
  const rows = asList(await fetchBody(client, { method: 'GET', path, signal })).map(asFields);
  return rows
    .flatMap((row) => {
      const name = asText(row.index) ?? '';
      if (readVersion(name) === undefined) return [];
      return [{ name, papers: Number(row['docs.count'] ?? 0), bytes: Number(row['pri.store.size'] ?? 0) }];
    })
    .sort((a, b) => (readVersion(a.name) ?? 0) - (readVersion(b.name) ?? 0));
}

async function readStatus(client: EngineClient, signal: AbortSignal): Promise<CollectionStatus> {
  const health = asFields(await fetchBody(client, { method: 'GET', path: '/_cluster/health', signal }));
  const current = await currentIndex(client, signal);
  const indexes = await listIndexes(client, signal);
  const word = (['green', 'yellow', 'red'] as const).find((each) => each === health.status);
  if (word === undefined) throw new CollectionError('unreadable');
  const searchedVersion = (current && readVersion(current.index)) ?? 0;
  return {
    health: word,
    indexes: indexes.map((index) => ({
      ...index,
      isSearched: index.name === current?.index,
      isUnfinished: (readVersion(index.name) ?? 0) > searchedVersion,
    })),
  };
}

async function drop(client: EngineClient, all: boolean, signal: AbortSignal): Promise<string[]> {
  const current = await currentIndex(client, signal);
  const names = (await listIndexes(client, signal)).map(({ name }) => name);
  const unread = names.filter((name) => all || name !== current?.index);
  for (const name of unread) await dropIndex(client, name, signal);
  return unread;
}

async function dropIndex(client: EngineClient, name: string, signal: AbortSignal): Promise<void> {
  await fetchBody(client, { method: 'DELETE', path: `/${name}`, signal, ms: CHANGE_MS });
  await bodyIfThere(client, { method: 'DELETE', path: `/${sideIndex(name)}`, signal, ms: CHANGE_MS });
}
