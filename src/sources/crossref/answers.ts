import { type Fields, fieldsOf, numberOf, textOf } from '../../lib/json.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { readCrossref } from '../../papers/formats/read/crossref.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { failed, failureOf, jsonOf } from '../failures.ts';
import type { Failed, SourceAnswer, SourcePage } from '../source.ts';

/** The works of a list, or what is wrong with the answer. `found` counts what stood in it, papers or not. */
export function readWorks(answer: SourceAnswer): { records: PaperInput[]; found: number; total?: number } | Failed {
  const read = readMessage(answer);
  if ('failure' in read) return read;
  const { items, 'total-results': all } = read.message;
  if (!Array.isArray(items)) return failed('unreadable');
  const total = numberOf(all);
  return { records: items.flatMap(readRecord), found: items.length, ...omitUndefined({ total }) };
}

/** The works that were looked up: a list, or one work by itself; that a single one is not known is no failure. */
export function readLookedUp(answer: SourceAnswer): SourcePage {
  // In plain text, unlike all its other answers.
  if (answer.status === 404) return { records: [] };
  const read = readMessage(answer);
  if ('failure' in read) return read;
  const { message } = read;
  if (Array.isArray(message.items)) return { records: message.items.flatMap(readRecord) };
  return textOf(message.DOI) === undefined ? failed('unreadable') : { records: readRecord(message) };
}

/** Of a failure under a good status, `message` is a list of what is wrong with the request instead of an object. */
function readMessage(answer: SourceAnswer): { message: Fields } | Failed {
  const failure = failureOf(answer);
  if (failure) return failure;
  const { status, message } = fieldsOf(jsonOf(answer));
  return status === 'failed' ? failed('refused') : { message: fieldsOf(message) };
}

/** A work as a record; none for what is no paper (journals, components, reviews). */
function readRecord(json: unknown): PaperInput[] {
  const reading = readCrossref(json);
  return 'metadata' in reading ? [reading.metadata] : [];
}
