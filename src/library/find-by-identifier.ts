import { readDoi } from '../papers/identifiers.ts';
import type { Paper } from '../papers/paper.ts';
import type { Database } from '../sqlite/database.ts';
import { selectPapersBy } from './identifier-rows.ts';
import { readRecord } from './records.ts';

export function findByKey(database: Database, key: string): Paper | undefined {
  const [id] = selectPapersBy(database, 'key', key);
  return id === undefined ? undefined : readRecord(database, id);
}

export function findByDoi(database: Database, text: string | null | undefined): Paper | undefined {
  const doi = readDoi(text);
  if (doi === undefined) return undefined;
  const [id] = selectPapersBy(database, 'doi', doi);
  return id === undefined ? undefined : readRecord(database, id);
}
