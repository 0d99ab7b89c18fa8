import type { IndexPart, IndexSnapshot } from '../index/index-reader.ts';
import { DIFFUSION } from './constants.ts';
import { impactOf } from './score.ts';
import type { CollectionStatistics } from './statistics.ts';
import { createTermMarks, type TermMarks } from './term-ordinals.ts';
import type { Hit } from './top-k.ts';

const { terms: MAX_TERMS, neighbours: MAX_NEIGHBOURS } = DIFFUSION;

/**
 * Papers by their heaviest terms, as vectors of length 1: those of the nth lie from n * MAX_TERMS on. Terms are
 * numbered as they came.
 */
type Sketches = { counts: Uint8Array; terms: Int32Array; values: Float32Array; termCount: number };

/** Which papers hold a term, and what it weighs there: those of term t lie from `starts[t]` up to `starts[t + 1]`. */
type Holders = { starts: Int32Array; papers: Int32Array; values: Float32Array };

/**
 * What the best papers of a list gain from each other, per place in the list: the mean score of the papers that are
 * most like it, as far as they are. A paper among good ones is a good one, whatever words it uses.
 */
export function gainFromNeighbours(
  snapshot: IndexSnapshot,
  list: readonly Hit[],
  statistics: CollectionStatistics,
): Float64Array {
  const sketches = sketchAll(snapshot, list, statistics);
  const holders = invert(sketches);
  const gains = new Float64Array(list.length);
  const likeness = new Float64Array(list.length);
  const touched = new Int32Array(list.length);
  for (let place = 0; place < list.length; place += 1) {
    const count = addLikeness(place, sketches, holders, likeness, touched);
    // In the order of the list, so that equally near ones are taken from its top.
    const near = touched.subarray(0, count).sort();
    gains[place] = meanOfNearest(place, near, likeness, list);
    for (const other of near) likeness[other] = 0;
  }
  return gains;
}

function addLikeness(
  place: number,
  { counts, terms, values }: Sketches,
  holders: Holders,
  likeness: Float64Array,
  touched: Int32Array,
): number {
  let count = 0;
  const first = place * MAX_TERMS;
  for (let at = first; at < first + (counts[place] as number); at += 1) {
    const term = terms[at] as number;
    const end = holders.starts[term + 1] as number;
    for (let nth = holders.starts[term] as number; nth < end; nth += 1) {
      const other = holders.papers[nth] as number;
      if (likeness[other] === 0) {
        touched[count] = other;
        count += 1;
      }
      likeness[other] = (likeness[other] as number) + (values[at] as number) * (holders.values[nth] as number);
    }
  }
  return count;
}

function meanOfNearest(own: number, near: Int32Array, likeness: Float64Array, list: readonly Hit[]): number {
  const nearest: number[] = [];
  for (const place of near) {
    const value = likeness[place] as number;
    let at = nearest.length;
    if (place === own || (at === MAX_NEIGHBOURS && value <= (likeness[nearest[at - 1] as number] as number))) continue;
    if (at < MAX_NEIGHBOURS) nearest.push(place);
    else at -= 1;
    for (; at > 0 && (likeness[nearest[at - 1] as number] as number) < value; at -= 1)
      nearest[at] = nearest[at - 1] as number;
    nearest[at] = place;
  }
  let [sum, weight] = [0, 0];
  for (const place of nearest) {
    sum += (likeness[place] as number) * (list[place] as Hit).score;
    weight += likeness[place] as number;
  }
  return weight === 0 ? 0 : sum / weight;
}

function sketchAll({ parts }: IndexSnapshot, list: readonly Hit[], statistics: CollectionStatistics): Sketches {
  const marks = createTermMarks(parts, statistics);
  const sketches: Sketches = {
    counts: new Uint8Array(list.length),
    terms: new Int32Array(list.length * MAX_TERMS),
    values: new Float32Array(list.length * MAX_TERMS),
    termCount: 0,
  };
  list.forEach((hit, place) => {
    sketch(parts[hit.part] as IndexPart, hit, place * MAX_TERMS, sketches, statistics, marks);
  });
  sketches.termCount = marks.facts.length;
  marks.clear();
  return sketches;
}

/** Writes the paper's heaviest terms from `first` on. */
function sketch(
  part: IndexPart,
  { part: place, slot }: Hit,
  first: number,
  { counts, terms, values }: Sketches,
  statistics: CollectionStatistics,
  marks: TermMarks,
): void {
  const idfs = statistics.tellingIdf(place);
  const vector = part.vector(slot);
  let size = 0;
  for (let nth = 0; nth < vector.count; nth += 1) {
    const number = vector.terms[nth] as number;
    const idf = idfs(number);
    if (idf === 0) continue;
    const value = Math.fround(idf * impactOf(vector.frequencies[nth] as number, slot, part, statistics.lengthFactors));
    if (size === MAX_TERMS && value <= (values[first + size - 1] as number)) continue;
    if (size < MAX_TERMS) size += 1;
    let at = first + size - 1;
    for (; at > first && (values[at - 1] as number) < value; at -= 1) {
      values[at] = values[at - 1] as number;
      terms[at] = terms[at - 1] as number;
    }
    values[at] = value;
    terms[at] = number;
  }
  let squares = 0;
  for (let at = first; at < first + size; at += 1) squares += (values[at] as number) ** 2;
  const length = Math.sqrt(squares) || 1;
  for (let at = first; at < first + size; at += 1) {
    values[at] = (values[at] as number) / length;
    terms[at] = marks.placeOf(place, terms[at] as number);
  }
  counts[first / MAX_TERMS] = size;
}

/** Terms that a large part of the list holds make all papers alike; one that a single paper holds connects nothing. */
function invert({ counts, terms, values, termCount }: Sketches): Holders {
  const sizes = new Int32Array(termCount);
  forEachEntry(counts, (_, at) => {
    sizes[terms[at] as number] = (sizes[terms[at] as number] as number) + 1;
  });
  const most = counts.length * DIFFUSION.mostShareOfList;
  const starts = new Int32Array(termCount + 1);
  for (let term = 0; term < termCount; term += 1) {
    const size = sizes[term] as number;
    starts[term + 1] = (starts[term] as number) + (size < 2 || size > most ? 0 : size);
  }
  const next = starts.slice();
  const papers = new Int32Array(starts[termCount] as number);
  const weights = new Float32Array(papers.length);
  forEachEntry(counts, (place, at) => {
    const term = terms[at] as number;
    if (starts[term] === starts[term + 1]) return;
    papers[next[term] as number] = place;
    weights[next[term] as number] = values[at] as number;
    next[term] = (next[term] as number) + 1;
  });
  return { starts, papers, values: weights };
}

function forEachEntry(counts: Uint8Array, visit: (place: number, at: number) => void): void {
  for (let place = 0; place < counts.length; place += 1) {
    const first = place * MAX_TERMS;
    for (let at = first; at < first + (counts[place] as number); at += 1) visit(place, at);
  }
}
