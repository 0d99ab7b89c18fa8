/** Maps ASCII words to numbers without allocating strings; open addressing with FNV-1a hashes. */
export type AsciiTermTable = {
  readonly size: number;
  /** The number stored for `text.slice(start, end)`; -1 if absent. */
  find(text: string, start: number, end: number): number;
  /** Stores a number. The word must not be stored yet. */
  add(text: string, start: number, end: number, number: number): void;
};

const INITIAL_SLOTS = 1 << 14;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

export function createAsciiTermTable(): AsciiTermTable {
  let slots = new Int32Array(INITIAL_SLOTS);
  let mask = INITIAL_SLOTS - 1;
  let letters = new Uint8Array(1 << 17);
  let starts = new Uint32Array(1 << 13);
  let numbers = new Int32Array(1 << 13);
  let hashes = new Int32Array(1 << 13);
  let size = 0;

  const isEntry = (entry: number, text: string, start: number, end: number) => {
    let at = starts[entry] as number;
    if ((starts[entry + 1] as number) - at !== end - start) return false;
    for (let index = start; index < end; index += 1) {
      if (letters[at] !== text.charCodeAt(index)) return false;
      at += 1;
    }
    return true;
  };

  const insert = (entry: number) => {
    let slot = (hashes[entry] as number) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = entry + 1;
  };

  const grow = () => {
    if (size + 2 > starts.length) {
      [starts, numbers, hashes] = [larger(starts), larger(numbers), larger(hashes)];
    }
    if (size * 2 < slots.length) return;
    slots = new Int32Array(slots.length * 2);
    mask = slots.length - 1;
    for (let entry = 0; entry < size; entry += 1) insert(entry);
  };

  return {
    get size() {
      return size;
    },
    find(text, start, end) {
      const hash = hashOf(text, start, end);
      for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
        const entry = (slots[slot] as number) - 1;
        if (entry < 0) return -1;
        if (hashes[entry] === hash && isEntry(entry, text, start, end)) return numbers[entry] as number;
      }
    },
    add(text, start, end, number) {
      grow();
      const first = starts[size] as number;
      while (first + end - start > letters.length) letters = larger(letters);
      for (let index = start; index < end; index += 1) letters[first + index - start] = text.charCodeAt(index);
      starts[size + 1] = first + end - start;
      numbers[size] = number;
      hashes[size] = hashOf(text, start, end);
      insert(size);
      size += 1;
    },
  };
}

function hashOf(text: string, start: number, end: number): number {
  let hash = FNV_OFFSET;
  for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  return hash ^ (hash >>> 15);
}

function larger<T extends Uint8Array | Uint32Array | Int32Array>(list: T): T {
  const copy = new (list.constructor as new (length: number) => T)(list.length * 2);
  copy.set(list);
  return copy;
}
