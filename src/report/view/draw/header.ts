import { counted, grouped } from '../../../lib/counted.ts';
import type { ViewData } from '../../data/report-data.ts';
import type { Actions } from '../actions.ts';
import { button, type Child, element, linkItem, svg, tableHead } from '../dom.ts';
import { count, countFitting, countKeywords, sumSources } from '../facts.ts';
import type { Model } from '../model.ts';
import type { ReadingPane } from '../pane/reading-pane.ts';
import { type Summary, summarise } from '../summary.ts';
import { type Facet, MATCHES, nameValue } from '../view-filters.ts';

/** The line at the top: the queries, the menus, and the button that continues screening. */
export function drawTop(model: Model, actions: Actions, pane: ReadingPane, ...menus: Child[]): HTMLElement {
  const { searches } = model.data;
  return element(
    'header',
    { class: 'head' },
    drawMark(),
    element('h1', { dir: 'auto' }, searches.map(({ about }) => about).join(' · ') || 'Papers'),
    ...menus,
    drawGoOn(model, actions, pane),
  );
}

/** The product's mark and name. */
function drawMark(): HTMLElement {
  const leaf = (x: number, fill: string) =>
    svg('rect', { x, y: 1 + x / 8, width: 10, height: 14 - x / 4, rx: 2, fill });
  const mark = svg(
    'svg',
    { width: 18, height: 16, viewBox: '0 0 18 16', 'aria-hidden': 'true' },
    leaf(8, 'var(--mark-3)'),
    leaf(4, 'var(--mark-2)'),
    leaf(0, 'var(--mark)'),
  );
  return element('span', { class: 'logo' }, mark, 'paperqueue');
}

/** Screens the undecided papers one after the other; once some are kept, a host's assistant can be asked about them. */
function drawGoOn(model: Model, { ask }: Actions, pane: ReadingPane): HTMLElement | undefined {
  const { papers } = model.data;
  if (papers.length === 0) return undefined;
  const node = button({ class: 'main' }, () => {
    const kept = model.kept();
    if (ask && kept.length > 0) return ask(kept.map((index) => model.paper(index).ref));
    const next = model.visible.find((index) => !model.decisions.of(index)?.decision) ?? model.visible[0];
    if (next === undefined) return;
    model.open(next);
    pane.focus();
  });
  const draw = () => {
    const { undecided } = model.decisions.count();
    const kept = model.kept().length;
    if (ask && kept > 0) node.textContent = `Ask about the ${kept} kept`;
    else node.textContent = undecided === papers.length ? `Screen ${undecided}` : `Go on: ${undecided} left`;
    node.disabled = undecided === 0 && !(ask && kept > 0);
  };
  model.onDecided(draw);
  draw();
  return node;
}

/** How many papers fit, in which class, and what stands out. Each number is a button that filters. */
export function drawAnswer(model: Model): HTMLElement | undefined {
  const { data } = model;
  const { papers } = data;
  if (papers.length === 0) return undefined;
  const fitting = countFitting(data);
  const statuses = model.count('status', papers);
  const marked = ['retracted', 'with a notice'].filter((status) => statuses.has(status));
  const failed = [...new Set(data.searches.flatMap(({ sources }) => sources))].filter((source) => source.failed);
  return element(
    'section',
    { class: 'answer-line', 'aria-label': 'What was found' },
    element(
      'p',
      { class: 'big' },
      fitting === undefined ? count(papers.length, 'paper') : `${fitting} of ${papers.length} fit well`,
    ),
    fitting !== undefined && drawClasses(model),
    element(
      'div',
      { class: 'found' },
      ...marked.map((status) => drawChip(model, 'status', status, 'chip red', status, statuses.get(status))),
      ...failed.map(({ title }) => element('span', { class: 'chip amber' }, `no answer from ${title}`)),
      ...countKeywords(data).map(([keyword, n]) => drawChip(model, 'keyword', keyword, 'chip', keyword, n)),
      element('a', { class: 'says records', href: '#sources' }, describeRecords(data)),
    ),
  );
}

