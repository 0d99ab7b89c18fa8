import { element, svg } from '../dom.ts';
import { count } from '../facts.ts';
import type { Model } from '../model.ts';
import { linear, ticks } from '../scales.ts';
import { drawFigure } from './figure.ts';

const HEIGHT = 150;
const STRIP_HEIGHT = 34;
const AXIS = 18;
/** Years without papers are drawn, too. With more years than this, older papers share the first bar. */
const MAX_YEARS = 60;

/** Papers by year. A click or a drag over bars filters; fields beside the chart do the same without a mouse. */
export function drawYears(model: Model): Element {
  return drawFigure(model, {
    title: 'Papers by year',
    height: HEIGHT,
    role: 'img',
    numbers: () => ({ head: ['Year', 'Papers'], rows: [...model.years()].sort(([a], [b]) => a - b) }),
    draw: (width, box) => {
      const years = model.years();
      const [top] = [...years].sort(([a, m], [b, n]) => n - m || b - a);
      if (!top) return { says: 'No paper with a year.', shapes: [] };
      return { says: `Most papers are from ${top[0]} (${top[1]}).`, shapes: bars(model, years, width, box) };
    },
  });
}

/** The chart as a low strip without numbers, which filters when pressed. Undefined unless there are two years. */
export function drawYearStrip(model: Model): HTMLElement | undefined {
  const known = model.data.papers.flatMap(({ year }) => year ?? []);
  const [first, last] = [Math.min(...known), Math.max(...known)];
  if (known.length === 0 || first === last) return undefined;
  const strip = element('div', {
    class: 'chart strip',
    role: 'img',
    'aria-label': `Papers by year, ${first} to ${last}`,
  });
  let width = 0;
  const draw = () => {
    const size = { width, height: STRIP_HEIGHT, viewBox: `0 0 ${width} ${STRIP_HEIGHT}` };
    if (width > 0) strip.replaceChildren(svg('svg', size, ...bars(model, model.years(), width, strip, STRIP_HEIGHT)));
  };
  model.onShown(draw);
  new ResizeObserver(([entry]) => {
    width = Math.round(entry?.contentRect.width ?? 0);
    draw();
  }).observe(strip);
  return strip;
}

function bars(
  model: Model,
  years: ReadonlyMap<number, number>,
  width: number,
  box: HTMLElement,
  height = HEIGHT,
): SVGElement[] {
  const all = model.data.papers.flatMap(({ year }) => year ?? []);
  const last = all.reduce((a, b) => Math.max(a, b), 0);
  const first = Math.max(
    all.reduce((a, b) => Math.min(a, b), last),
    last - MAX_YEARS + 1,
  );
  const inYear = (year: number) =>
    year > first ? (years.get(year) ?? 0) : [...years].reduce((sum, [each, n]) => sum + (each <= year ? n : 0), 0);
  const span = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const x = linear([first, last + 1], [0, width]);
  const y = linear([0, Math.max(...span.map(inYear), 1)], [height - AXIS, 2]);
  const step = width / span.length;
  const { yearFrom, yearTo } = model.filters;
  const bar = (year: number) => {
    const papers = inYear(year);
    const isOut = (yearFrom !== undefined && year < yearFrom) || (yearTo !== undefined && year > yearTo);
    return svg(
      'g',
      { class: isOut ? 'bar out' : 'bar' },
      svg('rect', { class: 'hit', x: x(year), y: 0, width: step, height: height - AXIS }),
      svg('rect', { x: x(year) + step * 0.1, y: y(papers), width: step * 0.8, height: y(0) - y(papers) }),
      svg(
        'title',
        {},
        `${year === first && papers !== years.get(year) ? 'up to ' : ''}${year}: ${count(papers, 'paper')}`,
      ),
    );
  };
  selectByDrag(model, box, (pixels) => Math.min(Math.max(first + Math.floor(pixels / step), first), last));
  const labels = ticks(first, last, Math.max(Math.floor(width / 60), 2)).filter((year) => year >= first);
  return [
    ...span.map(bar),
    svg('line', { class: 'axis', x1: 0, x2: width, y1: y(0), y2: y(0) }),
    ...labels.map((year) =>
      svg(
        'text',
        { x: Math.min(Math.max(x(year + 0.5), 14), width - 14), y: height - 4, 'text-anchor': 'middle' },
        String(year),
      ),
    ),
  ];
}

/** Selects the years between press and release beside points; pressing the only selected year clears the selection. */
export function selectByDrag(model: Model, box: HTMLElement, yearAt: (pixels: number) => number): void {
  const pixelsOf = ({ clientX }: PointerEvent) => clientX - box.getBoundingClientRect().left;
  box.onpointerdown = (down) => {
    if ((down.target as Element).closest('.point, .topic-name')) return;
    const from = pixelsOf(down);
    const start = yearAt(from);
    const brush = svg('rect', { class: 'brush', y: 0, height: '100%' });
    box.querySelector('svg')?.append(brush);
    box.onpointermove = (move) => {
      const to = pixelsOf(move);
      brush.setAttribute('x', String(Math.min(from, to)));
      brush.setAttribute('width', String(Math.abs(to - from)));
    };
    const end = () => {
      brush.remove();
      box.onpointermove = null;
      box.onpointerup = null;
      box.onpointerleave = null;
    };
    box.onpointerleave = end;
    box.onpointerup = (up) => {
      end();
      const last = yearAt(pixelsOf(up));
      const { yearFrom, yearTo } = model.filters;
      const isSet = yearFrom === start && yearTo === start && last === start;
      model.filter(
        isSet
          ? { yearFrom: undefined, yearTo: undefined }
          : { yearFrom: Math.min(start, last), yearTo: Math.max(start, last) },
      );
    };
  };
}
