import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { readBibtex } from '../papers/formats/bibtex-in.ts';
import { factsFromJson } from '../papers/formats/facts-from-json.ts';
import { type PaperFacts, type PaperRecord, toRecord } from '../papers/record.ts';
import type { PaperLibrary } from './ports.ts';

/** Formats that can be imported, with the file endings that mean them. */
export const IMPORT_FORMATS = { jsonl: ['.jsonl', '.ndjson'], bibtex: ['.bib', '.bibtex'] } as const;
export type ImportFormat = keyof typeof IMPORT_FORMATS;

export type ImportReport = {
  added: number;
  replaced: number;
  /** Records that could not be kept: how many, and the first of them with the line they start on. */
  skipped: number;
  problems: { line: number; reason: string }[];
};

/** Problems that a report lists; the rest is only counted. */
const MOST_PROBLEMS = 20;
/** Records per transaction: large enough to be fast, small enough that an interrupted import keeps what it has read. */
const BATCH = 2_000;

/**
 * Reads papers from a stream of text into the library. Bad records are counted and reported, never fatal; a record that
 * is there already (same key) is replaced, so that an interrupted import is simply run again.
 */
export async function importPapers(
  library: PaperLibrary,
  source: Readable,
  format: ImportFormat,
): Promise<ImportReport> {
  const report: ImportReport = { added: 0, replaced: 0, skipped: 0, problems: [] };
  const skip = (line: number, reason: string) => {
    report.skipped += 1;
    if (report.problems.length < MOST_PROBLEMS) report.problems.push({ line, reason });
  };
  let batch: PaperRecord[] = [];
  const flush = () => {
    const { added, replaced } = library.add(batch);
    report.added += added;
    report.replaced += replaced;
    batch = [];
  };
  // Whole letters, also where a chunk ends in the middle of one.
  source.setEncoding('utf8');
  const reader = format === 'jsonl' ? readJsonLines : readBibtexFile;
  for await (const { line, facts } of reader(source, skip)) {
    const record = toRecord(facts);
    if (typeof record === 'string') skip(line, record);
    else batch.push(record);
    if (batch.length >= BATCH) flush();
  }
  flush();
  return report;
}

type Skip = (line: number, reason: string) => void;
type FoundFacts = AsyncGenerator<{ line: number; facts: PaperFacts }>;

async function* readJsonLines(source: Readable, skip: Skip): FoundFacts {
  let line = 0;
  for await (const text of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    const plain = line === 1 ? text.replace(/^\ufeff/, '') : text;
    if (plain.trim() === '') continue;
    const facts = readJson(plain);
    if (typeof facts === 'string') skip(line, facts);
    else yield { line, facts };
  }
}

function readJson(text: string): PaperFacts | string {
  try {
    return factsFromJson(JSON.parse(text));
  } catch {
    return 'it is no valid JSON';
  }
}

async function* readBibtexFile(source: Readable, skip: Skip): FoundFacts {
  const chunks: string[] = [];
  for await (const chunk of source) chunks.push(String(chunk));
  const { entries, problems } = await readBibtex(chunks.join(''));
  for (const { line, reason } of problems) skip(line, reason);
  yield* entries;
}
