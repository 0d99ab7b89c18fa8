import { MIN_DECISIONS, scoreByKept } from '../decide/order-by-kept.ts';
import { button, element } from '../dom.ts';
import { count } from '../facts.ts';
import type { Model } from '../model.ts';
import { listSet, NO_FILTERS, ORDERS, type Order } from '../view-filters.ts';

/** Redraws after no key was pressed for this long. */
const PAUSE_MS = 80;

/** The field that filters by words. */
export function drawSearch(model: Model): HTMLElement {
  const search = element('input', {
    type: 'search',
    id: 'text',
    placeholder: 'Filter these papers   /',
    autocomplete: 'off',
    'aria-label': 'Filter these papers',
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => model.filter({ text: search.value.trim() }), PAUSE_MS);
  });
  model.onShown(() => {
    // Keeps the cursor of a person who is typing.
    if (search.value.trim() !== model.filters.text) search.value = model.filters.text;
  });
  return search;
}

/** The number of papers shown. */
export function drawShown(model: Model): HTMLElement {
  const { papers } = model.data;
  const shown = element('span', { class: 'shown', role: 'status' });
  const draw = () => {
    const all = count(papers.length, 'paper');
    shown.textContent = model.visible.length === papers.length ? all : `${model.visible.length} of ${all}`;
  };
  model.onShown(draw);
  draw();
  return shown;
}

/** The active filters, each with a button to clear it. */
export function drawChips(model: Model): HTMLElement {
  const chips = element('div', { class: 'chips', role: 'group', 'aria-label': 'Filters that are set' });
  const clear = button({ class: 'quiet' }, () => model.filter(NO_FILTERS), 'Clear all filters');
  const draw = () => {
    const set = listSet(model);
    const hadFocus = chips.contains(document.activeElement);
    const all = set.map(([name, change]) =>
      button({ class: 'chip', 'aria-label': `Remove filter: ${name}` }, () => model.filter(change), `${name} ×`),
    );
    chips.replaceChildren(...all, ...(set.length > 0 ? [clear] : []));
    chips.hidden = set.length === 0;
    if (hadFocus) (chips.querySelector('button') ?? document.getElementById('text'))?.focus();
  };
  model.onShown(draw);
  draw();
  return chips;
}

/** The orders for which papers have the field; the order by kept papers from the tenth decision on. */
export function drawOrder(model: Model): HTMLElement {
  const { papers } = model.data;
  const names = Object.entries(ORDERS) as [Order['by'], string][];
  const hasField = (by: Order['by']) =>
    by === 'rank' || by === 'kept' || papers.some((paper) => paper[by] !== undefined);
  const options = names.filter(([by]) => hasField(by)).map(([value, text]) => element('option', { value }, text));
  const select = element('select', { 'aria-label': 'Order' }, ...options);
  const byKept = options.find(({ value }) => value === 'kept');
  select.addEventListener('change', async () => {
    const by = select.value as Order['by'];
    model.sort(by === 'kept' ? { by, keys: await scoreByKept(papers, model.decisions) } : { by });
  });
  const draw = () => {
    const { undecided, include } = model.decisions.count();
    if (byKept) byKept.disabled = include === 0 || papers.length - undecided < MIN_DECISIONS;
    select.value = model.order.by;
  };
  model.onDecided(draw);
  model.onShown(draw);
  draw();
  return select;
}

/** Filters without a chart. */
export function drawControls(model: Model): HTMLElement {
  const { papers } = model.data;
  const hasYears = papers.some(({ year }) => year !== undefined);
  return element(
    'div',
    { class: 'controls' },
    hasYears && yearField(model, 'From', 'yearFrom'),
    hasYears && yearField(model, 'To', 'yearTo'),
    papers.some(({ oa }) => oa) && flag(model, 'openAccess', 'Open access only'),
    papers.some(({ retracted }) => retracted) && flag(model, 'hideRetracted', 'Hide retracted'),
  );
}

function labelled(name: string, control: HTMLElement, attributes = {}): HTMLElement {
  return element('div', attributes, element('label', { for: control.id }, name), control);
}

function yearField(model: Model, name: string, id: 'yearFrom' | 'yearTo'): HTMLElement {
  const control = element('input', { type: 'number', placeholder: 'year', id });
  control.addEventListener('change', () =>
    model.filter({ [id]: control.value === '' ? undefined : Number(control.value) }),
  );
  const draw = () => {
    const value = String(model.filters[id] ?? '');
    if (control.value !== value) control.value = value;
  };
  model.onShown(draw);
  draw();
  return labelled(name, control);
}

function flag(model: Model, id: 'openAccess' | 'hideRetracted', name: string): HTMLElement {
  const control = element('input', { type: 'checkbox', id });
  control.addEventListener('change', () => model.filter({ [id]: control.checked }));
  const draw = () => {
    control.checked = model.filters[id];
  };
  model.onShown(draw);
  draw();
  return labelled(name, control, { class: 'flag' });
}
