import type { ViewSource } from '../../papers/report/view-data.ts';
import { element } from '../dom.ts';
import { tallySets } from '../filters.ts';
import type { Model } from '../model.ts';
import { count } from '../summary.ts';

const MAX_SETS = 10;

/** What each source gave, and which found the same papers. */
export function drawSources({ data }: Model): Element | undefined {
  const sources = data.searches.flatMap((search) => search.sources);
  const sets = tallySets(data.papers.map(({ foundIn }) => foundIn));
  if (sources.length === 0 && sets.length === 0) return undefined;
  const named = new Map<string, ViewSource[]>();
  for (const source of sources) named.set(source.title, [...(named.get(source.title) ?? []), source]);
  const only = new Map(sets);
  const heads = ['Source', 'Records', ...(sets.length > 0 ? ['Papers here', 'Only there'] : [])];
  const rows = [...named].map(([title, reports]) => {
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
    ...(rows.length > 0 ? [table('What each source gave', heads, rows)] : []),
    ...(sets.length > 1 ? [bars('Papers by the sources that had them', sets)] : []),
  );
}

/** Which searches found the same papers. */
export function drawSearches({ data }: Model): Element | undefined {
  if (data.searches.length < 2) return undefined;
  const refs = data.papers.map(({ searches }) => searches.map((index) => data.searches[index]?.ref ?? ''));
  return element(
    'section',
    { id: 'searches' },
    element('h2', {}, 'Overlap of the searches'),
    bars('Papers by the searches that found them', tallySets(refs)),
  );
}

function table(title: string, head: string[], rows: string[][]): HTMLElement {
  const cells = ([first = '', ...rest]: string[]) => [
    element('th', { scope: 'row' }, first),
    ...rest.map((text) => element('td', {}, text)),
  ];
  return element(
    'table',
    { class: 'plain' },
    element('caption', {}, title),
    element('thead', {}, element('tr', {}, ...head.map((name) => element('th', { scope: 'col' }, name)))),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, ...cells(row)))),
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
