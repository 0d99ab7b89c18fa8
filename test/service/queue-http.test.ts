import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { Secret } from '../../src/contract/secret.ts';
import { textNotes } from '../helpers/said.ts';
import { SCRAPER_KEY } from '../helpers/secrets.ts';
import { BARE_PARTS } from '../helpers/service-parts.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';
import { type FileService, type FileServiceOptions, openFileService } from './file-service.ts';
import { createAccount } from './file-store.ts';
import { bytesIn, CHARGED, moneyOf, NOTHING, openEndedSearch } from './queues.ts';

/** What the queue shows to a client of the service. */

const opened: FileService[] = [];
afterEach(async () => {
  for (const service of opened.splice(0)) await service.close();
});

const BODY = { query: 'how do tides shape the settlement of mussels on rocky shores' };
const DAY = 24 * 60 * 60 * 1_000;

function serve({ dataDir = temporaryFolder(), ...options }: Partial<FileServiceOptions>) {
  const service = openFileService({
    ...BARE_PARTS,
    dataDir,
    resultsDays: 30,
    search: () => NOTHING,
    onError: () => {},
    accountOfToken: (token) => (token === 'mine' ? 1 : undefined),
    ...options,
  });
  opened.push(service);
  const { app, database, close } = service;
  createAccount(database, 'lab', { basic: 20, pro: 20, privateKey: 20 });
  const call = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: 'Bearer mine', 'Content-Type': 'application/json' };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = await app.fetch(new Request(`http://service.invalid${path}`, init));
    return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Record<string, unknown> };
  };
  const ask = async (path: string, headers: Record<string, string>) =>
    app.fetch(new Request(`http://service.invalid${path}`, { headers: { Authorization: 'Bearer mine', ...headers } }));
  const create = (extra: object = {}) => call('POST', '/v1/job/combinedSearch?limit=200', { ...BODY, ...extra });
  const poll = (job: unknown) => call('GET', `/v1/job/${job}`);
  const ended = async (job: unknown) => {
    const isOpen = () =>
      database.all(`SELECT 1 FROM jobs WHERE id = ? AND finished_at IS NULL`, String(job)).length > 0;
    await until(() => !isOpen(), 'the end of the job');
    return poll(job);
  };
  return { dataDir, database, close, ask, create, poll, ended };
}

describe('a full queue', () => {
  it('answers 503 with Retry-After, and nothing is created or charged; the next one goes in when a job has ended', async () => {
    const { calls, call, search } = openEndedSearch();
    const { database, create, ended } = serve({ search, maxOpenJobs: 2 });
    const first = await create();
    const second = await create();
    expect([first.status, second.status]).toEqual([200, 200]);
    await call(1);
    const refused = await create();
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.json).toEqual({ error: expect.stringContaining('nothing was charged') });
    expect(database.all('SELECT id FROM jobs')).toHaveLength(2);
    expect(database.all(`SELECT id FROM ledger WHERE kind = 'charge'`)).toHaveLength(2);
    calls[0]?.end();
    await ended(first.json.jobId);
    expect((await create()).status).toBe(200);
  });

  it('says so before it says that credits are short, and both take nothing', async () => {
    const { search } = openEndedSearch();
    const { database, create } = serve({ search, maxOpenJobs: 11 });
    const statuses: number[] = [];
    for (let nth = 0; nth < 11; nth += 1) statuses.push((await create()).status);
    expect(statuses).toEqual([...Array(10).fill(200), 403]);
    expect(database.all(`SELECT sum(credits) AS credits FROM ledger WHERE kind = 'charge'`)).toEqual([{ credits: 20 }]);
  });
});

describe('the results of a job', () => {
  const FOUND = { papers: [{ title: 'Mussels 🦪' }], notes: textNotes('a note') };
  const JSON_ANSWER = { status: 'success', results: FOUND.papers, notes: ['a note'], noteData: FOUND.notes };

  it.each([
    ['gzip', 'gzip'],
    ['br;q=1.0, gzip;q=0.8', 'gzip'],
    ['*', 'gzip'],
    ['gzip;q=0', null],
    ['br, deflate', null],
    [undefined, null],
  ])('for a caller that takes %j are coded as %j', async (accepted, coding) => {
    const { create, ended, ask } = serve({ search: () => FOUND });
    const { jobId } = (await create()).json;
    await ended(jobId);
    const answer = await ask(`/v1/job/${jobId}`, accepted === undefined ? {} : { 'Accept-Encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(coding);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(JSON.parse(String(coding === 'gzip' ? gunzipSync(bytes) : bytes))).toEqual(JSON_ANSWER);
  });

  it('that an earlier version stored part by part are answered in the same way', async () => {
    const { create, ended, database } = serve({ search: () => FOUND });
    const { jobId } = (await create()).json;
    await ended(jobId);
    const parts = [gzipSync(JSON.stringify(FOUND.papers)), JSON.stringify(['a note']), String(jobId)];
    database.run('UPDATE jobs SET answer = NULL, results = ?, notes = ? WHERE id = ?', ...parts);
    expect((await ended(jobId)).json).toEqual(JSON_ANSWER);
  });

  it('are 404 when they have expired, while the job, its charge and the balance stay', async () => {
    const dataDir = temporaryFolder();
    const search = () => ({ papers: [{ title: 'Mussels' }], notes: [] });
    const first = serve({ dataDir, search });
    const { jobId } = (await first.create()).json;
    expect((await first.ended(jobId)).json).toMatchObject({ status: 'success', results: [{ title: 'Mussels' }] });
    first.database.run('UPDATE jobs SET finished_at = ?', Date.now() - 31 * DAY);
    await first.close();
    opened.pop();
    const { poll, database } = serve({ dataDir, search });
    expect(await poll(jobId)).toMatchObject({ status: 404, json: { error: 'The results of this job have expired' } });
    expect(moneyOf(database, String(jobId))).toEqual(CHARGED);
    expect(bytesIn(dataDir)).toContain(String(jobId));
  });

  it('are kept one day longer than one day less', async () => {
    const dataDir = temporaryFolder();
    const first = serve({ dataDir });
    const { jobId } = (await first.create()).json;
    await first.ended(jobId);
    first.database.run('UPDATE jobs SET finished_at = ?', Date.now() - 29 * DAY);
    await first.close();
    opened.pop();
    expect((await serve({ dataDir }).poll(jobId)).status).toBe(200);
  });
});

describe('a key at the scraping service', () => {
  it('is given to the search and is in no file and no answer, from the creation to the end of the job', async () => {
    const { call, search } = openEndedSearch();
    const checked: string[] = [];
    const { dataDir, create, ended } = serve({
      search,
      checkScraperKey: async (key: Secret) => {
        checked.push(key.reveal());
        return undefined;
      },
    });
    const { status, json } = await create({ scraperKey: SCRAPER_KEY });
    expect(status).toBe(200);
    expect(bytesIn(dataDir)).not.toContain(SCRAPER_KEY);
    const running = await call(1);
    expect(running.context.scraperKey?.reveal()).toBe(SCRAPER_KEY);
    expect(bytesIn(dataDir)).not.toContain(SCRAPER_KEY);
    running.end();
    const { json: final } = await ended(json.jobId);
    expect(checked).toEqual([SCRAPER_KEY]);
    expect(JSON.stringify([json, final]) + bytesIn(dataDir)).not.toContain(SCRAPER_KEY);
    // The bytes are those of the job: the search for the key would have found it.
    expect(bytesIn(dataDir)).toContain('settlement of mussels');
  });
});
