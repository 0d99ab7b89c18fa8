import type { BookedJob } from './serve-books.ts';

/** Queries of the kill test of several machines to their PostgreSQL. */

export const JOBS = `SELECT coalesce(json_agg(r), '[]') FROM (
  SELECT jobs.id, accounts.name AS account, body ->> 'query' AS query, jobs.state, jobs.attempts,
    count(l.id) FILTER (WHERE kind = 'charge') AS charges,
    coalesce(sum(l.credits) FILTER (WHERE kind = 'charge'), 0) AS charged,
    max(l.pool) FILTER (WHERE kind = 'charge') AS pool,
    count(l.id) FILTER (WHERE kind = 'refund') AS refunds,
    coalesce(sum(l.credits) FILTER (WHERE kind = 'refund'), 0) AS refunded,
    (SELECT count(*) FROM deliveries WHERE job = jobs.id) AS deliveries,
    (SELECT state FROM deliveries WHERE job = jobs.id) AS delivery,
    (SELECT id FROM deliveries WHERE job = jobs.id) AS "webhookId"
  FROM jobs JOIN accounts ON accounts.id = jobs.account LEFT JOIN ledger AS l ON l.job = jobs.id
  GROUP BY jobs.id, accounts.name ORDER BY jobs.place) AS r`;

export const BALANCES = `SELECT json_agg(r) FROM (
  SELECT name AS account, b.pool, granted - spent AS told, granted,
    (SELECT sum(CASE kind WHEN 'charge' THEN -credits ELSE credits END) FROM ledger AS l
     WHERE l.account = b.account AND l.pool = b.pool) AS booked
  FROM balances AS b JOIN accounts ON accounts.id = b.account) AS r`;

export const AT_WORK = `SELECT json_build_object(
  'queued', (SELECT count(*) FROM jobs WHERE state = 'queued'),
  'running', (SELECT count(*) FROM jobs WHERE state = 'running' AND lease_until > now()),
  'sending', (SELECT count(*) FROM deliveries WHERE state = 'pending' AND lease_until > now()))`;

export const OPEN = `SELECT (SELECT count(*) FROM jobs WHERE state IN ('queued', 'running'))
  + (SELECT count(*) FROM deliveries WHERE state = 'pending')`;

export const LET_TIME_PASS = `UPDATE jobs SET lease_until = lease_until - interval '1 min' WHERE lease_until IS NOT NULL;
  UPDATE deliveries SET lease_until = now(), next_at = now() WHERE state = 'pending'`;

/**
 * Records the life of jobs in the service's own transactions, because the books at the end show neither an overwritten
 * end nor a job that two workers had at once.
 */
export const WATCH = `CREATE TABLE watched (job text NOT NULL, what text NOT NULL);
  CREATE FUNCTION watch_job() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF old.state IN ('success', 'error') THEN
      INSERT INTO watched VALUES (new.id, 'was changed after its end');
    ELSIF new.state IN ('success', 'error') THEN
      INSERT INTO watched VALUES (new.id, 'ended');
    ELSIF old.state = 'running' AND new.state = 'running' AND new.lease_token <> old.lease_token THEN
      INSERT INTO watched VALUES (new.id,
        CASE WHEN old.lease_until > clock_timestamp() THEN 'was at work twice' ELSE 'was taken over' END);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER watch_job AFTER UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION watch_job()`;

export const WATCHED = `SELECT coalesce(json_agg(watched), '[]') FROM watched`;

export type Watched = { job: string; what: string };

/** Jobs that did not end exactly once, changed afterwards, or ran twice at the same time. */
export function wrongInWatched(watched: readonly Watched[], jobs: readonly BookedJob[]): string[] {
  const ends = new Map<string, number>();
  const wrong: string[] = [];
  for (const { job, what } of watched) {
    if (what === 'ended') ends.set(job, (ends.get(job) ?? 0) + 1);
    else if (what !== 'was taken over') wrong.push(`${job} ${what}`);
  }
  return [
    ...wrong,
    ...jobs.flatMap(({ id }) => (ends.get(id) === 1 ? [] : [`${id} ended ${ends.get(id) ?? 0} times`])),
  ];
}
