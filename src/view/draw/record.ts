import type { ViewSearch } from '../../papers/report/view-data.ts';
import { element, factList } from '../dom.ts';
import type { Model } from '../model.ts';

/** How the papers were searched: to report the search, and to repeat it. */
export function drawRecord({ data }: Model): Element {
  return element(
    'section',
    { id: 'record' },
    element('h2', {}, 'Record of the search'),
    data.methods && element('h3', {}, 'For the section on methods'),
    data.methods && element('blockquote', {}, data.methods),
    ...data.searches.map(search),
    element('p', { class: 'says' }, 'Titles, abstracts and names are quoted from third parties.'),
  );
}

function search({
  ref,
  keywords,
  query,
  filters,
  service,
  created,
  software,
  sha256,
  notes,
  sources,
}: ViewSearch): HTMLElement {
  const facts: [string, string | undefined][] = [
    ['Keywords', keywords.join(', ')],
    ['Query', query],
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
