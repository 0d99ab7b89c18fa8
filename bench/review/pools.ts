import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { DecidedRecord } from '../../src/review/simulate.ts';
import { type JsonRecord, readPoolRecords } from '../retrieval/collection.ts';

/** A finished review of the labelled collections: all records that were judged, in the order of the data. */
export type ReviewPool = { name: string; collection: string; records: DecidedRecord[] };

/** The collections that are reviews. */
const REVIEWS = ['synergy', 'cohen', 'asr', 'wallace'];

/** The reviews in a folder of shared data; `keywords` are MeSH terms where the data has them. */
export async function readReviewPools(folder: string): Promise<ReviewPool[]> {
  const topics: JsonRecord[] = [];
  const lines = createInterface({ input: createReadStream(join(folder, 'topics.jsonl.gz')).pipe(createGunzip()) });
  for await (const line of lines) {
    const topic = JSON.parse(line) as JsonRecord;
    if (REVIEWS.includes(String(topic.collection))) topics.push(topic);
  }
  const wanted = new Set(topics.flatMap(({ judged }) => judged as string[]));
  const papers = new Map<string, JsonRecord>();
  for await (const record of readPoolRecords(folder))
    if (wanted.has(String(record.id))) papers.set(String(record.id), record);
  return topics.map(({ id, collection, judged, relevant }) => {
    const included = new Set(relevant as string[]);
    const records = (judged as string[]).flatMap((paper): DecidedRecord[] => {
      const record = papers.get(paper);
      if (!record) return [];
      const { title, abstract, mesh } = record as { title?: string; abstract?: string; mesh?: string[] };
      return [{ title: title ?? '', abstract: abstract ?? '', keywords: mesh, included: included.has(paper) ? 1 : 0 }];
    });
    return { name: String(id).split('/').at(-1) as string, collection: String(collection), records };
  });
}
