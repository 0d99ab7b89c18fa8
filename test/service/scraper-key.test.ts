import { describe, expect, it } from 'vitest';
import type { JobRequest } from '../../src/contract/requests.ts';
import { startWorker } from '../../src/service/queue/worker.ts';
import { ensureAccount } from '../../src/service/store/sqlite/accounts.ts';
import { createJob } from '../../src/service/store/sqlite/job-queue.ts';
import { sqliteStore } from '../../src/service/store/sqlite/store.ts';
import { textNotes } from '../helpers/said.ts';
import { SCRAPER_KEY } from '../helpers/secrets.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';
import { storedJob } from './queues.ts';
import { KEYWORDS, openServiceFile } from './service.ts';

/** A job whose key went with the process that took it. */
async function runWithoutItsKey(request: JobRequest) {
  const database = openServiceFile(temporaryFolder());
  const account = ensureAccount(database, 'lab', { basic: null, pro: null, privateKey: null });
  const { id } = createJob(database, account, request) as { id: string };
  const asked: JobRequest[] = [];
  const worker = startWorker({
    store: sqliteStore(database),
    search: (given) => {
      asked.push(given);
      return { papers: [], notes: textNotes('Searched.') };
    },
    onError: () => {},
  });
  worker.wake();
  await until(() => storedJob(database, account, id)?.state === 'success', 'the end of the job');
  await worker.stop();
  return { asked, notes: storedJob(database, account, id)?.notes };
}

const REQUEST: JobRequest = { operation: 'keywordSearch', body: KEYWORDS, filters: { limit: 100 } };

describe('a job whose scraper key was lost with a process', () => {
  it('is enriched all the same, because a key counts as enrich: true, and says what it went without', async () => {
    const { asked, notes } = await runWithoutItsKey({ ...REQUEST, body: { ...KEYWORDS, scraperKey: SCRAPER_KEY } });
    expect(asked.map(({ body }) => body)).toEqual([{ ...KEYWORDS, enrich: true }]);
    expect(notes).toEqual([...textNotes('Searched.'), { kind: 'scraper-key-lost' }]);
  });

  it('is told from one that never had a key', async () => {
    const { asked, notes } = await runWithoutItsKey(REQUEST);
    expect(asked.map(({ body }) => body)).toEqual([KEYWORDS]);
    expect(notes).toEqual(textNotes('Searched.'));
  });
});
