import { promisify } from 'node:util';
import { gzip, gzipSync, type ZlibOptions } from 'node:zlib';
import type { SearchOutcome } from '../../jobs/ports/search-engine.ts';
import { renderReports } from '../../wording/sentences/sources.ts';
import { wireNotes } from './wire-notes.ts';

/** Two thirds of the default's time for 4 % more bytes. Compressing is most of the cost of ending a job. */
const HOW = { level: 4 };

/** The answer to a poll of a job that succeeded: JSON, gzipped. It is stored like this and sent as stored. */
export function zippedAnswer(outcome: SearchOutcome): Uint8Array {
  return gzipSync(answerText(outcome), HOW);
}

const zip = promisify<string, ZlibOptions, Buffer>(gzip);

/** The same, compressed in another thread, because this one has requests to answer. */
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
