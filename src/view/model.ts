import type { ViewData, ViewPaper } from '../papers/report/report-data.ts';
import {
  type Facet,
  type Filters,
  facetValues,
  NO_FILTERS,
  type Order,
  passes,
  sorted,
  tally,
} from './view-filters.ts';

/** The reader's settings, and the resulting papers. Every part of the view draws from it. */
export type Model = {
  readonly data: ViewData;
  readonly filters: Filters;
  readonly order: Order;
  /** Indices of the papers that pass, in order. */
  readonly visible: readonly number[];
  readonly chosen: ReadonlySet<number>;
  paper(index: number): ViewPaper;
  filter(change: Partial<Filters>): void;
  /** Sets a facet, or clears it if the value is empty or already set. */
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
  const passing = (except?: Facet | 'year') =>
    data.papers.filter((paper) => passes(data, paper, model.filters, except));
  const apply = () => {
    const indices = data.papers.flatMap((paper, index) => (passes(data, paper, model.filters) ? [index] : []));
    model.visible = sorted(data.papers, indices, model.order);
    tell();
  };
  const tell = () => {
    for (const listener of changed) listener();
  };
  const model: { -readonly [Key in keyof Model]: Model[Key] } = {
    data,
    filters: NO_FILTERS,
    order: { by: 'rank', descending: false },
    visible: [...data.papers.keys()],
    chosen: new Set(),
    paper: (index) => data.papers[index] as ViewPaper,
    filter(change) {
      model.filters = { ...model.filters, ...change };
      apply();
    },
    toggle(facet, value) {
      const { [facet]: former, ...others } = model.filters.facets;
      model.filter({ facets: value === '' || former === value ? others : { ...others, [facet]: value } });
    },
    sort(order) {
      model.order = order;
      apply();
    },
    choose(indices, isChosen) {
      const choice = new Set(model.chosen);
      for (const index of indices) isChosen ? choice.add(index) : choice.delete(index);
      model.chosen = choice;
      tell();
    },
    open(index) {
      if (!model.visible.includes(index)) model.filter(NO_FILTERS);
      for (const listener of opened) listener(index);
    },
    count: (facet) => tally(passing(facet).flatMap((paper) => [...new Set(facetValues(facet, paper, data))])),
    years: () => new Map(tally(passing('year').flatMap(({ year }) => year ?? []))),
    onChange: (listener) => void changed.push(listener),
    onOpen: (listener) => void opened.push(listener),
  };
  return model;
}
