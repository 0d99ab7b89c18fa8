import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SourceReport } from '../../src/contract/answers.ts';
import { SearchFailedError } from '../../src/jobs/ports/search-engine.ts';
import { type Database, openDatabase } from '../../src/platform/sqlite/database.ts';
import type { LeasedJob } from '../../src/service/store/port.ts';
import { leaseJob } from '../../src/service/store/sqlite/job-queue.ts';
import { SERVICE_MIGRATIONS } from '../../src/service/store/sqlite/schema.ts';
import { textNotes } from '../helpers/said.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { failJob, finishJob } from './file-store.ts';
import { openQueue, storedJob } from './queues.ts';
import { KEYWORDS, openService } from './service.ts';

const SOURCES: SourceReport[] = [
  { source: 'library', gave: 1 },
  { source: 'openalex', gave: 0, total: 7, failed: { failure: 'too slow' } },
];

/** The same as the service answers them. */
const ANSWERED = SOURCES.map((each) =>
  each.failed ? { ...each, failed: 'did not answer in time', failure: each.failed } : each,
);

const open: Database[] = [];
afterEach(() => {
  for (const database of open.splice(0)) database.close();
});

describe('what each source gave for a job', () => {
  function leased() {
    const { database, accountOf, add } = openQueue('mine');
    const id = add('mine', 'how do tides shape the settlement of mussels on rocky shores');
    const job = leaseJob(database) as LeasedJob;
    return { database, job, stored: () => storedJob(database, accountOf('mine'), id) };
  }

  it('is nothing before its end, and kept with it', () => {
    const { database, job, stored } = leased();
    expect(stored()?.sources).toEqual([]);
    finishJob(database, job, { papers: [{ title: 'A' }], notes: textNotes('n'), sources: SOURCES });
    expect(stored()).toMatchObject({ state: 'success', notes: textNotes('n'), sources: ANSWERED });
  });

  it('is kept of a failure that says so, and is nothing of others', () => {
    const [told, untold] = [leased(), leased()];
    failJob(told.database, told.job, { notes: textNotes('n'), sources: SOURCES });
    failJob(untold.database, untold.job);
    expect(told.stored()).toMatchObject({ state: 'error', notes: textNotes('n'), sources: SOURCES });
    expect(untold.stored()).toMatchObject({ state: 'error', notes: [], sources: [] });
  });

  it('is not changed by a worker whose lease is over', () => {
    const { database, job, stored } = leased();
    const late = { ...job, token: 'of another' };
    finishJob(database, late, { papers: [], notes: textNotes('late'), sources: [] });
    failJob(database, late, { notes: textNotes('late'), sources: [] });
    finishJob(database, job, { papers: [], notes: [], sources: SOURCES });
    expect(stored()).toMatchObject({ notes: [], sources: ANSWERED });
  });

  it('is answered by the service, of success and of failure', async () => {
    let isDead = false;
    const { post, outcome } = openService({
      search: () => {
        if (isDead) throw new SearchFailedError({ notes: textNotes('Nobody answered.'), sources: SOURCES });
        return { papers: [], notes: textNotes('n'), sources: SOURCES };
      },
    });
    const run = async () => outcome((await post('/v1/job/keywordSearch', KEYWORDS)).json.jobId);
    expect(await run()).toMatchObject({ status: 'success', notes: ['n'], noteData: textNotes('n'), sources: ANSWERED });
    isDead = true;
    const noteData = textNotes('Nobody answered.');
    expect(await run()).toMatchObject({ status: 'error', notes: ['Nobody answered.'], noteData, sources: ANSWERED });
  });

  it('is not in the answer where there is nothing to say', async () => {
    const { post, outcome } = openService();
    const answer = await outcome((await post('/v1/job/keywordSearch', KEYWORDS)).json.jobId);
    expect(answer).not.toHaveProperty('sources');
  });
});

it('a file from before there were reports of sources keeps its jobs, without any', () => {
  const path = join(temporaryFolder(), 'service.sqlite');
  const old = openDatabase(path, SERVICE_MIGRATIONS.slice(0, 2));
  open.push(old);
  old.run('INSERT INTO accounts (id, name, created_at) VALUES (1, ?, 1)', 'local');
  const job = `INSERT INTO jobs (id, account, operation, body, filters, state, created_at, notes)
    VALUES (?, 1, 'querySearch', '{"query":"q"}', '{"limit":100}', ?, 1, '["a note"]')`;
  old.run(job, 'done', 'success');
  old.run(job, 'waiting', 'queued');
  const database = openDatabase(path, SERVICE_MIGRATIONS);
  open.push(database);
  expect(storedJob(database, 1, 'done')).toMatchObject({ state: 'success', notes: textNotes('a note'), sources: [] });
  finishJob(database, leaseJob(database) as LeasedJob, { papers: [], notes: [], sources: SOURCES });
  expect(storedJob(database, 1, 'waiting')).toMatchObject({ state: 'success', sources: ANSWERED });
});
