import { join } from 'node:path';
import { openNoticing } from '../../../platform/sqlite/begun.ts';
import type { Database } from '../../../platform/sqlite/database.ts';
import type { ServiceStore } from '../port.ts';
import { SERVICE_MIGRATIONS } from './schema.ts';
import { sqliteStore } from './store.ts';

/** How long a locked file may block the process. Callers that can wait longer retry. */
const LOCKED_MS = 50;

/** Opens the store of a running service. Fails quickly as busy if another process has locked the file. */
export function openServiceFile(
  dataDir: string,
  file: string,
  onError: (event: string, error: unknown) => void,
): { database: Database; store: ServiceStore } {
  const onLoss = (loss: object) =>
    onError('a file was missing or empty and is recreated: its content is lost', { file, ...loss });
  const database = openNoticing(join(dataDir, file), SERVICE_MIGRATIONS, LOCKED_MS, onLoss);
  return { database, store: sqliteStore(database, { onError }) };
}
