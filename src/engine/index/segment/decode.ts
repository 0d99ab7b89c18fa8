import { DamagedIndexError } from '../index-files.ts';

/** Decodes `count` delta-encoded values from `from` on into `target`; returns the offset after them. */
export function readRising(bytes: Uint8Array, from: number, count: number, first: number, target: Int32Array): number {
  let at = from;
  let last = first;
  for (let index = 0; index < count; index += 1) {
    let byte = bytes[at] as number;
    at += 1;
    if (byte > 0x7f) {
      let shift = 7;
      let value = byte & 0x7f;
      do {
        byte = bytes[at] as number;
        at += 1;
        value |= (byte & 0x7f) << shift;
        shift += 7;
      } while (byte > 0x7f && shift < 35);
      last += value;
    } else last += byte;
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
