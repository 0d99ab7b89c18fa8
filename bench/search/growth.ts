import type { EngineName } from './engines.ts';
import { ENGINE_LABELS, type SizeFigures } from './measure-size.ts';

/** What a figure is expected to be at sizes that were not measured: a straight line over the number of papers. */
type Growth = {
  what: string;
  /** At the largest size: as measured, and as the line through the smaller sizes foretells it. */
  measured: number;
  foretold: number;
  /** By the line through all sizes. */
  atFar: number;
};

type Point = { papers: number; value: number };

/** The size that the lines are drawn out to. */
export const FAR_PAPERS = 10_000_000;
/** A line through fewer smaller sizes would fit whatever they are. */
const LEAST_SIZES = 4;

const FIGURES: Record<string, (figures: NonNullable<SizeFigures['engines'][EngineName]>) => number | undefined> = {
  'building, s': ({ build }) => build.addSeconds + build.mergeSeconds,
  'building, processor s': ({ build }) => build.processorSeconds,
  'on disk, MB': ({ build }) => build.megabytes,
  'memory after opening, MB': ({ warm }) => warm.rss.open,
  'memory after the searches, MB': ({ warm }) => warm.rss.after,
  'opening, ms': ({ cold }) => cold[0]?.openMs,
  'keywords, p50 ms': ({ warm }) => warm.cells.find(({ kind }) => kind === 'keywords')?.times.p50,
  'keywords, processor ms': ({ warm }) => warm.cells.find(({ kind }) => kind === 'keywords')?.processorMs,
  '1,000 characters, p50 ms': ({ warm }) => warm.cells.find(({ kind }) => kind === '1,000 characters')?.times.p50,
  '1,000 characters, processor ms': ({ warm }) =>
    warm.cells.find(({ kind }) => kind === '1,000 characters')?.processorMs,
};

/** The growth of each figure of each engine; none if too few sizes were measured. */
export function describeGrowth(sizes: readonly SizeFigures[]): Growth[] {
  if (sizes.length < LEAST_SIZES) return [];
  const ascending = [...sizes].sort((a, b) => a.papers - b.papers);
  return Object.entries(ENGINE_LABELS).flatMap(([engine, label]) =>
    Object.entries(FIGURES).flatMap(([figure, read]) => {
      const points = ascending.flatMap(({ papers, engines }) => {
        const measured = engines[engine as EngineName];
        const value = measured && read(measured);
        return value === undefined ? [] : [{ papers, value }];
      });
      const largest = points.at(-1);
      if (!largest || points.length < LEAST_SIZES) return [];
      const foretold = fitLine(points.slice(0, -1))(largest.papers);
      return [{ what: `${label}: ${figure}`, measured: largest.value, foretold, atFar: fitLine(points)(FAR_PAPERS) }];
    }),
  );
}

/**
 * The line with the least squares of relative errors, so that small sizes count as much as large ones.
 */
function fitLine(points: readonly Point[]): (papers: number) => number {
  const sum = (of: (point: Point, weight: number) => number) =>
    points.reduce((total, point) => total + of(point, 1 / point.value ** 2), 0);
  const weights = sum((_, weight) => weight);
  const meanPapers = sum(({ papers }, weight) => weight * papers) / weights;
  const meanValue = sum(({ value }, weight) => weight * value) / weights;
  const slope =
    sum(({ papers, value }, weight) => weight * (papers - meanPapers) * (value - meanValue)) /
    sum(({ papers }, weight) => weight * (papers - meanPapers) ** 2);
  return (papers) => meanValue + slope * (papers - meanPapers);
}
