/** LEB128 varints: seven bits per byte, lowest first; the high bit says that more follow. */

export type ByteSink = {
  readonly size: number;
  varint(value: number): void;
  /** Delta-encodes `values` from `from` up to `to`, preceded by their number. */
  rising(values: ArrayLike<number>, from: number, to: number): void;
  byte(value: number): void;
  bytes(source: Uint8Array): void;
  text(value: string): void;
  /** Everything written so far, valid until the next write. */
  view(): Uint8Array;
  clear(): void;
};

const MAX_VARINT_BYTES = 5;
const encoder = new TextEncoder();

/** Values may be up to 2^32 - 1. */
export function createByteSink(capacity = 1 << 16): ByteSink {
  let buffer = new Uint8Array(capacity);
  let size = 0;
  const reserve = (more: number) => {
    if (size + more <= buffer.length) return;
    const larger = new Uint8Array(Math.max(buffer.length * 2, size + more));
    larger.set(buffer.subarray(0, size));
    buffer = larger;
  };
  const varint = (value: number) => {
    reserve(MAX_VARINT_BYTES);
    let rest = value;
    while (rest > 0x7f) {
      buffer[size] = (rest & 0x7f) | 0x80;
      size += 1;
      rest >>>= 7;
    }
    buffer[size] = rest;
    size += 1;
  };
  return {
    get size() {
      return size;
    },
    varint,
    rising(values, from, to) {
      varint(to - from);
      let last = 0;
      for (let at = from; at < to; at += 1) {
        const next = values[at] as number;
        varint(next - last);
        last = next;
      }
    },
    byte(value) {
      reserve(1);
      buffer[size] = value;
      size += 1;
    },
    bytes(source) {
      reserve(source.length);
      buffer.set(source, size);
      size += source.length;
    },
    text(value) {
      const start = size;
      reserve(value.length);
      for (let at = 0; at < value.length; at += 1) {
        const unit = value.charCodeAt(at);
        if (unit > 0x7f) {
          size = start;
          this.bytes(encoder.encode(value));
          return;
        }
        buffer[size] = unit;
        size += 1;
      }
    },
    view: () => buffer.subarray(0, size),
    clear: () => {
      size = 0;
    },
  };
}
