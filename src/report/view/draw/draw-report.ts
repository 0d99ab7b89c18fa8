import type { ViewData } from '../../data/report-data.ts';
import type { Actions } from '../actions.ts';
import { afterFirstFrame, button, element, foldWhereNarrow } from '../dom.ts';
import { followKeys } from '../follow/follow-keys.ts';
import { createModel, type Model } from '../model.ts';
import { createReadingPane, type ReadingPane } from '../pane/reading-pane.ts';
import { isPoor } from '../summary.ts';
import { drawControls, drawSearch } from './controls.ts';
import { drawFacet } from './draw-facets.ts';
import { drawTable } from './draw-table.ts';
import { drawTopicMap } from './draw-topics.ts';
import { drawExportBar } from './export-bar.ts';
import { drawFit, drawGlance, drawHeader, drawKeywords } from './header.ts';
import { drawScatter } from './scatter.ts';
import { drawYears } from './years.ts';

/** Fewer papers can simply be read, without filters and charts. */
const MIN_CHARTED = 5;

/** Draws the data into the root, replacing its content. */
export function drawView(root: HTMLElement, data: ViewData, actions: Actions): Model {
  const model = createModel(data);
  drawReport(root, model, actions);
  return model;
}

/** Draws a model that was drawn differently before: its filters and selection are kept. */
export function drawReport(root: HTMLElement, model: Model, actions: Actions): void {
  const { data } = model;
  const isShort = data.papers.length < MIN_CHARTED;
  const pane = createReadingPane(model, actions);
  const papers = element(
    'section',
    { id: 'papers', 'aria-label': 'Papers' },
    !isShort && drawSearch(model),
    ...drawExportBar(model, actions),
    drawTable(model, actions, pane),
  );
  const header = drawHeader(data);
  const keywords = drawKeywords(model);
  if (keywords) header.append(keywords);
  const glance = drawGlance(model);
  const fit = drawFit(model);
  const side = isShort ? undefined : drawSide(model, pane, glance);
  const aside = element('aside', { 'aria-label': 'Charts, filters, paper' }, side, pane.node);
  const layout = element('div', { class: side && 'layout' }, papers, aside);
  // The paper pane takes the space below the charts and replaces everything else there.
  pane.onChange((index) => {
    layout.classList.toggle('layout', side !== undefined || index !== undefined);
    side?.classList.toggle('covered', index !== undefined);
    aside.scrollTop = 0;
  });
  root.replaceChildren(header, element('main', {}, fit, isShort && glance, layout));
  followKeys(model, root);
}

/** Beside the list, and visible while it is read: charts, one at a time, and filters. */
function drawSide(model: Model, pane: ReadingPane, glance: HTMLElement | undefined): HTMLElement {
  const nameOf = (letter: string) => model.data.topics.find((topic) => topic.letter === letter)?.name ?? letter;
  const charts = isPoor(model.data) ? undefined : drawCharts(model, pane);
  const title = charts ? 'What matters, charts and filters' : 'Filters';
  // Above the papers, they would push them off a small screen.
  const side = foldWhereNarrow({ class: 'side' }, title, charts, glance, drawControls(model));
  // Deferred: it is hardly on the first screen and takes a tenth of the time to open the page.
  afterFirstFrame(() =>
    side.append(
      element(
        'div',
        {},
        !charts && drawFacet(model, 'topic', 'Topics', nameOf),
        drawFacet(model, 'field', 'Fields'),
        drawFacet(model, 'venue', 'Venues'),
        drawFacet(model, 'author', 'Authors'),
        drawFacet(model, 'type', 'Types'),
      ),
    ),
  );
  return side;
}

function drawCharts(model: Model, pane: ReadingPane): HTMLElement {
  const map = model.data.topics.length > 0 && drawTopicMap(model, pane);
  const charts = [map, drawYears(model), drawScatter(model, pane)].filter((chart) => chart instanceof Element);
  const titles = charts.map((chart) => chart.querySelector('h3')?.textContent ?? '');
  const tabs = titles.map((title, at) => button({ class: 'tab' }, () => show(at), title));
  const show = (chosen: number) => {
    for (const [at, chart] of charts.entries()) chart.classList.toggle('folded', at !== chosen);
    for (const [at, tab] of tabs.entries()) tab.setAttribute('aria-pressed', String(at === chosen));
  };
  show(0);
  return element(
    'section',
    { class: 'overview', 'aria-label': 'Charts' },
    element('h2', { class: 'unseen' }, 'Charts'),
    charts.length > 1 && element('div', { class: 'tabs', role: 'group', 'aria-label': 'Charts' }, ...tabs),
    ...charts,
  );
}
