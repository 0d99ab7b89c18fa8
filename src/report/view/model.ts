import type { ViewData, ViewPaper } from '../data/report-data.ts';
import {
  createDecisions,
  type Decided,
  type DecidedPapers,
  type Decisions,
  nameDecision,
} from './decide/person-decisions.ts';
import { isPoor } from './summary.ts';
import {
  countEach,
  type Facet,
  type Filters,
  facetValues,
  findObstacle,
  NO_FILTERS,
  type Obstacle,
  type Order,
  sorted,
} from './view-filters.ts';

/** What changed: the visible papers or their order, or the selection. */
type Change = 'shown' | 'chosen';

/** The reader's settings, and the resulting papers. Every part of the view draws from it. */
export type Model = {
  readonly data: ViewData;
  readonly filters: Filters;
  readonly order: Order;
  /** Indices of the papers that pass the filters, in order; at first only the nearest ones if hardly a paper fits. */
  readonly visible: readonly number[];
  readonly chosen: ReadonlySet<number>;
  /** The number of papers held back until the reader asks for them. */
  readonly heldBack: number;
  readonly decisions: Decisions;
  paper(index: number): ViewPaper;
  filter(change: Partial<Filters>): void;
  /** Sets a facet, or clears it if the value is empty or already set. */
  toggle(facet: Facet, value: string): void;
  sort(order: Order): void;
  /** Shows the papers that were held back. */
  showAll(): void;
  choose(indices: readonly number[], isChosen: boolean): void;
  /** Shows a paper with its abstract. */
  open(index: number): void;
  /** Highlights a paper in each part that shows it, or none. */
  light(index?: number): void;
  /** How many papers have each value of a facet; by default, of those that pass the other filters. */
  count(facet: Facet, papers?: readonly ViewPaper[]): Map<string, number>;
  /** Papers per year among those that pass the other filters. */
  years(): Map<number, number>;
  /** Records a decision on a paper, or a note. */
  decide(index: number, change: Omit<Decided, 'at'>): void;
  /** Undoes the last change. Returns the index of its paper. */
  undo(): number | undefined;
  /** Merges newer decisions made elsewhere. Returns the indices of the papers that changed. */
  take(others: DecidedPapers): readonly number[];
  /** Replaces the decisions by those made elsewhere. */
  replace(others: DecidedPapers): void;
  /** Called with the papers whose decisions changed. */
  onDecided(listener: (indices: readonly number[]) => void): void;
  onChange(what: Change, listener: () => void): void;
  onOpen(listener: (index: number) => void): void;
  onLight(listener: (index?: number) => void): void;
};

/** Number of papers shown if hardly one fits. */
const NEAREST = 10;

/**
 * A model that shows everything, in the order of the data; or, after a `former` model that was drawn differently, one
 * with its filters, order and selection.
 */
export function createModel(data: ViewData, former?: Pick<Model, 'filters' | 'order' | 'chosen' | 'decisions'>): Model {
  const changed: Record<Change, (() => void)[]> = { shown: [], chosen: [] };
  const opened: ((index: number) => void)[] = [];
  const lit: ((index?: number) => void)[] = [];
  const decided: ((indices: readonly number[]) => void)[] = [];
  const decisions = former?.decisions ?? createDecisions(data.papers);
  let limit = isPoor(data) ? NEAREST : Number.POSITIVE_INFINITY;
  // One pass over the papers serves the list and every count.
  let obstacles: (Obstacle | undefined)[] = [];
  const passingBut = (except: Obstacle) =>
    data.papers.filter((_, index) => obstacles[index] === undefined || obstacles[index] === except);
  const nameOf = (index: number) => model.filters.facets.decision && nameDecision(decisions.of(index));
  const apply = () => {
    const words = model.filters.text.toLowerCase().split(/\s+/).filter(Boolean);
    obstacles = data.papers.map((paper, index) => findObstacle(data, paper, model.filters, words, nameOf(index)));
    const indices = obstacles.flatMap((obstacle, index) => (obstacle === undefined ? [index] : []));
    model.visible = sorted(data.papers, indices, model.order).slice(0, limit);
    model.heldBack = indices.length - model.visible.length;
    tell('shown');
  };
  const tell = (what: Change) => {
    for (const listener of changed[what]) listener();
  };
  const tellDecided = (indices: readonly number[]) => {
    if (indices.length === 0) return;
    for (const listener of decided) listener(indices);
    if (model.filters.facets.decision) apply();
  };
  const model: { -readonly [Key in keyof Model]: Model[Key] } = {
    data,
    filters: NO_FILTERS,
    order: { by: 'rank', descending: false },
    visible: [...data.papers.keys()].slice(0, limit),
    heldBack: Math.max(data.papers.length - limit, 0),
    chosen: new Set(),
    decisions,
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
    showAll() {
      limit = Number.POSITIVE_INFINITY;
      apply();
    },
    choose(indices, isChosen) {
      const choice = new Set(model.chosen);
      for (const index of indices) isChosen ? choice.add(index) : choice.delete(index);
      model.chosen = choice;
      tell('chosen');
    },
    open(index) {
      if (!model.visible.includes(index)) {
        limit = Number.POSITIVE_INFINITY;
        model.filter(NO_FILTERS);
      }
      for (const listener of opened) listener(index);
    },
    light(index) {
      for (const listener of lit) listener(index);
    },
    decide(index, change) {
      decisions.change(index, change);
      tellDecided([index]);
    },
    undo() {
      const index = decisions.undo();
      if (index !== undefined) tellDecided([index]);
      return index;
    },
    take(others) {
      const indices = decisions.take(others);
      tellDecided(indices);
      return indices;
    },
    replace(others) {
      decisions.replace(others);
      tellDecided([...data.papers.keys()]);
    },
    onDecided: (listener) => void decided.push(listener),
    count: (facet, papers = passingBut(facet)) =>
      countEach(papers.flatMap((paper) => [...new Set(facetValues(facet, paper, data))])),
    years: () => countEach(passingBut('year').flatMap(({ year }) => year ?? [])),
    onChange: (what, listener) => void changed[what].push(listener),
    onOpen: (listener) => void opened.push(listener),
    onLight: (listener) => void lit.push(listener),
    ...(former && { filters: former.filters, order: former.order, chosen: former.chosen }),
  };
  if (former) apply();
  return model;
}
