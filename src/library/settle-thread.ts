import { parentPort, workerData } from 'node:worker_threads';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import { openLibrary } from './library.ts';
import { SETTLE_STEP } from './searchable-index.ts';
import type { SettleOrder } from './settle-ahead.ts';

/** The thread that indexes papers in the background; `settle-ahead.ts` starts it. */

const { dataDir } = workerData as { dataDir: string };
const library = whenStoreIsFree(() => openLibrary(dataDir));
const stopping = new AbortController();
let settled: Promise<unknown> = library;

parentPort?.on('message', (order: SettleOrder) => {
  if (order === 'stop') stopping.abort();
  settled = settled.then(() => obey(order));
});

async function obey(order: SettleOrder): Promise<void> {
  if (order === 'settle') await (await library).settle(stopping.signal);
  else if (order === 'catch-up') await (await library).catchUp(stopping.signal, SETTLE_STEP);
  else await end();
}

async function end(): Promise<void> {
  (await library).close();
  // With no listener left, the thread exits.
  parentPort?.close();
}
