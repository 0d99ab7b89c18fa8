import type { Database } from '../platform/sqlite/database.ts';

export type LibraryProperty =
  | 'revision'
  | 'edition'
  | 'starter edition'
  | 'library id'
  | 'identifiers missing'
  | 'quartiles filled to'
  | 'retraction table';

export function selectProperty(database: Database, name: LibraryProperty): string | undefined {
  return database.get<{ value: string }>('SELECT value FROM facts WHERE name = ?', name)?.value;
}

export function upsertProperty(database: Database, name: LibraryProperty, value: string): void {
  const sql = 'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
  database.run(sql, name, value);
}

export function deleteProperty(database: Database, name: LibraryProperty): void {
  database.run('DELETE FROM facts WHERE name = ?', name);
}

/** Increases with every change. */
export function selectRevision(database: Database): number {
  return Number(selectProperty(database, 'revision') ?? 0);
}

/** Starts the next revision within the caller's transaction and returns it. */
export function raiseRevision(database: Database): number {
  const revision = selectRevision(database) + 1;
  upsertProperty(database, 'revision', String(revision));
  database.run('INSERT INTO revisions (revision, token) VALUES (?, lower(hex(randomblob(8))))', revision);
  return revision;
}

/** Increases with every change by the user. Searches must not raise it, because it is part of their own fingerprint. */
export function selectEdition(database: Database): string {
  return selectProperty(database, 'edition') ?? '0';
}

export function raiseEdition(database: Database): void {
  upsertProperty(database, 'edition', String(Number(selectEdition(database)) + 1));
}

/** A random token that distinguishes this revision from an equally numbered one in another copy of the library. */
export function selectToken(database: Database, revision: number): string | undefined {
  return database.get<{ token: string }>('SELECT token FROM revisions WHERE revision = ?', revision)?.token;
}
