import { parentPort, workerData } from 'node:worker_threads';
import { whenStoreIsFree } from '../../jobs/ports/when-store-is-free.ts';
import { openLibrary } from '../../library/library.ts';
import type { SettleOrder } from './settle-ahead.ts';

/** The thread that takes papers into the index while an import goes on: `settle-ahead.ts` says when. */

const { dataDir } = workerData as { dataDir: string };
const library = whenStoreIsFree(() => openLibrary(dataDir));
const stopping = new AbortController();
let settled: Promise<unknown> = library;

parentPort?.on('message', (order: SettleOrder) => {
  if (order === 'stop') stopping.abort();
  settled = settled.then(async () => (order === 'settle' ? (await library).settle(stopping.signal) : end()));
});

async function end(): Promise<void> {
  (await library).close();
  // With nothing else to wait for, the thread ends.
  parentPort?.close();
}
