import { DamagedIndexError } from '../index-files.ts';

/** Decodes `count` delta-encoded values, starting at `from`, into `target`; returns the offset after them. */
export function readRising(bytes: Uint8Array, from: number, count: number, first: number, target: Int32Array): number {
  let at = from;
  let last = first;
  for (let index = 0; index < count; index += 1) {
    const byte = bytes[at] as number;
    // Without a branch for the second byte: processors cannot predict whether there is one.
    const more = byte >> 7;
    const next = (bytes[at + 1] as number) & -more;
    let value = (byte & 0x7f) | ((next & 0x7f) << 7);
    at += 1 + more;
    if (next > 0x7f) {
      let shift = 14;
      let further: number;
      do {
        further = bytes[at] as number;
        at += 1;
        value |= (further & 0x7f) << shift;
        shift += 7;
      } while (further > 0x7f && shift < 35);
    }
    last += value;
    target[index] = last;
  }
  // Reads past the end yield undefined, which decodes as 0.
  if (at > bytes.length) throw new DamagedIndexError('a list of the index is cut');
  return at;
}

export type VarintCursor = { at: number };

export function readVarint(bytes: Uint8Array, cursor: VarintCursor): number {
  let byte = bytes[cursor.at] as number;
  cursor.at += 1;
  if (byte <= 0x7f) return byte;
  let value = byte & 0x7f;
  for (let shift = 7; byte > 0x7f && shift < 35; shift += 7) {
    byte = bytes[cursor.at] as number;
    cursor.at += 1;
    value |= (byte & 0x7f) << shift;
  }
  if (cursor.at > bytes.length) throw new DamagedIndexError('a list of the index is cut');
  return value;
}

/** A buffer that is reused and grows to the largest requested length. */
export type Reusable<T extends Int32Array | Uint8Array> = { of(length: number): T };

export function reusable<T extends Int32Array | Uint8Array>(make: (length: number) => T): Reusable<T> {
  let list = make(1 << 10);
  return {
    of(length) {
      if (list.length < length) list = make(Math.max(length, list.length * 2));
      return list;
    },
  };
}
