import type { Decided, ViewData, ViewPaper } from '../data/report-data.ts';
import { createDecisions, type DecidedPapers, type Decisions, nameDecision } from './decide/person-decisions.ts';
import { fits, isPoor } from './facts.ts';
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
  toggleValue,
  typedWords,
} from './view-filters.ts';

/** The reader's settings, and the resulting papers, which every part of the view draws. */
export type Model = {
  readonly data: ViewData;
  readonly filters: Filters;
  readonly order: Order;
  /** Indices of the papers that pass the filters, in order; at first only the nearest ones if hardly any paper fits. */
  readonly visible: readonly number[];
  /** Number of papers hidden until `showAll`. */
  readonly heldBack: number;
  readonly decisions: Decisions;
  paper(index: number): ViewPaper;
  filter(change: Partial<Filters>): void;
  /** Adds a value of a facet to the filters, or removes it if it is set already. */
  toggle(facet: Facet, value: string): void;
  sort(order: Order): void;
  /** Shows the hidden papers. */
  showAll(): void;
  /** The papers that the person keeps, in the order of the data. */
  kept(): number[];
  /** Shows a paper with its abstract. */
  open(index: number): void;
  /** Highlights a paper in each part that shows it, or none. */
  light(index?: number): void;
  /** How many papers have each value of a facet; by default, of those that pass the other filters. */
  count(facet: Facet, papers?: readonly ViewPaper[]): Map<string, number>;
  /** The papers of this view that are known to cite a paper. */
  citing(index: number): readonly number[];
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
  /** Called when other papers are visible, or in another order. */
  onShown(listener: () => void): void;
  onOpen(listener: (index: number) => void): void;
  onLight(listener: (index?: number) => void): void;
};

/** If hardly any paper fits, this many of the best are shown at first, together with those that fit. */
const NEAREST = 10;

/**
 * A model that shows everything, in the order of the data; or one with the filters, order and decisions of a `former`
 * model.
 */
export function createModel(data: ViewData, former?: Pick<Model, 'filters' | 'order' | 'decisions'>): Model {
  const redraws: (() => void)[] = [];
  const opened: ((index: number) => void)[] = [];
  const lit: ((index?: number) => void)[] = [];
  const decided: ((indices: readonly number[]) => void)[] = [];
  const decisions = former?.decisions ?? createDecisions(data.papers);
  let holdsBack = isPoor(data);
  let citing: number[][] | undefined;
  /** The papers to show, of papers by rank. */
  const pickNearest = (indices: readonly number[]) =>
    indices.filter((index, rank) => !holdsBack || rank < NEAREST || fits(data.papers[index] as ViewPaper));
  // One pass over the papers serves the list and every count.
  let obstacles: (Obstacle | undefined)[] = [];
  const passingWithout = (except: Obstacle) =>
    data.papers.filter((_, index) => obstacles[index] === undefined || obstacles[index] === except);
  const nameOf = (index: number) => model.filters.facets.decision && nameDecision(decisions.of(index));
  const apply = () => {
    const words = typedWords(model.filters);
    obstacles = data.papers.map((paper, index) => findObstacle(data, paper, model.filters, words, nameOf(index)));
    const indices = obstacles.flatMap((obstacle, index) => (obstacle === undefined ? [index] : []));
    const nearest = pickNearest(indices);
    model.visible = sorted(data.papers, nearest, model.order);
    model.heldBack = indices.length - nearest.length;
    for (const redraw of redraws) redraw();
  };
  const tellDecided = (indices: readonly number[]) => {
    if (indices.length === 0) return;
    for (const listener of decided) listener(indices);
    if (model.filters.facets.decision) apply();
  };
  const first = pickNearest([...data.papers.keys()]);
  const model: { -readonly [Key in keyof Model]: Model[Key] } = {
    data,
    filters: NO_FILTERS,
    order: { by: 'rank' },
    visible: first,
    heldBack: data.papers.length - first.length,
    decisions,
    paper: (index) => data.papers[index] as ViewPaper,
    filter(change) {
      model.filters = { ...model.filters, ...change };
      apply();
    },
    toggle: (facet, value) => model.filter(toggleValue(model.filters, facet, value)),
    sort(order) {
      model.order = order;
      apply();
    },
    showAll() {
      holdsBack = false;
      apply();
    },
    kept: () => [...data.papers.keys()].filter((index) => decisions.of(index)?.decision === 'include'),
    open(index) {
      if (!model.visible.includes(index)) {
        holdsBack = false;
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
    count: (facet, papers = passingWithout(facet)) =>
      countEach(papers.flatMap((paper) => [...new Set(facetValues(facet, paper, data))])),
    citing(index) {
      citing ??= listCiting(data.papers);
      return citing[index] ?? [];
    },
    years: () => countEach(passingWithout('year').flatMap(({ year }) => year ?? [])),
    onShown: (listener) => void redraws.push(listener),
    onOpen: (listener) => void opened.push(listener),
    onLight: (listener) => void lit.push(listener),
    ...(former && { filters: former.filters, order: former.order }),
  };
  if (former) apply();
  return model;
}

/** The citing papers of each paper. */
function listCiting(papers: readonly ViewPaper[]): number[][] {
  const citing: number[][] = papers.map(() => []);
  for (const [index, { cites = [] }] of papers.entries()) for (const cited of cites) citing[cited]?.push(index);
  return citing;
}
