/**
 * Loaded into the server by `--import`: writes each stretch in which its event loop took no turn to the file named in
 * the environment, as lines of `end of the stretch (Unix ms) wall ms, processor ms of the main thread`.
 */
import { openSync, readFileSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 5;
const MIN_WRITTEN_MS = 10;

/** Nanoseconds that the main thread ran (Linux): its waits for a processor are not in it. */
const processorMs = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** Threads load this too, and may be busy for as long as they like. */
if (isMainThread) watch();

function watch() {
  const file = openSync(process.env.PAPERQUEUE_BENCH_STRETCHES, 'a');
  let last = performance.now();
  let lastProcessor = processorMs();
  setInterval(() => {
    const now = performance.now();
    const processor = processorMs();
    const [wall, busy] = [now - last, processor - lastProcessor];
    if (wall >= MIN_WRITTEN_MS) writeSync(file, `${Date.now()} ${wall.toFixed(1)} ${busy.toFixed(1)}\n`);
    last = now;
    lastProcessor = processor;
  }, EVERY_MS).unref();
}
