import type { Decided } from '../../data/report-data.ts';
import type { Model } from '../model.ts';

/** Says where decisions are stored, or what is wrong and what the person can do about it. */
export type KeepState = {
  text: string;
  /** The person must see it at once. */
  isUrgent?: boolean;
  offers?: readonly (readonly [name: string, act: () => void])[];
};

/** A storage for a model's decisions: it loads stored decisions, receives each change, and reports its state. */
export type Keep = (model: Model, say: (state: KeepState) => void) => void;

export type Standing = Omit<Decided, 'at'>;

/** A person's earlier decisions, by the paper's reference, and the review, if there is one. */
export type KeptDecisions = { review?: string; decisions: Record<string, Standing> };
