import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { storeReadOnly } from '../platform/sqlite/database.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';
import type { ServiceOptions } from '../service/service.ts';
import type { ServiceStore } from '../service/store/port.ts';
import { openServiceFile } from '../service/store/sqlite/open-store.ts';
import { SERVE_FILE } from '../service/store/sqlite/schema.ts';
import { refuseCopied } from '../service/store/sqlite/served-folder.ts';

/** The store of accounts and jobs: PostgreSQL if it is configured, otherwise a file of the data folder. */
export async function openStore(config: Config, onError: ServiceOptions['onError']): Promise<ServiceStore> {
  if (!config.databaseUrl) {
    refuseCopied(config.dataDir);
    const { database, store } = await whenStoreIsFree(() => openServiceFile(config.dataDir, SERVE_FILE, onError));
    if (!database.isReadOnly) return store;
    database.close();
    throw storeReadOnly(join(config.dataDir, SERVE_FILE));
  }
  const { openPostgresStore } = await import('../service/store/postgres/store.ts');
  return openPostgresStore(config.databaseUrl);
}
