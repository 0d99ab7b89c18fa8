import { toCitation } from '../../papers/citation.ts';
import { toRecord } from '../../papers/found-paper.ts';
import type { ExportedPaper } from './export-formats.ts';

/**
 * JSON Lines: library records, which an import reads back unchanged, with reference, citation key, duplicates, score
 * and engine.
 */
export function writeJsonl(papers: readonly ExportedPaper[]): string {
  return papers.map((exported) => `${JSON.stringify(lineOf(exported))}\n`).join('');
}

function lineOf({ ref, key, paper, sameAs }: ExportedPaper): Record<string, unknown> {
  const { score, engine, isOpenAccess, downloadable, link, pdfLink } = toCitation(paper);
  const shown = { isOpenAccess, downloadable, link, pdfLink, score, engine };
  return { ref, citationKey: key, sameAs, ...toRecord(paper), ...shown };
}
