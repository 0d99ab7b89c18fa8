import { promisify } from 'node:util';
import { gzip, gzipSync, type ZlibOptions } from 'node:zlib';
import type { SearchOutcome } from '../../jobs/ports/search-engine.ts';
import type { SearchNote } from '../../wording/notes/search-notes.ts';
import { PLAIN_WORDING } from '../../wording/sentences/plain.ts';
import { renderReports } from '../../wording/sentences/sources.ts';

/** Two thirds of the default level's time for 4 % more bytes; compression is most of the cost of finishing a job. */
const HOW = { level: 4 };

/** The answer to a poll of a successful job: JSON, gzipped. It is stored in this form and sent as stored. */
export function zippedAnswer(outcome: SearchOutcome): Uint8Array {
  return gzipSync(answerText(outcome), HOW);
}

const zip = promisify<string, ZlibOptions, Buffer>(gzip);

/** As `zippedAnswer`, but compressed in another thread, because this one has requests to answer. */
export function zippedAside(outcome: SearchOutcome): Promise<Uint8Array> {
  return zip(answerText(outcome), HOW);
}

function answerText({ papers, notes, sources = [], flow }: SearchOutcome): string {
  const reports = {
    ...wireNotes(notes),
    ...(sources.length > 0 && { sources: renderReports(sources) }),
    ...(flow && { flow }),
  };
  return JSON.stringify({ status: 'success', results: papers, ...reports });
}

/** Notes in the service's answers: sentences for any program, and values for ours. */
export function wireNotes(noteData: readonly SearchNote[]): { notes: string[]; noteData: readonly SearchNote[] } {
  return { notes: PLAIN_WORDING.notes(noteData), noteData };
}
