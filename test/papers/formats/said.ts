import type { ParsedEntry } from '../../../src/papers/formats/read/parsed-entry.ts';
import { type Paper, toPaper } from '../../../src/papers/paper.ts';

/** The record that comes of a reading; the reading itself where it is no paper. */
export function recordOf(reading: ParsedEntry): Paper | Exclude<ParsedEntry, { facts: unknown }> | string {
  return 'facts' in reading ? toPaper(reading.facts) : reading;
}
