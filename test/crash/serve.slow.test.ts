import { describe, expect, it } from 'vitest';
import { IS_DEEP } from '../helpers/runs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { type BookedJob, type ServeFacts, violationsOf } from './serve-books.ts';
import { ownHost } from './serve-host.ts';
import type { Creation } from './serve-load.ts';
import { serveKillLoop } from './serve-loop.ts';
import type { Received } from './serve-peers.ts';
import { SERVE_POINTS } from './serve-points.ts';

const dataDir = temporaryFolder();
const host = await ownHost().catch(() => undefined);
if (!host)
  process.stderr.write('serve is not killed: this machine has no address but loopback for callbacks to go to\n');

describe.runIf(host)('a service that is killed while a lab uses it', () => {
  it('loses no job, charges none twice and delivers every callback', async () => {
    const each = IS_DEEP ? 2 : 1;
    const kills = each * SERVE_POINTS.length;
    const { table, ...summary } = await serveKillLoop({ dataDir, kills, seed: 7, isPatient: false });
    expect(summary.violations).toEqual([]);
    expect(summary.kills).toBe(kills);
    expect(SERVE_POINTS.map((point) => table[point].kills)).toEqual(SERVE_POINTS.map(() => each));
    // The kills were real: they met jobs at work and callbacks on the way, and clients that had an answer.
    expect(table.working.running).toBeGreaterThanOrEqual(each);
    expect(table.sending.leased).toBeGreaterThanOrEqual(each);
    expect(summary.answered).toBeGreaterThanOrEqual(each);
    expect(summary.callbacks).toBeGreaterThanOrEqual(each);
    expect(summary.requests).toBeGreaterThanOrEqual(summary.callbacks);
    expect(summary.successes + summary.errors).toBe(summary.jobs);
  });
});

describe('the comparison of the store with what clients and receivers saw', () => {
  const CREATION: Creation = {
    query: 'q',
    account: 'alice',
    pool: 'basic',
    credits: 2,
    callsBack: true,
    outcome: 'answered',
    jobId: 'j1',
  };
  const JOB: BookedJob = {
    id: 'j1',
    account: 'alice',
    query: 'q',
    state: 'success',
    attempts: 1,
    charges: 1,
    charged: 2,
    pool: 'basic',
    refunds: 0,
    refunded: 0,
    deliveries: 1,
    delivery: 'delivered',
    webhookId: 'msg_1',
  };
  const CALL: Received = { id: 'msg_1', job: 'j1', account: 'alice', body: '{}', answered: true };
  const BALANCE = { account: 'alice', pool: 'basic', granted: 10, booked: 8, told: 8 };
  const FINE: ServeFacts = { creations: [CREATION], jobs: [JOB], received: [CALL], balances: [BALANCE] };
  const NO_CALLBACK = { deliveries: 0, delivery: null, webhookId: null };
  const GIVEN_UP: BookedJob = { ...JOB, state: 'error', refunds: 1, refunded: 2, ...NO_CALLBACK };

  it.each<[string, Partial<ServeFacts>]>([
    ['all is well', {}],
    ['a callback came twice', { received: [{ ...CALL, answered: false }, CALL] }],
    ['a lost answer is no job', { creations: [CREATION, { ...CREATION, query: 'r', outcome: 'lost', jobId: 'x' }] }],
    ['a lost answer is one job', { creations: [{ ...CREATION, outcome: 'lost' }] }],
    ['a job was given up and refunded', { jobs: [GIVEN_UP], received: [] }],
    [
      'a job asked for no callback',
      { creations: [{ ...CREATION, callsBack: false }], jobs: [{ ...JOB, ...NO_CALLBACK }], received: [] },
    ],
  ])('finds nothing where %s', (_what, facts) => {
    expect(violationsOf({ ...FINE, ...facts })).toEqual([]);
  });

  it.each<[string, Partial<ServeFacts>, RegExp]>([
    ['an answered job that is not there', { jobs: [], received: [] }, /lost/],
    ['an answered job under another id', { jobs: [{ ...JOB, id: 'j2' }], received: [{ ...CALL, job: 'j2' }] }, /lost/],
    ['two jobs of one creation', { jobs: [JOB, { ...JOB, id: 'j2' }] }, /made 2 jobs/],
    ['a refused creation with a job', { creations: [{ ...CREATION, outcome: 'refused' }] }, /refused, but/],
    [
      'a creation that was not sent, with a job',
      { creations: [{ ...CREATION, outcome: 'not sent' }] },
      /not sent, but/,
    ],
    ['a job of another account', { jobs: [{ ...JOB, account: 'bob' }] }, /another account/],
    ['a job that nobody asked for', { creations: [] }, /nobody asked/],
    ['a job without an end', { jobs: [{ ...JOB, state: 'running' }] }, /has not ended/],
    ['a job that cost nothing', { jobs: [{ ...JOB, charges: 0, charged: 0, pool: null }] }, /charged 0 times/],
    ['a job that was charged twice', { jobs: [{ ...JOB, charges: 2, charged: 4 }] }, /charged 2 times/],
    ['a charge of another height', { jobs: [{ ...JOB, charged: 3 }] }, /was charged 3/],
    ['a charge to another pool', { jobs: [{ ...JOB, pool: 'pro' }] }, /of pro/],
    [
      'an error that was not refunded',
      { jobs: [{ ...GIVEN_UP, refunds: 0, refunded: 0 }], received: [] },
      /refunded 0/,
    ],
    ['a success that was refunded', { jobs: [{ ...JOB, refunds: 1, refunded: 2 }] }, /refunded 1 times/],
    ['a refund of another height', { jobs: [{ ...GIVEN_UP, refunded: 1 }], received: [] }, /refunded 1$/],
    ['a success without its callback', { jobs: [{ ...JOB, ...NO_CALLBACK }], received: [] }, /0 callbacks/],
    ['a callback that is still open', { jobs: [{ ...JOB, delivery: 'pending' }] }, /pending/],
    ['a callback that counts as delivered and never arrived', { received: [] }, /never arrived/],
    ['a callback that was never taken', { received: [{ ...CALL, answered: false }] }, /never arrived/],
    ['a callback under two ids', { received: [CALL, { ...CALL, id: 'msg_2' }] }, /another webhook-id/],
    ['a callback with two bodies', { received: [CALL, { ...CALL, body: '{ }' }] }, /several bodies/],
    ['a callback to another account', { received: [{ ...CALL, account: 'bob' }] }, /another account/],
    ['a callback for an error', { jobs: [GIVEN_UP] }, /should not have been/],
    ['a callback that nobody asked for', { creations: [{ ...CREATION, callsBack: false }] }, /should not have been/],
    ['a callback for an unknown job', { received: [CALL, { ...CALL, job: 'j9' }] }, /nobody knows/],
    ['a balance that the ledger does not have', { balances: [{ ...BALANCE, told: 9 }] }, /the ledger has 8/],
  ])('finds %s', (_what, facts, message) => {
    expect(violationsOf({ ...FINE, ...facts }).join('\n')).toMatch(message);
  });
});
