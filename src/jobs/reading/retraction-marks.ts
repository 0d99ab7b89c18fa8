import type { WirePaper } from '../../contract/paper.ts';
import { RETRACTION_KINDS, type RetractionKind, retractionMark } from '../../papers/retraction/status.ts';

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
