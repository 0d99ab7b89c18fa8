import type { ViewData } from '../../papers/report/report-data.ts';
import type { Actions } from '../actions.ts';
import { button, colourTopic, element } from '../dom.ts';
import { createModel, type Model } from '../model.ts';
import { linear } from '../scales.ts';
import { count, type SummaryLine, summarise } from '../summary.ts';
import type { Facet } from '../view-filters.ts';
import { drawControls } from './controls.ts';
import { drawTable } from './draw-table.ts';
import { drawExportBar } from './export-bar.ts';
import { drawFigure } from './figure.ts';
import { drawPoints, drawTip, type Point } from './points.ts';
import { drawScatter } from './scatter.ts';
import { drawYears } from './years.ts';

const HEIGHT = 300;
const MARGIN = 16;

/** Papers with similar words near each other; positions were computed at export. */
function drawTopicMap(model: Model): Element {
  return drawFigure(model, {
    title: 'Topic map',
    height: HEIGHT,
    role: 'group',
    numbers: () => ({
      head: ['Topic', 'Words', 'Papers'],
      rows: model.data.topics.map(({ letter, words, papers }) => [letter, words.join(', '), papers]),
    }),
    draw: (width, box) => ({
      says: 'Near means: uses similar words. A letter is a topic, a point opens its paper.',
      shapes: [drawPoints(model, placed(model, width), drawTip(box))],
    }),
  });
}

function placed(model: Model, width: number): Point[] {
  const x = linear([0, 1000], [MARGIN, width - MARGIN]);
  const y = linear([0, 1000], [MARGIN, HEIGHT - MARGIN]);
  const { papers, topics } = model.data;
  const radius = papers.length > 120 ? 6 : 8;
  return model.visible.flatMap((index): Point[] => {
    const { title, topic, ...paper } = model.paper(index);
    if (paper.x === undefined || paper.y === undefined) return [];
    const letter = topic === undefined ? undefined : topics[topic]?.letter;
    const label = `${letter ? `Topic ${letter}: ` : ''}${title}`;
    return [{ index, x: x(paper.x), y: y(paper.y), radius, label, ...(letter !== undefined && { letter }) }];
  });
}

/** What was found, what matters, what is missing. */
function drawGlance(model: Model): Element {
  const { found, matters, missing } = summarise(model.data);
  return element(
    'section',
    { class: 'glance', 'aria-label': 'At a glance' },
    column(model, 'Found', found),
    matters.length > 0 && column(model, 'What matters', matters),
    (missing.length > 0 || model.data.papers.length > 0) &&
      column(model, 'What is missing', missing.length > 0 ? missing : [{ text: 'Nothing that is known' }]),
  );
}

function column(model: Model, title: string, lines: readonly SummaryLine[]): HTMLElement {
  return element(
    'div',
    {},
    element('h2', {}, title),
    element('ul', {}, ...lines.map((line) => element('li', {}, shown(model, line)))),
  );
}

function shown(model: Model, { text, paper }: SummaryLine): HTMLElement {
  if (paper === undefined) return element('span', {}, text);
  return button({ class: 'link', dir: 'auto' }, () => model.open(paper), text);
}

/** Fewer papers can simply be read, without filters and charts. */
const MIN_CHARTED = 5;

/** Draws the data into the root, replacing its content. */
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
  // Always open beside the papers. Above them they would push the papers off a small screen.
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

const MAX_SHOWN = 6;
const MAX_MORE = 30;

/** A facet's most frequent values, as bars that filter everything when pressed. */
function drawFacet(model: Model, facet: Facet, title: string, nameOf = (value: string) => value): Element {
  const list = element('ul', { class: 'bars' });
  const toggle = () => {
    isLong = !isLong;
    draw();
  };
  const more = button({ class: 'quiet' }, toggle);
  const section = element('section', { class: 'facet' }, element('h3', {}, title), list, more);
  let isLong = false;
  const draw = () => {
    const counts = model.count(facet);
    const current = model.filters.facets[facet];
    const most = counts[0]?.[1] ?? 1;
    const visibleCounts = counts.filter(
      ([value], index) => index < (isLong ? MAX_MORE : MAX_SHOWN) || value === current,
    );
    section.hidden = counts.length === 0 || (counts.length === 1 && current === undefined && facet !== 'topic');
    more.hidden = counts.length <= MAX_SHOWN;
    more.textContent = isLong ? 'Fewer' : `${Math.min(counts.length, MAX_MORE) - MAX_SHOWN} more`;
    const focused = (document.activeElement as HTMLElement | null)?.dataset.value;
    const had = list.contains(document.activeElement);
    list.replaceChildren(
      ...visibleCounts.map(([value, papers]) => bar(model, facet, value, nameOf(value), papers, most)),
    );
    if (had) list.querySelector<HTMLElement>(`[data-value="${CSS.escape(focused ?? '')}"]`)?.focus();
  };
  model.onChange(draw);
  draw();
  return section;
}

function bar(model: Model, facet: Facet, value: string, name: string, papers: number, most: number): HTMLElement {
  const isChosen = model.filters.facets[facet] === value;
  const node = button(
    { 'aria-pressed': String(isChosen), 'data-value': value },
    () => model.toggle(facet, value),
    facet === 'topic' &&
      colourTopic(
        model.data.topics.findIndex(({ letter }) => letter === value),
        element('b', { class: 'letter' }, value),
      ),
    element('span', { class: 'name', dir: 'auto' }, name),
    element('span', { class: 'n' }, String(papers)),
  );
  node.style.setProperty('--share', String(papers / most));
  return element('li', {}, node);
}
