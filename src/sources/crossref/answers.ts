import { readCrossref } from '../../formats/read/crossref.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf, textsOf } from '../../lib/json.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { failed, failureOf, jsonOf } from '../failures.ts';
import type { Failed, SourceAnswer, SourcePage } from '../source.ts';

/** The works of a list; `found` counts its entries, papers or not. */
export function readWorks(answer: SourceAnswer): { records: PaperInput[]; count: number; total?: number } | Failed {
  const read = readMessage(answer);
  if ('failure' in read) return read;
  const { items, 'total-results': all } = read.message;
  if (!Array.isArray(items)) return failed('unreadable');
  const total = numberOf(all);
  return { records: items.flatMap(readRecord), count: items.length, ...omitUndefined({ total }) };
}

/** Looked-up works: a list, or a single work, which may be unknown. */
export function readLookedUp(answer: SourceAnswer): SourcePage {
  if (answer.status === 404) return { records: [] };
  const read = readMessage(answer);
  if ('failure' in read) return read;
  const { message } = read;
  if (Array.isArray(message.items)) return { records: message.items.flatMap(readRecord) };
  return textOf(message.DOI) === undefined ? failed('unreadable') : { records: readRecord(message) };
}

/** The `message` object; a failure may come with a good status. */
function readMessage(answer: SourceAnswer): { message: Fields } | Failed {
  const failure = failureOf(answer);
  if (failure) return failure;
  const { status, message } = fieldsOf(jsonOf(answer));
  return status === 'failed' ? failed('refused') : { message: fieldsOf(message) };
}

/** A work as a record; none for journals, components and reviews. */
function readRecord(json: unknown): PaperInput[] {
  const reading = readCrossref(json);
  if (!('metadata' in reading)) return [];
  const cited = listOf(fieldsOf(json).reference).map((reference) => fieldsOf(reference).DOI);
  return [{ ...reading.metadata, referencedWorks: textsOf(cited) }];
}
