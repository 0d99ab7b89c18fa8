import { grouped } from '../../../lib/counted.ts';
import type { ViewDrawing, ViewSearch, ViewSource } from '../../data/report-data.ts';
import { afterFirstFrame, element, factList, svg } from '../dom.ts';
import { count } from '../facts.ts';
import type { Model } from '../model.ts';
import { tallySets } from '../view-filters.ts';
import { drawPlainTable } from './figure.ts';

/** How the papers were searched: for reporting and repeating the search. */
function drawRecord({ data }: Model): Element {
  return element(
    'section',
    { id: 'record' },
    element('h2', {}, 'Record of the search'),
    data.methods && element('h3', {}, 'For the section on methods'),
    data.methods && element('blockquote', {}, data.methods),
    ...data.searches.map(drawSearch),
    element('p', { class: 'says' }, 'Titles, abstracts and names are quoted from third parties.'),
  );
}

function drawSearch(search: ViewSearch): HTMLElement {
  const { ref, keywords, query, strategy, filters, service, created, software, sha256, notes, sources } = search;
  const facts: [string, string | undefined][] = [
    ['Keywords', keywords.join(', ')],
    ['Query', query],
    ['Strategy', strategy],
    ['Limits and filters', filters?.join(', ')],
    ['Searched', service],
    ['On', created],
    ['Software', software],
    ['SHA-256 of the results', sha256],
    ...notes.map((note): [string, string] => ['Note', note]),
    ...sources.flatMap(({ title, request, at }): [string, string | undefined][] => [
      [`Request to ${title}`, [request, at].filter(Boolean).join(' at ')],
    ]),
  ];
  return element('details', { class: 'search', open: true }, element('summary', {}, `Search ${ref}`), factList(facts));
}

const MAX_SETS = 10;

/** Each source's results, and which sources found the same papers. */
function drawSources({ data }: Model): Element | undefined {
  const sources = data.searches.flatMap((search) => search.sources);
  const sets = tallySets(data.papers.map(({ foundIn }) => foundIn));
  if (sources.length === 0 && sets.length === 0) return undefined;
  const byTitle = new Map<string, ViewSource[]>();
  for (const source of sources) byTitle.set(source.title, [...(byTitle.get(source.title) ?? []), source]);
  const only = new Map(sets);
  const heads = ['Source', 'Records', ...(sets.length > 0 ? ['Papers here', 'Only there'] : [])];
  const rows = [...byTitle].map(([title, reports]) => {
    const gave = reports.reduce((sum, report) => sum + report.gave, 0);
    const count = data.papers.filter(({ foundIn }) => foundIn.includes(title)).length;
    const failed = reports.flatMap((report) => report.failed ?? []);
    return [
      title,
      failed.length > 0 ? `${gave} (failed: ${failed[0]})` : String(gave),
      String(count),
      String(only.get(title) ?? 0),
    ].slice(0, heads.length);
  });
  return element(
    'section',
    { id: 'sources' },
    element('h2', {}, 'Sources'),
    ...(rows.length > 0 ? [drawPlainTable('What each source gave', heads, rows)] : []),
    ...(sets.length > 1 ? [bars('Papers by the sources that had them', sets)] : []),
  );
}

/** Which searches found the same papers. */
function drawSearches({ data }: Model): Element | undefined {
  if (data.searches.length < 2) return undefined;
  const refs = data.papers.map(({ searches }) => searches.map((index) => data.searches[index]?.ref ?? ''));
  return element(
    'section',
    { id: 'searches' },
    element('h2', {}, 'Overlap of the searches'),
    bars('Papers by the searches that found them', tallySets(refs)),
  );
}

function bars(title: string, sets: readonly (readonly [string, number])[]): HTMLElement {
  const most = sets[0]?.[1] ?? 1;
  const items = sets.slice(0, MAX_SETS).map(([name, papers]) => {
    const item = element(
      'li',
      {},
      element('span', { class: 'name' }, name),
      element('span', { class: 'n' }, String(papers)),
    );
    item.style.setProperty('--share', String(papers / most));
    return item;
  });
  const rest = sets.slice(MAX_SETS).reduce((sum, [, papers]) => sum + papers, 0);
  return element(
    'figure',
    {},
    element('figcaption', {}, element('h3', {}, title)),
    element('ul', { class: 'bars still' }, ...items),
    ...(rest > 0 ? [element('p', { class: 'says' }, `${count(rest, 'paper')} in other combinations.`)] : []),
  );
}

/** The PRISMA 2020 flow diagram. Undefined if the data lacks the number of identified records. */
function drawFlow(model: Model): Element | undefined {
  const { flow } = model.data;
  if (!flow?.drawing) return undefined;
  const drawing = toNode(flow.drawing);
  fillFlow(drawing, model, flow.toScreen);
  return element(
    'section',
    { id: 'flow' },
    element('h2', {}, 'Flow of records (PRISMA 2020)'),
    element('div', { class: 'flow', tabindex: 0 }, drawing),
  );
}

/** Fills in the screening boxes, from the first decision on. */
function fillFlow(drawing: Element, model: Model, toScreen: number): void {
  const empty = drawing.cloneNode(true) as Element;
  const fill = () => {
    const { include, maybe, exclude } = model.decisions.count();
    const screened = include + maybe + exclude;
    const copy = empty.cloneNode(true) as Element;
    const words = copy.querySelector('desc');
    for (const [name, records] of Object.entries({ screened, unscreened: toScreen - screened, excluded: exclude })) {
      const line = copy.querySelector(`[data-fills="${name}"]`);
      const [before = ''] = line?.textContent?.split('(') ?? [];
      const text = `${before}(n\u00a0=\u00a0${grouped(Math.max(records, 0))})`;
      line?.replaceChildren(text);
      words?.replaceChildren((words.textContent ?? '').replace(new RegExp(`${before}\\([^)]*\\)`), () => text));
    }
    drawing.replaceChildren(...(screened > 0 ? copy : (empty.cloneNode(true) as Element)).childNodes);
  };
  model.onDecided(fill);
  fill();
}

function toNode({ tag, attributes, children }: ViewDrawing): Element {
  const inner = children.map((child) => (typeof child === 'string' ? child : toNode(child)));
  return svg(tag as 'g', attributes, ...inner);
}

/**
 * Adds the sections that reports of searches need, and links to them, below the papers. Does not delay the first
 * frame.
 */
export function drawMore(root: HTMLElement, model: Model): void {
  afterFirstFrame(() => {
    const sections = [drawSources(model), drawSearches(model), drawFlow(model), drawRecord(model)].filter(
      (part) => part !== undefined,
    );
    const parts = sections.map(({ id, firstChild }) => [id, firstChild?.textContent ?? '']);
    const links = [['papers', 'Papers'], ...parts].map(([id, name]) => element('a', { href: `#${id}` }, name));
    const nav = element('nav', { 'aria-label': 'Parts of this page' }, ...links);
    root.querySelector('main')?.append(element('div', { class: 'sections' }, nav, ...sections));
    // The section of the page's address did not exist when the browser looked for it.
    sections.find(({ id }) => `#${id}` === location.hash)?.scrollIntoView();
  });
}
