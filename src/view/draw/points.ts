import { colourTopic, element, svg } from '../dom.ts';
import type { Model } from '../model.ts';
import { nearest } from '../nearest.ts';

/** Shows a description beside a point while it is hovered or focused. */
export function drawTip(box: HTMLElement): (point?: Point) => void {
  const tip = element('p', { class: 'tip', 'aria-hidden': 'true', hidden: true });
  return (point) => {
    tip.hidden = point === undefined;
    if (!point) return;
    if (!tip.isConnected) box.append(tip);
    tip.textContent = point.label;
    tip.style.top = `${point.y + point.radius + 6}px`;
    tip.style.left = `${point.x}px`;
    // The farther right the point, the more of the tip lies to its left, so that it stays within the box.
    tip.style.translate = `${(-100 * point.x) / box.clientWidth}%`;
  };
}

/** A paper on a chart. */
export type Point = { index: number; x: number; y: number; radius: number; label: string; letter?: string };

/**
 * Papers as points. Together they are one tab stop: arrows move to the nearest point in their direction, Enter opens
 * the paper. `onFocus` is called with the point under mouse or keyboard, and without one when it is left.
 */
export function drawPoints(model: Model, points: readonly Point[], onFocus: (point?: Point) => void): SVGElement {
  const nodes = points.map((point, at) => drawPoint(model, point, at === 0 ? 0 : -1));
  const move = (from: number, key: string) => {
    const next = nearest(points, points[from] as Point, key);
    const node = next === undefined ? undefined : nodes[points.indexOf(next)];
    if (!node) return;
    nodes[from]?.setAttribute('tabindex', '-1');
    node.setAttribute('tabindex', '0');
    node.focus();
  };
  for (const [at, node] of nodes.entries()) {
    const point = points[at] as Point;
    node.addEventListener('click', () => model.open(point.index));
    node.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') model.open(point.index);
      else if (event.key.startsWith('Arrow')) move(at, event.key);
      else return;
      event.preventDefault();
    });
    for (const name of ['focus', 'mouseenter']) node.addEventListener(name, () => onFocus(point));
    for (const name of ['blur', 'mouseleave']) node.addEventListener(name, () => onFocus());
  }
  return svg('g', {}, ...nodes);
}

function drawPoint(model: Model, { index, x, y, radius, label, letter }: Point, tabindex: number): SVGElement {
  const { topic, retracted } = model.paper(index);
  const node = svg(
    'g',
    { class: `point${retracted ? ' retracted' : ''}`, role: 'button', tabindex, 'aria-label': label },
    svg('circle', { cx: x, cy: y, r: radius }),
    letter && svg('text', { x, y: y + 3, 'text-anchor': 'middle', 'aria-hidden': 'true' }, letter),
  );
  return colourTopic(topic, node);
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
