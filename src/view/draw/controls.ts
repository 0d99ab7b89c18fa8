import { element } from '../dom.ts';
import { type Facet, type Filters, MATCHES, NO_FILTERS } from '../filters.ts';
import type { Model } from '../model.ts';

/** Search and filters that no chart has. */
export function drawControls(model: Model): Element {
  const { papers } = model.data;
  const search = element('input', {
    type: 'search',
    id: 'q',
    autocomplete: 'off',
    placeholder: 'Title, author, abstract',
  });
  search.addEventListener('input', () => model.filter({ text: search.value }));
  const clear = element('button', { type: 'button', class: 'quiet' }, 'Clear all filters');
  clear.addEventListener('click', () => {
    model.filter(NO_FILTERS);
    search.focus();
  });
  const years = papers.flatMap(({ year }) => year ?? []);
  const parts = [
    field('q', 'Search', search),
    ...(papers.some(({ match }) => match) ? [matchSelect(model)] : []),
    ...(years.length > 0
      ? [element('div', { class: 'pair' }, yearInput(model, 'yearFrom', 'From'), yearInput(model, 'yearTo', 'To'))]
      : []),
    ...facetSelect(model, 'design', 'Design'),
    ...facetSelect(model, 'source', 'Source'),
    ...facetSelect(model, 'search', 'Search job'),
    ...(papers.some(({ oa }) => oa) ? [flag(model, 'openAccess', 'Open access only')] : []),
    ...(papers.some(({ retracted }) => retracted) ? [flag(model, 'hideRetracted', 'Hide retracted')] : []),
    clear,
  ];
  model.onChange(() => {
    if (model.filters.text !== search.value) search.value = model.filters.text;
    clear.hidden = model.filters === NO_FILTERS || model.visible.length === papers.length;
  });
  clear.hidden = true;
  return element('form', { class: 'controls', role: 'search' }, ...parts);
}

function field(id: string, name: string, control: Element): HTMLElement {
  return element('div', {}, element('label', { for: id }, name), control);
}

function matchSelect(model: Model): HTMLElement {
  const names = MATCHES.slice(0, -1).map(
    (name, index) => [name, index === 0 ? 'strong' : `${name} or better`] as const,
  );
  return select(
    'match',
    'Match',
    [['', 'any'], ...names],
    () => model.filters.match,
    (match) => model.filter({ match }),
    model,
  );
}

function facetSelect(model: Model, facet: Facet, name: string): HTMLElement[] {
  const values = model.count(facet).map(([value, papers]) => [value, `${value} (${papers})`] as const);
  if (values.length < 2) return [];
  const change = (value: string) => {
    const { [facet]: _, ...others } = model.filters.facets;
    model.filter({ facets: value === '' ? others : { ...others, [facet]: value } });
  };
  return [select(facet, name, [['', 'any'], ...values], () => model.filters.facets[facet] ?? '', change, model)];
}

function select(
  id: string,
  name: string,
  options: readonly (readonly [value: string, text: string])[],
  read: () => string,
  change: (value: string) => void,
  model: Model,
): HTMLElement {
  const control = element('select', { id }, ...options.map(([value, text]) => element('option', { value }, text)));
  control.addEventListener('change', () => change(control.value));
  model.onChange(() => {
    control.value = read();
  });
  return field(id, name, control);
}

function yearInput(model: Model, name: 'yearFrom' | 'yearTo', label: string): HTMLElement {
  const control = element('input', {
    id: name,
    type: 'number',
    min: 0,
    max: 2100,
    inputmode: 'numeric',
    placeholder: 'year',
  });
  control.addEventListener('change', () => {
    model.filter({ [name]: control.value === '' ? undefined : Number(control.value) });
  });
  model.onChange(() => {
    control.value = String(model.filters[name] ?? '');
  });
  return field(name, label, control);
}

function flag(model: Model, name: 'openAccess' | 'hideRetracted', label: string): HTMLElement {
  const control = element('input', { type: 'checkbox', id: name });
  control.addEventListener('change', () => model.filter({ [name]: control.checked } as Partial<Filters>));
  model.onChange(() => {
    control.checked = model.filters[name];
  });
  return element('div', { class: 'flag' }, control, element('label', { for: name }, label));
}
