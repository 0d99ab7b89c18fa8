import { readFileSync } from 'node:fs';
import { type WirePaper, wirePaperSchema } from '../../src/contract/paper.ts';
import { citationKeys } from '../../src/papers/citation-keys.ts';
import type { ExportedPaper } from '../../src/papers/formats/write/export-formats.ts';
import { nastyPapers } from './nasty-papers.ts';

/** The papers as a job would export them: with references and keys, and some with duplicates. */
export function exported(papers: readonly WirePaper[]): ExportedPaper[] {
  const keys = citationKeys(papers);
  return papers.map((paper, index) => ({
    ref: `J12-${index + 1}`,
    key: keys[index] ?? '',
    paper,
    ...(index % 3 === 0 && { sameAs: [`J13-${index + 1}`, `J14-${index + 2}`] }),
  }));
}

/** One paper as a job would export it. */
export function exportedOne(paper: WirePaper): ExportedPaper[] {
  return exported([paper]).map(({ sameAs, ...rest }) => rest);
}

/** 200 records of OpenAlex, see test/fixtures/README.md. */
export function realPapers(): WirePaper[] {
  const lines = readFileSync(new URL('../fixtures/real-papers.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => wirePaperSchema.parse(JSON.parse(line)));
}

/** What every format has to bring back, field by field. */
export const COLLECTIONS: [name: string, papers: ExportedPaper[]][] = [
  ['1,000 generated records', exported(nastyPapers(1_000))],
  ['200 real records', exported(realPapers())],
];
