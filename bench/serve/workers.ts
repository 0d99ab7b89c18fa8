import { setTimeout as sleep } from 'node:timers/promises';
import { startMachine } from '../../test/crash/machines-processes.ts';
import { topics } from './searching.ts';
import type { BenchStore } from './stores.ts';

type Options = {
  /** The account whose jobs run. */
  account: number;
  /** The folder of the library that all processes search. */
  dataDir: string;
  /** How many processes of `paperqueue work`. */
  workers: number;
  /** How many jobs each runs at a time. */
  concurrency: number;
  seconds: number;
};

/** More than any machine searches in a second. */
const JOBS_A_SECOND = 30;
const ENDED = `SELECT count(*) AS n FROM jobs WHERE state = 'success'`;

/** How many searches these worker processes end in a second, once each has the index open. */
export async function endedByWorkers(bench: BenchStore, options: Options): Promise<number> {
  const { account, dataDir, workers, concurrency, seconds } = options;
  const texts = topics();
  for (let nth = 0; nth < JOBS_A_SECOND * seconds; nth += 1) {
    const body = { query: texts[nth % texts.length] as string };
    await bench.store.jobs.create(account, { operation: 'querySearch', body, filters: { limit: 100 } }, Infinity);
  }
  const settings = { ...bench.settings, PAPERQUEUE_DATA_DIR: dataDir };
  const args = ['--concurrency', String(concurrency)];
  const onOwnEnd = (stderr: string) => console.log(`(a worker has ended: ${stderr})`);
  const before = bench.count(ENDED);
  const processes = Array.from({ length: workers }, () => startMachine({ kind: 'work', args, settings, onOwnEnd }));
  try {
    while (bench.count(ENDED) - before < 4 * workers * concurrency) await sleep(200);
    const started = performance.now();
    const first = bench.count(ENDED);
    await sleep(seconds * 1_000);
    return ((bench.count(ENDED) - first) / (performance.now() - started)) * 1_000;
  } finally {
    await Promise.all(processes.map((process) => process.stop()));
    bench.endOpen();
  }
}
