import { button, colourTopic, element } from '../dom.ts';
import type { Model } from '../model.ts';
import { byCount, type Facet, nameValue } from '../view-filters.ts';

const MAX_SHOWN = 6;
const MAX_MORE = 30;

/**
 * A facet's most frequent values, as bars that filter when pressed. Their order is fixed, so that nothing moves under
 * the pointer; a value without visible papers becomes faint. `draw` adapts the bars to changed filters.
 */
export function drawFacet(model: Model, facet: Facet, title: string): { node: HTMLElement; draw: () => void } {
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
