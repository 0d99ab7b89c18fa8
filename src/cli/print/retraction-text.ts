import type { RetractionStatus } from '../../contract/notes/retraction.ts';
import { describeMark, markBeforeTitle } from '../../contract/wording/retraction.ts';
import { readRetraction } from '../../papers/retraction/status.ts';

/** What marks a paper in an answer. */
type Marked = Readonly<Record<string, unknown>>;

/** The mark before the title of a paper that does not state it itself. */
export function titleMark(paper: Marked): string {
  return markBeforeTitle(statusOf(paper));
}

/** `Retracted 2010-02-02: Misconduct by Author (retraction-watch)`; undefined if there is nothing to report. */
export function retractionText(paper: Marked): string | undefined {
  const status = statusOf(paper);
  if (status === undefined || status.kind === 'none') return undefined;
  return `${describeMark({ ...status, kind: status.kind })} (${status.from})`;
}

function statusOf({ retraction, retracted }: Marked): RetractionStatus | undefined {
  return readRetraction(retraction) ?? (retracted === true ? { kind: 'retracted', from: 'record' } : undefined);
}
