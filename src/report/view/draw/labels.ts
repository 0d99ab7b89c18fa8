import { svg } from '../dom.ts';
import { fits } from '../facts.ts';
import type { Model } from '../model.ts';
import { citedNames } from './paper-lines.ts';
import type { Point } from './points.ts';

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
