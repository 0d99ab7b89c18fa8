import { button, element } from '../dom.ts';
import type { Model } from '../model.ts';
import { count } from '../summary.ts';

/** The papers in this view that a paper cites, or that cite it, and a control that finds further ones, if possible. */
export function drawCited(model: Model, verb: string, here: readonly number[], further?: HTMLElement): HTMLElement {
  const known = here.map((at) =>
    element(
      'li',
      {},
      button({ class: 'link', dir: 'auto' }, () => model.open(at), model.paper(at).title),
    ),
  );
  return element(
    'div',
    {},
    element('p', { class: 'says' }, `${count(here.length, 'paper')} of these ${verb}, as far as is known.`),
    element('ul', { class: 'pane-list' }, ...known),
    further,
  );
}