/** A number of papers; the button filters by the value of a facet that they have. */
function drawChip(model: Model, facet: Facet, value: string, names: string, name: string, n = 0): HTMLElement {
  const node = button(
    { class: names, disabled: n === 0 },
    () => model.toggle(facet, value),
    element('span', { class: 'name', dir: 'auto' }, name),
    ' ',
    element('b', { class: 'n' }, grouped(n)),
  );
  const update = () => node.setAttribute('aria-pressed', String(model.filters.facets[facet]?.includes(value) === true));
  model.onShown(update);
  update();
  return node;
}

/** A bar of the classes of match, and the number of papers in each, which filters. */
function drawClasses(model: Model): HTMLElement {
  const counts = model.count('match', model.data.papers);
  const known = MATCHES.filter((match) => counts.has(match));
  const bar = element('div', { class: 'seg', 'aria-hidden': 'true' });
  for (const match of known) {
    const part = element('i', { class: match });
    part.style.flexGrow = String(counts.get(match));
    bar.append(part);
  }
  const numbers = known.map((match) =>
    drawChip(model, 'match', match, 'quiet', nameValue('match', match, model.data), counts.get(match)),
  );
  return element('div', { class: 'classes', role: 'group', 'aria-label': 'How well they fit' }, bar, ...numbers);
}

/** `300 of 4,690 records fetched`. */
function describeRecords({ searches, papers }: ViewData): string {
  const sources = sumSources(searches);
  const gave = sources.reduce((sum, each) => sum + each.gave, 0);
  const total = sources.reduce((sum, each) => sum + each.total, 0);
  if (sources.length === 0) return counted(papers.length, 'paper');
  return total > gave ? `${grouped(gave)} of ${grouped(total)} records fetched` : `${grouped(gave)} records`;
}

/** Several searches, a line each: how many papers it found, and how many only it found. Undefined for one. */
export function drawSearches(model: Model): HTMLElement | undefined {
  const { data } = model;
  if (data.searches.length < 2) return undefined;
  const [all, only] = [model.count('search', data.papers), model.count('only', data.papers)];
  const rows = data.searches.map(({ ref, about }, at) => {
    const [found, alone] = [all.get(ref) ?? 0, only.get(ref) ?? 0];
    const fitting = data.papers.filter(
      ({ match, searches }) => (match === 'strong' || match === 'good') && searches.includes(at),
    );
    return element(
      'tr',
      {},
      element('th', { scope: 'row', dir: 'auto' }, drawChip(model, 'search', ref, 'chip', ref, found), ' ', about),
      element('td', { class: 'num' }, grouped(fitting.length)),
      element('td', { class: 'num' }, drawChip(model, 'only', ref, 'chip', 'only here', alone)),
      element('td', { class: 'num' }, grouped(found - alone)),
    );
  });
  return element(
    'table',
    { class: 'searches' },
    element('caption', { class: 'unseen' }, 'Searches'),
    tableHead(['Search and papers found', 'Fit well', 'Only here', 'Shared']),
    element('tbody', {}, ...rows),
  );
}

/** If hardly a paper fits, says so and suggests a better search. */
export function drawFit({ data }: Model): HTMLElement | undefined {
  const advice = data.searches.flatMap(({ fit = [] }) => fit);
  if (advice.length === 0) return undefined;
  const lines = advice.map((text) => element('p', {}, text));
  return element('section', { class: 'glance poor', 'aria-label': 'What the search found' }, ...lines);
}

/** Highlights, and what is missing. */
export function drawGlance(model: Model): HTMLElement | undefined {
  const { data } = model;
  const { matters, missing } = summarise(data);
  if (data.papers.length === 0 && missing.length === 0) return undefined;
  return element(
    'section',
    { id: 'glance', class: 'glance' },
    element('h2', {}, 'At a glance'),
    matters.length > 0 && column(model, 'What matters', matters),
    column(model, 'What is missing', missing.length > 0 ? missing : [{ text: 'Nothing that is known' }]),
  );
}

function column(model: Model, title: string, lines: Summary['matters']): HTMLElement {
  const shown = lines.map(({ text, paper }) =>
    paper === undefined ? element('li', {}, element('span', {}, text)) : linkItem(text, () => model.open(paper)),
  );
  return element('div', {}, element('h3', {}, title), element('ul', {}, ...shown));
}
