import { readFileSync } from 'node:fs';
import { type WirePaper, wirePaperSchema } from '../../src/contract/wire-paper.ts';

/** 200 records of OpenAlex in the shape of the contract, see test/fixtures/README.md. */
export function realRecords(): Record<string, unknown>[] {
  const lines = readFileSync(new URL('../fixtures/real-papers.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** The same as papers. */
export function realPapers(): WirePaper[] {
  return realRecords().map((record) => wirePaperSchema.parse(record));
}
