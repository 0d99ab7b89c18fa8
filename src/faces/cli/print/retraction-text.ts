import { readRetraction } from '../../../papers/retraction/status.ts';
import type { RetractionStatus } from '../../../wording/notes/retraction.ts';
import { describeMark, markBeforeTitle } from '../../../wording/sentences/retraction.ts';
import type { Style } from './terminal.ts';

/** What marks a paper in an answer. */
type Marked = Readonly<Record<string, unknown>>;

/** The mark before the title of a paper that does not state it itself. */
export function titleMark(paper: Marked): string {
  return markBeforeTitle(statusOf(paper));
}

/** Text about a paper in the colour of its mark: red if it is retracted or a notice of that, yellow if in doubt. */
export function paintMark(paper: Marked, { paint }: Style, text: string): string {
  const kind = statusOf(paper)?.kind ?? 'none';
  return kind === 'none' ? text : paint(kind === 'retracted' || kind === 'notice' ? 'red' : 'yellow', text);
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
