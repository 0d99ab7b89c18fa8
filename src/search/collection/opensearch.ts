import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Secret } from '../../contract/secret.ts';
import { untilAborted } from '../../lib/deadline.ts';
import { asFields, asId, asList, asNumber } from '../../lib/json.ts';
import { onceAsync } from '../../lib/once.ts';
import { REAL_TIMERS, type Timers } from '../../lib/timers.ts';
import type { FilterValues } from '../../papers/filters/filter-meaning.ts';
import { retry } from '../../platform/net/retry.ts';
import { CollectionError, failureOfStatus, isRateLimited } from './collection-error.ts';
import type { Background, Collection, Coverage, UnknownCount } from './collection-port.ts';
import { INDEX_VERSION } from './documents.ts';
import { connectEngine, type EngineClient } from './engine-client.ts';
import { ALIAS, countDocuments, currentIndex, readCount, readHits, readShards } from './indexes.ts';
import { candidatesBody, countBody, papersBody, unknownBody } from './queries.ts';
import { readRecord } from './stored-record.ts';
import { readStored } from './stored-statistics.ts';
import { readCandidate } from './stored-vector.ts';

/** Time limit for one request to the engine. */
const SEARCH_MS = 6_000;
/** Statistics are used for this long before checking whether they are still current. */
const STATISTICS_MS = 10 * 60_000;
/** A search that the engine had no capacity for is sent once more after this delay, plus up to the same again. */
const RETRY_MS = 200;
const RETRY_JITTER_MS = 300;

type IndexState = { index: string; background: Background; readAt: number };

/** The collection behind PAPERQUEUE_COLLECTION_URL. Nothing is loaded or connected before the first request. */
export function openCollection(urls: Secret, timers: Timers = REAL_TIMERS): Collection {
  let connected: EngineClient | undefined;
  const engine = onceAsync(async () => {
    connected = await connectEngine(urls, timers);
    return connected;
  });
  let state: Promise<IndexState> | undefined;
  const read = async (signal: AbortSignal): Promise<IndexState> => {
    const previous = await state?.catch(() => undefined);
    if (previous && timers.now() - previous.readAt < STATISTICS_MS) return previous;
    state = readState(await engine(), previous, timers.now(), signal);
    return state;
  };
  return {
    background: async (signal) => (await read(signal)).background,
    count: async (queries, signal) => {
      if (queries.length === 0) return [];
      const answers = await searchAll(await engine(), queries.map(countBody), timers, signal);
      return answers.map((answer) => ({
        papers: readCount(asFields(asFields(answer.hits).total).value),
        ...readCoverage(answer),
      }));
    },
    countUnknown: async (terms, filters, signal) => {
      const [answer] = await searchAll(await engine(), [unknownBody(terms, filters)], timers, signal);
      return readUnknown(answer ?? {}, filters);
    },
    candidates: async (query, signal) => {
      const { background, index } = await read(signal);
      const [answer = {}] = await searchAll(await engine(), [candidatesBody(query, background)], timers, signal);
      // The index was replaced: the next search reads the new statistics.
      if (readHits(answer).some(({ _index }) => _index !== index)) state = undefined;
      return { candidates: readHits(answer).map(readCandidate), ...readCoverage(answer) };
    },
    papers: async (ids, signal) => {
      if (ids.length === 0) return { papers: new Map(), shards: { total: 0, failed: 0 }, isTimedOut: false };
      const [answer = {}] = await searchAll(await engine(), [papersBody(ids)], timers, signal);
      const papers = readHits(answer).map(
        (hit) => [asId(hit._id) ?? '', readRecord(asFields(hit._source).record)] as const,
      );
      return { papers: new Map(papers), ...readCoverage(answer) };
    },
    size: async (signal) => countDocuments(await engine(), ALIAS, signal),
    close: async () => connected?.close(),
  };
}

async function readState(
  client: EngineClient,
  previous: IndexState | undefined,
  readAt: number,
  signal: AbortSignal,
): Promise<IndexState> {
  const current = await currentIndex(client, signal);
  if (!current) throw new CollectionError('refused', 'no-papers', { advice: { kind: 'load-collection' } });
  const { index, mark } = current;
  if (!isDeepStrictEqual(mark, INDEX_VERSION))
    throw new CollectionError('refused', 'other-version', { advice: { kind: 'reload-collection' } });
  const background = await readStored(client, index, signal);
  if (background) return { index, background, readAt };
  if (previous?.index === index) return { ...previous, readAt };
  throw new CollectionError('refused', 'unfinished-load', { advice: { kind: 'load-collection' } });
}

/** Sends searches in one request; returns their answers, or rejects with any failure. */
async function searchAll(
  client: EngineClient,
  bodies: readonly unknown[],
  timers: Timers,
  signal: AbortSignal,
): Promise<Record<string, unknown>[]> {
  const texts = bodies.map((body) => JSON.stringify(body));
  // Equal requests go to the same copies of the shards, so that they get equal answers.
  const preference = createHash('sha1').update(texts.join('\n')).digest('hex');
  const header = JSON.stringify({ preference, allow_partial_search_results: true });
  const lines = texts.map((text) => `${header}\n${text}\n`).join('');
  const send = async () => {
    const request = { method: 'POST', path: `/${ALIAS}/_msearch`, lines, signal, ms: SEARCH_MS } as const;
    const { status, body } = await client.send(request);
    const answers = asList(asFields(body).responses).map(asFields);
    const statuses = [status, ...answers.map(({ status }) => asNumber(status) ?? 0)];
    const failure = statuses.map(failureOfStatus).find((each) => each !== undefined);
    if (failure === undefined && answers.length === bodies.length) return answers;
    const isMissing = statuses.includes(404);
    const isClosed = answers.some(({ error }) => asFields(error).type === 'index_closed_exception');
    const detail = isMissing ? 'no-papers' : isClosed ? 'closed-index' : undefined;
    throw new CollectionError(failure ?? 'unreadable', detail);
  };
  const pauseMs = (error: Error) => (isRateLimited(error) ? RETRY_MS + Math.random() * RETRY_JITTER_MS : undefined);
  return retry(send, { tries: 2, pauseMs, deadline: untilAborted(signal), timers });
}

function readUnknown(answer: Record<string, unknown>, filters: FilterValues): UnknownCount {
  const buckets = asFields(asFields(asFields(answer.aggregations).unknown).buckets);
  const used = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const counts = used.map((name) => [name, readCount(asFields(buckets[name]).doc_count)] as const);
  return { unknown: Object.fromEntries(counts.filter(([, count]) => count > 0)), ...readCoverage(answer) };
}

function readCoverage(answer: Record<string, unknown>): Coverage {
  return { shards: readShards(answer), isTimedOut: answer.timed_out === true };
}
