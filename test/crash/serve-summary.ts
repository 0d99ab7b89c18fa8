import { SERVE_POINTS, type ServePoint } from './serve-points.ts';

/** The open work in the service's file at the kill. */
export type AtKill = { kills: number; queued: number; running: number; callbacks: number; leased: number };

export type ServeSummary = {
  kills: number;
  /** Sums over the kills at each point. */
  table: Record<ServePoint, AtKill>;
  creations: number;
  answered: number;
  /** Creations without an answer, and those among them that the store holds as charged. */
  lost: number;
  lostButCharged: number;
  jobs: number;
  successes: number;
  /** Jobs that ran in more than one process, and those given up, all refunded. */
  takenOver: number;
  errors: number;
  /** Callbacks that were due and delivered, and requests that their receiver got for them. */
  callbacks: number;
  requests: number;
  refusals: number;
  /** Errors in the service's log, by event. */
  logged: Record<string, number>;
  /** Seconds from the last kill until nothing was open any more. */
  drainSeconds: number;
  violations: string[];
};

export function emptyServeSummary(): ServeSummary {
  const nothing = () => ({ kills: 0, queued: 0, running: 0, callbacks: 0, leased: 0 });
  return {
    kills: 0,
    table: Object.fromEntries(SERVE_POINTS.map((point) => [point, nothing()])) as ServeSummary['table'],
    creations: 0,
    answered: 0,
    lost: 0,
    lostButCharged: 0,
    jobs: 0,
    successes: 0,
    takenOver: 0,
    errors: 0,
    callbacks: 0,
    requests: 0,
    refusals: 0,
    logged: {},
    drainSeconds: 0,
    violations: [],
  };
}
