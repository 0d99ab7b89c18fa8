/** Positions on the axes of charts. */

/** Interpolates a position from a value. */
export function linear(from: readonly [number, number], to: readonly [number, number]): (value: number) => number {
  const span = from[1] - from[0] || 1;
  return (value) => to[0] + ((value - from[0]) / span) * (to[1] - to[0]);
}

/** Round steps (1, 2, 5, 10 ...) from `from` to `to`, at most `most` of them. */
export function ticks(from: number, to: number, most: number): number[] {
  const rough = Math.max((to - from) / most, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(Math.floor((to - first) / step) + 1, 0) }, (_, index) => first + index * step);
}

/** 0, 1, 10, 100 ... up to the first not below `max`. */
export function powers(max: number): number[] {
  const values = [0, 1];
  while ((values.at(-1) as number) < max) values.push((values.at(-1) as number) * 10);
  return values;
}
