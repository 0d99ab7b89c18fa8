import type { ViewData } from '../../data/report-data.ts';
import type { Actions } from '../actions.ts';
import { drawDecisionCounts } from '../decide/draw-decide.ts';
import { afterFirstFrame, element } from '../dom.ts';
import { followKeys } from '../follow/follow-keys.ts';
import { createModel, type Model } from '../model.ts';
import { createReadingPane } from '../pane/reading-pane.ts';
import { drawChips, drawOrder, drawSearch, drawShown } from './controls.ts';
import { drawTable } from './draw-table.ts';
import { drawAnswer, drawFit, drawGlance, drawSearches, drawTop } from './header.ts';
import { createPanels, MIN_FILTERED } from './panels.ts';
import { drawSaveMenu } from './save-menu.ts';

/** Draws the data into the root, replacing its content. */
export function drawView(root: HTMLElement, data: ViewData, actions: Actions): Model {
  const model = createModel(data);
  drawReport(root, model, actions);
  return model;
}

/** Draws a model, with its filters and decisions. */
export function drawReport(root: HTMLElement, model: Model, actions: Actions): void {
  const { papers } = model.data;
  const pane = createReadingPane(model, actions);
  const { node: panels, map, filters } = createPanels(model, pane);
  const { menu, urgent } = drawSaveMenu(model, actions);
  const canFilter = papers.length >= MIN_FILTERED;
  const bar = element(
    'div',
    { class: 'bar', role: 'search' },
    canFilter && drawSearch(model),
    filters,
    element('span', { class: 'says' }, drawShown(model), canFilter && ' · ', canFilter && drawOrder(model)),
    drawDecisionCounts(model),
  );
  const list = element(
    'section',
    { id: 'papers', 'aria-label': 'Papers' },
    papers.length > 0 && bar,
    canFilter && drawChips(model),
    urgent,
    drawTable(model, actions, pane),
  );
  const aside = element('aside', { 'aria-label': 'Paper, map, filters' }, panels, pane.node);
  const layout = papers.length > 0 ? element('div', { class: 'layout' }, list, aside) : list;
  root.replaceChildren(
    drawTop(model, actions, pane, papers.length > 0 && menu, map),
    element('main', {}, drawAnswer(model), drawSearches(model), drawFit(model), layout, drawGlance(model)),
  );
  followKeys(model, root, pane);
  keepInSight(aside, layout);
  model.onDecided(() => actions.onKept?.(model.kept().map((index) => model.paper(index).ref)));
  // Shows the first paper if there is space beside the list, unless its abstract would have to be requested.
  const [first] = model.visible;
  if (first !== undefined && pane.isBeside() && model.paper(first).abstract !== '') pane.show(first);
}

/** The pane beside the list fills the screen below the head, however far the list is scrolled. */
function keepInSight(aside: HTMLElement, layout: HTMLElement): void {
  const fit = () => {
    // The report was redrawn and has a new pane.
    if (!layout.isConnected) {
      removeEventListener('scroll', fit);
      removeEventListener('resize', fit);
      return;
    }
    const above = Math.max(0, layout.getBoundingClientRect().top);
    aside.style.setProperty('--above', `${Math.round(above)}px`);
  };
  addEventListener('scroll', fit, { passive: true });
  addEventListener('resize', fit);
  afterFirstFrame(fit);
}
