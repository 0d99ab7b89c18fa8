import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../sqlite/database.ts';
import { creditTotals } from './accounts/ledger.ts';
import { countDeliveries } from './callbacks/outbox.ts';
import type { AnsweredRequest } from './deps.ts';
import { countJobs, countOpenJobs } from './queue/job-queue.ts';

export type Metrics = {
  request(answered: AnsweredRequest): void;
  finished(outcome: { state: string; seconds: number }): void;
  /** The figures in the Prometheus text format. */
  text(): Promise<string>;
};

/** Figures for Prometheus: requests and job times as they happen; jobs, deliveries and credits from the store. */
export function createMetrics(database: Database): Metrics {
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
  new Gauge({
    name: 'paperqueue_jobs',
    help: 'Jobs by state',
    labelNames: ['state'],
    registers,
    collect() {
      this.reset();
      for (const { state, jobs } of countJobs(database)) this.set({ state }, jobs);
    },
  });
  new Gauge({
    name: 'paperqueue_queue_depth',
    help: 'Jobs that are queued or running',
    registers,
    collect() {
      this.set(countOpenJobs(database));
    },
  });
  new Gauge({
    name: 'paperqueue_deliveries',
    help: 'Callbacks by state',
    labelNames: ['state'],
    registers,
    collect() {
      for (const { state, deliveries } of countDeliveries(database)) this.set({ state }, deliveries);
    },
  });
  new Counter({
    name: 'paperqueue_credits_total',
    help: 'Credits charged and refunded, by pool',
    labelNames: ['pool', 'kind'],
    registers,
    collect() {
      this.reset();
      for (const { pool, kind, credits } of creditTotals(database)) this.inc({ pool, kind }, credits);
    },
  });
  return {
    request: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    finished: ({ state, seconds }) => jobTimes.observe({ state }, seconds),
    text: () => registry.metrics(),
  };
}
