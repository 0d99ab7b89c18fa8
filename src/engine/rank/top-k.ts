/** A paper in the index, with its score. */
export type Hit = {
  /** Which part of the snapshot, and where in it. */
  segmentIndex: number;
  docId: number;
  id: number;
  score: number;
};

/** Whether the first stands before the second: the higher score, then the lower id, whatever the parts are. */
export function isBefore(a: Hit, b: Hit): boolean {
  return a.score > b.score || (a.score === b.score && a.id < b.id);
}

/** Keeps the best `count` of what is offered. */
export type TopK = {
  /** A score below this has no chance; equal ones may have. */
  readonly minScore: number;
  offer(segmentIndex: number, docId: number, id: number, score: number): void;
  /** Best first. */
  take(): Hit[];
};

/**
 * A heap whose root is the worst that is kept. Numbers lie in lists of their own: thousands are offered for one that
 * stays.
 */
export function createTopK(count: number): TopK {
  const scores = new Float64Array(count);
  const ids = new Int32Array(count);
  const docIds = new Int32Array(count);
  const segmentIndexes = new Int32Array(count);
  let size = 0;
  let minScore = count === 0 ? Number.POSITIVE_INFINITY : 0;

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

  /** From a free place on: where something of this score and id belongs, with everything in its way moved. */
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
