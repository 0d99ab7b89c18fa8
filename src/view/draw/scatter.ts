import { svg } from '../dom.ts';
import type { Model } from '../model.ts';
import { linear, powers, ticks } from '../scales.ts';
import { count, grouped } from '../summary.ts';
import { drawFigure } from './figure.ts';
import { drawCitations, drawPoints, drawTip, type Point } from './points.ts';

const HEIGHT = 300;
// Room for 1,000,000 on the left.
const MARGIN = { left: 62, right: 14, top: 14, bottom: 34 };
const LABELLED = 8;

/** Year against citations: old and central papers, and new ones. */
export function drawScatter(model: Model): Element {
  return drawFigure(model, {
    title: 'Year and citations',
    height: HEIGHT,
    role: 'group',
    numbers: () => ({
      head: ['Paper', 'Year', 'Citations'],
      rows: model.visible.map((index) => {
        const { title, year, cited } = model.paper(index);
        return [title, year ?? '', cited ?? ''];
      }),
    }),
    draw: (width, box) => {
      const points = placed(model, width);
      const most = points.reduce((max, point) => Math.max(max, citedOf(model, point)), 0);
      if (points.length === 0) return { says: 'No paper has both a year and citations.', shapes: [] };
      const says = `Higher means cited more often, up to ${count(most, 'citation')}. A point opens its paper.`;
      return { says, shapes: shapes(model, points, width, drawTip(box)) };
    },
  });
}

function citedOf(model: Model, { index }: Point): number {
  return model.paper(index).cited ?? 0;
}

type Scales = { x: (year: number) => number; y: (cited: number) => number; years: number[]; counts: number[] };

/** The axes cover all papers, so that points do not jump when a filter changes. */
function scalesOf({ data }: Model, width: number): Scales {
  const plotted = data.papers.filter(({ year, cited }) => year !== undefined && cited !== undefined);
  const years = plotted.map(({ year }) => year as number);
  const [first, last] = [years.reduce((a, b) => Math.min(a, b), 2100), years.reduce((a, b) => Math.max(a, b), 0)];
  const counts = powers(plotted.reduce((max, { cited = 0 }) => Math.max(max, cited), 1));
  const onLog = linear([0, Math.log10((counts.at(-1) as number) + 1)], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  return {
    x: linear([first - 1, last + 1], [MARGIN.left, width - MARGIN.right]),
    y: (cited) => onLog(Math.log10(cited + 1)),
    years: ticks(first, last, Math.max(Math.floor(width / 70), 2)),
    counts,
  };
}

function placed(model: Model, width: number): Point[] {
  const { x, y } = scalesOf(model, width);
  return model.visible.flatMap((index) => {
    const { title, year, cited, references = 0, topic } = model.paper(index);
    if (year === undefined || cited === undefined) return [];
    const letter = topic === undefined ? '' : `, topic ${model.data.topics[topic]?.letter}`;
    const label = `${title}, ${year}, ${count(cited, 'citation')}${letter}`;
    // Papers of one year are spread within its width, always at the same position.
    const aside = (((index * 7) % 11) - 5) / 14;
    return [{ index, x: x(year + aside), y: y(cited), radius: 3.5 + Math.min(Math.sqrt(references) / 4, 3.5), label }];
  });
}

function shapes(model: Model, points: readonly Point[], width: number, tip: (point?: Point) => void): SVGElement[] {
  const { x, y, years, counts } = scalesOf(model, width);
  const right = width - MARGIN.right;
  const bottom = HEIGHT - MARGIN.bottom;
  const links = svg('g', {}, ...drawCitations(model, points));
  const onFocus = (point?: Point) => {
    links.replaceChildren(...drawCitations(model, points, point));
    tip(point);
  };
  return [
    ...counts.flatMap((value) => [
      svg('line', { class: 'grid', x1: MARGIN.left, x2: right, y1: y(value), y2: y(value) }),
      svg('text', { x: MARGIN.left - 6, y: y(value) + 4, 'text-anchor': 'end' }, grouped(value)),
    ]),
    ...years.map((year) => svg('text', { x: x(year), y: bottom + 16, 'text-anchor': 'middle' }, String(year))),
    svg('text', { class: 'name', x: right, y: HEIGHT - 4, 'text-anchor': 'end' }, 'year of publication'),
    links,
    drawPoints(model, points, onFocus),
    ...labels(model, points, width),
  ];
}

/** Authors of the most cited papers, if the labels do not overlap. */
function labels(model: Model, points: readonly Point[], width: number): SVGElement[] {
  const most = [...points].sort((a, b) => citedOf(model, b) - citedOf(model, a)).slice(0, LABELLED);
  const taken: { x: number; y: number }[] = [];
  return most.flatMap(({ index, x, y, radius }) => {
    const { authors, year } = model.paper(index);
    const family = authors[0]?.split(' ').at(-1);
    if (!family || taken.some((other) => Math.abs(other.x - x) < 90 && Math.abs(other.y - y) < 14)) return [];
    taken.push({ x, y });
    const isLeft = x > width - 100;
    const at = { x: isLeft ? x - radius - 4 : x + radius + 4, y: y + 4, 'text-anchor': isLeft ? 'end' : 'start' };
    return [svg('text', { class: 'label', 'aria-hidden': 'true', ...at }, `${family} ${year}`)];
  });
}
