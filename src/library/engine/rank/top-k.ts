/** A paper in the index, with its score. */
export type Hit = {
  /** Index of the segment in the snapshot, and docId in it. */
  segmentIndex: number;
  docId: number;
  id: number;
  score: number;
};

/** Whether `a` ranks before `b`: higher score first, ties by lower id, independent of segments. */
export function isBefore(a: Hit, b: Hit): boolean {
  return a.score > b.score || (a.score === b.score && a.id < b.id);
}

/** Collects the top k of the hits offered. */
export type TopK = {
  /** Lower scores cannot enter; equal ones may. */
  readonly minScore: number;
  offer(segmentIndex: number, docId: number, id: number, score: number): void;
  /** Best first. */
  take(): Hit[];
};

/**
 * A min-heap with the worst of the top k as root, in typed arrays because thousands are offered per hit. `leastScore`
 * is the initial `minScore`.
 */
export function createTopK(count: number, leastScore = 0): TopK {
  const scores = new Float64Array(count);
  const ids = new Int32Array(count);
  const docIds = new Int32Array(count);
  const segmentIndexes = new Int32Array(count);
  let size = 0;
  let minScore = count === 0 ? Number.POSITIVE_INFINITY : leastScore;

  const isWorse = (a: number, b: number) =>
    (scores[a] as number) < (scores[b] as number) ||
    (scores[a] === scores[b] && (ids[a] as number) > (ids[b] as number));

  const move = (from: number, to: number) => {
    scores[to] = scores[from] as number;
    ids[to] = ids[from] as number;
    docIds[to] = docIds[from] as number;
    segmentIndexes[to] = segmentIndexes[from] as number;
  };

  const isWorseThan = (at: number, score: number, id: number) =>
    (scores[at] as number) < score || (scores[at] === score && (ids[at] as number) > id);

  /** Sifts up from a free index; returns the index where this score and id belong. */
  const rise = (from: number, score: number, id: number): number => {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (isWorseThan(parent, score, id)) break;
      move(parent, at);
      at = parent;
    }
    return at;
  };

  const sink = (score: number, id: number): number => {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) return at;
      if (child + 1 < size && isWorse(child + 1, child)) child += 1;
      if (!isWorseThan(child, score, id)) return at;
      move(child, at);
      at = child;
    }
  };

  return {
    get minScore() {
      return minScore;
    },
    offer(segmentIndex, docId, id, score) {
      let at: number;
      if (size < count) {
        at = rise(size, score, id);
        size += 1;
      } else {
        if (count === 0 || !isWorseThan(0, score, id)) return;
        at = sink(score, id);
      }
      scores[at] = score;
      ids[at] = id;
      docIds[at] = docId;
      segmentIndexes[at] = segmentIndex;
      if (size === count) minScore = scores[0] as number;
    },
    take: () =>
      Array.from({ length: size }, (_, at) => ({
        segmentIndex: segmentIndexes[at] as number,
        docId: docIds[at] as number,
        id: ids[at] as number,
        score: scores[at] as number,
      })).sort((a, b) => (isBefore(a, b) ? -1 : 1)),
  };
}

/** The upper bits of a float: its exponent and enough of its fraction to tell scores apart by 1.6 %. */
const BUCKET_SHIFT = 17;
const buckets = new Int32Array(1 << (31 - BUCKET_SHIFT));

/** Every fourth score is sampled, so that about four times as many scores as requested reach the lower bound. */
const SAMPLE = 4;

/**
 * A lower bound that at least `count` of all scores reach, and not many more; 0 if the sample has too few scores above
 * 0. It saves the heap most offers that would be rejected. Scores must not be negative.
 */
export function lowerBound(all: readonly Float32Array[], count: number): number {
  buckets.fill(0);
  for (const scores of all) {
    // The bits of non-negative floats, read as integers, have the same order as the floats.
    const bits = new Int32Array(scores.buffer, scores.byteOffset, scores.length);
    for (let docId = 0; docId < bits.length; docId += SAMPLE) {
      const bucket = (bits[docId] as number) >>> BUCKET_SHIFT;
      buckets[bucket] = (buckets[bucket] as number) + 1;
    }
  }
  let reached = 0;
  for (let bucket = buckets.length - 1; bucket > 0; bucket -= 1) {
    reached += buckets[bucket] as number;
    if (reached >= count) return new Float32Array(Int32Array.of(bucket << BUCKET_SHIFT).buffer)[0] as number;
  }
  return 0;
}
