import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { SearchOutcome } from '../../jobs/ports/search-engine.ts';

/** What a poll of a job that succeeded is answered with: JSON, gzipped. It is stored like this and sent as stored. */
export function zippedAnswer(outcome: SearchOutcome): Uint8Array {
  return gzipSync(answerText(outcome));
}

const zip = promisify(gzip);

/** The same, zipped outside of this thread, which has requests to answer meanwhile. */
export function zippedAside(outcome: SearchOutcome): Promise<Uint8Array> {
  return zip(answerText(outcome));
}

function answerText({ papers, notes, sources = [], flow }: SearchOutcome): string {
  const reports = { notes, ...(sources.length > 0 && { sources }), ...(flow && { flow }) };
  return JSON.stringify({ status: 'success', results: papers, ...reports });
}
