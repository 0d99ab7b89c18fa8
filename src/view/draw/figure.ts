import { element } from '../dom.ts';

/**
 * A chart with its meaning in words, and its numbers as a table for who cannot see it. `numbers` are read when the
 * table is opened.
 */
export function figure(
  title: string,
  drawing: Element,
  numbers: () => { head: string[]; rows: (string | number)[][] },
) {
  const caption = element('p', { class: 'says' });
  const table = element('table', { class: 'numbers' });
  const details = element('details', { class: 'data' }, element('summary', {}, 'Numbers'), table);
  const fill = () => {
    if (!details.open) return;
    const { head, rows } = numbers();
    table.replaceChildren(
      element('caption', {}, title),
      element('thead', {}, element('tr', {}, ...head.map((name) => element('th', { scope: 'col' }, name)))),
      element('tbody', {}, ...rows.map(numbersRow)),
    );
  };
  details.addEventListener('toggle', fill);
  const node = element('figure', {}, element('figcaption', {}, element('h3', {}, title), caption), drawing, details);
  /** Says what the chart shows now. */
  const say = (text: string) => {
    caption.textContent = text;
    fill();
  };
  return { node, say };
}

function numbersRow([first = '', ...cells]: (string | number)[]): HTMLElement {
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, String(first)),
    ...cells.map((cell) => element('td', {}, String(cell))),
  );
}

/** Calls `draw` with the width of the node, at once and whenever it changes. */
export function whenSized(node: Element, draw: (width: number) => void): void {
  let last = 0;
  new ResizeObserver(([entry]) => {
    const width = Math.round(entry?.contentRect.width ?? 0);
    if (width === last || width === 0) return;
    last = width;
    draw(width);
  }).observe(node);
}
