import { gzipSync } from 'node:zlib';
import type { SearchOutcome } from '../../jobs/ports/search-engine.ts';

/** What a poll of a job that succeeded is answered with: JSON, gzipped. It is stored like this and sent as stored. */
export function zippedAnswer({ papers, notes, sources = [], flow }: SearchOutcome): Uint8Array {
  const reports = { notes, ...(sources.length > 0 && { sources }), ...(flow && { flow }) };
  return gzipSync(JSON.stringify({ status: 'success', results: papers, ...reports }));
}
