import { afterFirstFrame, element, svg, tableHead } from '../dom.ts';
import type { Model } from '../model.ts';

/** Half of a page of A4, in pixels. */
const WIDTH_ON_PAPER = 360;

export type Chart = {
  title: string;
  height: number;
  /** Drawings whose points are buttons have the role `group`. */
  role: 'img' | 'group';
  /** For readers who cannot see the chart, unless the list says the same; computed when the table is opened. */
  numbers?: () => { head: string[]; rows: (string | number)[][] };
  /**
   * The chart's current content, in words and shapes. `update` adapts the shapes to changed filters; without it they
   * are redrawn.
   */
  draw: (width: number, box: HTMLElement) => { says: string; shapes: SVGElement[]; update?: () => void };
};

/** A chart with a description and its numbers as a table, redrawn when the model or its width changes. */
export function drawFigure(model: Model, { title, height, role, numbers, draw }: Chart): Element {
  const caption = element('p', { class: 'says' }, '\u00a0');
  const box = element('div', { class: 'chart' });
  // Reserves the height, so that nothing moves when the chart is drawn or becomes empty.
  box.style.minHeight = `${height}px`;
  const summary = element('summary', {}, 'Numbers');
  const details = element('details', { class: 'data' }, summary);
  const fill = () => {
    if (!details.open || !numbers) return;
    const { head, rows } = numbers();
    details.replaceChildren(summary, drawPlainTable(title, head, rows));
  };
  details.addEventListener('toggle', fill);
  let width = 0;
  let update: (() => void) | undefined;
  const show = () => {
    if (width === 0) return;
    const drawn = draw(width, box);
    update = drawn.update;
    update?.();
    caption.textContent = drawn.says;
    const size = { width, height, viewBox: `0 0 ${width} ${height}` };
    const shapes = drawn.shapes.length > 0 && svg('svg', { ...size, role, 'aria-label': title }, ...drawn.shapes);
    box.replaceChildren(...(shapes ? [shapes] : []));
    fill();
  };
  model.onShown(() => {
    // A chart that is not visible is redrawn when it becomes visible.
    if (width === 0) return;
    if (!update) return show();
    update();
    fill();
  });
  new ResizeObserver(([entry]) => {
    const former = width;
    width = Math.round(entry?.contentRect.width ?? 0);
    // Does not delay the list.
    if (width !== former) afterFirstFrame(show);
  }).observe(box);
  // A collapsed chart is not drawn yet, and cannot be expanded on paper.
  addEventListener('beforeprint', () => {
    width ||= WIDTH_ON_PAPER;
    show();
  });
  return element('figure', {}, element('figcaption', {}, element('h3', {}, title), caption), box, numbers && details);
}

/** A table whose first cell in each row is a row header. */
export function drawPlainTable(
  title: string,
  head: readonly string[],
  rows: readonly (string | number)[][],
): HTMLElement {
  const drawn = rows.map(([first = '', ...cells]) => {
    const others = cells.map((cell) => element('td', {}, String(cell)));
    return element('tr', {}, element('th', { scope: 'row' }, String(first)), ...others);
  });
  return element(
    'table',
    { class: 'plain' },
    element('caption', {}, title),
    tableHead(head),
    element('tbody', {}, ...drawn),
  );
}
