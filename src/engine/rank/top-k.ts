/** A paper in the index, with its score. */
export type Hit = {
  /** Which part of the snapshot, and where in it. */
  part: number;
  slot: number;
  id: number;
  score: number;
};

/** Whether the first stands before the second: the higher score, then the lower id, whatever the parts are. */
export function isBefore(a: Hit, b: Hit): boolean {
  return a.score > b.score || (a.score === b.score && a.id < b.id);
}

/** Keeps the best `count` of what is offered. */
export type BestHits = {
  /** A score below this has no chance; equal ones may have. */
  readonly least: number;
  offer(part: number, slot: number, id: number, score: number): void;
  /** Best first. */
  take(): Hit[];
};

/**
 * A heap whose root is the worst that is kept. Numbers lie in lists of their own: thousands are offered for one that
 * stays.
 */
export function createBestHits(count: number): BestHits {
  const scores = new Float64Array(count);
  const ids = new Int32Array(count);
  const slots = new Int32Array(count);
  const parts = new Int32Array(count);
  let size = 0;
  let least = count === 0 ? Number.POSITIVE_INFINITY : 0;

  const isWorse = (a: number, b: number) =>
    (scores[a] as number) < (scores[b] as number) ||
    (scores[a] === scores[b] && (ids[a] as number) > (ids[b] as number));

  const move = (from: number, to: number) => {
    scores[to] = scores[from] as number;
    ids[to] = ids[from] as number;
    slots[to] = slots[from] as number;
    parts[to] = parts[from] as number;
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
    get least() {
      return least;
    },
    offer(part, slot, id, score) {
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
      slots[at] = slot;
      parts[at] = part;
      if (size === count) least = scores[0] as number;
    },
    take: () =>
      Array.from({ length: size }, (_, at) => ({
        part: parts[at] as number,
        slot: slots[at] as number,
        id: ids[at] as number,
        score: scores[at] as number,
      })).sort((a, b) => (isBefore(a, b) ? -1 : 1)),
  };
}
