import { Worker } from 'node:worker_threads';
import type { SourceProgress } from '../../contract/answers.ts';
import type { SearchEngine, SearchOutcome } from '../../jobs/ports/search-engine.ts';
import type { Config } from '../../platform/config.ts';
import { scriptBeside } from '../../platform/threads.ts';
import type { CollectionAnswer } from '../../search/collection/admin-port.ts';
import { endOfThread, type Order, packConfig, type Reply, unpackFailure } from './search-messages.ts';

const SCRIPT = scriptBeside(import.meta.url, 'search-thread');

/** Time for a thread to close its files. */
const CLOSE_MS = 2_000;

export type SearchThreads = {
  search: SearchEngine;
  /** Ends the threads; searches in progress are rejected. */
  close(): Promise<void>;
};

export type SearchThreadOptions = {
  script?: URL;
  /** Called with the outcome of each search of the collection. Default: nothing. */
  onCollection?: ((answer: CollectionAnswer) => void) | undefined;
};

type SearchThread = SearchThreads & { readonly searches: number };

/**
 * Runs searches in at most `max` threads, so that this one stays free for requests. A thread is started when all
 * existing ones are busy, and stays. If one dies, its searches are rejected as retryable.
 */
export function startSearchThreads(
  config: Config,
  max: number,
  { script = SCRIPT, onCollection }: SearchThreadOptions = {},
): SearchThreads {
  const packed = packConfig(config);
  const threads = new Set<SearchThread>();
  const start = (): SearchThread => {
    const thread: SearchThread = startSearchThread(script, packed, () => threads.delete(thread), onCollection);
    threads.add(thread);
    return thread;
  };
  const leastBusy = () => [...threads].sort((a, b) => a.searches - b.searches)[0];
  return {
    search(request, context) {
      const thread = leastBusy();
      const isEnough = thread && (thread.searches === 0 || threads.size >= max);
      return (isEnough ? thread : start()).search(request, context);
    },
    close: async () => void (await Promise.all([...threads].map((thread) => thread.close()))),
  };
}

type Waiting = {
  resolve(outcome: SearchOutcome): void;
  reject(error: unknown): void;
  onProgress: ((sources: SourceProgress[]) => void) | undefined;
};

function startSearchThread(
  script: URL,
  packed: string,
  onEnd: () => void,
  onCollection: SearchThreadOptions['onCollection'],
): SearchThread {
  const thread = new Worker(script, { workerData: packed });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const order = (what: Order) => thread.postMessage(what);

  thread.on('message', (reply: Reply) => {
    if ('collection' in reply) return onCollection?.(reply.collection);
    const search = waiting.get(reply.search);
    if (!search) return;
    if ('progress' in reply) return search.onProgress?.(reply.progress);
    waiting.delete(reply.search);
    if ('outcome' in reply) search.resolve(JSON.parse(reply.outcome));
    else search.reject(unpackFailure(reply.failure));
  });
  const end = (cause?: unknown) => {
    onEnd();
    for (const { reject } of waiting.values()) reject(endOfThread('searched', cause));
    waiting.clear();
  };
  thread.on('error', end);
  const exit = new Promise<void>((resolve) => thread.on('exit', () => resolve(end())));

  return {
    get searches() {
      return waiting.size;
    },
    search(request, { signal, scraperKey, onProgress }) {
      last += 1;
      const number = last;
      const abort = () => order({ abort: number });
      signal.addEventListener('abort', abort, { once: true });
      return new Promise<SearchOutcome>((resolve, reject) => {
        waiting.set(number, { resolve, reject, onProgress });
        order({ search: number, request, ...(scraperKey && { scraperKey: scraperKey.reveal() }) });
        if (signal.aborted) abort();
      }).finally(() => signal.removeEventListener('abort', abort));
    },
    async close() {
      order('close');
      const timer = setTimeout(() => void thread.terminate(), CLOSE_MS);
      await exit;
      clearTimeout(timer);
    },
  };
}
