import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Secret } from '../../src/contract/secret.ts';
import { BUILT, environment } from '../helpers/built-server.ts';
import { hasPostgres } from '../helpers/postgres.ts';
import { postgresForTests } from '../helpers/postgres-for-tests.ts';
import type { Outcome } from '../helpers/run-command.ts';
import { runHere } from '../helpers/run-here.ts';
import { createAccount, Served } from '../helpers/served.ts';
import { startTcpProxy } from '../helpers/tcp-proxy.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';

/**
 * A creation whose answer is lost, a service that is killed and copied to PostgreSQL, and a client that asks again: the
 * built commands, a real database, real kills. What the copy says of a key is what the file said.
 */

const WORDS = ['search', 'How do mussels settle on rocky shores between the tides, and for how long do they stay?'];
const CREATE = '/v1/job/querySearch';

type Moment = 'before' | 'after';

describe.skipIf(!hasPostgres())('a service that is copied to PostgreSQL after an answer was lost', () => {
  const server = postgresForTests();

  /** A service in SQLite with an account of 9 credits, and a client on the other side of a proxy. */
  async function open() {
    const [dataDir, url] = [temporaryFolder(), server.database()];
    const { token } = await createAccount(dataDir, 'ada', { basic: 9 });
    let served = await Served.start({ dataDir });
    server.closeLater(() => served.end('SIGKILL'));
    const port = new URL(served.address).port;
    const proxy = await startTcpProxy(Number(port));
    server.closeLater(proxy.stop);
    const settings = {
      PAPERQUEUE_DATA_DIR: temporaryFolder(),
      PAPERQUEUE_BASE_URL: `http://127.0.0.1:${proxy.port}`,
      PAPERQUEUE_TOKEN: token,
      PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
      // The copy gives a job that was running to its own worker when the lease of the killed one has ended.
      PAPERQUEUE_WAIT_SECONDS: '1',
    };
    const operator = { PAPERQUEUE_DATA_DIR: dataDir, PAPERQUEUE_DATABASE_URL: url.reveal() };
    return {
      dataDir,
      url,
      proxy,
      token,
      client: (...args: string[]): Promise<Outcome> => runHere([...WORDS, ...args], settings),
      copy: () => runHere(['store', 'copy', '--json'], operator),
      kill: () => served.end('SIGKILL'),
      /** The same service at the same address, out of the database. */
      async serveCopy() {
        served = await Served.start({ dataDir, args: ['--port', port], settings: operator });
      },
      charges: () => server.run(url, `SELECT count(*) FROM ledger WHERE kind = 'charge'`).trim(),
      post: async (key: string, query = WORDS[1], path = CREATE) => {
        const response = await fetch(`${served.address}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify({ query }),
        });
        return { status: response.status, json: (await response.json()) as { jobId?: string | null } };
      },
    };
  }

  /** `store copy` on the other side of a proxy, killed when the database has committed, or has not. */
  async function killedCopy(dataDir: string, url: Secret, when: Moment): Promise<void> {
    const proxy = await startTcpProxy(Number(new URL(url.reveal()).port));
    server.closeLater(proxy.stop);
    const through = new URL(url.reveal());
    through.port = String(proxy.port);
    const cut = proxy.cutAt('COMMIT', when);
    const env = environment({ PAPERQUEUE_DATA_DIR: dataDir, PAPERQUEUE_DATABASE_URL: through.href });
    const child = spawn(process.execPath, [BUILT, 'store', 'copy'], { env, stdio: 'ignore' });
    const closed = once(child, 'close');
    // The schema is committed first, by a connection of its own.
    await cut;
    child.kill('SIGKILL');
    await closed;
  }

  it.each<[string, Moment]>([
    ['that was charged', 'after'],
    ['that never arrived', 'before'],
  ])('pays once for a creation %s', async (_which, when) => {
    const { client, proxy, kill, copy, serveCopy, charges } = await open();
    const cut = proxy.cutAt(`POST ${CREATE}`, when);
    const [lost] = await Promise.all([client(), cut]);
    expect([lost.code, lost.stderr]).toEqual([1, expect.stringContaining('CHARGE_UNKNOWN')]);
    await kill();
    expect((await copy()).code).toBe(0);
    expect(charges()).toBe(when === 'after' ? '1' : '0');
    await serveCopy();
    const again = await client();
    expect([again.code, charges()]).toEqual([0, '1']);
    expect((await client()).code).toBe(0);
    expect(charges()).toBe('1');
  });

  it('keeps keys with and without a job, whichever the database is asked', async () => {
    const { post, kill, copy, serveCopy, charges } = await open();
    const first = await post('used');
    expect(await post('closed', '', '/v1/job/closeKey')).toEqual({ status: 200, json: { jobId: null } });
    await kill();
    expect((await copy()).code).toBe(0);
    await serveCopy();
    expect(await post('used')).toEqual(first);
    expect((await post('used', `${WORDS[1]} And limpets?`)).status).toBe(400);
    expect((await post('closed')).status).toBe(400);
    expect(await post('used', '', '/v1/job/closeKey')).toEqual({ status: 200, json: first.json });
    expect(charges()).toBe('1');
    expect((await post('new')).json.jobId).toEqual(expect.any(String));
    expect(charges()).toBe('2');
  });

  it.each<Moment>(['before', 'after'])('also where the copy was killed %s its commit', async (when) => {
    const { client, proxy, dataDir, url, kill, copy, serveCopy, charges } = await open();
    await Promise.all([client(), proxy.cutAt(`POST ${CREATE}`, 'after')]);
    await kill();
    await killedCopy(dataDir, url, when);
    expect(existsSync(join(dataDir, 'serve.sqlite'))).toBe(true);
    const again = await until(async () => {
      const outcome = await copy();
      return outcome.code === 0 && outcome;
    }, 'the copy');
    expect(again).toBeTruthy();
    await serveCopy();
    expect([(await client()).code, charges()]).toEqual([0, '1']);
  });
});
