import { button, colourTopic, element } from '../dom.ts';
import type { Model } from '../model.ts';
import type { Facet } from '../view-filters.ts';

const MAX_SHOWN = 6;
const MAX_MORE = 30;

/** A facet's most frequent values, as bars that filter everything when pressed. */
export function drawFacet(model: Model, facet: Facet, title: string, nameOf = (value: string) => value): Element {
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
