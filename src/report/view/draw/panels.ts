import { afterFirstFrame, button, colourTopic, element } from '../dom.ts';
import { isPoor } from '../facts.ts';
import type { Model } from '../model.ts';
import type { ReadingPane } from '../pane/reading-pane.ts';
import { byCount, type Facet, nameValue } from '../view-filters.ts';
import { drawControls } from './controls.ts';
import { drawTopicMap } from './draw-topics.ts';
import { drawScatter } from './scatter.ts';
import { drawYears } from './years.ts';

/** Fewer papers can simply be read, without filters. */
export const MIN_FILTERED = 5;
/** A map of fewer papers shows nothing. */
const MIN_CHARTED = 15;

/** The map and the filters, of which the reader can open one beside the list. */
export type Panels = {
  node: HTMLElement;
  /** Buttons that open and close the panels; undefined if there are too few papers. */
  map: HTMLElement | undefined;
  filters: HTMLElement | undefined;
};

/** The map with the other charts, which leaves space for the paper beneath, and the filters; closed at first. */
export function createPanels(model: Model, pane: ReadingPane): Panels {
  const { papers } = model.data;
  const charts = papers.length < MIN_CHARTED || isPoor(model.data) ? undefined : drawCharts(model, pane);
  const facets = papers.length < MIN_FILTERED ? undefined : drawFilters(model);
  const node = element('div', { class: 'panels' }, charts, facets?.node);
  const opener = (name: string, panel: HTMLElement | undefined) => {
    if (!panel) return undefined;
    panel.hidden = true;
    // Many papers stand between the button and the panel.
    panel.tabIndex = -1;
    const opens = button({ class: 'box-button', 'aria-expanded': 'false' }, () => {
      show(panel.hidden ? panel : undefined);
      (panel.hidden ? opens : panel).focus();
    });
    opens.textContent = name;
    panel.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') opens.click();
    });
    return { panel, opens };
  };
  const [map, filters] = [opener('Map', charts), opener('Filters', facets?.node)];
  const show = (shown?: HTMLElement) => {
    const isFilters = shown !== undefined && shown === facets?.node;
    for (const { panel, opens } of [map, filters].filter((each) => each !== undefined)) {
      panel.hidden = panel !== shown;
      opens.setAttribute('aria-expanded', String(panel === shown));
    }
    node.classList.toggle('open', shown !== undefined);
    node.classList.toggle('long', isFilters);
    pane.makeRoom(shown === undefined ? 'whole' : isFilters ? 'none' : 'beneath');
    if (isFilters) facets?.draw();
  };
  pane.onChange((index) => {
    if (index !== undefined && facets?.node.hidden === false && pane.isBeside()) show();
  });
  return { node, map: map?.opens, filters: filters?.opens };
}

const FACETS: [Facet, title: string][] = [
  ['topic', 'Topics'],
  ['field', 'Fields'],
  ['venue', 'Venues'],
  ['author', 'Authors'],
  ['type', 'Types'],
  ['design', 'Designs'],
  ['source', 'Sources'],
];

/** Closed at first, and therefore filled after the first frame. */
function drawFilters(model: Model): { node: HTMLElement; draw: () => void } {
  const attributes = { class: 'filters', 'aria-label': 'Filters' };
  const node = element('section', attributes, element('h2', { class: 'unseen' }, 'Filters'));
  let facets: ReturnType<typeof drawFacet>[] = [];
  const draw = () => {
    for (const facet of facets) facet.draw();
  };
  afterFirstFrame(() => {
    facets = FACETS.map(([facet, title]) => drawFacet(model, facet, title));
    node.append(drawControls(model), ...facets.map((facet) => facet.node));
  });
  // Closed filters are redrawn when they are opened.
  model.onShown(() => {
    if (!node.hidden) draw();
  });
  return { node, draw };
}

function drawCharts(model: Model, pane: ReadingPane): HTMLElement | undefined {
  const map = model.data.topics.length > 0 && drawTopicMap(model, pane);
  const charts = [map, drawScatter(model, pane), drawYears(model)].filter((chart) => chart instanceof Element);
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

const MAX_SHOWN = 6;
const MAX_MORE = 30;

/**
 * A facet's most frequent values, as bars that filter when pressed. Their order is fixed, so that nothing moves under
 * the pointer; a value without visible papers becomes faint. `draw` adapts the bars to changed filters.
 */
function drawFacet(model: Model, facet: Facet, title: string): { node: HTMLElement; draw: () => void } {
  // Counted over all papers, even if the page is opened with filters, so that each value remains available.
  const values = byCount(model.count(facet, model.data.papers));
  const most = values[0]?.[1] ?? 1;
  const list = element('ul', { class: 'bars' });
  const toggle = () => {
    isLong = !isLong;
    draw();
  };
  const more = button({ class: 'quiet' }, toggle);
  let isLong = false;
  const bars = new Map(values.slice(0, MAX_MORE).map(([value]) => [value, drawBar(model, facet, value)]));
  const draw = () => {
    const counts = model.count(facet);
    const isSet = (value: string) => model.filters.facets[facet]?.includes(value) === true;
    for (const [at, [value, { item, update }]] of [...bars].entries()) {
      item.hidden = !isLong && at >= MAX_SHOWN && !isSet(value);
      update(counts.get(value) ?? 0, most, isSet(value));
    }
    more.hidden = bars.size <= MAX_SHOWN;
    more.textContent = isLong ? 'Fewer' : `${bars.size - MAX_SHOWN} more`;
  };
  list.append(...[...bars.values()].map(({ item }) => item));
  draw();
  const isHidden = values.length === 0 || (values.length === 1 && facet !== 'topic');
  const node = element('section', { class: 'facet', hidden: isHidden }, element('h3', {}, title), list, more);
  return { node, draw };
}

function drawBar(model: Model, facet: Facet, value: string) {
  const n = element('span', { class: 'n' });
  const topic = facet === 'topic' && model.data.topics.findIndex(({ letter }) => letter === value);
  const node = button(
    { 'data-value': value },
    () => model.toggle(facet, value),
    topic !== false && colourTopic(topic, element('b', { class: 'letter' }, value)),
    element('span', { class: 'name', dir: 'auto' }, nameValue(facet, value, model.data)),
    n,
  );
  const update = (papers: number, most: number, isChosen: boolean) => {
    n.textContent = String(papers);
    node.style.setProperty('--share', String(papers / most));
    node.setAttribute('aria-pressed', String(isChosen));
    node.classList.toggle('none', papers === 0);
  };
  return { item: element('li', {}, node), update };
}
