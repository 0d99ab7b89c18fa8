import { Gauge, Histogram, Registry } from 'prom-client';
import type { CollectionAnswer, CollectionSize } from '../jobs/ports/collection.ts';
import { withDeadline } from '../lib/deadline.ts';

/** What asks the engine for its size. Rejects when it does not tell. */
export type AskSize = (signal: AbortSignal) => Promise<CollectionSize>;

export type CollectionMetrics = {
  answered(answer: CollectionAnswer): void;
  /** The figures in the Prometheus text format. Asks the engine, for at most two seconds. */
  text(): Promise<string>;
};

/** The engine has so long to tell how large it is: whoever reads the figures waits for it. */
const SIZE_MS = 2_000;

/** Figures of the collection: whether it can be searched, how large it is, and how searches of this process went. */
export function collectionMetrics(askSize: AskSize): CollectionMetrics {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const answers = new Histogram({
    name: 'paperqueue_collection_answer_seconds',
    help: 'Time of a search in the collection, by outcome: whole, incomplete, or why it failed',
    labelNames: ['outcome'],
    buckets: [0.05, 0.2, 0.5, 1, 2, 6, 20],
    registers,
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
      // What is not known is no number.
      papers.set(size?.papers ?? Number.NaN);
      failed.set(size?.shards.failed ?? Number.NaN);
      return registry.metrics();
    },
  };
}
