import type { Database } from '../../platform/sqlite/database.ts';
import { type Run, watchSeries } from '../ports/store.ts';
import type { Watch, WatchStore } from '../ports/watches.ts';
import { CAN_BE_READ } from './job-rows.ts';

/**
 * Searches repeated on purpose, by a watch or because a caller requested a new job. Each job is recorded as a run of
 * its series in the transaction of its intent, and is open until its end has been reported: until then, every call that
 * wants the same (after a kill, or concurrently) gets this job, and nobody pays for another one.
 */

/** After every timestamp. */
const UNKNOWN_START = '9999';

/**
 * The number of the run that a caller gets; undefined if a new one has to begin. A run that was never created does not
 * count, nor does one of another series unless its creation is certain.
 */
export function selectStandingRun(database: Database, run: Run, newerThan: number, now: string): number | undefined {
  const { fingerprints, begunSince } = run.shared ?? { fingerprints: [], begunSince: UNKNOWN_START };
  const isSure = `status NOT IN ('refused', 'unknown', 'error')`;
  // After an accepted risk the accepted run is returned, unless that run, too, is uncertain or was paid for and failed.
  const taken = run.isForced ? `accepted = 1 AND ${isSure}` : `status <> 'refused'`;
  const isShared = `fingerprint IN (${fingerprints.map(() => '?').join()}) AND created_at BETWEEN ? AND ? AND ${isSure}`;
  const sql = `SELECT job FROM runs JOIN jobs ON jobs.number = runs.job
    WHERE (series = ? OR ${isShared}) AND job > ? AND ${taken} AND ${CAN_BE_READ}
      AND (told_at IS NULL OR (series = ? AND job > ?) OR told_at BETWEEN ? AND ?)
    ORDER BY series = ? DESC, job DESC LIMIT 1`;
  // A run whose end was reported while the caller was starting. A report time in the future comes from a wrong clock.
  const since = run.since ?? UNKNOWN_START;
  const { series, after } = run;
  const values = [series, ...fingerprints, begunSince, now, newerThan, series, after, since, now, series];
  return database.get<{ job: number }>(sql, ...values)?.job;
}

/**
 * Must be called in the transaction of the intent, or of the look-up that found the run in another series. This run
 * replaces the open one of the series.
 */
export function addRun(database: Database, { series, isForced }: Run, job: number, at: string): void {
  if (database.get('SELECT 1 FROM runs WHERE series = ? AND job = ?', series, job)) return;
  database.run('UPDATE runs SET told_at = ? WHERE series = ? AND told_at IS NULL', at, series);
  database.run('INSERT INTO runs (series, job, accepted) VALUES (?, ?, ?)', series, job, Number(isForced === true));
}

/** The last run of a series that is or may be a job of the service; 0 if there is none. */
export function selectLastRun(database: Database, series: string): number {
  const sql = `SELECT max(job) AS job FROM runs JOIN jobs ON jobs.number = runs.job
    WHERE series = ? AND status NOT IN ('refused', 'submitting')`;
  return database.get<{ job: number | null }>(sql, series)?.job ?? 0;
}

/** The runs of a series that are or may be jobs of the service, oldest first. */
function selectRuns(database: Database, series: string): number[] {
  const sql = `SELECT job FROM runs JOIN jobs ON jobs.number = runs.job WHERE series = ? AND status <> 'refused' ORDER BY job`;
  return database.all<{ job: number }>(sql, series).map(({ job }) => job);
}

/** Records that the end of a job was reported to the series matching `series` (%: anything). */
export function markTold(database: Database, job: number, series: string, at: string): void {
  const isUntold = 'job = ? AND series LIKE ? AND told_at IS NULL';
  // Most jobs are not runs, and reading must not wait for a file that another process writes.
  if (!database.get(`SELECT 1 FROM runs WHERE ${isUntold}`, job, series)) return;
  database.run(`UPDATE runs SET told_at = ? WHERE ${isUntold}`, at, job, series);
}

type WatchRow = { number: number; job: number; created_at: string };

/** The watched searches of a store. */
export function watchStore(database: Database): WatchStore {
  const read = ({ number, job, created_at: createdAt }: WatchRow): Watch => ({
    number,
    jobs: [job, ...selectRuns(database, watchSeries(number))],
    createdAt,
  });
  return {
    addWatch: (job) => {
      const sql = 'INSERT INTO watches (job, created_at) VALUES (?, ?)';
      const { lastInsertRowid } = database.run(sql, job, new Date().toISOString());
      return read(database.get<WatchRow>('SELECT * FROM watches WHERE number = ?', lastInsertRowid) as WatchRow);
    },
    watches: () => database.all<WatchRow>('SELECT * FROM watches ORDER BY number').map(read),
    removeWatch: (number) => database.run('DELETE FROM watches WHERE number = ?', number).changes === 1,
  };
}
