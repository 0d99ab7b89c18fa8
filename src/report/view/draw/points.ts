import { colourTopic, element, svg } from '../dom.ts';
import type { Model } from '../model.ts';
import { nearest } from '../nearest.ts';
import type { ReadingPane } from '../pane/reading-pane.ts';
import { fits } from '../summary.ts';
import { citedNames } from './paper-lines.ts';

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

/** More lines could not be told apart. */
const MAX_LINES = 120;
const MAX_JOINED = 10;

/**
 * Arcs from papers to those that they cite: all if they are few, those between the ten papers most cited here, and
 * those of the focused paper highlighted. The year axis shows the direction.
 */
export function drawCitations(model: Model, points: readonly Point[], focused?: Point): SVGElement[] {
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

/** Positions of labels on a chart, to avoid overlaps. */
export type Texts = { left: number; right: number; y: number }[];

/** Height of a line, in pixels. */
export const LINE = 15;
const MAX_NAMED = 8;
const MAX_TRIED = 16;

/** Upper estimate of the width of a text, in pixels. */
export const widthOf = (text: string) => 6.6 * text.length;

/** Reserves the space of a label around `x` unless it would overlap another. Returns whether it did. */
export function takeSpace(texts: Texts, text: string, x: number, y: number): boolean {
  const half = widthOf(text) / 2;
  const [left, right] = [x - half, x + half];
  if (texts.some((one) => one.right > left && one.left < right && Math.abs(one.y - y) < LINE)) return false;
  texts.push({ left, right, y });
  return true;
}

/** Fades the names of papers, or of groups of them, that the filters leave out. */
export function fadeNames({ visible }: Model, names: readonly SVGElement[]): void {
  const shown = new Set(visible.map(String));
  for (const name of names)
    name.classList.toggle('out', !(name.dataset.papers ?? '').split(' ').some((index) => shown.has(index)));
}

/** Labels with author and year for the most cited papers that fit, beside or above their points if there is space. */
export function nameMost(model: Model, points: readonly Point[], width: number, texts: Texts = []): SVGElement[] {
  const citations = ({ index }: Point) => model.paper(index).cited ?? 0;
  const known = points.filter((point) => citations(point) > 0 && fits(model.paper(point.index)));
  const most = known.sort((a, b) => citations(b) - citations(a)).slice(0, MAX_TRIED);
  const named = most.flatMap(({ index, x, y, radius }) => {
    const paper = model.paper(index);
    const [family = ''] = citedNames(paper).split(/ et al\.| & /);
    if (family === '') return [];
    const text = `${family} ${paper.year ?? ''}`;
    const half = widthOf(text) / 2;
    const aside = radius + 3 + half;
    const candidates: [number, number][] = [
      [x + aside, y],
      [x - aside, y],
      [x, y - radius - LINE / 2],
      [x, y + radius + LINE / 2],
    ];
    const free = candidates.find(([at, high]) => at > half && at + half < width && takeSpace(texts, text, at, high));
    if (!free) return [];
    const [at, high] = free;
    const attributes = { class: 'label', 'data-papers': index, 'aria-hidden': 'true', 'text-anchor': 'middle' };
    return [svg('text', { ...attributes, x: at, y: high + 4 }, text)];
  });
  return named.slice(0, MAX_NAMED);
}
