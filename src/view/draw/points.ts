import { svg } from '../dom.ts';
import type { Model } from '../model.ts';

/** A paper on a chart. */
export type Point = { index: number; x: number; y: number; radius: number; label: string; letter?: string };

/**
 * Papers as points. Together they are one tab stop: arrows move to the nearest point in their direction, Enter opens
 * the paper. `onFocus` is told of the point that is looked at, by mouse or keyboard; of none when it is left.
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
  return svg(
    'g',
    { class: `point t${topic ?? 'x'}${retracted ? ' retracted' : ''}`, role: 'button', tabindex, 'aria-label': label },
    svg('circle', { cx: x, cy: y, r: radius }),
    letter !== undefined && svg('text', { x, y: y + 3, 'text-anchor': 'middle', 'aria-hidden': 'true' }, letter),
    svg('title', {}, label),
  );
}

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** The nearest point in the direction of an arrow key; what lies aside counts as farther away. */
export function nearest(points: readonly Point[], from: Point, key: string): Point | undefined {
  const [right, down] = DIRECTIONS[key] ?? [0, 0];
  let best: { point: Point; distance: number } | undefined;
  for (const point of points) {
    const ahead = (point.x - from.x) * right + (point.y - from.y) * down;
    const aside = Math.abs((point.x - from.x) * down) + Math.abs((point.y - from.y) * right);
    if (point === from || ahead <= 0) continue;
    const distance = ahead + 2 * aside;
    if (!best || distance < best.distance) best = { point, distance };
  }
  return best?.point;
}

/** Lines from what a paper cites to it, and from it to what cites it. */
export function drawCitations(model: Model, points: readonly Point[], focused?: Point): SVGElement {
  const places = new Map(points.map((point) => [point.index, point]));
  const lines = points.flatMap((point) =>
    (model.paper(point.index).cites ?? []).flatMap((cited) => {
      const target = places.get(cited);
      if (!target) return [];
      const isNear = focused && (point.index === focused.index || cited === focused.index);
      return [svg('line', { class: isNear ? 'near' : '', x1: point.x, y1: point.y, x2: target.x, y2: target.y })];
    }),
  );
  return svg('g', { class: focused ? 'citations focused' : 'citations', 'aria-hidden': 'true' }, ...lines);
}
