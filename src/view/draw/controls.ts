import { button, element } from '../dom.ts';
import type { Model } from '../model.ts';
import { type Facet, MATCHES, NO_FILTERS } from '../view-filters.ts';

/** Search and filters without a chart. */
export function drawControls(model: Model): Element {
  const { papers } = model.data;
  const search = element('input', { type: 'search', placeholder: 'Title, author, abstract', autocomplete: 'off' });
  const clear = button(
    { class: 'quiet', hidden: true },
    () => {
      model.filter(NO_FILTERS);
      search.focus();
    },
    'Clear all filters',
  );
  model.onChange(() => {
    clear.hidden = model.filters === NO_FILTERS || model.visible.length === papers.length;
  });
  const matches = MATCHES.slice(0, -1).map((name, index) => [name, index === 0 ? name : `${name} or better`]);
  return element(
    'form',
    { class: 'controls', role: 'search' },
    field(model, 'Search', search, 'text', 'input'),
    papers.some(({ match }) => match) && field(model, 'Match', select(matches), 'match'),
    papers.some(({ year }) => year !== undefined) &&
      element(
        'div',
        { class: 'pair' },
        field(model, 'From', yearInput(), 'yearFrom'),
        field(model, 'To', yearInput(), 'yearTo'),
      ),
    facetField(model, 'design', 'Design'),
    facetField(model, 'source', 'Source'),
    facetField(model, 'search', 'Search job'),
    papers.some(({ oa }) => oa) && flag(model, 'openAccess', 'Open access only'),
    papers.some(({ retracted }) => retracted) && flag(model, 'hideRetracted', 'Hide retracted'),
    clear,
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
  filter: 'text' | 'match' | 'yearFrom' | 'yearTo',
  event = 'change',
): HTMLElement {
  control.id = filter;
  control.addEventListener(event, () => {
    const value = control.type !== 'number' ? control.value : control.value === '' ? undefined : Number(control.value);
    model.filter({ [filter]: value });
  });
  model.onChange(() => {
    const value = String(model.filters[filter] ?? '');
    // Keeps the cursor of somebody who is typing.
    if (control.value !== value) control.value = value;
  });
  return labelled(name, control);
}

function facetField(model: Model, facet: Facet, name: string): HTMLElement | undefined {
  const values = model.count(facet).map(([value, papers]) => [value, `${value} (${papers})`]);
  if (values.length < 2) return undefined;
  const control = select(values);
  control.id = facet;
  control.addEventListener('change', () => model.toggle(facet, control.value));
  model.onChange(() => {
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
  model.onChange(() => {
    control.checked = model.filters[id];
  });
  return labelled(name, control, { class: 'flag' });
}
