import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDriver } from '../../src/platform/sqlite/driver.ts';
import { RawServer } from '../helpers/built-server.ts';
import { ScriptedService, type SeenRequest } from '../helpers/scripted-service.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/**
 * The store cannot be written at one moment of a creation's life: because another process holds it, or because the disk
 * is full (the kernel refuses every write to a file, as it does over a quota). No job that was paid for is lost, none
 * is paid twice, and the server answers others meanwhile.
 */

const QUERY = 'How do owls that are fitted with reading glasses fare at night, compared with owls without any?';
const ARGS = { query: QUERY, limit: 200, waitSeconds: 1 };
/** Far more than an answer takes, far less than a server that waits for its store was away. */
const PING_MS = 3_000;

const scripted = await new ScriptedService().start();
afterAll(() => scripted.stop());
let folder = '';
let end: (() => void) | undefined;
/** Ends the trouble; it does not begin again in that test. */
function release(): void {
  const ends = end;
  end = () => {};
  ends?.();
}

const servers: { end(): Promise<unknown> }[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  scripted.options = { credits: { basic: 100 } };
  scripted.requests.length = 0;
  scripted.charges.length = 0;
});
afterEach(async () => {
  release();
  end = undefined;
  await Promise.all(servers.splice(0).map((server) => server.end()));
});

const settings = () => ({
  PAPERQUEUE_DATA_DIR: folder,
  PAPERQUEUE_BASE_URL: scripted.baseUrl,
  PAPERQUEUE_TOKEN: scripted.token,
  PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
});

async function open(): Promise<RawServer> {
  const server = new RawServer(settings());
  servers.push(server);
  await server.initialize();
  // The store is opened with the first use.
  await server.call(1, 'list_jobs', {});
  return server;
}

async function openHere(): Promise<ServerHere> {
  const server = new ServerHere(settings());
  servers.push(server);
  await server.initialize();
  return server;
}

type Trouble = (server: RawServer) => () => void;

const lock: Trouble = () => {
  const file = openDriver(join(folder, 'jobs.sqlite'));
  file.exec('BEGIN IMMEDIATE');
  return () => {
    file.exec('ROLLBACK');
    file.close();
  };
};

const fullDisk: Trouble = ({ child }) => {
  const allow = (bytes: string) => execFileSync('prlimit', [`--pid=${child.pid}`, `--fsize=${bytes}:`]);
  allow('0');
  return () => {
    if (child.exitCode === null) allow('unlimited');
  };
};

const isPost = ({ method }: SeenRequest) => method === 'POST';
const isStatus = ({ path }: SeenRequest) => /\/job\/[^/]+$/.test(path) && !path.endsWith('Search');
const isCredits = ({ path }: SeenRequest) => path.endsWith('getCredits');

/** Begins with the first request that fits, before it is answered; resolves then. */
function beginAt(fits: (request: SeenRequest) => boolean, begin: () => () => void): Promise<void> {
  return new Promise((resolve) => {
    scripted.options.intercept = (request) => {
      if (end || !fits(request)) return false;
      end = begin();
      resolve();
      return false;
    };
  });
}

async function ping(server: RawServer, id: number): Promise<void> {
  expect((await server.request(id, 'ping', {}, PING_MS)).result).toEqual({});
}

/** What any other process finds afterwards, such as this one: the paid job with its id, once. */
async function expectFound(): Promise<void> {
  expect(scripted.charges).toEqual([{ pool: 'basic', cost: 2 }]);
  const server = await openHere();
  const { json } = await server.call(2, 'get_job', { jobId: 'J1' });
  expect(json).toMatchObject({ job: { ref: 'J1', status: 'success' }, credits: { cost: 2, charged: 'yes' } });
  const { jobId } = json.job as { jobId: string };
  expect((await server.call(3, 'get_job', { jobId })).json).toMatchObject({ job: { ref: 'J1' } });
  expect((await server.call(4, 'query_search', ARGS)).json).toMatchObject({ job: { ref: 'J1', reused: true } });
  expect(scripted.creations).toHaveLength(1);
}

