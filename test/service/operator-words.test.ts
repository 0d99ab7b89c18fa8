import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openDriver } from '../../src/platform/sqlite/driver.ts';
import { VERSION } from '../../src/platform/version.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere, type ServedHere, serveHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** What the operator of a service reads: at its start, and in lists of accounts and callbacks. */

const running: ServedHere[] = [];
afterEach(async () => {
  for (const served of running.splice(0)) await served.end();
});

async function serve(dataDir: string, ...args: string[]): Promise<ServedHere> {
  const served = await serveHere(['serve', '--port', '0', ...args], { PAPERQUEUE_DATA_DIR: dataDir });
  running.push(served);
  return served;
}

const run = (dataDir: string, ...args: string[]) => runHere(args, { PAPERQUEUE_DATA_DIR: dataDir });
const cellsOf = (table: string) =>
  table
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));

describe('the start of serve', () => {
  it('says version, folder, papers and open accounts, and how to make the first one', async () => {
    const dataDir = libraryFolder();
    const first = await serve(dataDir);
    const [address, facts, advice] = first.stderr.split('\n');
    expect(address).toBe(`paperqueue serves at ${first.address}`);
    expect(facts).toMatch(
      new RegExp(
        `^ {2}version ${VERSION}, data folder ${dataDir}, no papers but the [1-9]\\d* of the starter catalogue, 0 accounts$`,
      ),
    );
    expect(advice).toBe('  Make the first account: paperqueue account create NAME --monthly 100');
    await run(dataDir, 'account', 'create', 'ada', '--basic', '3');
    await run(dataDir, 'account', 'create', 'ben');
    await run(dataDir, 'account', 'revoke', 'ben');
    await first.end();
    const { stderr } = await serve(dataDir);
    expect(stderr).toContain(', 1 account\n');
    expect(stderr).not.toContain('Make the first account');
  });
});

describe('an address that others can reach', () => {
  it('is refused in plain HTTP, before anything is opened', async () => {
    const dataDir = join(temporaryFolder(), 'none');
    const { code, stderr } = await run(dataDir, 'serve', '--port', '0', '--host', '0.0.0.0');
    expect(code).toBe(2);
    expect(stderr).toContain('plain HTTP');
    expect(stderr).toContain('--behind-proxy');
  });

  it('is served where a proxy adds TLS', async () => {
    const { address } = await serve(temporaryFolder(), '--host', '0.0.0.0', '--behind-proxy');
    expect((await fetch(`http://127.0.0.1:${new URL(address).port}/healthz`)).status).toBe(200);
  });
});

describe('callbacks list', () => {
  it('shows those that are pending and those that were given up, in a table', async () => {
    const dataDir = libraryFolder();
    expect((await run(dataDir, 'callbacks', 'list')).stdout).toBe('no callbacks\n');
    await run(dataDir, 'account', 'create', 'ada');
    // Callbacks without their jobs, which a list does not look at.
    const driver = openDriver(join(dataDir, 'serve.sqlite'));
    driver.exec('PRAGMA foreign_keys = OFF');
    for (const [index, state] of ['pending', 'delivered', 'dead'].entries())
      driver.exec(
        `INSERT INTO deliveries (id, job, account, url, state, attempts, next_at, created_at)
         SELECT 'd${index}', 'job${index}', id, 'https://lab.example/in?key=secret', '${state}', 2, 0, 0 FROM accounts`,
      );
    driver.close();
    const { stdout } = await run(dataDir, 'callbacks', 'list');
    const [heads, ...rows] = cellsOf(stdout);
    // No callback has an answer yet, so that its column is left out.
    expect(heads).toEqual(['ID', 'JOB', 'ACCOUNT', 'STATE', 'TRIES', 'NEXT TRY', 'TO']);
    expect(rows.map((row) => [row[0], row[3], row.at(-1)])).toEqual([
      ['d0', 'pending', 'https://lab.example'],
      ['d2', 'dead', 'https://lab.example'],
    ]);
    const delivered = await run(dataDir, 'callbacks', 'list', '--state', 'delivered', '--json');
    expect(JSON.parse(delivered.stdout).deliveries).toMatchObject([{ id: 'd1' }]);
  });
});

describe('account', () => {
  const account = (dataDir: string, ...args: string[]) => run(dataDir, 'account', ...args);

  it('says what a new account can spend, or how to let it spend anything', async () => {
    const dataDir = libraryFolder();
    const poor = await account(dataDir, 'create', 'ada');
    expect(poor.stdout).toContain('ada can spend nothing. Add credits: paperqueue account topup ada --basic 100\n');
    const rich = await account(dataDir, 'create', 'ben', '--unlimited', '--pro', '20/month');
    expect(rich.stdout).toMatch(/^ben +no limit +20 of 20 +no limit +never +open$/m);
    expect(rich.stdout).toMatch(/missing fields: 20 credits; 20 again with the next month, what is left lapses$/m);
    expect(rich.stdout).toMatch(/^"of": credits of a month; the next begins on \d{4}-\d\d-01 \(UTC\)$/m);
    const monthly = await account(dataDir, 'create', 'eve', '--monthly', '7', '--json');
    expect(JSON.parse(monthly.stdout)).toMatchObject({
      balances: { basic: 7, pro: 7, privateKey: 7 },
      monthly: { basic: 7, pro: 7, privateKey: 7 },
      renewsAt: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00\.000Z$/),
      usedAt: null,
    });
  });

  it('sets what may be spent from now on, and lists each change', async () => {
    const dataDir = libraryFolder();
    await account(dataDir, 'create', 'ada', '--basic', '3');
    expect((await account(dataDir, 'allow', 'ada', '--basic', '5/month')).code).toBe(0);
    const { stdout } = await account(dataDir, 'show', 'ada');
    const [, table = ''] = stdout.split('\n\nAT');
    expect(cellsOf(table).map((cells) => cells.slice(1))).toEqual([
      ['POOL', 'CREDITS', 'WHY', 'JOB'],
      ['basic', '+5', 'granted'],
      ['basic', '-3', 'lapsed'],
      ['basic', '+3', 'granted'],
    ]);
    await account(dataDir, 'allow', 'ada', '--basic', 'unlimited');
    const { code, stderr } = await account(dataDir, 'topup', 'ada', '--basic', '5');
    expect([code, stderr]).toEqual([1, 'paperqueue: ada has no limit in basic: there is nothing to add to\n']);
  });

  it('refuses what is no amount, and two general amounts, by exit code 2', async () => {
    const dataDir = libraryFolder();
    const wrong = [
      ['--basic', '5/week'],
      ['--monthly', '5/month'],
      ['--credits', 'many'],
      ['--monthly', '5', '--unlimited'],
    ];
    for (const flags of wrong) {
      const { code, stderr } = await account(dataDir, 'create', 'ada', ...flags);
      expect([code, stderr.includes(String(flags[0]))]).toEqual([2, true]);
    }
    expect((await account(dataDir, 'allow', 'ada')).code).toBe(2);
    expect((await account(dataDir, 'list')).stdout).toContain('No accounts yet');
  });
});
