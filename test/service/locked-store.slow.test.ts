import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { importPapers } from '../../src/library/importing/import-papers.ts';
import { openLibrary } from '../../src/library/library.ts';
import { openDriver } from '../../src/platform/sqlite/driver.ts';
import { persistResults } from '../../src/search/federated/persist-results.ts';
import { RawServer } from '../helpers/built-server.ts';
import { record } from '../helpers/record.ts';
import { createAccount, Served } from '../helpers/served.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { testProgram } from '../helpers/test-program.ts';

/** Another process holds the write lock of the service's file: others are answered meanwhile, and nothing is lost. */

const HOLDER = testProgram(new URL('lock-holder.ts', import.meta.url));
const BODY = JSON.stringify({
  query: 'How do owls that wear reading glasses fare at night, compared with owls without?',
});

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A process that has the lock until it is told to leave. */
async function lock(file: string): Promise<() => Promise<void>> {
  const holder = spawn(process.execPath, [HOLDER, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  ends.push(() => holder.kill());
  await once(holder.stdout, 'data');
  return async () => {
    const left = once(holder, 'exit');
    holder.stdin.end();
    await left;
  };
}

it('serve answers others while its file is locked, and creates the job when it is free', async () => {
  const dataDir = temporaryFolder();
  const { token } = await createAccount(dataDir, 'lab', { basic: 10 });
  const served = await Served.start({ dataDir });
  ends.push(() => served.end());
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const credits = async () => (await fetch(`${served.address}/v1/user/getCredits`, { headers })).json();
  const before = await credits();
  const unlock = await lock(join(dataDir, 'serve.sqlite'));
  const events: string[] = [];
  const creation = fetch(`${served.address}/v1/job/querySearch?limit=100`, { method: 'POST', headers, body: BODY });
  void creation.then(
    () => events.push('created'),
    () => {},
  );
  // Each answer takes its turn behind whatever holds up the process.
  for (let asked = 0; asked < 10; asked += 1) {
    expect((await fetch(`${served.address}/healthz`)).status).toBe(200);
  }
  expect(await credits()).toEqual(before);
  events.push('answered');
  await unlock();
  const answer = await creation;
  expect([answer.status, await answer.json()]).toEqual([200, { jobId: expect.any(String) }]);
  expect(events).toEqual(['answered', 'created']);
  expect(served.stderr).not.toContain('STORE_UNAVAILABLE');
});

it('a server over stdio answers pings while its service is locked, and creates the job when it is free', async () => {
  const dataDir = temporaryFolder();
  const server = new RawServer({ PAPERQUEUE_DATA_DIR: dataDir });
  ends.push(() => server.end());
  await server.initialize();
  await server.call(1, 'keyword_search', { keywords: ['attention', 'transformer', 'language'], limit: 100 });
  const unlock = await lock(join(dataDir, 'service.sqlite'));
  const events: string[] = [];
  const search = server.call(2, 'keyword_search', { keywords: ['deep', 'neural', 'learning'], limit: 100 });
  void search.then(() => events.push('found'));
  for (let id = 10; id < 20; id += 1) expect((await server.request(id, 'ping')).result).toEqual({});
  events.push('answered');
  await unlock();
  expect((await search).json).toMatchObject({ job: { ref: 'J2', status: 'success' }, credits: { charged: 'no' } });
  expect(events).toEqual(['answered', 'found']);
});

it('an import goes on when the library is free again, and others have their turn meanwhile', async () => {
  const dataDir = temporaryFolder();
  const library = openLibrary(dataDir);
  ends.push(() => library.close());
  const other = openDriver(join(dataDir, 'library.sqlite'));
  ends.push(() => other.close());
  async function* text() {
    yield 'TY  - JOUR\nTI  - Owls that wear reading glasses\nDO  - 10.1000/owls\nER  - \n';
    other.exec('BEGIN IMMEDIATE');
    // This would never come if the import waited for the lock within this process.
    setTimeout(() => other.exec('ROLLBACK'));
  }
  const report = await importPapers(library, { text: text(), format: { name: 'ris', layout: 'text' } });
  expect(report).toMatchObject({ added: 1, skipped: 0 });
  expect(library.findByDoi('10.1000/owls')?.title).toBe('Owls that wear reading glasses');
});

it('found papers are kept when the library is free again, and others have their turn meanwhile', async () => {
  const dataDir = temporaryFolder();
  const library = openLibrary(dataDir);
  ends.push(() => library.close());
  const other = openDriver(join(dataDir, 'library.sqlite'));
  ends.push(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  const owls = record({ title: 'Owls that wear reading glasses', doi: '10.1000/owls' });
  const kept = persistResults(library, [{ record: owls, findings: [] }]);
  // This process would never come here if it waited for the lock.
  other.exec('ROLLBACK');
  expect(await kept).toEqual([]);
  expect(library.findByDoi('10.1000/owls')?.title).toBe(owls.title);
});
