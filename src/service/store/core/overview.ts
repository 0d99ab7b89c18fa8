import { readReports, type SourceReport } from '../../../contract/answers.ts';
import type { Pool } from '../../../contract/credits.ts';
import { DELIVERY_STATES, type DeliveryState } from '../outbox-port.ts';
import type { FailingSource, JobLine, OverviewStore, SourceFailureLine } from '../overview-port.ts';
import type { StoreCounts } from '../port.ts';
import { isoTime, type Moment, query, type Run, type Steps } from './steps.ts';

export function overviewIn(run: Run): OverviewStore {
  return {
    counts: () => run.read(countJobs()),
    open: (count, account) => run.read(listJobs(`state IN ('queued', 'running')`, 'ASC', count, account)),
    failed: (count, account) => run.read(listJobs(`state = 'error'`, 'DESC', count, account)),
    sources: (count) => run.read(failingSources(count)),
  };
}

/** The failed sources among the reports of a successful job, stored apart from its answer, which has all reports. */
export function failedSources(sources: readonly SourceReport[] = []): string {
  const failed = sources.filter((source) => source.failed !== undefined);
  return JSON.stringify(failed.map(({ source, title, failed }) => ({ source, title, gave: 0, failed })));
}

function* countJobs() {
  return yield* query<{ account: string; state: string; jobs: number }>(
    `SELECT accounts.name AS account, state, count(*)::int AS jobs FROM jobs JOIN accounts ON accounts.id = jobs.account
     GROUP BY accounts.name, state`,
  );
}

type JobRow = Omit<JobLine, 'createdAt' | 'failures' | 'isRefunded'> & {
  created_at: Moment;
  sources: unknown;
  refunded: boolean | number;
};

function* listJobs(which: string, order: 'ASC' | 'DESC', count: number, account?: number): Steps<JobLine[]> {
  const rows = yield* query<JobRow>(
    `SELECT jobs.id, accounts.name AS account, state, charge.pool, coalesce(charge.credits, 0)::float8 AS credits,
       attempts, jobs.created_at, sources,
       EXISTS (SELECT 1 FROM ledger AS back WHERE back.job = jobs.id AND back.kind = 'refund') AS refunded
     FROM jobs JOIN accounts ON accounts.id = jobs.account
       LEFT JOIN ledger AS charge ON charge.job = jobs.id AND charge.kind = 'charge'
     WHERE ${which} AND ($1::int IS NULL OR jobs.account = $1) ORDER BY jobs.created_at ${order}, jobs.id LIMIT $2`,
    ...[account ?? null, count],
  );
  return rows.map(({ created_at, sources, refunded, ...row }) => ({
    ...row,
    isRefunded: Boolean(refunded),
    createdAt: isoTime(created_at),
    failures: readFailures(sources),
  }));
}

function readFailures(stored: unknown): SourceFailureLine[] {
  const reports = readReports(typeof stored === 'string' ? JSON.parse(stored) : stored);
  return reports.flatMap(({ source, title = source, failed }) =>
    failed === undefined ? [] : [{ title, why: failed }],
  );
}

function* failingSources(count: number): Steps<{ failing: FailingSource[]; of: number }> {
  const rows = yield* query<{ sources: unknown; created_at: Moment }>(
    `SELECT sources, created_at FROM jobs WHERE state IN ('success', 'error') ORDER BY created_at DESC LIMIT $1`,
    count,
  );
  const found = new Map<string, FailingSource>();
  // Newest first, because the newest reason is shown.
  for (const { sources, created_at } of rows)
    for (const { title, why } of readFailures(sources)) {
      const known = found.get(title) ?? { title, why, jobs: 0, lastAt: isoTime(created_at) };
      found.set(title, { ...known, jobs: known.jobs + 1 });
    }
  return { failing: [...found.values()].sort((a, b) => b.jobs - a.jobs), of: rows.length };
}

/** The totals over all accounts. */
export function* readCounts(): Steps<Omit<StoreCounts, 'database'>> {
  const jobs = yield* query<{ state: string; jobs: number }>(
    'SELECT state, count(*)::int AS jobs FROM jobs GROUP BY state',
  );
  const deliveries = yield* query<{ state: DeliveryState; deliveries: number }>(
    'SELECT state, count(*)::int AS deliveries FROM deliveries GROUP BY state',
  );
  const credits = yield* query<{ pool: Pool; kind: string; credits: number }>(
    `SELECT pool, kind, sum(credits)::float8 AS credits FROM ledger WHERE kind IN ('charge', 'refund') GROUP BY pool, kind`,
  );
  const open = jobs.filter(({ state }) => state === 'queued' || state === 'running');
  return {
    jobs,
    open: open.reduce((sum, { jobs }) => sum + jobs, 0),
    deliveries: DELIVERY_STATES.map(
      (state) => deliveries.find((row) => row.state === state) ?? { state, deliveries: 0 },
    ),
    credits,
  };
}
