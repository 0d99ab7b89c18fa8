import { asFields, asNumber } from '../../lib/json.ts';
import type { CollectionSize } from './admin-port.ts';
import { CollectionError, failureOfStatus } from './collection-error.ts';
import type { EngineAnswer, EngineClient, EngineRequest } from './engine-client.ts';

/** The alias that searches read; it points to one version of the index. */
export const ALIAS = 'papers';
const VERSION = /^papers-v(\d+)$/;

export function versionName(version: number): string {
  return `${ALIAS}-v${version}`;
}

/** The name of the index with an index's statistics and the progress of its loads. */
export function sideIndex(index: string): string {
  return `${index}-side`;
}

/** The version of an index of papers; undefined for any other index. */
export function readVersion(index: string): number | undefined {
  const number = VERSION.exec(index)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** The body of a successful answer. Rejects with a CollectionError for any other. */
export async function fetchBody(client: EngineClient, request: EngineRequest): Promise<unknown> {
  return successfulBody(await client.send(request));
}

function successfulBody({ status, body }: EngineAnswer): unknown {
  const failure = failureOfStatus(status);
  if (failure) throw new CollectionError(failure);
  return body;
}

/** As `fetchBody`, but undefined if the object does not exist. */
export async function bodyIfThere(client: EngineClient, request: EngineRequest): Promise<unknown> {
  const answer = await client.send(request);
  return answer.status === 404 ? undefined : successfulBody(answer);
}

/** The index behind the alias, and the version that created it; undefined without one. */
export async function currentIndex(
  client: EngineClient,
  signal?: AbortSignal,
): Promise<{ index: string; mark: unknown } | undefined> {
  const body = asFields(await bodyIfThere(client, { method: 'GET', path: `/${ALIAS}/_mapping`, signal }));
  const [index] = Object.keys(body);
  if (index === undefined) return undefined;
  const { _meta } = asFields(asFields(body[index]).mappings);
  return { index, mark: asFields(_meta).paperqueue };
}

/** The number of documents in an index, and of the shards that the engine could read. */
export async function countDocuments(
  client: EngineClient,
  index: string,
  signal?: AbortSignal,
): Promise<CollectionSize> {
  const body = asFields(await fetchBody(client, { method: 'GET', path: `/${index}/_count`, signal }));
  return { papers: readCount(body.count), shards: readShards(body) };
}

/** A number of documents. Throws a CollectionError for any other value, which would otherwise pass for zero. */
export function readCount(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new CollectionError('unreadable');
  return value as number;
}

/**
 * The number of shards queried, and of those that gave no answer. The engine counts an unassigned shard neither as
 * failed nor as successful. Throws a CollectionError if an answer lacks the numbers.
 */
export function readShards(body: unknown): CollectionSize['shards'] {
  const shards = asFields(asFields(body)._shards);
  const [total, successful] = [readCount(shards.total), readCount(shards.successful)];
  if (total === 0 || successful > total) throw new CollectionError('unreadable');
  return { total, failed: Math.max(total - successful, asNumber(shards.failed) ?? 0) };
}

/** Throws a CollectionError if a part of the shards gave no answer, because the result would pass for complete. */
export function checkWhole({ total, failed }: CollectionSize['shards']): void {
  if (failed > 0) throw new CollectionError('server error', { failedShards: failed, of: total });
}

/**
 * The hits of a search. Throws a CollectionError for an answer without a list of them, which would otherwise pass for
 * empty.
 */
export function readHits(body: unknown): Record<string, unknown>[] {
  const { hits } = asFields(asFields(body).hits);
  if (!Array.isArray(hits)) throw new CollectionError('unreadable');
  return hits.map(asFields);
}
