import type { ViewData, ViewPaper } from '../papers/report/view-data.ts';
import { type Facet, type Filters, NO_FILTERS, type Order, passes, sorted, tally, valuesOf } from './filters.ts';

/** What the reader has set, and the papers that follow from it; every part of the view draws from it. */
export type Model = {
  readonly data: ViewData;
  readonly filters: Filters;
  readonly order: Order;
  /** Indices of the papers that pass, in order. */
  readonly visible: readonly number[];
  readonly chosen: ReadonlySet<number>;
  paper(index: number): ViewPaper;
  filter(change: Partial<Filters>): void;
  /** Sets a facet, or clears it when it has the value already. */
  toggle(facet: Facet, value: string): void;
  sort(order: Order): void;
  choose(indices: readonly number[], isChosen: boolean): void;
  /** Shows a paper with its abstract. */
  open(index: number): void;
  /** The values of a facet among the papers that pass the other filters, most frequent first. */
  count(facet: Facet): [value: string, count: number][];
  /** Papers per year among those that pass the other filters. */
  years(): Map<number, number>;
  onChange(listener: () => void): void;
  onOpen(listener: (index: number) => void): void;
};

/** A model that shows everything, in the order of the data. */
export function createModel(data: ViewData): Model {
  const changed: (() => void)[] = [];
  const opened: ((index: number) => void)[] = [];
  const state = {
    filters: NO_FILTERS,
    order: { by: 'rank', descending: false } as Order,
    visible: data.papers.map((_, index) => index) as readonly number[],
    chosen: new Set<number>() as ReadonlySet<number>,
  };
  const passing = (except?: Facet | 'year') =>
    data.papers.filter((paper) => passes(data, paper, state.filters, except));
  const apply = () => {
    const indices = data.papers.flatMap((paper, index) => (passes(data, paper, state.filters) ? [index] : []));
    state.visible = sorted(data.papers, indices, state.order);
    for (const listener of changed) listener();
  };
  const model: Model = {
    data,
    get filters() {
      return state.filters;
    },
    get order() {
      return state.order;
    },
    get visible() {
      return state.visible;
    },
    get chosen() {
      return state.chosen;
    },
    paper: (index) => data.papers[index] as ViewPaper,
    filter(change) {
      state.filters = { ...state.filters, ...change };
      apply();
    },
    toggle(facet, value) {
      const { [facet]: former, ...others } = state.filters.facets;
      model.filter({ facets: former === value ? others : { ...others, [facet]: value } });
    },
    sort(order) {
      state.order = order;
      apply();
    },
    choose(indices, isChosen) {
      const chosen = new Set(state.chosen);
      for (const index of indices) isChosen ? chosen.add(index) : chosen.delete(index);
      state.chosen = chosen;
      for (const listener of changed) listener();
    },
    open(index) {
      if (!state.visible.includes(index)) model.filter(NO_FILTERS);
      for (const listener of opened) listener(index);
    },
    count: (facet) => tally(passing(facet).flatMap((paper) => [...new Set(valuesOf(facet, paper, data))])),
    years() {
      const counts = new Map<number, number>();
      for (const { year } of passing('year')) if (year !== undefined) counts.set(year, (counts.get(year) ?? 0) + 1);
      return counts;
    },
    onChange: (listener) => void changed.push(listener),
    onOpen: (listener) => void opened.push(listener),
  };
  return model;
}
