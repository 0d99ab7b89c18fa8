import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DriverDatabase, openDriver } from '../../../src/platform/sqlite/driver.ts';
import { writeZip } from '../../../src/platform/zip.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

export const CONFIG = Buffer.from('{"project_file_version":3,"name":"foreign"}');

/** A project file whose database holds what `make` puts into it. */
export function projectWith(make: (database: DriverDatabase) => void): Uint8Array {
  const path = join(temporaryFolder(), 'results.db');
  const database = openDriver(path);
  make(database);
  database.close();
  return writeZip([
    { name: 'project.json', bytes: CONFIG },
    { name: 'results.db', bytes: readFileSync(path) },
  ]);
}

/** The columns of an ASReview project's tables, but the title. */
export const RECORD = 'record_id INTEGER PRIMARY KEY, abstract, authors, keywords, year, doi, url';
export const RESULTS = 'CREATE TABLE results (record_id, label, querier, time, note, tags, user_id);';
