import type { RetractionStatus } from '../../../papers/retraction/notes.ts';
import { describeMark, markBeforeTitle } from '../../../papers/retraction/sentences.ts';
import { readRetraction } from '../../../papers/retraction/status.ts';
import type { Style } from './terminal.ts';

/** The fields of a paper in an answer that state its retraction status. */
type Marked = Readonly<Record<string, unknown>>;

/** The mark before a title that does not itself say that the paper is retracted. */
export function titleMark(paper: Marked): string {
  return markBeforeTitle(readStatus(paper));
}

const RED: readonly RetractionStatus['kind'][] = ['retracted', 'withdrawn', 'notice'];

/** Colours a text about a paper: red if it is retracted, withdrawn or a retraction notice, yellow if it is in doubt. */
export function paintMark(paper: Marked, { paint }: Style, text: string): string {
  const kind = readStatus(paper)?.kind ?? 'none';
  return kind === 'none' ? text : paint(RED.includes(kind) ? 'red' : 'yellow', text);
}

/** `Retracted 2010-02-02: Misconduct by Author (retraction-watch)`; undefined if there is nothing to report. */
export function retractionText(paper: Marked): string | undefined {
  const status = readStatus(paper);
  if (status === undefined || status.kind === 'none') return undefined;
  return `${describeMark({ ...status, kind: status.kind })} (${status.from})`;
}

function readStatus({ retraction, retracted }: Marked): RetractionStatus | undefined {
  return readRetraction(retraction) ?? (retracted === true ? { kind: 'retracted', from: 'record' } : undefined);
}
