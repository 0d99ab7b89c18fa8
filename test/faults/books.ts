import { join } from 'node:path';
import { expect } from 'vitest';
import type { JobRequest } from '../../src/contract/requests.ts';
import { openDriver } from '../../src/platform/sqlite/driver.ts';
import { type Charge, callOf } from './charging-memory.ts';

/** The store's books, read from its file without any of the store's code, and the rules that they have to keep. */

type Row = { number: number; request: string; job_id: string | null; status: string; charged: string; cost: number };
type Money = { job: number; kind: 'hold' | 'release' | 'charge'; credits: number };
type Book = { call: number; jobId: string | null; status: string; charged: string; cost: number; money: Money[] };

/** A reader of one store file; it sees what is committed at the moment of each reading. */
export function openBooks(folder: string): { read: () => Book[]; close: () => void } {
  const driver = openDriver(join(folder, 'jobs.sqlite'));
  const jobs = driver.prepare('SELECT number, request, job_id, status, charged, cost FROM jobs ORDER BY number');
  const ledger = driver.prepare('SELECT job, kind, credits FROM ledger ORDER BY id');
  return {
    read: () => {
      const money = ledger.all() as Money[];
      return (jobs.all() as Row[]).map((row) => ({
        call: callOf(JSON.parse(row.request) as JobRequest),
        jobId: row.job_id,
        status: row.status,
        charged: row.charged,
        cost: row.cost,
        money: money.filter(({ job }) => job === row.number),
      }));
    },
    close: () => driver.close(),
  };
}

export function expectBooksToHold(books: readonly Book[], charges: readonly Charge[]): void {
  const cost = (charged: string) => sum(books.filter((book) => book.charged === charged).map((book) => book.cost));
  const taken = sum(charges.map((charge) => charge.cost));
  expect(taken, 'charges are at most confirmed and unknown').toBeLessThanOrEqual(cost('yes') + cost('unknown'));
  expect(cost('yes'), 'what is confirmed was charged').toBeLessThanOrEqual(taken);
  expect(new Set(books.map((book) => book.call)).size, 'one row for each call that began a job').toBe(books.length);
  for (const charge of charges) {
    const book = books.find(({ call }) => call === charge.call);
    expect(['yes', 'unknown'], `the charge of call ${charge.call} is in the store`).toContain(book?.charged);
    if (book?.jobId) expect(book.jobId).toBe(charge.jobId);
  }
  for (const book of books) {
    if (book.charged === 'yes') expect(charges.map(({ call }) => call)).toContain(book.call);
    expectMoneyToSum(book);
  }
}

/**
 * Unknown jobs have a hold, confirmed jobs a charge, and refused jobs nothing. Refused creations that left their number
 * to this one have released what they held, and were charged nothing.
 */
function expectMoneyToSum({ money, charged, cost, call }: Book): void {
  const intent = money.findLastIndex(({ kind }) => kind === 'hold');
  const earlier = money.slice(0, intent).map(({ kind, credits }) => [kind, credits]);
  const holds = earlier.flatMap(([kind, credits]) =>
    kind === 'hold'
      ? [
          ['hold', credits],
          ['release', credits],
        ]
      : [],
  );
  expect(earlier, `what was refused before call ${call}`).toEqual(holds);
  const own = money.slice(intent);
  const of = (kind: Money['kind']) => sum(own.filter((row) => row.kind === kind).map((row) => row.credits));
  const standing = { held: of('hold') - of('release'), charged: of('charge') };
  expect(of('hold'), `the intent of call ${call} held its cost`).toBe(cost);
  expect(standing, `the ledger of call ${call}, which is ${charged}`).toEqual({
    held: charged === 'unknown' ? cost : 0,
    charged: charged === 'yes' ? cost : 0,
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
