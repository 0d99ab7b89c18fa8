import type { StoredJob } from './books.ts';
import { POINTS, type Point } from './charging-server.ts';

/** The state of a killed creation after the restart. */
export const OUTCOMES = ['confirmed', 'unknown', 'refused', 'never recorded'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type Summary = {
  kills: number;
  /** Kills of a client that had slept while another one worked on its store. */
  sleeps: number;
  /** How often an older copy of the store was put back. */
  restores: number;
  table: Record<Point, Record<Outcome, number>>;
  /** How many of the unknown ones the service had really charged. */
  unknownCharged: number;
  /** All credits that the service took. */
  charges: number;
  lost: number;
  double: number;
  violations: string[];
};

/** The state of a creation in the store; undefined: the store does not know it. */
export function outcomeOf(job: StoredJob | undefined): Outcome {
  if (!job) return 'never recorded';
  if (job.jobId !== null) return 'confirmed';
  return job.status === 'refused' ? 'refused' : 'unknown';
}

export function emptySummary(): Summary {
  const row = () => Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  const table = Object.fromEntries(POINTS.map((point) => [point, row()])) as Summary['table'];
  return { kills: 0, sleeps: 0, restores: 0, table, unknownCharged: 0, charges: 0, lost: 0, double: 0, violations: [] };
}
