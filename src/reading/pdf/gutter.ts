import { mostFrequent } from '../../lib/groups.ts';
import type { Line } from './lines.ts';

/** The empty strip between two columns. */

/** Shorter segments are cells, labels and formulas. */
const MIN_CHARACTERS = 12;
const MIN_LINES = 12;
const MAX_CROSSING = 0.22;
const MIN_SIDE = 0.15;
const MIN_SIDE_LINES = 5;
const MIN_ALIGNED = 0.35;
const MAX_CROSSING_OF_OTHERS = 0.4;

/** The x of each page's gutter. A page whose lines do not show one gets the median of the others. */
export function findGutters(pages: readonly (readonly Line[])[], bodyHeight: number): (number | undefined)[] {
  const found = pages.map((lines) => pageGutter(longLines(lines, bodyHeight)));
  const gutters = found.filter((gutter) => gutter !== undefined).sort((one, other) => one - other);
  if (gutters.length * 2 <= pages.length) return found;
  const middle = gutters[Math.floor(gutters.length / 2)] as number;
  return found.map((gutter, at) => {
    if (gutter !== undefined) return gutter;
    const lines = longLines(pages[at] ?? [], bodyHeight);
    return crossings(lines, middle) < MAX_CROSSING_OF_OTHERS * lines.length ? middle : undefined;
  });
}

function longLines(lines: readonly Line[], bodyHeight: number): Line[] {
  return lines.filter(
    ({ text, height }) => text.length > MIN_CHARACTERS && height >= 0.75 * bodyHeight && height <= 1.3 * bodyHeight,
  );
}

function crossings(lines: readonly Line[], at: number): number {
  return lines.filter(({ x, right }) => x < at && right > at).length;
}

function pageGutter(lines: readonly Line[]): number | undefined {
  if (lines.length < MIN_LINES) return undefined;
  const [lefts, rights] = [lines.map(({ x }) => x), lines.map(({ right }) => right)];
  const left = percentile(lefts, 0.03);
  const width = percentile(rights, 0.97) - left;
  if (!(width > 0)) return undefined;
  const candidates = Array.from({ length: 161 }, (_, nth) => left + width * (0.3 + nth * 0.0025));
  const counts = candidates.map((at) => crossings(lines, at));
  const fewest = Math.min(...counts);
  const best = candidates.filter((_, nth) => counts[nth] === fewest);
  const at = best[Math.floor(best.length / 2)] as number;
  const ofRight = lefts.filter((x) => x >= at);
  const leftLines = rights.filter((right) => right <= at).length;
  const minSide = Math.max(MIN_SIDE * lines.length, MIN_SIDE_LINES);
  if (fewest > MAX_CROSSING * lines.length || ofRight.length < minSide || leftLines < minSide) return undefined;
  const edge = mostFrequent(ofRight.map((x) => Math.round(x)));
  const aligned = ofRight.filter((x) => Math.abs(x - edge) <= 2).length;
  return aligned >= MIN_ALIGNED * ofRight.length ? at : undefined;
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
}
