import { parentPort, workerData } from 'node:worker_threads';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import type { IndexingCommand } from './background-indexing.ts';
import { openLibrary } from './library.ts';
import { SETTLE_STEP } from './searchable-index.ts';

/** The thread that indexes papers in the background; `background-indexing.ts` starts it. */

const { dataDir } = workerData as { dataDir: string };
const library = whenStoreIsFree(() => openLibrary(dataDir));
const stopping = new AbortController();
let finished: Promise<unknown> = library;

parentPort?.on('message', (command: IndexingCommand) => {
  if (command === 'stop') stopping.abort();
  finished = finished.then(() => runCommand(command));
});

async function runCommand(command: IndexingCommand): Promise<void> {
  if (command === 'settle') await (await library).settle(stopping.signal);
  else if (command === 'catch-up') await (await library).catchUp(stopping.signal, SETTLE_STEP);
  else await end();
}

async function end(): Promise<void> {
  (await library).close();
  // With no listener left, the thread exits.
  parentPort?.close();
}
