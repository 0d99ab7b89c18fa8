import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/sqlite/database.ts';
import type { LeasedJob } from '../../src/service/store/port.ts';
import { createJob, leaseJob } from '../../src/service/store/sqlite/job-queue.ts';
import { countOpenJobs, failExhaustedJobs, finishJob, nextDue } from './file-store.ts';
import { openQueue } from './queues.ts';

/**
 * Jobs are kept for good, so that what happens at every creation and every poll of an open job (which wakes the worker)
 * must read the open ones only: a walk over all of them is milliseconds on the one thread that answers, and more each
 * month.
 */

/** What SQLite says of how it gets at the rows of every statement that was used. */
function plansOf(database: Database, use: (watched: Database) => void): string[] {
  const seen = new Set<string>();
  const note = (sql: string) => {
    seen.add(sql);
    return sql;
  };
  use({
    ...database,
    run: (sql, ...values) => database.run(note(sql), ...values),
    get: (sql, ...values) => database.get(note(sql), ...values),
    all: (sql, ...values) => database.all(note(sql), ...values),
  });
  return [...seen].flatMap((sql) =>
    database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => `${detail}: ${sql.trim()}`),
  );
}

/** Steps that walk over a whole table or index, but for the one that holds open jobs alone. */
function walks(plans: readonly string[]): string[] {
  return plans.filter((plan) => plan.startsWith('SCAN') && !/^SCAN \w+ USING (COVERING )?INDEX open_jobs/.test(plan));
}

describe('a file with many jobs that have ended', () => {
  const REQUEST = { operation: 'querySearch', body: { query: 'q' }, filters: { limit: 100 } } as const;

  const LEASE: LeasedJob = {
    id: 'x',
    token: 'y',
    account: 1,
    request: REQUEST,
    hasKey: false,
    attempts: 1,
    createdAt: 0,
  };

  it.each<[string, (database: Database) => void]>([
    ['a creation', (database) => createJob(database, 1, REQUEST, 1_000)],
    ['the count of open jobs', countOpenJobs],
    ['the look for jobs that were given up', failExhaustedJobs],
    ['the look for the next job', leaseJob],
    ['the look for when the next is due', nextDue],
    ['the end of a job', (database) => finishJob(database, LEASE, { papers: [], notes: [] })],
  ])('is not walked over by %s', (_what, use) => {
    const { database, add } = openQueue('lab');
    for (let nth = 0; nth < 50; nth += 1) add('lab', `${nth}`);
    database.run(`UPDATE jobs SET state = 'success', finished_at = 1 WHERE rowid > 1`);
    const plans = plansOf(database, use);
    expect(plans.length).toBeGreaterThan(0);
    expect(walks(plans)).toEqual([]);
  });
});
