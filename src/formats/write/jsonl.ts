import { citationOf } from '../../papers/citation.ts';
import { recordOf } from '../../papers/found-paper.ts';
import type { ExportedPaper } from './export-formats.ts';

/**
 * JSON Lines: library records, which an import reads back unchanged, with reference, citation key, duplicates, score
 * and engine.
 */
export function writeJsonl(papers: readonly ExportedPaper[]): string {
  return papers.map((exported) => `${JSON.stringify(lineOf(exported))}\n`).join('');
}

function lineOf({ ref, key, paper, sameAs }: ExportedPaper): Record<string, unknown> {
  const { score, engine, isOpenAccess, downloadable, link, pdfLink } = citationOf(paper);
  const shown = { isOpenAccess, downloadable, link, pdfLink, score, engine };
  return { ref, citationKey: key, sameAs, ...recordOf(paper), ...shown };
}
