import { writeBibliography } from '../../formats/bibliography/bibliography.ts';
import { type ExportKind, isOfCitations, leavesAbstractsOut } from '../../formats/export-kinds.ts';
import type { ExportedPaper } from '../../formats/format.ts';
import type { ExportFormat } from '../../formats/format-facts.ts';
import { writePapers } from '../../formats/write-papers.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { retractionStatus } from '../../papers/retraction/status.ts';
import type { Note } from '../../wording/notes.ts';
import type { ExportRequest } from './export-selection.ts';
import { noteIncomplete } from './incomplete-entries.ts';

/** The papers in a format for other programs or as a bibliography, with notes on incomplete entries. */
export function writeText(
  format: ExportFormat | 'bibliography',
  papers: readonly ExportedPaper[],
  { abstracts, style = 'apa' }: Pick<ExportRequest, 'abstracts' | 'style'>,
): { text: string; notes: Note[] } {
  if (format === 'bibliography') return { text: writeBibliography(papers, style), notes: noteIncomplete(papers) };
  const text = writePapers(format, abstracts === false ? withoutAbstracts(format, papers) : papers);
  return { text, notes: isOfCitations(format) ? noteIncomplete(papers) : [] };
}

function withoutAbstracts(format: ExportKind, papers: readonly ExportedPaper[]): ExportedPaper[] {
  if (!leavesAbstractsOut(format)) return [...papers];
  return papers.map(({ paper, ...rest }) => ({ ...rest, paper: withoutAbstract(paper) }));
}

/** Removes the abstract, but keeps the retraction status that it states. */
function withoutAbstract(paper: FoundPaper): FoundPaper {
  const retraction = retractionStatus(paper);
  const { abstract: _, ...others } = paper;
  return { ...others, ...(retraction && { retraction }) };
}
