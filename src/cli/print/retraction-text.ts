import type { RetractionStatus } from '../../contract/notes/retraction.ts';
import { describeMark, markBeforeTitle } from '../../contract/wording/retraction.ts';
import type { PaperView } from '../../papers/paper-view.ts';
import { readRetraction } from '../../papers/retraction/status.ts';

/** The mark before the title of a paper that does not state it itself. */
export function titleMark(paper: PaperView): string {
  return markBeforeTitle(statusOf(paper));
}

/** `Retracted 2010-02-02: Misconduct by Author (retraction-watch)`; undefined if there is nothing to report. */
export function retractionText(paper: PaperView): string | undefined {
  const status = statusOf(paper);
  if (status === undefined || status.kind === 'none') return undefined;
  return `${describeMark({ ...status, kind: status.kind })} (${status.from})`;
}

function statusOf({ retraction, retracted }: PaperView): RetractionStatus | undefined {
  return readRetraction(retraction) ?? (retracted === true ? { kind: 'retracted', from: 'record' } : undefined);
}
