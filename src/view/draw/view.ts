import type { ViewData } from '../../papers/report/view-data.ts';
import type { Actions } from '../actions.ts';
import { element } from '../dom.ts';
import { createModel, type Model } from '../model.ts';
import { count } from '../summary.ts';
import { drawControls } from './controls.ts';
import { drawExportBar } from './export-bar.ts';
import { drawFacet } from './facets.ts';
import { drawGlance } from './glance.ts';
import { drawScatter } from './scatter.ts';
import { drawTable } from './table.ts';
import { drawTopicMap } from './topic-map.ts';
import { drawYears } from './years.ts';

/** Fewer papers are read, not filtered and charted. */
const MIN_CHARTED = 5;

/** Draws the data into the root, in place of what stood there. */
export function drawView(root: HTMLElement, data: ViewData, actions: Actions): Model {
  const model = createModel(data);
  const papers = element(
    'section',
    { id: 'papers', 'aria-label': 'Papers' },
    drawExportBar(model, actions),
    drawTable(model, actions),
  );
  root.replaceChildren(
    drawHeader(data),
    element(
      'main',
      {},
      drawGlance(model),
      data.papers.length < MIN_CHARTED
        ? papers
        : element(
            'div',
            { class: 'layout' },
            drawSide(model),
            element('div', { class: 'content' }, drawOverview(model), papers),
          ),
    ),
  );
  return model;
}

function drawHeader({ searches, papers }: ViewData): HTMLElement {
  const days = [...new Set(searches.map(({ created }) => created.slice(0, 10)))].sort();
  const facts = [
    searches.map(({ ref }) => ref).join(', '),
    count(papers.length, 'paper'),
    `searched ${days.join(', ')}`,
  ];
  return element(
    'header',
    {},
    element('h1', { dir: 'auto' }, searches.map(({ about }) => about).join(' · ') || 'Papers'),
    element('p', { class: 'says' }, facts.join(' · ')),
  );
}

function drawSide(model: Model): Element {
  const { topics } = model.data;
  const words = new Map(topics.map((topic) => [topic.letter, topic.words.join(', ')]));
  const parts = element(
    'details',
    { class: 'side' },
    element('summary', {}, 'Filters'),
    drawControls(model),
    drawYears(model),
    topics.length > 0 && drawFacet(model, 'topic', 'Topics', (letter) => words.get(letter) ?? letter),
    drawFacet(model, 'field', 'Fields'),
    drawFacet(model, 'venue', 'Venues'),
    drawFacet(model, 'author', 'Authors'),
    drawFacet(model, 'type', 'Types'),
  );
  // Beside the papers they are always open; above them they would push the papers off a small screen.
  const wide = matchMedia('(min-width: 981px)');
  const follow = () => {
    parts.open = wide.matches;
  };
  wide.addEventListener('change', follow);
  follow();
  return element('aside', { 'aria-label': 'Filters' }, parts);
}

function drawOverview(model: Model): Element {
  return element(
    'section',
    { class: 'overview', 'aria-label': 'Overview' },
    drawScatter(model),
    model.data.topics.length > 0 && drawTopicMap(model),
  );
}
