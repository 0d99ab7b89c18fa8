import type { ViewData } from '../../papers/report/view-data.ts';
import type { Actions } from '../actions.ts';
import { element } from '../dom.ts';

/** Draws the data into the root, in place of what stood there. */
export function drawView(root: HTMLElement, { papers }: ViewData, _actions: Actions): void {
  root.replaceChildren(element('ol', {}, ...papers.map(({ title }) => element('li', {}, title))));
}
