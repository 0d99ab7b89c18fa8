import { describe, expect, it } from 'vitest';
import { checkDatabase, checkServedBooks, type DatabaseFacts } from '../../../src/faces/doctor/check-database.ts';

const FINE: DatabaseFacts = {
  version: '15.18 (Debian 15.18-0+deb12u1)',
  schema: 3,
  knownSchema: 3,
  openJobs: 2,
  connections: 7,
  maxConnections: 100,
  wrongBalances: 0,
  oldestJobSeconds: 4,
  workers: 1,
  differentLibraries: [],
};

const findings = (facts: Partial<DatabaseFacts>) => checkDatabase(async () => ({ ...FINE, ...facts }));

describe('the check of the database', () => {
  it.each([
    [undefined, []],
    [0, [{ check: 'accounts', state: 'ok', message: 'all balances are the sums of their ledger' }]],
  ])('checks the accounts of a service in a file: %j', async (wrong, found) => {
    expect(await checkServedBooks(async () => wrong)).toEqual(found);
  });

  it('tells of accounts in a file whose balances are wrong', async () => {
    expect(await checkServedBooks(async () => 1)).toMatchObject([
      { check: 'accounts', state: 'problem', message: expect.stringContaining('balances of 1 account are not') },
    ]);
  });

  it('says nothing where none is configured', async () => {
    expect(await checkDatabase(async () => undefined)).toEqual([]);
  });

  it.each<[Partial<DatabaseFacts>, RegExp]>([
    [{}, /^PostgreSQL 15\.18 .*, tables of version 3, 2 open jobs, 1 worker, 7 of 100 connections$/],
    [{ openJobs: 1 }, /, 1 open job, 1 worker/],
    [{ workers: undefined }, /2 open jobs, 7 of 100/],
    [{ schema: undefined }, /no tables yet/],
    [{ schema: 2 }, /tables of version 2 \(the next start makes them 3\)/],
  ])('finds %j fine', async (facts, message) => {
    expect(await findings(facts)).toEqual([
      { check: 'database', state: 'ok', message: expect.stringMatching(message) },
    ]);
  });

  it.each<[Partial<DatabaseFacts>, string, RegExp]>([
    [{ version: '13.9' }, 'problem', /13\.9 is too old/],
    [{ schema: 4 }, 'problem', /tables are of version 4, this paperqueue knows 3/],
    [{ wrongBalances: 2 }, 'problem', /balances of 2 accounts/],
    [{ workers: 0 }, 'problem', /2 jobs wait, and no worker runs/],
    [{ workers: 0, openJobs: 0 }, 'warning', /^no worker runs/],
    [{ oldestJobSeconds: 1_800 }, 'warning', /open for 30 minutes/],
    [{ differentLibraries: [3, 70] }, 'warning', /have 3 and 70 imported papers/],
    [{ connections: 95 }, 'warning', /95 of 100 connections/],
  ])('tells of %j', async (facts, state, message) => {
    expect(await findings(facts)).toEqual([
      { check: 'database', state, message: expect.stringMatching(message), todo: expect.any(String) },
    ]);
  });
});
