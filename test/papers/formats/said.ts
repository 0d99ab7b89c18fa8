import type { Reading } from '../../../src/papers/formats/read/reading.ts';
import { type PaperRecord, toRecord } from '../../../src/papers/record.ts';

/** The record that comes of a reading; the reading itself where it is no paper. */
export function recordOf(reading: Reading): PaperRecord | Exclude<Reading, { facts: unknown }> | string {
  return 'facts' in reading ? toRecord(reading.facts) : reading;
}
