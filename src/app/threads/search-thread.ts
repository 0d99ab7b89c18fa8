import '../all-sentences.ts';
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { Secret } from '../../contract/secret.ts';
import { onceAsync } from '../../lib/once.ts';
import { openLibrary } from '../../library/library.ts';
import { listSecrets } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import { connectLiveSources } from '../../search/federated/live-sources.ts';
import { createSearch } from '../service-parts.ts';
import { sharePace } from '../shared-pace.ts';
import { type Order, packFailure, type Reply, unpackConfig } from './search-messages.ts';

/** A thread of the service that searches, with its own library and sources, like a separate process. */

const config = unpackConfig(workerData as string);
const log = createLog({
  level: config.logLevel,
  write: (line) => process.stderr.write(line),
  secrets: listSecrets(config),
});
const pace = config.databaseUrl && sharePace(config.databaseUrl, log);
const live = connectLiveSources(config, log, (collection) => tell({ collection }), pace?.share);
const library = onceAsync(() => whenStoreIsFree(() => openLibrary(config.dataDir)));
const runningSearches = new Map<number, AbortController>();

/** How far its priority is lowered: competing with other threads, a search gets a quarter of a processor. */
const LOWER_BY = 5;
const { PRIORITY_LOW } = constants.priority;

/**
 * Lets requests, and a database on the same machine, use the processors first; searches get what is left. Threads
 * started by the index inherit this. Only on Linux, where a priority belongs to one thread: elsewhere it would apply to
 * the whole process.
 */
function yieldToRequests(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(getPriority() + LOWER_BY, PRIORITY_LOW));
  } catch {
    // A sandbox may forbid it: searches then compete with requests as equals.
  }
}

const tell = (reply: Reply) => parentPort?.postMessage(reply);

async function run({ search: number, request, scraperKey }: Extract<Order, { search: number }>): Promise<void> {
  const aborting = new AbortController();
  runningSearches.set(number, aborting);
  try {
    const search = createSearch(config, { library: await library(), live });
    const outcome = await search(request, {
      signal: aborting.signal,
      scraperKey: scraperKey === undefined ? undefined : new Secret(scraperKey),
      onProgress: (progress) => tell({ search: number, progress }),
    });
    if (pace && !pace.isShared()) outcome.notes.push({ kind: 'own-pace' });
    tell({ search: number, outcome: JSON.stringify(outcome) });
  } catch (error) {
    tell({ search: number, failure: packFailure(error) });
  } finally {
    runningSearches.delete(number);
  }
}

yieldToRequests();

let opened = false;

async function close(): Promise<void> {
  if (opened) (await library()).close();
  await live.close();
  await pace?.close();
  // With nothing else to wait for, the thread ends.
  parentPort?.close();
}

parentPort?.on('message', (order: Order) => {
  if (order === 'close') void close();
  else if ('abort' in order) runningSearches.get(order.abort)?.abort(new Error('the search was broken off'));
  else {
    opened = true;
    void run(order);
  }
});
