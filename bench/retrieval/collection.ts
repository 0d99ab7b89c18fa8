import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A paper of the measured collections. Topics name their relevant papers by `id`. */
export type PoolPaper = {
  id: string;
  title: string;
  abstract: string;
  year?: number | undefined;
  citations?: number | undefined;
  isOpenAccess?: boolean | undefined;
  publicationType?: string | undefined;
  fields?: string[] | undefined;
};

export type Topic = {
  id: string;
  collection: string;
  query: string;
  keywords: string[];
  relevant: Set<string>;
  /** The paper that is the question; the measured lists omit it. */
  questionPaper?: string;
};

/** A line of the data, unchanged. */
export type JsonRecord = Record<string, unknown>;

/** The lines of a file, which may be compressed. */
export async function* readLines(path: string): AsyncGenerator<JsonRecord> {
  const raw = createReadStream(path);
  const input: Readable = path.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== '') yield JSON.parse(line) as JsonRecord;
  }
}

/**
 * All papers in a folder of shared data: `corpus.jsonl.gz` and `distractors.jsonl.gz`, if they exist.
 */
export async function readPool(folder: string, mostPapers = Number.POSITIVE_INFINITY): Promise<PoolPaper[]> {
  const papers: PoolPaper[] = [];
  for await (const record of readPoolRecords(folder)) {
    if (papers.length >= mostPapers) return papers;
    papers.push(toPaper(record));
  }
  return papers;
}

/** The same papers, each with all its fields. */
export async function* readPoolRecords(folder: string): AsyncGenerator<JsonRecord> {
  for (const name of ['corpus.jsonl.gz', 'corpus.jsonl', 'distractors.jsonl.gz', 'distractors.jsonl']) {
    const path = join(folder, name);
    if (existsSync(path)) yield* readLines(path);
  }
}

/** A line in the form that the ranking sees. */
export function toPaper(record: JsonRecord): PoolPaper {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const number = (value: unknown) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
  return {
    id: String(record.id),
    title: text(record.title),
    abstract: text(record.abstract),
    year: number(record.year),
    citations: number(record.citationCount),
    isOpenAccess: typeof record.isOpenAccess === 'boolean' ? record.isOpenAccess : undefined,
    publicationType: text(record.publicationType) || undefined,
    fields: Array.isArray(record.fields) ? record.fields.map(String) : undefined,
  };
}

/** Topics of a file; the small parts of a screening set are one collection. */
export async function readTopics(path: string): Promise<Topic[]> {
  const topics: Topic[] = [];
  for await (const record of readLines(path)) {
    topics.push({
      id: String(record.id),
      collection: collectionName(String(record.collection)),
      query: [record.query].map((value) => (typeof value === 'string' ? value : '')).join(''),
      keywords: Array.isArray(record.keywords) ? record.keywords.map(String) : [],
      relevant: new Set((record.relevant as unknown[]).map(String)),
    });
  }
  return topics;
}

const SCREENING = ['synergy', 'cohen', 'asr', 'wallace', 'csmed'];

export function collectionName(name: string): string {
  return SCREENING.some((prefix) => name.startsWith(prefix)) ? 'screening' : name;
}

/** Smaller collections are always measured whole. */
const SMALL_COLLECTION = 50;

/** Every nth topic of each large collection. */
export function eachNth(topics: readonly Topic[], n: number): Topic[] {
  const byCollection = new Map<string, Topic[]>();
  for (const topic of topics) {
    byCollection.set(topic.collection, [...(byCollection.get(topic.collection) ?? []), topic]);
  }
  return [...byCollection.values()].flatMap((members) =>
    members.length <= SMALL_COLLECTION ? members : members.filter((_, at) => at % n === 0),
  );
}
