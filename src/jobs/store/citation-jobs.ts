import { gunzipSync, gzipSync } from 'node:zlib';
import type { Database } from '../../platform/sqlite/database.ts';
import type { CitationAnswer } from '../ports/citations.ts';
import type { CitationJobs, FreeJob, JobRecord } from '../ports/store.ts';
import { insertFinished, updateFinished } from './job-rows.ts';
import { insertFound } from './stored-papers.ts';

/** As long as the cache of look-ups. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
/** Not final, and not a status of any service: repeating the search continues it. */
const UNFINISHED = 'unfinished';

/** The jobs of citation searches, and the indexes' answers to them. */
export function citationJobs(database: Database, mustFind: (number: number) => JobRecord): CitationJobs {
  const oldest = () => new Date(Date.now() - KEPT_MS).toISOString();
  const change = (number: number, work: () => void): JobRecord =>
    database.transaction(() => {
      work();
      return mustFind(number);
    });
  return {
    begin: (job) =>
      database.transaction(() => {
        const at = new Date().toISOString();
        const number = insertFinished(database, 'relatedPapers', job as FreeJob<NonNullable<JobRecord['related']>>, at);
        database.run('UPDATE jobs SET status = ?, finished_at = NULL WHERE number = ?', UNFINISHED, number);
        return mustFind(number);
      }),
    pause: (number, { related, notes }) =>
      change(number, () => {
        const values = [JSON.stringify(related), JSON.stringify(notes), number];
        database.run('UPDATE jobs SET related = ?, notes = ? WHERE number = ? AND finished_at IS NULL', ...values);
      }),
    finish: (number, { related, fingerprint, papers, ...outcome }) =>
      change(number, () => {
        const at = new Date().toISOString();
        if (!updateFinished(database, number, { status: 'success', ...outcome }, at)) return;
        const values = [JSON.stringify(related), fingerprint, number];
        database.run('UPDATE jobs SET related = ?, fingerprint = ? WHERE number = ?', ...values);
        insertFound(database, number, papers);
      }),
    about(index, direction, names) {
      const numbers = new Set<number>();
      for (const name of names) {
        const sql = 'SELECT answer FROM citation_names WHERE index_name = ? AND direction = ? AND name = ?';
        for (const { answer } of database.all<{ answer: number }>(sql, index, direction, name)) numbers.add(answer);
      }
      return [...numbers]
        .sort((a, b) => a - b)
        .flatMap((number) => {
          const sql = 'SELECT answer FROM citation_answers WHERE number = ? AND at >= ?';
          const row = database.get<{ answer: Uint8Array }>(sql, number, oldest());
          return row ? [JSON.parse(gunzipSync(row.answer).toString('utf8')) as CitationAnswer] : [];
        });
    },
    keep: (answer) =>
      database.transaction(() => {
        const { index, direction, names, page } = answer;
        forgetBefore(database, oldest());
        // Another process may have asked the same.
        const { changes, lastInsertRowid } = database.run(
          `INSERT OR IGNORE INTO citation_answers (index_name, direction, names, page, answer, at)
           VALUES (?, ?, ?, ?, ?, ?)`,
          ...[
            index,
            direction,
            JSON.stringify(names),
            page,
            gzipSync(JSON.stringify(answer)),
            new Date().toISOString(),
          ],
        );
        if (changes === 0) return;
        for (const name of names) {
          const sql = 'INSERT INTO citation_names (index_name, direction, name, answer) VALUES (?, ?, ?, ?)';
          database.run(sql, index, direction, name, lastInsertRowid);
        }
      }),
  };
}

function forgetBefore(database: Database, at: string): void {
  database.run('DELETE FROM citation_names WHERE answer IN (SELECT number FROM citation_answers WHERE at < ?)', at);
  database.run('DELETE FROM citation_answers WHERE at < ?', at);
}
