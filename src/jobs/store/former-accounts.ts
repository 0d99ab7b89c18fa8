import type { JobRequest } from '../../contract/requests.ts';
import type { Database } from '../../platform/sqlite/database.ts';

type Fingerprints = { fingerprint: string; serviceFingerprint: string };

export type FormerAccounts = {
  /**
   * Assigns an account the hosted searches that were recorded under its former names, with current fingerprints, so
   * that an equal search finds them. `fingerprintsOf` receives each request as charged: with a scraper key if one was
   * sent.
   */
  takeOverJobs(
    formerNames: readonly string[],
    account: string,
    fingerprintsOf: (request: JobRequest) => Fingerprints,
  ): void;
};

export function formerAccounts(database: Database): FormerAccounts {
  return {
    takeOverJobs(formerNames, account, fingerprintsOf) {
      const isFormer = `mode = 'hosted' AND account IN (${formerNames.map(() => '?').join()}) AND account <> ?`;
      const select = `SELECT number, request, pool FROM jobs WHERE ${isFormer}`;
      // Usually there are none, and then nothing has to be written.
      if (!database.get(select, ...formerNames, account)) return;
      database.transaction(() => {
        type Row = { number: number; request: string | null; pool: string };
        for (const { number, request, pool } of database.all<Row>(select, ...formerNames, account)) {
          database.run('UPDATE jobs SET account = ? WHERE number = ?', account, number);
          if (request === null) continue;
          const { fingerprint, serviceFingerprint } = fingerprintsOf(
            asCharged(JSON.parse(request) as JobRequest, pool),
          );
          database.run(
            'UPDATE jobs SET fingerprint = ?, question = ? WHERE number = ?',
            fingerprint,
            serviceFingerprint,
            number,
          );
        }
      });
    },
  };
}

/** The key itself was never stored, and does not affect the fingerprint. */
function asCharged(request: JobRequest, pool: string): JobRequest {
  return pool === 'privateKey' ? { ...request, body: { ...request.body, scraperKey: 'sent' } } : request;
}
