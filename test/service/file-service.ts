import type { Database } from '../../src/platform/sqlite/database.ts';
import { type OpenedService, openService, type ServiceOptions } from '../../src/service/service.ts';
import { openServiceFile } from '../../src/service/store/sqlite/open-store.ts';
import { SERVE_FILE } from '../../src/service/store/sqlite/schema.ts';

export type FileService = OpenedService & { database: Database };

export type FileServiceOptions = Omit<ServiceOptions, 'store'> & { dataDir: string };

/** The service over `serve.sqlite` of a folder. */
export function openFileService({ dataDir, ...options }: FileServiceOptions): FileService {
  const { database, store } = openServiceFile(dataDir, SERVE_FILE, options.onError);
  return { ...openService({ ...options, store }), database };
}
