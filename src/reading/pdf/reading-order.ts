import type { Line } from './lines.ts';

/**
 * The reading order. A file's own order is nearly always right, and better than positions on the page suggest.
 * Positions are used only if that order alternates between columns or goes upwards.
 */

/** Lines in reading order, and whether it was derived from their positions. */
export function inReadingOrder(
  lines: readonly Line[],
  gutter: number | undefined,
): { lines: readonly Line[]; isRebuilt: boolean } {
  if (!isWoven(lines, gutter)) return { lines, isRebuilt: false };
  return { lines: gutter === undefined ? byPosition(lines) : byColumns(lines, gutter), isRebuilt: true };
}

function isWoven(lines: readonly Line[], gutter: number | undefined): boolean {
  let [hops, jumps] = [0, 0];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    if (!before) continue;
    const isSameBaseline = Math.abs(line.y - before.y) < line.height / 2;
    if (gutter !== undefined && isSameBaseline && before.x < gutter !== line.x < gutter) hops += 1;
    if (before.y - line.y > 2.5 * line.height) jumps += 1;
  }
  return hops > Math.max(3, 0.12 * lines.length) || jumps > Math.max(8, 0.3 * lines.length);
}

function byPosition(lines: readonly Line[]): Line[] {
  return [...lines].sort((one, other) =>
    Math.abs(one.y - other.y) < Math.min(one.height, other.height) / 2 ? one.x - other.x : one.y - other.y,
  );
}

/** Lines across both columns divide the page into bands; in each band the left column comes before the right one. */
function byColumns(lines: readonly Line[], gutter: number): Line[] {
  const ordered: Line[] = [];
  let [left, right]: [Line[], Line[]] = [[], []];
  const flush = () => {
    ordered.push(...left, ...right);
    [left, right] = [[], []];
  };
  for (const line of byPosition(lines)) {
    const margin = 0.8 * line.height;
    if (line.x < gutter - margin && line.right > gutter + margin) {
      flush();
      ordered.push(line);
    } else (line.x < gutter ? left : right).push(line);
  }
  flush();
  return ordered;
}
