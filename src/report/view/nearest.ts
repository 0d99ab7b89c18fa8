type Position = { x: number; y: number };

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** The nearest point in an arrow key's direction. Sideways distance counts more. */
export function nearest<T extends Position>(points: readonly T[], from: T, key: string): T | undefined {
  const [right, down] = DIRECTIONS[key] ?? [0, 0];
  let best: T | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const point of points) {
    const [x, y] = [point.x - from.x, point.y - from.y];
    const ahead = x * right + y * down;
    const distance = ahead + 2 * Math.abs(x * down + y * right);
    if (ahead <= 0 || distance >= least) continue;
    [best, least] = [point, distance];
  }
  return best;
}
