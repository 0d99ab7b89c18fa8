import { type Mark, RETRACTION_KINDS } from '../../contract/notes/retraction.ts';
import type { Note } from '../../contract/notes.ts';
import type { FoundPaper } from '../../papers/found-paper.ts';
import { retractionMark, verdictOnRetraction } from '../../papers/retraction/status.ts';

type Shown = { ref: string; paper: FoundPaper };

/** The papers' marks, most serious first. */
export function listMarks(papers: readonly Shown[]): Mark[] {
  return RETRACTION_KINDS.flatMap((mark) => {
    const refs = papers.flatMap(({ ref, paper }) => (retractionMark(paper)?.kind === mark ? [ref] : []));
    return refs.length > 0 ? [{ mark, refs }] : [];
  });
}

/**
 * Notes on papers that were looked up: which are retracted, which have another mark, and for how many the status is
 * known. Unknown does not mean no.
 */
export function retractionNotes(papers: readonly Shown[]): Note[] {
  const marks = listMarks(papers);
  const retracted = marks.filter(({ mark }) => mark === 'retracted').flatMap(({ refs }) => refs);
  const others = marks.filter(({ mark }) => mark !== 'retracted');
  const known = papers.filter(({ paper }) => verdictOnRetraction(paper) !== 'unknown').length;
  return [
    ...(retracted.length > 0 ? [{ kind: 'retracted', refs: retracted } as const] : []),
    ...(others.length > 0 ? [{ kind: 'also-marked', marks: others } as const] : []),
    ...(known === papers.length ? [] : [{ kind: 'retraction-known', papers: known, of: papers.length } as const]),
  ];
}
