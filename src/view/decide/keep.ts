import type { Model } from '../model.ts';

/** Where decisions are kept, or what is wrong, and what can be done about it. */
export type KeepState = {
  text: string;
  /** To be seen at once. */
  isUrgent?: boolean;
  offers?: readonly (readonly [name: string, act: () => void])[];
};

/** A place that keeps the decisions of a model: it brings what it has, is told each change, and says how it goes. */
export type Keep = (model: Model, say: (state: KeepState) => void) => void;
