import '../all-sentences.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { openStoredJobs } from '../../jobs/store/stored-jobs.ts';
import { withLibrary } from '../../jobs/with-library.ts';
import { onceAsync } from '../../lib/once.ts';
import { openLibrary } from '../../library/library.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import { connectFullTexts } from '../../reading/connect-full-texts.ts';
import { openExportFolder } from '../../report/exporting/export-folder.ts';
import { createReadings } from '../../report/readings.ts';
import { decisionsIn } from '../../review/screening/paper-decisions.ts';
import type { ReadingOrder, ReadingReply, ReadingSetup } from './reading-threads.ts';
import { packFailure, unpackConfig } from './search-messages.ts';

/** A thread that reads stored papers, with connections for each reading; `reading-threads.ts` decides when. */

const { config: packed, account } = workerData as ReadingSetup;
const config = unpackConfig(packed);

async function run({ method, parameters }: ReadingOrder): Promise<ReadingReply> {
  const closers: (() => unknown)[] = [];
  try {
    const stored = await whenStoreIsFree(() => openStoredJobs(config.dataDir));
    closers.push(() => stored.close());
    const library = onceAsync(async () => {
      const opened = await whenStoreIsFree(() => openLibrary(config.dataDir));
      closers.push(() => opened.close());
      return opened;
    });
    const hasLibrary = config.mode === 'embedded' || existsSync(join(config.dataDir, 'library.sqlite'));
    // As elsewhere: if no library can be opened, the papers' records alone determine their status.
    const tables = hasLibrary ? await library().catch(() => undefined) : undefined;
    const store = withLibrary(stored, () => tables);
    const texts = connectFullTexts(config.dataDir, () => Promise.reject(new Error('stored papers are read alone')));
    closers.push(() => texts.close());
    const readings = createReadings({
      store,
      account,
      mode: config.mode,
      serviceAddress: config.baseUrl,
      identifiedRecords: () => tables?.identifiedRecords(),
      exports: openExportFolder(config.dataDir),
      ownPapers: {
        library: async () => (hasLibrary ? library() : undefined),
        isMarked: config.mode === 'hosted' || config.sources.some((name) => name !== 'library'),
      },
      fullTexts: config.fullText ? async () => texts : undefined,
      decisions: decisionsIn(stored),
    });
    const read = readings[method] as (...args: readonly unknown[]) => Promise<unknown>;
    return { outcome: JSON.stringify(await read(...parameters)) };
  } catch (error) {
    return { failure: packFailure(error) };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

parentPort?.on('message', async (order: ReadingOrder) => parentPort?.postMessage(await run(order)));
