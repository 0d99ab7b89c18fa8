import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DriverDatabase, openDriver, type SqlValue } from '../../../platform/sqlite/driver.ts';
import { countWrongBalances } from '../core/books.ts';
import { runSteps } from './run-steps.ts';
import { SERVE_FILE, SERVICE_MIGRATIONS } from './schema.ts';

declare module '../../../jobs/features.ts' {
  interface OperatorFeatures {
    /**
     * How many accounts of `serve.sqlite` have other balances than their ledger says; undefined without such a file.
     */
    servedBooks(): Promise<number | undefined>;
  }
}

/**
 * Checks the ledger of the file in which `serve` keeps its accounts, and changes nothing. Undefined if there is none of
 * the present schema, or if it cannot be read, which another check reports.
 */
export function checkServedBooks(dataDir: string): number | undefined {
  const path = join(dataDir, SERVE_FILE);
  if (!existsSync(path)) return undefined;
  let driver: DriverDatabase | undefined;
  try {
    const file = openDriver(path);
    driver = file;
    file.exec('PRAGMA busy_timeout = 5000');
    const { user_version: version } = file.prepare('PRAGMA user_version').get() as { user_version: number };
    if (Number(version) !== SERVICE_MIGRATIONS.length) return undefined;
    const all = <Row>(sql: string, ...values: SqlValue[]) => file.prepare(sql).all(...values) as Row[];
    return runSteps({ all }, countWrongBalances());
  } catch {
    return undefined;
  } finally {
    driver?.close();
  }
}
