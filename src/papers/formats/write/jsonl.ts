import { citationOf } from '../../citation.ts';
import { fromWire } from '../../wire.ts';
import type { ExportedPaper } from './export-formats.ts';

/**
 * The papers as JSON Lines: one library record a line, which `paperqueue import` reads back as the same record, and
 * beside it what only the search knew: reference, citation key, duplicates, score and engine. The import passes over a
 * paper that has neither title nor abstract, and says so.
 */
export function writeJsonl(papers: readonly ExportedPaper[]): string {
  return papers.map((exported) => `${JSON.stringify(lineOf(exported))}\n`).join('');
}

function lineOf({ ref, key, paper, sameAs }: ExportedPaper): Record<string, unknown> {
  const { score, engine } = citationOf(paper);
  return { ref, citationKey: key, sameAs, ...fromWire(paper), score, engine };
}
