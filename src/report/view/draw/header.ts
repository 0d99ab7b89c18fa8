import type { ViewData } from '../../data/report-data.ts';
import { button, element } from '../dom.ts';
import type { Model } from '../model.ts';
import { countKeywords, listFacts, type SummaryLine, summarise } from '../summary.ts';

/** The query, and a one-line summary of its papers. */
export function drawHeader(data: ViewData): HTMLElement {
  const { searches } = data;
  const days = [...new Set(searches.map(({ created }) => created.slice(0, 10)))].sort();
  const refs = searches.map(({ ref }) => ref).join(', ');
  const facts = [...listFacts(data), `${refs}, searched ${days.join(', ')}`];
  return element(
    'header',
    {},
    element('h1', { dir: 'auto' }, searches.map(({ about }) => about).join(' · ') || 'Papers'),
    element('p', { class: 'facts' }, facts.join(' · ')),
  );
}

/**
 * The number of papers with each keyword, and with all; pressing one filters. Undefined if the papers' keywords are
 * unknown.
 */
export function drawKeywords(model: Model): HTMLElement | undefined {
  const counts = countKeywords(model.data);
  if (counts.length === 0) return undefined;
  const most = Math.max(1, model.data.papers.length);
  const bars = counts.map(([keyword, papers]) => {
    const node = button(
      { class: 'keyword', disabled: papers === 0 },
      () => model.toggle('keyword', keyword),
      element('span', { class: 'name', dir: 'auto' }, keyword),
      element('span', { class: 'n' }, String(papers)),
    );
    node.style.setProperty('--share', String(papers / most));
    const update = () => node.setAttribute('aria-pressed', String(model.filters.facets.keyword === keyword));
    model.onChange('shown', update);
    update();
    return node;
  });
  return element('div', { class: 'keywords', role: 'group', 'aria-label': 'Keywords' }, ...bars);
}

/** If hardly a paper fits, says so and suggests a better search. */
export function drawFit({ data }: Model): HTMLElement | undefined {
  const said = data.searches.flatMap(({ fit = [] }) => fit);
  if (said.length === 0) return undefined;
  const lines = said.map((text) => element('p', {}, text));
  return element('section', { class: 'glance poor', 'aria-label': 'What the search found' }, ...lines);
}

/** Highlights, and what is missing. */
export function drawGlance(model: Model): HTMLElement | undefined {
  const { data } = model;
  const { matters, missing } = summarise(data);
  if (data.papers.length === 0 && missing.length === 0) return undefined;
  return element(
    'section',
    { class: 'glance', 'aria-label': 'At a glance' },
    matters.length > 0 && column(model, 'What matters', matters),
    (missing.length > 0 || data.papers.length > 0) &&
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
