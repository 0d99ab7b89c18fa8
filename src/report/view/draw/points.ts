import { colourTopic, element, svg } from '../dom.ts';
import { fits } from '../facts.ts';
import type { Model } from '../model.ts';
import { nearest } from '../nearest.ts';
import type { ReadingPane } from '../pane/reading-pane.ts';

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

/** Papers as points, and a function that adapts them to the filters. */
export type Points = { node: SVGElement; update: () => void };

/**
 * Papers as points. Together they are one tab stop: arrow keys move to the nearest point in their direction, and Enter
 * shows the paper beneath the chart. `onFocus` is called with the point under mouse or keyboard, and without one when
 * that point is left.
 */
export function drawPoints(
  model: Model,
  pane: ReadingPane,
  points: readonly Point[],
  box: HTMLElement,
  onFocus: (point?: Point) => void = () => {},
): Points {
  const tip = drawTip(box);
  const nodes = points.map((point) => drawPoint(model, point));
  const positions = new Map(points.map(({ index }, at) => [index, at]));
  let shown = points.map((_, at) => at);
  const show = (at: number) => pane.show(points[at]?.index as number, nodes[at]);
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
    const node = next && nodes[positions.get(next.index) as number];
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
    lit = index === undefined ? undefined : nodes[positions.get(index) ?? -1];
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
    // The farther right the point is, the more of the tip lies to its left.
    tip.style.translate = `${(-100 * point.x) / box.clientWidth}%`;
  };
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
