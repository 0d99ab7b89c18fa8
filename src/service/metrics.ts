import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AnsweredRequest } from './deps.ts';
import type { ServiceStore } from './store/port.ts';

export type Metrics = {
  request(answered: AnsweredRequest): void;
  finished(outcome: { state: string; seconds: number }): void;
  /** The figures in the Prometheus text format. */
  text(): Promise<string>;
};

/** Figures for Prometheus: requests and job times as they happen; jobs, deliveries and credits from the store. */
export function createMetrics(store: Pick<ServiceStore, 'counts'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'paperqueue_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers,
  });
  const jobTimes = new Histogram({
    name: 'paperqueue_job_seconds',
    help: 'Time from the creation of a job to its end',
    labelNames: ['state'],
    buckets: [0.1, 0.5, 2, 10, 60, 300],
    registers,
  });
  const jobStates = new Gauge({
    name: 'paperqueue_jobs',
    help: 'Jobs by state',
    labelNames: ['state'],
    registers,
  });
  const depth = new Gauge({
    name: 'paperqueue_queue_depth',
    help: 'Jobs that are queued or running',
    registers,
  });
  const callbacks = new Gauge({
    name: 'paperqueue_deliveries',
    help: 'Callbacks by state',
    labelNames: ['state'],
    registers,
  });
  const credits = new Counter({
    name: 'paperqueue_credits_total',
    help: 'Credits charged and refunded, by pool',
    labelNames: ['pool', 'kind'],
    registers,
  });
  return {
    request: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    finished: ({ state, seconds }) => jobTimes.observe({ state }, seconds),
    async text() {
      const counts = await store.counts();
      jobStates.reset();
      for (const { state, jobs } of counts.jobs) jobStates.set({ state }, jobs);
      depth.set(counts.open);
      for (const { state, deliveries } of counts.deliveries) callbacks.set({ state }, deliveries);
      credits.reset();
      for (const { pool, kind, credits: sum } of counts.credits) credits.inc({ pool, kind }, sum);
      return registry.metrics();
    },
  };
}
