import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import { parseQuery } from '../../../src/papers/query/query.ts';
import { openCollectionAdmin } from '../../../src/search/collection/collection-admin.ts';
import { PAPERS_INDEX } from '../../../src/search/collection/documents.ts';
import { openCollection } from '../../../src/search/collection/opensearch.ts';
import { searchCollection } from '../../../src/search/federated/collection-search.ts';
import { BUILT } from '../../helpers/built-server.ts';
import type { EngineProcess, TestOpenSearch } from '../../helpers/opensearch/start.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { VirtualTime } from '../../helpers/virtual-time.ts';
import { makeCertificates } from '../../service/callbacks/certificates.ts';
import { listen } from '../../service/callbacks/receiver.ts';
import { isSearchPause, withoutPauses } from './pauses.ts';
import { PAPERS } from './suite.ts';

/** How searches and loads handle failures of a real engine. Deadlines only pass where a test lets them. */

const { signal } = new AbortController();

/** Over one engine, which is the tests' own while they run. */
export function realFailuresSuite(opened: () => TestOpenSearch): void {
  let engine: TestOpenSearch;
  beforeAll(() => {
    engine = opened();
  });

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(engine.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    expect(answer.status).toBeLessThan(400);
    return answer.json();
  }

  const setRoom = (limit: string | null) =>
    ask('PUT', '/_cluster/settings', { transient: { 'network.breaker.inflight_requests.limit': limit } });

  beforeEach(async () => {
    await setRoom(null);
    await ask('DELETE', '/papers-*');
  });

  async function openAdmin(timers: VirtualTime) {
    const admin = await openCollectionAdmin(new Secret(engine.url), timers);
    onTestFinished(admin.close);
    return admin;
  }

  async function load(papers = PAPERS): Promise<void> {
    const loading = await (await openAdmin(new VirtualTime())).load(false, signal);
    await loading.add(papers);
    await loading.finish(signal);
  }

  /** Searches one collection, which reads the statistics with the first of them. */
  function searcher(timers = new VirtualTime(), url = engine.url) {
    const collection = openCollection(new Secret(url), timers);
    onTestFinished(collection.close);
    const request = { body: { keywords: ['river', 'sensors'] }, filters: { limit: 100 as const } };
    return {
      collection,
      search: async () => (await searchCollection(collection, parseQuery(request), signal)).outcome,
    };
  }

  /** An index of papers whose only shard is on no machine. */
  async function makeLostIndex(name: string): Promise<void> {
    const nowhere = { number_of_replicas: 0, 'routing.allocation.require._name': 'nobody' };
    const settings = { index: { ...PAPERS_INDEX.settings.index, ...nowhere } };
    await ask('PUT', `/${name}?wait_for_active_shards=0`, { ...PAPERS_INDEX, settings });
  }

  it('without room for a search is asked once more, and then given up', async () => {
    await load();
    const timers = new VirtualTime();
    const { search } = searcher(timers);
    expect((await search()).failure).toBeUndefined();
    await setRoom('1b');
    expect((await withoutPauses(timers, isSearchPause, search())).failure).toBe('rate limited');
    const mend = () => setRoom(null);
    const outcome = await withoutPauses(timers, isSearchPause, search(), { mend });
    expect(outcome.failure).toBeUndefined();
    expect(outcome.records.length).toBeGreaterThan(0);
  });

  it('without room for a load gets the same papers again', async () => {
    const timers = new VirtualTime();
    const loading = await (await openAdmin(timers)).load(false, signal);
    await setRoom('1b');
    const isPause = (ms: number) => ms === 1_000;
    const outcome = await withoutPauses(timers, isPause, Promise.resolve(loading.add(PAPERS)), {
      mend: () => setRoom(null),
    });
    expect(outcome).toEqual({ added: 80, merged: 0 });
    expect(await loading.finish(signal)).toBe(80);
  });

  it('whose disk is full is searched, and a load waits until it may write', async () => {
    await load(PAPERS.slice(0, 40));
    const block = (on: boolean | null) =>
      ask('PUT', '/papers-v1/_settings', { 'index.blocks.read_only_allow_delete': on });
    await block(true);
    expect((await searcher().search()).failure).toBeUndefined();
    const timers = new VirtualTime();
    const loading = await (await openAdmin(timers)).load(false, signal);
    const isPause = (ms: number) => ms === 1_000;
    const outcome = await withoutPauses(timers, isPause, Promise.resolve(loading.add(PAPERS)), {
      mend: () => block(null),
    });
    expect(outcome).toEqual({ added: 40, merged: 40 });
  });

  it('with a lost shard gives what the others have, and says so', async () => {
    await load();
    const { search, collection } = searcher();
    await makeLostIndex('papers-v2');
    await ask('PUT', '/papers-v2/_alias/papers');
    const { records, ...outcome } = await search();
    expect(outcome).toMatchObject({ failure: 'incomplete', detail: { failedShards: 1, of: 2 } });
    expect(records.length).toBeGreaterThan(0);
    expect(await collection.size(signal)).toEqual({ papers: 80, shards: { total: 2, failed: 1 } });
  });

  it('with all shards lost has failed', async () => {
    await load();
    const { search, collection } = searcher();
    await search();
    await makeLostIndex('papers-v2');
    await ask('POST', '/_aliases', {
      actions: [{ remove: { index: 'papers-v1', alias: 'papers' } }, { add: { index: 'papers-v2', alias: 'papers' } }],
    });
    expect(await search()).toMatchObject({ failure: 'server error', records: [] });
    await expect(collection.size(signal)).rejects.toMatchObject({ failure: 'server error' });
  });

  it('whose index is closed says so', async () => {
    await load();
    const { search } = searcher();
    await search();
    await ask('POST', '/papers-v1/_close');
    expect(await search()).toMatchObject({ failure: 'refused', detail: 'closed-index', records: [] });
  });

  it('whose alias is gone says what to run', async () => {
    await load();
    const { search } = searcher();
    await search();
    await ask('DELETE', '/papers-v1/_alias/papers');
    expect(await search()).toMatchObject({ failure: 'refused', detail: 'no-papers' });
  });

  describe('behind TLS and a password', () => {
    /** A proxy of our own, as the security plugin is: TLS, and 401 without the password. */
    async function startProxy() {
      const certificates = await makeCertificates('IP:127.0.0.1');
      const password = `Basic ${Buffer.from('lab:pw-4d7c1e90').toString('base64')}`;
      const proxy = createServer(certificates, (incoming, outgoing) => {
        const { authorization, ...headers } = incoming.headers;
        if (authorization !== password) return void outgoing.writeHead(401).end('Unauthorized');
        const onward = request(engine.url + incoming.url, { method: incoming.method, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(outgoing);
        });
        incoming.pipe(onward);
      });
      const ca = join(temporaryFolder(), 'ca.pem');
      writeFileSync(ca, certificates.ca);
      return { port: await listen(proxy), ca };
    }

    /** `collection status` of a process with or without trust in the authority. */
    async function status(url: string, ca?: string) {
      const env = {
        PATH: process.env.PATH,
        PAPERQUEUE_DATA_DIR: temporaryFolder(),
        PAPERQUEUE_COLLECTION_URL: url,
        ...(ca && { NODE_EXTRA_CA_CERTS: ca }),
      };
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [BUILT, 'collection', 'status'], {
        env,
      }).catch((error: { stdout: string; stderr: string }) => error);
      return stdout + stderr;
    }

    it('is used with both, and says what is wrong without', async () => {
      await load();
      const { port, ca } = await startProxy();
      const url = (user: string) => `https://${user}@127.0.0.1:${port}`;
      expect(await status(url('lab:pw-4d7c1e90'), ca)).toContain('papers-v1: 80 papers');
      const wrong = await status(url('lab:pw-wrong'), ca);
      expect(wrong).toContain('does not accept the user and password');
      const distrusted = await status(url('lab:pw-4d7c1e90'));
      expect(distrusted).toContain('its certificate is not trusted');
      expect(distrusted).toContain('NODE_EXTRA_CA_CERTS');
      for (const text of [wrong, distrusted]) expect(text).not.toContain('pw-');
    });
  });

  describe('as a process', () => {
    const engineProcess = () => engine.process as EngineProcess;

    it('that hangs is given up, and searched again once it goes on', async ({ skip }) => {
      if (!engine.process) skip();
      await load();
      const timers = new VirtualTime();
      const { search } = searcher(timers);
      await search();
      engineProcess().signal('SIGSTOP');
      try {
        const outcome = await withoutPauses(timers, (ms) => ms === 6_000, search());
        expect(outcome).toMatchObject({ failure: 'too slow', records: [] });
      } finally {
        engineProcess().signal('SIGCONT');
      }
      expect((await search()).failure).toBeUndefined();
    });

    it('that dies during a load loses nothing that it confirmed, and the load goes on', async ({ skip }) => {
      if (!engine.process) skip();
      const timers = new VirtualTime();
      const loading = await (await openAdmin(timers)).load(false, signal);
      await loading.add(PAPERS.slice(0, 30));
      await engineProcess().kill();
      await expect(loading.add(PAPERS.slice(30))).rejects.toMatchObject({ failure: 'unreachable' });
      expect((await searcher().search()).failure).toBe('unreachable');
      await engineProcess().restart();
      const again = await (await openAdmin(new VirtualTime())).load(false, signal);
      expect(again.index).toBe('papers-v1');
      expect(await again.add(PAPERS.slice(30))).toEqual({ added: 50, merged: 0 });
      expect(await again.finish(signal)).toBe(80);
      expect((await searcher().search()).failure).toBeUndefined();
    });
  });
}
