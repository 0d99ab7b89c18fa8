/**
 * A thread that kills a process the moment after it has written to the log of its SQLite file: a creation is then
 * committed, and its answer has hardly ever gone out. The main thread would be too late, busy as it is with clients and
 * receivers.
 */
import { watch } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

let pid;
parentPort.on('message', (message) => {
  pid = message;
});
watch(workerData, (_event, name) => {
  if (pid === undefined || !name?.endsWith('-wal')) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
  pid = undefined;
});
parentPort.postMessage('watching');
