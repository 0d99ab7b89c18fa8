import type { Model } from '../model.ts';
import type { Decided } from './person-decisions.ts';

/** Where decisions are stored, or what is wrong and what can be done about it. */
export type KeepState = {
  text: string;
  /** Must be seen at once. */
  isUrgent?: boolean;
  offers?: readonly (readonly [name: string, act: () => void])[];
};

/** A storage for a model's decisions: it loads stored decisions, receives each change, and reports its state. */
export type Keep = (model: Model, say: (state: KeepState) => void) => void;

export type Standing = Omit<Decided, 'at'>;

/** A person's earlier decisions, by reference of the paper, and the review, if there is one. */
export type KeptDecisions = { review?: string; decisions: Record<string, Standing> };
