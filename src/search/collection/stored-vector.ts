import { asFields, asList, type Fields } from '../../lib/json.ts';
import { forEachTerm, type PackedVector } from '../../library/engine/index/segment/vector-segment.ts';
import { CollectionError } from './collection-error.ts';

/**
 * How the engine stores the terms of a paper: one value in base64, which it returns without reading the record. It
 * begins with the lengths of the fields and the document's id; then follow the terms, each with its length in bytes
 * before it and its packed frequencies after it.
 */

/** A paper as the engine finds it: enough to rank it, and the id of its document. */
export type Candidate = { id: string; vector: PackedVector };

const HEAD_BYTES = 8;

export function writeVector({ id, vector: { lengths, packed } }: Candidate): string {
  const idBytes = Buffer.from(id);
  const head = Buffer.alloc(HEAD_BYTES);
  for (const [at, number] of [lengths.title, lengths.abstract, lengths.summary, idBytes.length].entries())
    head.writeUInt16LE(number, 2 * at);
  return Buffer.concat([head, idBytes, Buffer.from(packed, 'latin1')]).toString('base64');
}

/** Reads what `writeVector` wrote, from a hit. Throws a CollectionError for anything else. */
export function readCandidate({ fields }: Fields): Candidate {
  const [value] = asList(asFields(fields).vector);
  const bytes = Buffer.from(typeof value === 'string' ? value : '', 'base64');
  if (bytes.length < HEAD_BYTES) throw noVector();
  const [title, abstract, summary] = [bytes.readUInt16LE(0), bytes.readUInt16LE(2), bytes.readUInt16LE(4)];
  const start = HEAD_BYTES + bytes.readUInt16LE(6);
  const id = bytes.toString('utf8', HEAD_BYTES, start);
  const packed = bytes.toString('latin1', start);
  if (id === '' || start > bytes.length || forEachTerm(packed, () => {}) !== packed.length) throw noVector();
  return { id, vector: { lengths: { title, abstract, summary }, packed } };
}

function noVector() {
  return new CollectionError('unreadable', 'foreign-record');
}
