import type { Note } from '../../contract/notes.ts';
import type { WirePaper } from '../../contract/paper.ts';
import { RETRACTION_KINDS, type RetractionKind } from '../../papers/retraction/kinds.ts';
import { retractionMark, verdictOnRetraction } from '../../papers/retraction/status.ts';

const MAX_NAMED = 20;

const WORDS: Record<RetractionKind, [one: string, many: string]> = {
  retracted: ['retracted paper', 'retracted papers'],
  notice: ['notice of retraction', 'notices of retraction'],
  concern: ['expression of concern', 'expressions of concern'],
  correction: ['correction', 'corrections'],
};

/** `2 retracted papers (J1-2, J1-7), 1 expression of concern (J1-9)`; undefined where no paper has a mark. */
export function countMarks(papers: readonly { ref: string; paper: WirePaper }[]): string | undefined {
  const marked = papers.flatMap(({ ref, paper }) => {
    const kind = retractionMark(paper)?.kind;
    return kind === undefined ? [] : [{ ref, kind }];
  });
  const parts = RETRACTION_KINDS.flatMap((kind) => {
    const refs = marked.filter((each) => each.kind === kind).map(({ ref }) => ref);
    const more = refs.length > MAX_NAMED ? `, and ${refs.length - MAX_NAMED} more` : '';
    const name = WORDS[kind][refs.length === 1 ? 0 : 1];
    return refs.length === 0 ? [] : [`${refs.length} ${name} (${refs.slice(0, MAX_NAMED).join(', ')}${more})`];
  });
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/**
 * Of papers that were looked up: which are retracted, which have another mark, and for how many the status is known:
 * unknown is no no.
 */
export function retractionNotes(papers: readonly { ref: string; paper: WirePaper }[]): Note[] {
  const isRetracted = ({ paper }: { paper: WirePaper }) => retractionMark(paper)?.kind === 'retracted';
  const retracted = papers.filter(isRetracted).map(({ ref }) => ref);
  const others = countMarks(papers.filter((each) => !isRetracted(each)));
  const known = papers.filter(({ paper }) => verdictOnRetraction(paper) !== 'unknown').length;
  return [
    ...(retracted.length > 0 ? [{ kind: 'retracted', refs: retracted } as const] : []),
    ...(others === undefined ? [] : [{ kind: 'also-marked', marks: others } as const]),
    ...(known === papers.length ? [] : [{ kind: 'retraction-known', papers: known, of: papers.length } as const]),
  ];
}
