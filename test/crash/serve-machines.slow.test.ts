import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { BUILT, environment } from '../helpers/built-server.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';
import { ServedProcess } from './serve-process.ts';

/** Two API processes and two workers on one PostgreSQL, of which all are killed while they work. */

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const CREATIONS = 30;

async function machines(server: TestPostgres) {
  const url = server.database();
  // Each machine has a data folder of its own.
  const settings = () => ({
    PAPERQUEUE_DATA_DIR: temporaryFolder(),
    PAPERQUEUE_DATABASE_URL: url.reveal(),
    PAPERQUEUE_SOURCES: 'library',
  });
  const text = execFileSync(process.execPath, [BUILT, 'account', 'create', 'lab', '--basic', '1000', '--json'], {
    env: environment(settings()),
    encoding: 'utf8',
  });
  const { token } = JSON.parse(text) as { token: string };
  const api = async () => {
    const served = new ServedProcess(['--concurrency', '0', '--requests-per-minute', '100000'], settings());
    closers.push(() => served.kill());
    return { served, address: (await served.address) as string };
  };
  const worker = (): ChildProcess => {
    const child = spawn(process.execPath, [BUILT, 'work'], { env: environment(settings()), stdio: 'ignore' });
    child.once('exit', (code) => ends.push(code));
    closers.push(() => child.kill('SIGKILL'));
    return child;
  };
  /** How workers ended: null by a signal. */
  const ends: (number | null)[] = [];
  const ask = (address: string, path: string, init: RequestInit = {}) =>
    fetch(`${address}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...init.headers },
    });
  const number = (sql: string) => Number(server.run(url, sql));
  return { api, worker, ends, ask, number, run: (sql: string) => server.run(url, sql) };
}

describe.skipIf(!hasPostgres())('several machines on one PostgreSQL (left out where none is installed)', () => {
  it('lose no job, charge each once and end each once, whatever is killed', async () => {
    const server = await startPostgres();
    closers.push(server.stop);
    const { api, worker, ends, ask, number, run } = await machines(server);
    const apis = [await api(), await api()];
    const workers = [worker(), worker()];

    // The same creation goes to both machines under the same key, until one answers with its job.
    const create = async (nth: number): Promise<string> => {
      const body = JSON.stringify({ query: `how do tides shape the settlement of mussels, question number ${nth}?` });
      return until(async () => {
        const asked = apis.map(({ address }) =>
          ask(address, '/v1/job/querySearch?limit=100', {
            method: 'POST',
            body,
            headers: { 'Idempotency-Key': `creation-${nth}` },
          })
            .then(async (answer) => (answer.ok ? ((await answer.json()) as { jobId: string }).jobId : undefined))
            .catch(() => undefined),
        );
        const ids = new Set((await Promise.all(asked)).filter((id) => id !== undefined));
        expect(ids.size).toBeLessThanOrEqual(1);
        return [...ids][0];
      }, `creation ${nth}`);
    };

    const created = new Set<string>();
    for (let nth = 0; nth < CREATIONS; nth += 1) {
      created.add(await create(nth));
      if (nth % 10 === 4) {
        const killed = workers.shift() as ChildProcess;
        expect(killed.exitCode).toBeNull();
        killed.kill('SIGKILL');
        await once(killed, 'close');
        workers.push(worker());
      }
      if (nth === 12) {
        const killed = apis.shift();
        await killed?.served.kill();
        apis.push(await api());
      }
      if (nth === 22) server.crash();
      if (nth === 27) run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()`);
    }
    expect(created.size).toBe(CREATIONS);
    // Only what was killed has ended: no worker gives up because the database is away.
    expect(ends).toEqual(ends.map(() => null));
    await until(() => {
      // As if minutes had passed: what killed workers hold is free again.
      run(`UPDATE jobs SET lease_until = now() - interval '1 s' WHERE state = 'running' AND attempts < 3
           AND lease_until < now() + interval '25 s'`);
      return number(`SELECT count(*) FROM jobs WHERE state IN ('queued', 'running')`) === 0;
    }, 'the end of all jobs');

    expect(number(`SELECT count(*) FROM jobs`)).toBe(CREATIONS);
    expect(number(`SELECT count(*) FROM ledger WHERE kind = 'charge'`)).toBe(CREATIONS);
    expect(number(`SELECT count(*) FROM ledger WHERE kind = 'refund'`)).toBe(
      number(`SELECT count(*) FROM jobs WHERE state = 'error'`),
    );
    const sums = `SELECT sum(CASE kind WHEN 'charge' THEN credits WHEN 'refund' THEN -credits ELSE 0 END) FROM ledger`;
    expect(number('SELECT sum(spent) FROM balances')).toBe(number(sums));
    const [{ address } = { address: '' }] = apis;
    for (const id of created) {
      const { status } = (await (await ask(address, `/v1/job/${id}`)).json()) as { status: string };
      expect(['success', 'error']).toContain(status);
    }
  });
});
