import { describe, expect, it } from 'vitest';
import { runs } from '../helpers/runs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { checkBooks, type StoredJob } from './books.ts';
import { POINTS } from './charging-server.ts';
import { killLoop } from './kill-loop.ts';

const dataDir = temporaryFolder();
/** Kills at each point. */
const EACH = runs(4);

describe('a server that is killed while it spends', () => {
  it('loses no charge, pays nothing twice, also over an older copy, and sends nothing again by itself', async () => {
    const { table, ...summary } = await killLoop({ dataDir, kills: EACH * POINTS.length, seed: 3 });
    expect(summary.violations).toEqual([]);
    expect(summary).toMatchObject({ kills: EACH * POINTS.length, lost: 0, double: 0 });
    expect(summary.restores).toBeGreaterThan(0);
    const killed = POINTS.map((point) => Object.values(table[point]).reduce((all, each) => all + each, 0));
    expect(killed).toEqual(POINTS.map(() => EACH));
    // The kills were real: a request that went out without an answer is unknown, a job that is polled is confirmed.
    expect(table.sent).toEqual({ confirmed: 0, unknown: EACH, refused: 0, 'never recorded': 0 });
    expect(table.polling).toEqual({ confirmed: EACH, unknown: 0, refused: 0, 'never recorded': 0 });
  });
});

describe('the comparison of the store with what the service charged', () => {
  const CONFIRMED: StoredJob = {
    number: 1,
    query: 'a',
    status: 'queued',
    jobId: '01',
    charged: 'yes',
    cost: 2,
    held: 0,
    taken: 2,
  };
  const UNKNOWN: StoredJob = {
    ...CONFIRMED,
    number: 2,
    status: 'unknown',
    jobId: null,
    charged: 'unknown',
    held: 2,
    taken: 0,
  };
  const REFUSED: StoredJob = { ...UNKNOWN, number: 3, status: 'refused', charged: 'no', held: 0 };
  const CHARGE = { query: 'a', cost: 2 };

  it('finds nothing where every charge is confirmed or unknown', () => {
    const fine = { lost: 0, double: 0, violations: [] };
    expect(checkBooks([CONFIRMED], [CHARGE])).toEqual(fine);
    expect(checkBooks([UNKNOWN], [CHARGE])).toEqual(fine);
    expect(checkBooks([UNKNOWN], [])).toEqual(fine);
    expect(checkBooks([REFUSED, CONFIRMED], [CHARGE])).toEqual(fine);
    expect(checkBooks([], [])).toEqual(fine);
  });

  it.each<[string, StoredJob[], { query: string; cost: number }[], { lost: number; double: number }]>([
    ['a charge of which the store knows nothing', [], [CHARGE], { lost: 1, double: 0 }],
    ['a charge for a job that counts as refused', [REFUSED], [CHARGE], { lost: 1, double: 0 }],
    ['a request that was charged twice', [UNKNOWN, CONFIRMED], [CHARGE, CHARGE], { lost: 0, double: 1 }],
    ['a job that is confirmed, but was never charged', [CONFIRMED], [], { lost: 0, double: 0 }],
    ['a confirmed job whose hold stands', [{ ...CONFIRMED, held: 2 }], [CHARGE], { lost: 0, double: 0 }],
    ['a confirmed job without a money row', [{ ...CONFIRMED, taken: 0 }], [CHARGE], { lost: 0, double: 0 }],
    ['an unknown job without a hold', [{ ...UNKNOWN, held: 0 }], [CHARGE], { lost: 0, double: 0 }],
    ['a refused job with a hold', [{ ...REFUSED, held: 2 }], [], { lost: 0, double: 0 }],
    ['a job that is being sent for ever', [{ ...UNKNOWN, status: 'submitting' }], [CHARGE], { lost: 0, double: 0 }],
    ['a charge of another height', [CONFIRMED], [{ ...CHARGE, cost: 3 }], { lost: 0, double: 0 }],
  ])('finds %s', (_what, jobs, charges, counts) => {
    const books = checkBooks(jobs, charges);
    expect(books).toMatchObject(counts);
    expect(books.violations.length).toBeGreaterThan(0);
  });
});
