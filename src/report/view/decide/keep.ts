import type { Model } from '../model.ts';
import type { Decided } from './person-decisions.ts';

/** Where decisions are kept, or what is wrong, and what can be done about it. */
export type KeepState = {
  text: string;
  /** To be seen at once. */
  isUrgent?: boolean;
  offers?: readonly (readonly [name: string, act: () => void])[];
};

/** A place that keeps the decisions of a model: it brings what it has, is told each change, and says how it goes. */
export type Keep = (model: Model, say: (state: KeepState) => void) => void;

export type Standing = Omit<Decided, 'at'>;

/** What a person decided before, by reference of the paper, and the review, if there is one. */
export type KeptDecisions = { review?: string; decisions: Record<string, Standing> };
