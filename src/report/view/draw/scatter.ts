import { grouped } from '../../../lib/counted.ts';
import { svg } from '../dom.ts';
import { count } from '../facts.ts';
import type { Model } from '../model.ts';
import type { ReadingPane } from '../pane/reading-pane.ts';
import { linear, powers, ticks } from '../scales.ts';
import { drawFigure } from './figure.ts';
import { fadeNames, nameMost } from './labels.ts';
import { drawPoints, type Point } from './points.ts';
import { selectByDrag } from './years.ts';

const HEIGHT = 300;
// Leaves space for the label 1,000,000 on the left.
const MARGIN = { left: 62, right: 14, top: 14, bottom: 34 };

/** A chart of fewer papers, or of a smaller share of them, would show nothing. */
const MIN_PAPERS = 15;
const MIN_SHARE = 0.2;

/**
 * Citations by year, with who cites whom: shows old and central papers, and new ones. Undefined if too few papers have
 * both.
 */
export function drawScatter(model: Model, pane: ReadingPane): Element | undefined {
  const { papers } = model.data;
  const having = papers.filter(({ year, cited }) => year !== undefined && cited !== undefined).length;
  if (having < MIN_PAPERS || having < MIN_SHARE * papers.length) return undefined;
  const both = having < papers.length ? `${having} of ${count(papers.length, 'paper')} have both facts. ` : '';
  return drawFigure(model, {
    title: 'Citations over time',
    height: HEIGHT,
    role: 'group',
    draw: (width, box) => {
      const scales = createScales(model, width);
      const { shapes, update } = drawShapes(model, pane, placePapers(model, scales), scales, width, box);
      const says = `${both}Pale: fits in part. Lines join those most cited here. Drag to choose years.`;
      return { says, shapes, update };
    },
  });
}

type Scales = {
  x: (year: number) => number;
  y: (cited: number) => number;
  first: number;
  last: number;
  years: number[];
  counts: number[];
};

/** The axes cover all papers, so that points do not jump when a filter changes. */
function createScales({ data }: Model, width: number): Scales {
  const plotted = data.papers.filter(({ year, cited }) => year !== undefined && cited !== undefined);
  const years = plotted.map(({ year }) => year as number);
  const [first, last] = [years.reduce((a, b) => Math.min(a, b), 2100), years.reduce((a, b) => Math.max(a, b), 0)];
  const counts = powers(plotted.reduce((max, { cited = 0 }) => Math.max(max, cited), 1));
  const onLog = linear([0, Math.log10((counts.at(-1) as number) + 1)], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  return {
    x: linear([first - 1, last + 1], [MARGIN.left, width - MARGIN.right]),
    first,
    last,
    y: (cited) => onLog(Math.log10(cited + 1)),
    years: ticks(first, last, Math.max(Math.floor(width / 70), 2)),
    counts,
  };
}

function placePapers(model: Model, { x, y }: Scales): Point[] {
  return model.data.papers.flatMap(({ title, year, cited, references = 0, topic }, index) => {
    if (year === undefined || cited === undefined) return [];
    const name = topic === undefined ? '' : `, ${model.data.topics[topic]?.name}`;
    const label = `${title}, ${year}, ${count(cited, 'citation')}${name}`;
    // Papers of one year are spread over its width, always at the same position.
    const aside = (((index * 7) % 11) - 5) / 14;
    return [{ index, x: x(year + aside), y: y(cited), radius: 3.5 + Math.min(Math.sqrt(references) / 4, 3.5), label }];
  });
}

function drawShapes(
  model: Model,
  pane: ReadingPane,
  points: readonly Point[],
  { x, y, first, last, years, counts }: Scales,
  width: number,
  box: HTMLElement,
) {
  const right = width - MARGIN.right;
  const bottom = HEIGHT - MARGIN.bottom;
  const links = svg('g', {});
  const drawLinks = (focused?: Point) => {
    const visible = new Set(model.visible);
    const shown = points.filter(({ index }) => visible.has(index));
    links.replaceChildren(...drawCitations(model, shown, focused));
  };
  const names = nameMost(model, points, width);
  const scale = (last - first + 2) / (right - MARGIN.left);
  selectByDrag(model, box, (pixels) => {
    const year = Math.round(first - 1 + (pixels - MARGIN.left) * scale);
    return Math.min(Math.max(year, first), last);
  });
  const { node, update } = drawPoints(model, pane, points, box, drawLinks);
  const shapes = [
    ...counts.flatMap((value) => [
      svg('line', { class: 'grid', x1: MARGIN.left, x2: right, y1: y(value), y2: y(value) }),
      svg('text', { x: MARGIN.left - 6, y: y(value) + 4, 'text-anchor': 'end' }, grouped(value)),
    ]),
    ...years.map((year) => svg('text', { x: x(year), y: bottom + 16, 'text-anchor': 'middle' }, String(year))),
    svg('text', { class: 'name', x: right, y: HEIGHT - 4, 'text-anchor': 'end' }, 'year of publication'),
    links,
    node,
    ...names,
  ];
  return {
    shapes,
    update: () => {
      update();
      drawLinks();
      fadeNames(model, names);
    },
  };
}

/** More lines could not be told apart. */
const MAX_LINES = 120;
const MAX_JOINED = 10;

/**
 * Arcs from papers to those that they cite: all if they are few, those between the ten papers most cited here, and
 * those of the focused paper highlighted. The year axis shows the direction.
 */
function drawCitations(model: Model, points: readonly Point[], focused?: Point): SVGElement[] {
  const byIndex = new Map(points.map((point) => [point.index, point]));
  const pairs = points.flatMap((from) =>
    (model.paper(from.index).cites ?? []).flatMap((cited) => {
      const to = byIndex.get(cited);
      return to ? [{ from, to }] : [];
    }),
  );
  const near = pairs.filter(({ from, to }) => from === focused || to === focused);
  const within = ({ index }: Point) => model.paper(index).citedWithin ?? 0;
  const top = new Set([...points].sort((a, b) => within(b) - within(a)).slice(0, MAX_JOINED));
  const between = pairs.filter(({ from, to }) => top.has(from) && top.has(to));
  const path = (name: string, some: typeof pairs) => svg('path', { class: name, d: some.map(drawArc).join('') });
  return [
    path('citations', pairs.length > MAX_LINES ? [] : pairs),
    path('citations most', between),
    path('citations near', near),
  ];
}

function drawArc({ from, to }: { from: Point; to: Point }): string {
  const rise = Math.min(Math.abs(to.x - from.x) / 4, 40);
  return `M${from.x} ${from.y}Q${(from.x + to.x) / 2} ${Math.min(from.y, to.y) - rise} ${to.x} ${to.y}`;
}
