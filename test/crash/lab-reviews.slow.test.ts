import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RawServer } from '../helpers/built-server.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { runs } from '../helpers/runs.ts';
import { createAccount, Served } from '../helpers/served.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { seededRandom } from './scripts.ts';

/** PAPERQUEUE_TEST_KILLS=500 takes about half an hour. */
const KILLS = Number(process.env.PAPERQUEUE_TEST_KILLS ?? runs(20));
const LONGEST_MS = 40;
const BATCH = 5;

type Event = { n: number; what: string; ref: string; decision: string; who: { name: string } };

/**
 * Two members on machines of their own screen one review of a lab. In each round the assistant of one, or the service,
 * is killed (SIGKILL) while both record decisions. Whoever got no answer says the same again.
 */
it(`${KILLS} kills of members and of the service lose no decision and record none twice`, {
  timeout: 3_600_000,
}, async () => {
  const dataDir = libraryFolder();
  let service = await Served.start({ dataDir, args: ['--requests-per-minute', '100000'] });
  const { port } = new URL(service.address);
  const settings = new Map<string, Record<string, string>>();
  for (const name of ['ana', 'ben']) {
    const { token } = await createAccount(dataDir, name, { basic: 9 });
    settings.set(name, {
      PAPERQUEUE_DATA_DIR: temporaryFolder(),
      PAPERQUEUE_BASE_URL: service.address,
      PAPERQUEUE_TOKEN: token,
      PAPERQUEUE_REQUESTS_PER_MINUTE: '1000',
      PAPERQUEUE_LOG_LEVEL: 'debug',
    });
  }
  const shell = async (name: string, ...args: string[]) => {
    const { code, stdout, stderr } = await runHere([...args, '--json'], settings.get(name) ?? {});
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };
  await shell('ana', 'search', '-k', 'learning', '-k', 'networks', '--limit', '100');
  const asked = ['--question', 'Which?', '--jobs', 'J1', '--exclude', 'a', '--readers', '2', '--assistant', 'second'];
  const { ref: review, records } = await shell('ana', 'review', 'new', ...asked);
  await shell('ana', 'review', 'share', review, '--with', 'ben');
  await shell('ben', 'review', 'join', review);
  const used = records - (records % BATCH);
  expect(used).toBeGreaterThan(0);

  const random = seededRandom(11);
  const servers = new Map<string, RawServer>();
  const start = async (name: string) => {
    const server = new RawServer(settings.get(name) ?? {});
    await server.initialize();
    servers.set(name, server);
    return server;
  };
  let calls = 10;
  const decide = async (name: string, batch: object[], killed: number | undefined) => {
    const args = { review, as: 'model', stage: 'title-abstract', decisions: batch, next: 1 };
    const ask = async () => {
      const server = servers.get(name) ?? (await start(name));
      calls += 1;
      return server.call(calls, 'screen_papers', args);
    };
    const first = ask().catch(() => undefined);
    if (killed !== undefined) {
      await sleep(killed);
      const server = servers.get(name);
      servers.delete(name);
      server?.child.kill('SIGKILL');
      if (server) await once(server.child, 'exit');
    }
    let answer = killed === undefined ? await first : await ask();
    // The service may take longer to come back than a call waits for it.
    for (let tries = 0; answer?.json && Object(answer.json).error?.retryable && tries < 10; tries += 1)
      answer = await ask();
    expect(answer, JSON.stringify(answer?.json) + servers.get(name)?.stderr).toMatchObject({ isError: false });
    expect(answer?.json).toMatchObject({ accepted: batch.length, refused: [] });
  };

  const expected = new Map<string, string>();
  for (let round = 0; round < KILLS; round += 1) {
    const batchOf = (name: string) =>
      Array.from({ length: BATCH }, (_, index) => {
        const ref = `${review}-${((round * BATCH + index) % used) + 1}`;
        const decision = expected.has(`${name}/model ${ref}`) ? 'withdraw' : random() < 0.3 ? 'include' : 'exclude';
        return { ref, decision };
      });
    const batches = [...settings.keys()].map((name) => ({ name, batch: batchOf(name) }));
    // A withdrawal that is repeated finds nothing to withdraw: those rounds kill nobody.
    const isAnew = batches.some(({ batch }) => batch.some(({ decision }) => decision === 'withdraw'));
    const moment = random() * LONGEST_MS;
    const isService = !isAnew && round % 2 === 0;
    const killService = async () => {
      await sleep(moment);
      await service.end('SIGKILL');
      service = await Served.start({ dataDir, args: ['--port', port, '--requests-per-minute', '100000'] });
    };
    await Promise.all([
      ...(isService ? [killService()] : []),
      ...batches.map(({ name, batch }, nth) =>
        decide(name, batch, nth === 0 && !isAnew && !isService ? moment : undefined),
      ),
    ]);
    for (const { name, batch } of batches) {
      for (const { ref, decision } of batch) {
        if (decision === 'withdraw') expected.delete(`${name}/model ${ref}`);
        else expected.set(`${name}/model ${ref}`, decision);
      }
    }
  }
  await Promise.all([...servers.values()].map((server) => server.end()));

  const { intact, events } = (await shell('ben', 'review', 'audit', review)) as { intact: boolean; events: Event[] };
  await service.end();
  expect(intact).toBe(true);
  const standing = new Map<string, string>();
  for (const { n, what, who, ref, decision } of events) {
    if (what !== 'decide' && what !== 'withdraw') continue;
    const key = `${who.name} ${ref}`;
    // Each decision stands once in the log since its reader last withdrew it.
    expect(standing.has(key), `${n}: ${key}`).toBe(what === 'withdraw');
    if (what === 'decide') standing.set(key, decision);
    else standing.delete(key);
  }
  expect([...standing].sort()).toEqual([...expected].sort());
});
