import type { Reading } from '../../../src/papers/formats/read/reading.ts';
import { type Paper, toPaper } from '../../../src/papers/paper.ts';

/** The record that comes of a reading; the reading itself where it is no paper. */
export function recordOf(reading: Reading): Paper | Exclude<Reading, { facts: unknown }> | string {
  return 'facts' in reading ? toPaper(reading.facts) : reading;
}
