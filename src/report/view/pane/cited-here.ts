import { element, linkItem, svg } from '../dom.ts';
import { count } from '../facts.ts';
import type { Model } from '../model.ts';
import { linear, ticks } from '../scales.ts';

/** The papers of this view that a paper cites, and those that cite it. */

const WIDTH = 420;
const HEIGHT = 84;
const AXIS = 62;
const MARGIN = 14;

/** The papers on a line of years, with arcs from this one. Empty if no link between two papers with a year is known. */
export function drawCitedYears(model: Model, index: number): HTMLElement[] {
  const { papers } = model.data;
  const { year: ownYear, cites = [] } = model.paper(index);
  const citing = model.citing(index);
  const years = papers.flatMap(({ year }) => year ?? []);
  if (ownYear === undefined || cites.length + citing.length === 0) return [];
  const first = years.reduce((a, b) => Math.min(a, b), ownYear);
  const last = years.reduce((a, b) => Math.max(a, b), ownYear);
  const x = linear([first - 1, last + 1], [MARGIN, WIDTH - MARGIN]);
  const link = (name: string) => (other: number) => {
    const { year, title } = model.paper(other);
    if (year === undefined) return [];
    const [from, to] = [x(ownYear), x(year)];
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
    svg('circle', { class: 'itself', cx: x(ownYear), cy: AXIS - 14, r: 7 }),
  );
  return [element('figure', { class: 'cited-years' }, element('figcaption', { class: 'says' }, says), drawing)];
}

/** The list of them, and a control that finds further ones, if possible. */
export function drawCited(model: Model, verb: string, here: readonly number[], further?: HTMLElement): HTMLElement {
  const items = here.map((index) => linkItem(model.paper(index).title, () => model.open(index)));
  return element(
    'div',
    {},
    element('p', { class: 'says' }, `${count(here.length, 'paper')} of these ${verb}, as far as is known.`),
    element('ul', { class: 'pane-list' }, ...items),
    further,
  );
}
