import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { Note, NoteOf } from '../../wording/notes.ts';
import type { FoundPaper } from '../found-paper.ts';
import { type Mark, RETRACTION_KINDS } from './notes.ts';
import { RETRACTION_WATCH, retractionMark, retractionStatus, verdictOnRetraction } from './status.ts';

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
 * known, unless it is known for all. Unknown does not mean no.
 */
export function retractionNotes(papers: readonly Shown[]): Note[] {
  const known = countKnown(papers.map(({ paper }) => paper));
  const isKnownForAll = known.retraction === known.of && known.tableOf === undefined;
  return [...markNotes(papers), ...(isKnownForAll ? [] : [knownNote(known)])];
}

/** Which of the papers are retracted, and which have another mark. */
export function markNotes(papers: readonly Shown[]): Note[] {
  const marks = listMarks(papers);
  const retracted = marks.filter(({ mark }) => mark === 'retracted').flatMap(({ refs }) => refs);
  const others = marks.filter(({ mark }) => mark !== 'retracted');
  return [
    ...(retracted.length > 0 ? [{ kind: 'retracted', refs: retracted } as const] : []),
    ...(others.length > 0 ? [{ kind: 'also-marked', marks: others } as const] : []),
  ];
}

/** The number of papers whose status is known; `tableOf` is the date of Retraction Watch's table, if it contributed. */
export type KnownCounts = { retraction: number; of: number; tableOf?: string };

export function countKnown(papers: readonly FoundPaper[]): KnownCounts {
  const known = papers.filter((paper) => verdictOnRetraction(paper) !== 'unknown');
  const listed = papers.map(retractionStatus).find((status) => status?.from === RETRACTION_WATCH);
  return { retraction: known.length, of: papers.length, ...omitUndefined({ tableOf: listed?.asOf }) };
}

export function knownNote({ retraction: papers, ...others }: KnownCounts): NoteOf<'retraction-known'> {
  return { kind: 'retraction-known', papers, ...others };
}
