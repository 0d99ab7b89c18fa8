import { gunzipSync, gzipSync } from 'node:zlib';
import { asFields, asList, asNumber, asTexts, isCount } from '../../lib/json.ts';
import { countFieldLengths, type FieldTotals, NO_TOTALS } from '../../library/engine/index/index-reader.ts';
import {
  createTermNumbers,
  forEachTerm,
  type PackedVector,
  type TermNumbers,
} from '../../library/engine/index/segment/vector-segment.ts';
import { CollectionError } from './collection-error.ts';
import type { Background } from './collection-port.ts';
import type { EngineClient } from './engine-client.ts';
import {
  bodyIfThere,
  checkWhole,
  countDocuments,
  fetchBody,
  readCount,
  readHits,
  readShards,
  sideIndex,
} from './indexes.ts';
import { VECTOR_ONLY } from './queries.ts';
import { readCandidate } from './stored-vector.ts';

/** Maximum papers whose terms are counted. */
const MAX_SAMPLE = 200_000;
const PAGE = 1_000;
const COUNT_MS = 60_000;

const ID = 'statistics';
/** Maximum lists of terms: each has 100,000 terms, and a sample has a few million. */
const MAX_LISTS = 1_000;

/** The statistics of an index; undefined if there are none. */
export async function readStored(
  client: EngineClient,
  index: string,
  signal: AbortSignal,
): Promise<Background | undefined> {
  const read = async (id: string) => {
    const body = await bodyIfThere(client, { method: 'GET', path: `/${sideIndex(index)}/_doc/${id}`, signal });
    return asFields(asFields(asFields(body)._source).value);
  };
  const { papers, sampled, totals, lists } = await read(ID);
  if (lists === undefined) return undefined;
  const terms: string[] = [];
  try {
    const count = readCount(lists);
    if (count > MAX_LISTS) throw new Error('more lists of terms than are ever written');
    for (let number = 0; number < count; number += 1) {
      const [list, ...others] = asTexts((await read(`${ID}-${number}`)).terms);
      if (list === undefined || others.length > 0) throw new Error('a list of terms is missing');
      terms.push(list);
    }
    const stored = { papers: papers as number, sampled: sampled as number, terms };
    return readStatistics({ ...stored, totals: asFields(totals) as FieldTotals });
  } catch (cause) {
    if (cause instanceof CollectionError && cause.detail === undefined && cause.failure !== 'unreadable') throw cause;
    throw new CollectionError('unreadable', 'damaged-statistics', { cause });
  }
}

/**
 * Counts the terms of an index, or of a sample of a large one, and stores the counts. Rejects with a CollectionError if
 * a shard is unreadable.
 */
export async function writeStatistics(client: EngineClient, index: string, signal: AbortSignal): Promise<number> {
  const { papers, shards } = await countDocuments(client, index, signal);
  checkWhole(shards);
  const count: SampleCount = { papers: 0, totals: NO_TOTALS, terms: createTermNumbers(), frequencies: [] };
  for await (const page of samplePages(client, index, signal)) countPapers(count, page);
  const { terms, ...totals } = packStatistics(count, papers);
  const write = (id: string, value: unknown) =>
    fetchBody(client, {
      method: 'PUT',
      path: `/${sideIndex(index)}/_doc/${id}?refresh=true`,
      body: { value },
      signal,
      ms: COUNT_MS,
    });
  for (const [number, list] of terms.entries()) await write(`${ID}-${number}`, { terms: [list] });
  // Written last, so that a reader of this document finds the lists.
  await write(ID, { ...totals, lists: terms.length });
  return papers;
}

/** The first papers in the order of their sample numbers. */
async function* samplePages(client: EngineClient, index: string, signal: AbortSignal): AsyncGenerator<PackedVector[]> {
  let after = -1;
  for (let read = 0; read < MAX_SAMPLE; ) {
    const query = { range: { sample: { gt: after } } };
    const body = { size: PAGE, sort: [{ sample: 'asc' }], ...VECTOR_ONLY, query };
    const request = { method: 'POST', path: `/${index}/_search`, body, signal, ms: COUNT_MS } as const;
    const page = await fetchBody(client, request);
    checkWhole(readShards(page));
    const hits = readHits(page);
    const last = hits.at(-1);
    if (!last) return;
    yield hits.map((hit) => readCandidate(hit).vector);
    read += hits.length;
    // If a page ends between papers with the same number, the rest of them is skipped: at most a few papers.
    const next = asNumber(asList(last.sort)[0]);
    if (next === undefined || next <= after) throw new CollectionError('unreadable');
    after = next;
  }
}

/** How many papers of a sample contain each term, and the lengths of their fields. */
type SampleCount = { papers: number; totals: FieldTotals; terms: TermNumbers; frequencies: number[] };

/** Adds papers to a count. */
function countPapers(count: SampleCount, papers: readonly PackedVector[]): void {
  const { terms, frequencies } = count;
  for (const { lengths, packed } of papers) {
    count.totals = countFieldLengths(count.totals, lengths, 1);
    forEachTerm(packed, (start, end) => {
      const number = terms.numberOf(packed, start, end);
      frequencies[number] = (frequencies[number] ?? 0) + 1;
    });
  }
  count.papers += papers.length;
}

/** The stored form of a count: `terms` are compressed lists of lines. */
type StoredStatistics = { papers: number; sampled: number; totals: FieldTotals; terms: string[] };

const TERMS_IN_A_LIST = 100_000;
/** A normal list is 2 MB; one that decompresses to more than this is not ours. */
const MAX_LIST_BYTES = 64 * 1024 * 1024;

/** Compresses the counts of a sample of `papers` papers. If it is only a part of them, terms found once are omitted. */
function packStatistics(
  { papers: sampled, totals, terms: names, frequencies }: SampleCount,
  papers: number,
): StoredStatistics {
  const min = sampled < papers ? 2 : 1;
  const lines = frequencies.flatMap((count, number) => (count >= min ? [`${names.termAt(number)} ${count}`] : []));
  const terms: string[] = [];
  for (let at = 0; at < lines.length; at += TERMS_IN_A_LIST) {
    terms.push(gzipSync(lines.slice(at, at + TERMS_IN_A_LIST).join('\n')).toString('base64'));
  }
  return { papers, sampled, totals, terms };
}

/** Reads what `packStatistics` wrote. Throws for anything else: wrong numbers would rank papers at random. */
function readStatistics({ papers, sampled, totals, terms }: StoredStatistics): Background {
  const all = [papers, sampled, ...Object.keys(NO_TOTALS).map((name) => totals[name as keyof FieldTotals])];
  if (!all.every(isCount)) throw new Error('no counts of papers and words');
  const frequencies = new Map<string, number>();
  for (const list of terms) {
    const unpacked = gunzipSync(Buffer.from(list, 'base64'), { maxOutputLength: MAX_LIST_BYTES });
    for (const line of unpacked.toString('utf8').split('\n')) {
      const [term = '', count] = line.split(' ');
      const frequency = Number(count);
      if (!isCount(frequency) || frequency > sampled) throw new Error('no count of papers with a term');
      frequencies.set(term, frequency);
    }
  }
  const scale = sampled > 0 ? papers / sampled : 1;
  // For a term found at most once in the sample, half of one sampled paper is an estimate without bias to either side.
  const unseen = sampled < papers ? scale / 2 : 0;
  return {
    papers,
    totals,
    documentFrequency: (term) => Math.round((frequencies.get(term) ?? 0) * scale) || unseen,
  };
}
