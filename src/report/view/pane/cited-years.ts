import { element, svg } from '../dom.ts';
import type { Model } from '../model.ts';
import { linear, ticks } from '../scales.ts';

const WIDTH = 420;
const HEIGHT = 84;
const AXIS = 62;
const MARGIN = 14;

/**
 * A paper among those found: which of them it cites and which cite it, on a line of years. Empty if no link between
 * two papers with a year is known.
 */
export function drawCitedYears(model: Model, index: number): HTMLElement[] {
  const { papers } = model.data;
  const { year: own, cites = [] } = model.paper(index);
  const citing = model.citing(index);
  const years = papers.flatMap(({ year }) => year ?? []);
  if (own === undefined || cites.length + citing.length === 0) return [];
  const first = years.reduce((a, b) => Math.min(a, b), own);
  const last = years.reduce((a, b) => Math.max(a, b), own);
  const x = linear([first - 1, last + 1], [MARGIN, WIDTH - MARGIN]);
  const link = (name: string) => (other: number) => {
    const { year, title } = model.paper(other);
    if (year === undefined) return [];
    const [from, to] = [x(own), x(year)];
    const rise = Math.min(10 + Math.abs(to - from) / 6, AXIS - 18);
    const arc = `M${from} ${AXIS - 14}Q${(from + to) / 2} ${AXIS - 14 - rise} ${to} ${AXIS}`;
    return [
      svg('path', { class: name, d: arc, fill: 'none' }),
      svg('circle', { class: name, cx: to, cy: AXIS, r: 4 }, svg('title', {}, `${title} (${year})`)),
    ];
  };
  const says = `In this search: cites ${cites.length}, cited by ${citing.length}`;
  const drawing = svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': says },
    svg('line', { class: 'axis', x1: 0, x2: WIDTH, y1: AXIS, y2: AXIS }),
    ...ticks(first, last, 5).map((year) =>
      svg('text', { x: x(year), y: HEIGHT - 4, 'text-anchor': 'middle' }, String(year)),
    ),
    ...cites.flatMap(link('cites')),
    ...citing.flatMap(link('citing')),
    svg('circle', { class: 'itself', cx: x(own), cy: AXIS - 14, r: 7 }),
  );
  return [element('figure', { class: 'cited-years' }, element('figcaption', { class: 'says' }, says), drawing)];
}
