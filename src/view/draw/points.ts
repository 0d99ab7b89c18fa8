import { button, colourTopic, element, svg } from '../dom.ts';
import type { Model } from '../model.ts';
import { nearest } from '../nearest.ts';
import { fits } from '../summary.ts';
import { byline, evidence } from './paper-lines.ts';

/** A paper on a chart; `isOfTopic` gives it the colour of its topic. */
export type Point = {
  index: number;
  x: number;
  y: number;
  radius: number;
  label: string;
  letter?: string;
  isOfTopic?: boolean;
};

/** Papers as points, and what adapts them to the filters. */
export type Points = { node: SVGElement; update: () => void };

/**
 * Papers as points. Together they are one tab stop: arrows move to the nearest point in their direction, Enter shows
 * the paper on a card beneath the chart. `onFocus` is called with the point under mouse or keyboard, and without one
 * when it is left.
 */
export function drawPoints(
  model: Model,
  points: readonly Point[],
  box: HTMLElement,
  onFocus: (point?: Point) => void = () => {},
): Points {
  const tip = drawTip(box);
  const nodes = points.map((point) => drawPoint(model, point));
  const places = new Map(points.map(({ index }, at) => [index, at]));
  let shown = points.map((_, at) => at);
  const show = (at: number) => {
    const point = points[at] as Point;
    showCard(model, point, box, nodes[at] as SVGElement);
  };
  const focus = (point?: Point) => {
    tip(point);
    onFocus(point);
    model.light(point?.index);
  };
  const move = (from: number, key: string) => {
    const next = nearest(
      shown.map((at) => points[at] as Point),
      points[from] as Point,
      key,
    );
    const node = next && nodes[places.get(next.index) as number];
    if (!node) return;
    nodes[from]?.setAttribute('tabindex', '-1');
    node.setAttribute('tabindex', '0');
    node.focus();
  };
  for (const [at, node] of nodes.entries()) {
    node.addEventListener('click', () => show(at));
    node.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') show(at);
      else if (event.key.startsWith('Arrow')) move(at, event.key);
      else return;
      event.preventDefault();
    });
    for (const name of ['focus', 'mouseenter']) node.addEventListener(name, () => focus(points[at]));
    for (const name of ['blur', 'mouseleave']) node.addEventListener(name, () => focus());
  }
  let lit: SVGElement | undefined;
  model.onLight((index) => {
    lit?.classList.remove('lit');
    lit = index === undefined ? undefined : nodes[places.get(index) ?? -1];
    lit?.classList.add('lit');
  });
  const update = () => {
    const visible = new Set(model.visible);
    shown = points.flatMap(({ index }, at) => (visible.has(index) ? [at] : []));
    for (const [at, node] of nodes.entries()) {
      const isOut = !visible.has(points[at]?.index as number);
      if (node.classList.contains('out') !== isOut) node.classList.toggle('out', isOut);
      node.setAttribute('tabindex', at === shown[0] ? '0' : '-1');
    }
  };
  return { node: svg('g', {}, ...nodes), update };
}

/** Shows a description beside a point while it is hovered or focused, within the box. */
function drawTip(box: HTMLElement): (point?: Point) => void {
  const tip = element('p', { class: 'tip', 'aria-hidden': 'true', hidden: true });
  return (point) => {
    tip.hidden = point === undefined;
    if (!point) return;
    if (!tip.isConnected) box.append(tip);
    tip.textContent = point.label;
    const isLow = point.y > box.clientHeight / 2;
    tip.style.top = isLow ? '' : `${point.y + point.radius + 6}px`;
    tip.style.bottom = isLow ? `${box.clientHeight - point.y + point.radius + 6}px` : '';
    tip.style.left = `${point.x}px`;
    // The farther right the point, the more of the tip lies to its left.
    tip.style.translate = `${(-100 * point.x) / box.clientWidth}%`;
  };
}

/** The paper of a point, beneath its chart: nobody is thrown into the list who looks at the chart. */
function showCard(model: Model, { index }: Point, box: HTMLElement, from: SVGElement): void {
  const paper = model.paper(index);
  const close = () => {
    card.remove();
    from.focus();
  };
  const title = button({ class: 'title', dir: 'auto' }, () => model.open(index), paper.title);
  const card = element(
    'div',
    { class: 'card', role: 'group', 'aria-label': `Paper ${paper.ref}` },
    button({ class: 'quiet close', 'aria-label': 'Close' }, close, '×'),
    title,
    byline(paper),
    evidence(paper),
  );
  card.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
  box.parentElement?.querySelector('.card')?.remove();
  box.after(card);
  title.focus({ preventScroll: true });
}

function drawPoint(model: Model, { index, x, y, radius, label, letter, isOfTopic }: Point): SVGElement {
  const paper = model.paper(index);
  const names = ['point', paper.retracted && 'retracted', !fits(paper) && 'pale'].filter(Boolean).join(' ');
  const node = svg(
    'g',
    { class: names, role: 'button', tabindex: -1, 'aria-label': label },
    svg('circle', { cx: x, cy: y, r: radius }),
    letter && svg('text', { x, y: y + 3, 'text-anchor': 'middle', 'aria-hidden': 'true' }, letter),
  );
  return isOfTopic ? colourTopic(paper.topic, node) : node;
}

/** More lines could not be told apart, so then only those of the focused paper are drawn. */
const MAX_LINES = 120;

/** Lines from the papers to those that they cite. Those of the focused paper end in arrows. */
export function drawCitations(model: Model, points: readonly Point[], focused?: Point): SVGElement[] {
  const places = new Map(points.map((point) => [point.index, point]));
  const pairs = points.flatMap((from) =>
    (model.paper(from.index).cites ?? []).flatMap((cited) => {
      const to = places.get(cited);
      return to ? [{ from, to }] : [];
    }),
  );
  const near = pairs.filter(({ from, to }) => from === focused || to === focused);
  const path = (name: string, d: string[]) => svg('path', { class: name, d: d.join('') });
  return [
    path(
      'citations',
      pairs.length > MAX_LINES ? [] : pairs.map(({ from, to }) => `M${from.x} ${from.y}L${to.x} ${to.y}`),
    ),
    path(
      'citations near',
      near.map(({ from, to }) => arrow(from, to)),
    ),
  ];
}

/** Ends at the edge of the point. */
function arrow(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (back: number, aside: number) =>
    `${to.x - x * (to.radius + back) - y * aside} ${to.y - y * (to.radius + back) + x * aside}`;
  return `M${from.x} ${from.y}L${at(0, 0)}L${at(6, 3)}M${at(0, 0)}L${at(6, -3)}`;
}
