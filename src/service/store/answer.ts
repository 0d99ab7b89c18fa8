import { promisify } from 'node:util';
import { gzip, gzipSync, type ZlibOptions } from 'node:zlib';
import { renderReports } from '../../contract/wording/sources.ts';
import type { SearchOutcome } from '../../jobs/ports/search-engine.ts';
import { wireNotes } from './wire-notes.ts';

/** Two thirds of the time of the default, for 4 % more bytes: zipping is most of what the end of a job costs. */
const HOW = { level: 4 };

/** What a poll of a job that succeeded is answered with: JSON, gzipped. It is stored like this and sent as stored. */
export function zippedAnswer(outcome: SearchOutcome): Uint8Array {
  return gzipSync(answerText(outcome), HOW);
}

const zip = promisify<string, ZlibOptions, Buffer>(gzip);

/** The same, zipped outside of this thread, which has requests to answer meanwhile. */
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
