import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { isStoreUnavailable } from '../contract/errors.ts';
import { withDeadline } from '../lib/deadline.ts';
import type { AnsweredRequest } from './deps.ts';
import type { ServiceStore, StoreCounts } from './store/port.ts';

/** The outcome of a search of the collection: `whole`, `incomplete`, or why it failed. */
type CollectionAnswer = { outcome: string; seconds: number };

export type Metrics = {
  request(answered: AnsweredRequest): void;
  finished(outcome: { state: string; seconds: number }): void;
  searchedCollection(answer: CollectionAnswer): void;
  /** The metrics in the Prometheus text format. */
  text(): Promise<string>;
};

function gaugesIn(registry: Registry) {
  return (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
}

/** Gauges of a database server, added once the store reports one. */
function databaseGauges(gauge: ReturnType<typeof gaugesIn>): (database: NonNullable<StoreCounts['database']>) => void {
  const make = () => {
    const connections = gauge(
      'paperqueue_database_connections',
      'Connections of this process to the database, and pieces of work that wait for one',
      'state',
    );
    const oldestJob = gauge('paperqueue_oldest_job_seconds', 'Time since the oldest open job was created');
    const oldestLease = gauge(
      'paperqueue_oldest_lease_seconds',
      'Time since a lease of a job at work was renewed, the longest',
    );
    return { connections, oldestJob, oldestLease };
  };
  let gauges: ReturnType<typeof make> | undefined;
  return ({ connections, oldestJobSeconds, oldestLeaseSeconds }) => {
    gauges ??= make();
    for (const { state, connections: count } of connections) gauges.connections.set({ state }, count);
    gauges.oldestJob.set(oldestJobSeconds);
    gauges.oldestLease.set(oldestLeaseSeconds);
  };
}

/**
 * Metrics for Prometheus: requests and job times as they happen; jobs, deliveries and credits from the store; with
 * `askSize`, also those of the collection.
 */
export function createMetrics(store: Pick<ServiceStore, 'counts'>, askSize?: AskSize): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const gauge = gaugesIn(registry);
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
  const jobStates = gauge('paperqueue_jobs', 'Jobs by state', 'state');
  const depth = gauge('paperqueue_queue_depth', 'Jobs that are queued or running');
  const callbacks = gauge('paperqueue_deliveries', 'Callbacks by state', 'state');
  const credits = new Counter({
    name: 'paperqueue_credits_total',
    help: 'Credits charged and refunded, by pool',
    labelNames: ['pool', 'kind'],
    registers,
  });
  const isUp = gauge(
    'paperqueue_store_up',
    '1 while the store can be read; else the figures of jobs, callbacks and credits are missing',
  );
  /** A missing value is better than a stale one: other programs scale workers by it. */
  const ownFigures = async () => {
    const names = ['paperqueue_request_seconds', 'paperqueue_job_seconds', 'paperqueue_store_up'];
    return `${(await Promise.all(names.map((name) => registry.getSingleMetricAsString(name)))).join('\n\n')}\n`;
  };
  const setDatabase = databaseGauges(gauge);
  const collection = askSize && collectionMetrics(askSize);
  const storeFigures = async () => {
    const counts = await store.counts().catch((error) => {
      if (isStoreUnavailable(error)) return undefined;
      throw error;
    });
    isUp.set(counts ? 1 : 0);
    if (!counts) return ownFigures();
    jobStates.reset();
    for (const { state, jobs } of counts.jobs) jobStates.set({ state }, jobs);
    depth.set(counts.open);
    for (const { state, deliveries } of counts.deliveries) callbacks.set({ state }, deliveries);
    credits.reset();
    for (const { pool, kind, credits: sum } of counts.credits) credits.inc({ pool, kind }, sum);
    if (counts.database) setDatabase(counts.database);
    return registry.metrics();
  };
  return {
    request: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    finished: ({ state, seconds }) => jobTimes.observe({ state }, seconds),
    searchedCollection: (answer) => collection?.answered(answer),
    text: async () => (await Promise.all([storeFigures(), collection?.text()])).join('\n'),
  };
}

/** Asks the search engine for its size. Rejects if it does not answer. */
type AskSize = (signal: AbortSignal) => Promise<{ papers: number; shards: { total: number; failed: number } }>;

type CollectionMetrics = {
  answered(answer: CollectionAnswer): void;
  /** The metrics in the Prometheus text format. Waits for the search engine for at most two seconds. */
  text(): Promise<string>;
};

/** Time limit for the engine's answer, because the scraper of the metrics waits. */
const SIZE_MS = 2_000;

/** Metrics of the collection: whether it can be searched, its size, and the outcomes of this process's searches. */
function collectionMetrics(askSize: AskSize): CollectionMetrics {
  const registry = new Registry();
  const gauge = gaugesIn(registry);
  const answers = new Histogram({
    name: 'paperqueue_collection_answer_seconds',
    help: 'Time of a search in the collection, by outcome: whole, incomplete, or why it failed',
    labelNames: ['outcome'],
    buckets: [0.05, 0.2, 0.5, 1, 2, 6, 20],
    registers: [registry],
  });
  const last = gauge('paperqueue_collection_last_answer_seconds', 'Time of the last search in the collection');
  const isUp = gauge('paperqueue_collection_up', '1 while all shards of the collection can be searched');
  const papers = gauge('paperqueue_collection_papers', 'Papers that a search of the collection reads now');
  const failed = gauge('paperqueue_collection_failed_shards', 'Shards of the collection that cannot be searched');
  return {
    answered: ({ outcome, seconds }) => {
      answers.observe({ outcome }, seconds);
      last.set(seconds);
    },
    async text() {
      const size = await withDeadline(SIZE_MS, [], ({ signal }) => askSize(signal)).catch(() => undefined);
      isUp.set(size?.shards.failed === 0 ? 1 : 0);
      // NaN represents an unknown size.
      papers.set(size?.papers ?? Number.NaN);
      failed.set(size?.shards.failed ?? Number.NaN);
      return registry.metrics();
    },
  };
}
