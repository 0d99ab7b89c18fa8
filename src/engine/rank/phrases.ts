import type { IndexPart } from '../index/port.ts';

/** A word of a phrase and how far behind its first word it stands. */
export type PhraseWord = { number: number; offset: number };

/** A paper that holds a phrase, and how often. */
export type PhraseMatch = { slot: number; count: number };

/** Where a phrase may begin in some papers: for the nth of `slots`, `begins[starts[n]]` up to `starts[n + 1]`. */
type Beginnings = { slots: Int32Array; starts: Int32Array; begins: Int32Array };

/**
 * The papers of a part that hold all words at these distances, by slot. Places are read of the papers alone that hold
 * all the words somewhere.
 */
export function findPhrase(part: IndexPart, words: readonly PhraseWord[]): PhraseMatch[] {
  if (words.length === 0 || words.some(({ number }) => number < 0)) return [];
  const rarestFirst = [...words].sort((a, b) => part.papersWith(a.number) - part.papersWith(b.number));
  const slots = slotsWithAll(part, rarestFirst);
  if (slots.length === 0) return [];
  let found: Beginnings | undefined;
  for (const { number, offset } of rarestFirst) {
    const here = readBeginnings(part, number, offset, slots);
    found = found ? inBoth(found, here) : here;
  }
  const { starts } = found as Beginnings;
  const matches: PhraseMatch[] = [];
  slots.forEach((slot, at) => {
    const count = (starts[at + 1] as number) - (starts[at] as number);
    if (count > 0) matches.push({ slot, count });
  });
  return matches;
}

function slotsWithAll(part: IndexPart, words: readonly PhraseWord[]): Int32Array {
  let common: Int32Array | undefined;
  for (const { number } of words) {
    const { count, slots } = part.postings(number);
    common = common ? intersect(common, slots, count) : slots.slice(0, count);
    if (common.length === 0) break;
  }
  return common ?? new Int32Array(0);
}

/** Both rise; the first is the shorter one. */
function intersect(few: Int32Array, many: Int32Array, count: number): Int32Array {
  const kept = new Int32Array(few.length);
  let [size, at] = [0, 0];
  for (const slot of few) {
    while (at < count && (many[at] as number) < slot) at += 1;
    if (at === count) break;
    if (many[at] === slot) {
      kept[size] = slot;
      size += 1;
    }
  }
  return kept.slice(0, size);
}

/** The places of a word in these papers, moved to where the phrase would begin. */
function readBeginnings(part: IndexPart, number: number, offset: number, slots: Int32Array): Beginnings {
  const { starts, places } = part.places(number);
  const postings = part.postings(number);
  const ownStarts = new Int32Array(slots.length + 1);
  const begins: number[] = [];
  let at = 0;
  for (let nth = 0; nth < slots.length; nth += 1) {
    while ((postings.slots[at] as number) < (slots[nth] as number)) at += 1;
    for (let place = starts[at] as number; place < (starts[at + 1] as number); place += 1) {
      begins.push((places[place] as number) - offset);
    }
    ownStarts[nth + 1] = begins.length;
  }
  return { slots, starts: ownStarts, begins: Int32Array.from(begins) };
}

function inBoth(a: Beginnings, b: Beginnings): Beginnings {
  const starts = new Int32Array(a.slots.length + 1);
  const begins: number[] = [];
  for (let nth = 0; nth < a.slots.length; nth += 1) {
    let [x, y] = [a.starts[nth] as number, b.starts[nth] as number];
    const [endX, endY] = [a.starts[nth + 1] as number, b.starts[nth + 1] as number];
    while (x < endX && y < endY) {
      const difference = (a.begins[x] as number) - (b.begins[y] as number);
      if (difference === 0) begins.push(a.begins[x] as number);
      if (difference <= 0) x += 1;
      if (difference >= 0) y += 1;
    }
    starts[nth + 1] = begins.length;
  }
  return { slots: a.slots, starts, begins: Int32Array.from(begins) };
}
