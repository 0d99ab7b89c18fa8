/** The points at which the server is killed, seen by its clients and receivers; the product has no hook for this. */
export const SERVE_POINTS = [
  /** While it starts, or just after it has begun to listen. */
  'starting',
  /** A creation is on the wire and unanswered. */
  'creating',
  /** A creation is on the wire, and the store has made its next write: often the creation's own, with its charge. */
  'committing',
  /** The answer to a creation has just arrived. */
  'answered',
  /** A job is at work: the scraping service is asked for it. */
  'working',
  /** A callback has arrived at its receiver, which has not answered. */
  'sending',
  /** The receiver has just answered. */
  'delivered',
  'random',
] as const;
export type ServePoint = (typeof SERVE_POINTS)[number];

/** The peers report the server's progress; the first report of the awaited point triggers the kill. */
export class Points {
  #awaited: { point: ServePoint; act: () => void } | undefined;

  await(point: ServePoint, act: () => void): void {
    this.#awaited = { point, act };
  }

  reach(point: ServePoint): void {
    if (this.#awaited?.point !== point) return;
    const { act } = this.#awaited;
    this.#awaited = undefined;
    act();
  }
}
