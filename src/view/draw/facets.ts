import { element } from '../dom.ts';
import type { Facet } from '../filters.ts';
import type { Model } from '../model.ts';

const MAX_SHOWN = 6;
const MAX_MORE = 30;

/** The most frequent values of a facet, as bars that filter everything when they are pressed. */
export function drawFacet(model: Model, facet: Facet, title: string, nameOf = (value: string) => value): Element {
  const list = element('ul', { class: 'bars' });
  const more = element('button', { type: 'button', class: 'quiet' }, 'More');
  const section = element('section', { class: 'facet' }, element('h3', {}, title), list, more);
  let isLong = false;
  const draw = () => {
    const counts = model.count(facet);
    const chosen = model.filters.facets[facet];
    const most = counts[0]?.[1] ?? 1;
    const shown = counts.filter(([value], index) => index < (isLong ? MAX_MORE : MAX_SHOWN) || value === chosen);
    section.hidden = counts.length === 0 || (counts.length === 1 && chosen === undefined && facet !== 'topic');
    more.hidden = counts.length <= MAX_SHOWN;
    more.textContent = isLong ? 'Fewer' : `${Math.min(counts.length, MAX_MORE) - MAX_SHOWN} more`;
    const focused = (document.activeElement as HTMLElement | null)?.dataset.value;
    const had = list.contains(document.activeElement);
    list.replaceChildren(...shown.map(([value, papers]) => bar(model, facet, value, nameOf(value), papers, most)));
    if (had) list.querySelector<HTMLElement>(`[data-value="${CSS.escape(focused ?? '')}"]`)?.focus();
  };
  more.addEventListener('click', () => {
    isLong = !isLong;
    draw();
  });
  model.onChange(draw);
  draw();
  return section;
}

function bar(model: Model, facet: Facet, value: string, name: string, papers: number, most: number): HTMLElement {
  const isChosen = model.filters.facets[facet] === value;
  const button = element(
    'button',
    { type: 'button', 'aria-pressed': String(isChosen), 'data-value': value },
    ...(facet === 'topic' ? [element('b', { class: `letter t${topicIndex(model, value)}` }, value)] : []),
    element('span', { class: 'name', dir: 'auto' }, name),
    element('span', { class: 'n' }, String(papers)),
  );
  button.style.setProperty('--share', String(papers / most));
  button.addEventListener('click', () => model.toggle(facet, value));
  return element('li', {}, button);
}

function topicIndex({ data }: Model, letter: string): number {
  return data.topics.findIndex((topic) => topic.letter === letter);
}
