import { button, element } from '../dom.ts';
import type { Model } from '../model.ts';
import { byCount, type Facet, listSet, MATCHES, NO_FILTERS } from '../view-filters.ts';

/** Redraws after no key was pressed for this long. */
const PAUSE_MS = 80;

/** The search field and the active filters, each with a button to clear it: above the list. */
export function drawSearch(model: Model): Element {
  const search = element('input', {
    type: 'search',
    id: 'text',
    placeholder: 'Search papers',
    autocomplete: 'off',
    'aria-label': 'Search',
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => model.filter({ text: search.value.trim() }), PAUSE_MS);
  });
  const chips = element('div', { class: 'chips' });
  const clear = button({ class: 'quiet' }, () => model.filter(NO_FILTERS), 'Clear all filters');
  const draw = () => {
    const { text } = model.filters;
    // Keeps the cursor of a person who is typing.
    if (search.value.trim() !== text) search.value = text;
    const set = listSet(model);
    const had = chips.contains(document.activeElement);
    const all = set.map(([name, change]) =>
      button({ class: 'chip', 'aria-label': `Remove filter: ${name}` }, () => model.filter(change), `${name} ×`),
    );
    chips.replaceChildren(...all, ...(set.length > 0 ? [clear] : []));
    if (had) (chips.querySelector('button') ?? search).focus();
  };
  model.onChange('shown', draw);
  draw();
  return element('div', { class: 'search-bar', role: 'search' }, search, chips);
}

/** Filters without a chart. */
export function drawControls(model: Model): Element {
  const { papers } = model.data;
  const matches = MATCHES.slice(0, -1).map((name, index) => [name, index === 0 ? name : `${name} or better`]);
  return element(
    'div',
    { class: 'controls' },
    papers.some(({ match }) => match) && field(model, 'Match', select(matches), 'match'),
    papers.some(({ year }) => year !== undefined) && field(model, 'From', yearInput(), 'yearFrom'),
    papers.some(({ year }) => year !== undefined) && field(model, 'To', yearInput(), 'yearTo'),
    facetField(model, 'design', 'Design'),
    facetField(model, 'source', 'Source'),
    facetField(model, 'search', 'Search job'),
    papers.some(({ oa }) => oa) && flag(model, 'openAccess', 'Open access only'),
    papers.some(({ retracted }) => retracted) && flag(model, 'hideRetracted', 'Hide retracted'),
  );
}

function labelled(name: string, control: HTMLElement, attributes = {}): HTMLElement {
  return element('div', attributes, element('label', { for: control.id }, name), control);
}

/** A field synchronised with a filter. */
function field(
  model: Model,
  name: string,
  control: HTMLInputElement | HTMLSelectElement,
  filter: 'match' | 'yearFrom' | 'yearTo',
): HTMLElement {
  control.id = filter;
  control.addEventListener('change', () => {
    const value = control.type !== 'number' ? control.value : control.value === '' ? undefined : Number(control.value);
    model.filter({ [filter]: value });
  });
  model.onChange('shown', () => {
    const value = String(model.filters[filter] ?? '');
    if (control.value !== value) control.value = value;
  });
  return labelled(name, control);
}

function facetField(model: Model, facet: Facet, name: string): HTMLElement | undefined {
  const values = byCount(model.count(facet, model.data.papers)).map(([value, papers]) => [
    value,
    `${value} (${papers})`,
  ]);
  if (values.length < 2) return undefined;
  const control = select(values);
  control.id = facet;
  control.addEventListener('change', () => model.toggle(facet, control.value));
  model.onChange('shown', () => {
    control.value = model.filters.facets[facet] ?? '';
  });
  return labelled(name, control);
}

function select(options: readonly string[][]): HTMLSelectElement {
  const all = [['', 'any'], ...options];
  return element('select', {}, ...all.map(([value, text]) => element('option', { value }, text)));
}

function yearInput(): HTMLInputElement {
  return element('input', { type: 'number', placeholder: 'year' });
}

function flag(model: Model, id: 'openAccess' | 'hideRetracted', name: string): HTMLElement {
  const control = element('input', { type: 'checkbox', id });
  control.addEventListener('change', () => model.filter({ [id]: control.checked }));
  model.onChange('shown', () => {
    control.checked = model.filters[id];
  });
  return labelled(name, control, { class: 'flag' });
}
