import { writeBibliography } from '../../formats/bibliography/bibliography.ts';
import { type ExportKind, isOfCitations, leavesAbstractsOut } from '../../formats/export-kinds.ts';
import type { ExportedPaper } from '../../formats/format.ts';
import type { ExportFormat } from '../../formats/format-facts.ts';
import { writePapers } from '../../formats/write-papers.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import type { Paper } from '../../papers/paper.ts';
import { retractionStatus } from '../../papers/retraction/status.ts';
import { isPreprint } from '../../papers/works/identity.ts';
import type { Note } from '../../wording/notes.ts';
import type { ExportRequest } from './export-selection.ts';

/** The papers in a format for other programs or as a bibliography, with notes on incomplete entries. */
export function writeText(
  format: ExportFormat | 'bibliography',
  papers: readonly ExportedPaper[],
  { abstracts, style = 'apa', columns }: Pick<ExportRequest, 'abstracts' | 'style' | 'columns'>,
): { text: string; notes: Note[] } {
  if (format === 'bibliography') return { text: writeBibliography(papers, style), notes: noteIncomplete(papers) };
  const shown = columns?.length ? columns : undefined;
  const text = writePapers(format, abstracts === false ? withoutAbstracts(format, papers) : papers, shown);
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

/** Maximum references listed per missing field. */
const MAX_REFS = 3;

const FACTS = ['title', 'authors', 'year', 'venue', 'volume', 'pages'] as const;
type Fact = (typeof FACTS)[number];

/** Notes on fields that citations lack, because a reader would consider the entries complete. */
export function noteIncomplete(papers: readonly ExportedPaper[]): Note[] {
  const lacking = FACTS.flatMap((fact) => {
    const refs = papers.filter(({ paper }) => listMissing(paper).includes(fact)).map(({ ref }) => ref);
    return refs.length > 0 ? [{ fact, papers: refs.length, refs: refs.slice(0, MAX_REFS) }] : [];
  });
  return lacking.length > 0 ? [{ kind: 'incomplete-entries', of: papers.length, lacking }] : [];
}

/** Only journal articles have volume and pages; preprints, books and theses have none. */
function listMissing(paper: Paper): Fact[] {
  const { title, authors, year, venue, volume, pages, publicationType } = paper;
  const isArticle = (publicationType === undefined || publicationType === 'journal') && !isPreprint(paper);
  return [
    ...(title === '' ? ['title' as const] : []),
    ...(authors.length === 0 ? ['authors' as const] : []),
    ...(year === undefined ? ['year' as const] : []),
    ...(isArticle && venue === undefined ? ['venue' as const] : []),
    ...(isArticle && volume === undefined ? ['volume' as const] : []),
    ...(isArticle && pages === undefined ? ['pages' as const] : []),
  ];
}
