import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { openDriver } from '../../src/platform/sqlite/driver.ts';
import { balancesIn, bookedJobs } from '../crash/serve-books.ts';
import { makeAccount, type ServedAccount, ServedProcess } from '../crash/serve-process.ts';
import { letTimePass, withServeFile } from '../crash/serve-store.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';

/** Backup and restore as docs/lab/operations.md describes them: its own blocks are run, while the service is in use. */

const DOCUMENT = readFileSync(new URL('../../docs/lab/operations.md', import.meta.url), 'utf8');
const SQLITE3 = spawnSync('sqlite3', ['--version']).status === 0;

function documentedBlock(heading: string): string {
  const section = DOCUMENT.split(`\n## ${heading}\n`)[1] ?? '';
  const [, block] = /<!-- test\/e2e\/backup\.slow\.test\.ts runs[^\n]*-->\n\n```sh\n([\s\S]*?)```/.exec(section) ?? [];
  if (!block) throw new Error(`no block under ${heading}`);
  return block;
}

/** The clients go on while it runs. */
async function runBlock(heading: string, DATA: string, BACKUP: string): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', DATA, BACKUP };
  await promisify(execFile)('sh', ['-e', '-c', documentedBlock(heading)], { env });
}

/** The backup of the document; without the sqlite3 command its statement, by the driver of the product. */
async function backUp(dataDir: string, backup: string): Promise<void> {
  if (SQLITE3) return runBlock('Backup', dataDir, backup);
  mkdirSync(backup, { recursive: true });
  for (const name of ['serve', 'library']) {
    const database = openDriver(join(dataDir, `${name}.sqlite`));
    database.exec(`VACUUM INTO '${join(backup, `${name}.sqlite`)}'`);
    database.close();
  }
}

const running: ServedProcess[] = [];
afterEach(async () => {
  for (const process of running.splice(0)) await process.kill();
});

async function serve(dataDir: string): Promise<{ process: ServedProcess; address: string }> {
  const process = new ServedProcess(['--requests-per-minute', '100000'], { PAPERQUEUE_DATA_DIR: dataDir });
  running.push(process);
  return { process, address: (await process.address) as string };
}

async function ask(address: string, { token }: ServedAccount, path: string, body?: object) {
  const answer = await fetch(`${address}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

let asked = 0;

async function create(address: string, account: ServedAccount): Promise<string> {
  asked += 1;
  const body = { query: `What is known of graphs and data, asked for the ${asked}th time by ${account.name}?` };
  const { status, json } = await ask(address, account, '/v1/job/querySearch?limit=200', body);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`);
  return json.jobId as string;
}

async function outcome(address: string, account: ServedAccount, job: string): Promise<string> {
  return until(async () => {
    const { status, json } = await ask(address, account, `/v1/job/${job}`);
    return json.status === 'queued' ? undefined : String(status === 200 ? json.status : status);
  }, 'the end of the job');
}

/** A service of two accounts with clients that create jobs until they are told to stop. */
async function inUse(dataDir: string) {
  const settings = { PAPERQUEUE_DATA_DIR: dataDir };
  const accounts = ['alice', 'bob'].map((name) => makeAccount(name, 10_000, settings));
  const served = await serve(dataDir);
  const jobs: { account: ServedAccount; job: string }[] = [];
  let isOver = false;
  const clients = accounts.map(async (account) => {
    while (!isOver) {
      jobs.push({ account, job: await create(served.address, account) });
      await sleep(5);
    }
  });
  const created = async (count: number) => {
    await until(() => jobs.length >= count, `${count} jobs`);
  };
  const stop = async () => {
    isOver = true;
    await Promise.all(clients);
  };
  return { ...served, accounts, jobs, created, stop };
}

describe('the backup', () => {
  it('that is taken while the service is in use can be restored: nothing that was told before it is missing', async () => {
    const dataDir = temporaryFolder();
    const backup = join(temporaryFolder(), 'backup');
    const { process, accounts, jobs, created, stop } = await inUse(dataDir);
    await created(60);
    const before = [...jobs];
    await backUp(dataDir, backup);
    // The service has gone on meanwhile and goes on after it.
    const during = jobs.length;
    await created(during + 60);
    await stop();
    await process.kill();
    await runBlock('Restore', dataDir, backup);
    expect(existsSync(join(dataDir, 'before-restore', 'serve.sqlite-wal'))).toBe(true);
    expect(existsSync(join(dataDir, 'serve.sqlite-wal'))).toBe(false);
    // Restoring takes longer than a lease lasts.
    letTimePass(dataDir);

    const { address, process: restored } = await serve(dataDir);
    for (const { account, job } of before) expect(await outcome(address, account, job)).toBe('success');
    const late = jobs.slice(before.length);
    const found = await Promise.all(late.map(({ account, job }) => outcome(address, account, job)));
    expect(new Set(found.filter((status) => status !== 'success'))).toEqual(new Set(['404']));
    const told = new Map<string, unknown>();
    for (const account of accounts) {
      await create(address, account);
      const { json } = await ask(address, account, '/v1/user/getCredits');
      for (const pool of ['basic', 'pro', 'privateKey'])
        told.set(`${account.name} ${pool}`, json[`${pool}CreditsBalance`]);
    }
    expect(await restored.stop()).toBe(0);

    withServeFile(dataDir, (database) => {
      const booked = bookedJobs(database);
      expect(booked.length).toBe(before.length + found.filter((status) => status === 'success').length + 2);
      for (const job of booked) expect(job).toMatchObject({ charges: 1, charged: 2, refunds: 0 });
      const balances = balancesIn(database, (account, pool) => told.get(`${account} ${pool}`) as number);
      for (const balance of balances) expect(balance.told).toBe(balance.booked);
      expect(database.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    });
  });

  it('holds the library as well, and is readable to its owner only', async () => {
    const dataDir = temporaryFolder();
    const backup = join(temporaryFolder(), 'backup');
    const { process, created, stop } = await inUse(dataDir);
    await created(2);
    await stop();
    await backUp(dataDir, backup);
    await process.kill();
    const count = (folder: string) => {
      const database = openDriver(join(folder, 'library.sqlite'));
      const { papers } = database.prepare('SELECT count(*) AS papers FROM papers').get() as { papers: number };
      database.close();
      return papers;
    };
    expect(count(backup)).toBe(count(dataDir));
    expect(count(backup)).toBeGreaterThan(100);
    if (SQLITE3) expect(statSync(join(backup, 'serve.sqlite')).mode & 0o077).toBe(0);
  });

  it.runIf(SQLITE3)('is not written over an earlier one', async () => {
    const dataDir = temporaryFolder();
    const backup = join(temporaryFolder(), 'backup');
    makeAccount('alice', 1, { PAPERQUEUE_DATA_DIR: dataDir });
    const { process } = await serve(dataDir);
    await backUp(dataDir, backup);
    await expect(backUp(dataDir, backup)).rejects.toThrow(/exists/);
    await process.kill();
  });

  it('is none when the file is copied alone while the service runs: the latest is in its log', async () => {
    const dataDir = temporaryFolder();
    const copy = temporaryFolder();
    const { process, jobs, created, stop } = await inUse(dataDir);
    await created(4);
    await stop();
    copyFileSync(join(dataDir, 'serve.sqlite'), join(copy, 'serve.sqlite'));
    await process.kill();
    const inCopy = withServeFile(copy, (database) => bookedJobs(database).length);
    expect(inCopy).toBeLessThan(jobs.length);
  });
});
