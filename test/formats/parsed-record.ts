import type { ParsedEntry } from '../../src/formats/parsed-entry.ts';
import { type Paper, toPaper } from '../../src/papers/paper.ts';

/** The record that comes of a reading; the reading itself where it is no paper. */
export function recordOf(reading: ParsedEntry): Paper | Exclude<ParsedEntry, { metadata: unknown }> | string {
  return 'metadata' in reading ? toPaper(reading.metadata) : reading;
}