describe.each([
  ['locked', lock],
  ['on a full disk', fullDisk],
])('a store that is %s', (what, trouble) => {
  it.each([
    ['the balance is asked for', isCredits],
    ['the creation is on its way', isPost],
    ['the job is looked at', isStatus],
  ])('from when %s until the call was answered: nothing paid is lost', async (_when, fits) => {
    const server = await open();
    const begun = beginAt(fits, () => trouble(server));
    const answer = server.call(2, 'query_search', ARGS);
    await begun;
    await ping(server, 3);
    // A creation that has not begun waits for the store, or is refused; one that has is answered.
    if (fits === isCredits && what === 'locked') release();
    const { json } = await answer;
    release();
    if (fits === isCredits && what !== 'locked') {
      expect(json.error).toMatchObject({ code: 'STORE_UNAVAILABLE', charged: 'no', retryable: true });
      expect(scripted.creations).toEqual([]);
      expect((await server.call(5, 'query_search', ARGS)).isError).toBe(false);
    } else {
      expect(json).toMatchObject({ job: { ref: 'J1' }, credits: { cost: 2, charged: 'yes' } });
    }
    await expectFound();
  });

  it('when the id comes: the answer names the id, get_job takes it, and it is written when it can be', async () => {
    const server = await open();
    beginAt(isPost, () => trouble(server));
    const { json } = await server.call(2, 'query_search', ARGS);
    const { jobId } = json.job as { jobId: string };
    expect(jobId).toEqual(expect.any(String));
    expect(json).toMatchObject({ job: { ref: 'J1', status: 'queued' }, credits: { charged: 'yes' } });
    expect(json.next).toContain(`get_job with jobId "${jobId}"`);
    expect((json.notes as string[]).join()).toContain('PAPERQUEUE_DATA_DIR');
    const looked = server.call(3, 'get_job', { jobId, waitSeconds: 0 });
    await ping(server, 4);
    const { json: seen, isError } = await looked;
    if (isError) expect(seen.error).toMatchObject({ code: 'STORE_UNAVAILABLE', charged: 'no' });
    else expect(seen).toMatchObject({ job: { ref: 'J1', jobId } });
    release();
    expect((await server.call(5, 'get_job', { jobId })).json).toMatchObject({ job: { ref: 'J1', status: 'success' } });
    await expectFound();
  });

  it('when the id comes, and free again while the server stops: the id is written before it ends', async () => {
    const server = await open();
    beginAt(isPost, () => trouble(server));
    await server.call(2, 'query_search', { ...ARGS, waitSeconds: 0 });
    const ended = server.end();
    release();
    expect((await ended).code).toBe(0);
    await expectFound();
  });

  it('for good, and the server stops: the log holds the id, and the job counts as unknown', async () => {
    const server = await open();
    beginAt(isPost, () => trouble(server));
    const { json } = await server.call(2, 'query_search', { ...ARGS, waitSeconds: 0 });
    await server.end();
    expect(server.stderr).toContain((json.job as { jobId: string }).jobId);
    release();
    const next = await openHere();
    expect((await next.call(2, 'query_search', ARGS)).json.error).toMatchObject({ code: 'CHARGE_UNKNOWN' });
    expect(scripted.creations).toHaveLength(1);
  });
});

describe('a store that is locked before it is opened', () => {
  it('holds up the calls that need it, and no other', async () => {
    await (await open()).end();
    servers.length = 0;
    const server = new RawServer({ PAPERQUEUE_DATA_DIR: folder });
    servers.push(server);
    await server.initialize();
    end = lock(server);
    server.send({ id: 1, method: 'tools/call', params: { name: 'list_jobs', arguments: {} } });
    await ping(server, 2);
    release();
    const listed = await server.until(({ id, result }) => id === 1 && result !== undefined);
    expect(listed.result?.isError).toBeFalsy();
  });
});
