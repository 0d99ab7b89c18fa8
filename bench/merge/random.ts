/** Random choices from a seed (Tommy Ettinger's mulberry32). */
export type Random = {
  /** From 0 up to 1, exclusive. */
  next(): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
};

export function randomOf(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    pick: (values) => values[Math.floor(next() * values.length)] as (typeof values)[0],
  };
}
