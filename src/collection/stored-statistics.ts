import type { FieldTotals } from '../engine/index/index-reader.ts';
import { fieldsOf, listOf, numberOf, textsOf } from '../lib/json.ts';
import type { Paper } from '../papers/paper.ts';
import { CollectionError } from './collection-error.ts';
import type { EngineClient } from './engine-client.ts';
import { bodyIfThere, bodyOf, checkWhole, countDocuments, hitsOf, readCount, shardsOf, sideIndex } from './indexes.ts';
import type { Background } from './port.ts';
import { countPapers, emptyCount, packStatistics, readStatistics } from './statistics.ts';
import { readRecord } from './stored-record.ts';

/** Papers that terms are counted in, where there are more. */
const MAX_SAMPLE = 200_000;
const PAGE = 1_000;
const COUNT_MS = 60_000;

const ID = 'statistics';
/** Lists of terms: 100,000 terms each, and a sample has some millions. */
const MAX_LISTS = 1_000;

/** The statistics of an index; undefined where none were written. */
export async function readStored(
  client: EngineClient,
  index: string,
  signal: AbortSignal,
): Promise<Background | undefined> {
  const read = async (id: string) => {
    const body = await bodyIfThere(client, { method: 'GET', path: `/${sideIndex(index)}/_doc/${id}`, signal });
    return fieldsOf(fieldsOf(fieldsOf(body)._source).value);
  };
  const { papers, sampled, totals, lists } = await read(ID);
  if (lists === undefined) return undefined;
  const terms: string[] = [];
  try {
    const count = readCount(lists);
    if (count > MAX_LISTS) throw new Error('more lists of terms than are ever written');
    for (let number = 0; number < count; number += 1) {
      const [list, ...others] = textsOf((await read(`${ID}-${number}`)).terms);
      if (list === undefined || others.length > 0) throw new Error('a list of terms is missing');
      terms.push(list);
    }
    const stored = { papers: papers as number, sampled: sampled as number, terms };
    return readStatistics({ ...stored, totals: fieldsOf(totals) as FieldTotals });
  } catch (cause) {
    if (cause instanceof CollectionError && cause.detail === undefined && cause.failure !== 'unreadable') throw cause;
    throw new CollectionError('unreadable', 'damaged-statistics', { cause });
  }
}

/**
 * Counts the terms of an index, of a sample where it is large, and stores what it counted. Rejects with a
 * CollectionError where it cannot look into all shards.
 */
export async function writeStatistics(client: EngineClient, index: string, signal: AbortSignal): Promise<number> {
  const { papers, shards } = await countDocuments(client, index, signal);
  checkWhole(shards);
  const count = emptyCount();
  for await (const page of samplePages(client, index, signal)) countPapers(count, page);
  const { terms, ...totals } = packStatistics(count, papers);
  const write = (id: string, value: unknown) =>
    bodyOf(client, {
      method: 'PUT',
      path: `/${sideIndex(index)}/_doc/${id}?refresh=true`,
      body: { value },
      signal,
      ms: COUNT_MS,
    });
  for (const [number, list] of terms.entries()) await write(`${ID}-${number}`, { terms: [list] });
  // Last: whoever reads this finds the lists.
  await write(ID, { ...totals, lists: terms.length });
  return papers;
}

/** The first papers in the order of their sample numbers. */
async function* samplePages(client: EngineClient, index: string, signal: AbortSignal): AsyncGenerator<Paper[]> {
  let after = -1;
  for (let read = 0; read < MAX_SAMPLE; ) {
    const query = { range: { sample: { gt: after } } };
    const body = { size: PAGE, sort: [{ sample: 'asc' }], _source: ['record'], query };
    const request = { method: 'POST', path: `/${index}/_search`, body, signal, ms: COUNT_MS } as const;
    const page = await bodyOf(client, request);
    checkWhole(shardsOf(page));
    const hits = hitsOf(page);
    const last = hits.at(-1);
    if (!last) return;
    yield hits.map(({ _source }) => readRecord(fieldsOf(_source).record));
    read += hits.length;
    // Papers of one number that a page cuts apart are missed: at most a few of them all.
    const next = numberOf(listOf(last.sort)[0]);
    if (next === undefined || next <= after) throw new CollectionError('unreadable');
    after = next;
  }
}
