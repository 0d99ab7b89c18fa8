type Place = { x: number; y: number };

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** The nearest point in the direction of an arrow key; what lies aside counts as farther away. */
export function nearest<T extends Place>(points: readonly T[], from: T, key: string): T | undefined {
  const [right, down] = DIRECTIONS[key] ?? [0, 0];
  let best: { point: T; distance: number } | undefined;
  for (const point of points) {
    const ahead = (point.x - from.x) * right + (point.y - from.y) * down;
    const aside = Math.abs((point.x - from.x) * down) + Math.abs((point.y - from.y) * right);
    if (point === from || ahead <= 0) continue;
    const distance = ahead + 2 * aside;
    if (!best || distance < best.distance) best = { point, distance };
  }
  return best?.point;
}
