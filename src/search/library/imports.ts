import type { ImportCheckpoint, ImportCounts } from '../../jobs/ports.ts';
import type { Completion } from '../../papers/formats/reading.ts';
import { toRecord } from '../../papers/record.ts';
import type { Database } from '../../sqlite/database.ts';
import { selectIdsByIdentifier } from './identifiers.ts';
import { deletePaper, insertPaper, raiseRevision } from './library.ts';
import { readRecord } from './records.ts';

type ImportRow = Record<'path' | 'head' | 'format' | 'counts', string> &
  Record<'size' | 'modified_at' | 'pieces' | 'finished', number>;

/** Writes down how far an import has come, and gives the number under which papers name the file. */
export function keepCheckpoint(database: Database, checkpoint: ImportCheckpoint): number {
  const { path, size, modifiedAt, head, format, pieces, counts, isFinished } = checkpoint;
  database.run(
    `INSERT INTO imports (path, size, modified_at, head, format, pieces, counts, finished) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (path) DO UPDATE SET size = excluded.size, modified_at = excluded.modified_at, head = excluded.head,
       format = excluded.format, pieces = excluded.pieces, counts = excluded.counts, finished = excluded.finished`,
    ...[path, size, modifiedAt, head, format, pieces, JSON.stringify(counts), Number(isFinished)],
  );
  return database.get<{ id: number }>('SELECT id FROM imports WHERE path = ?', path)?.id as number;
}

export function selectCheckpoint(database: Database, path: string): ImportCheckpoint | undefined {
  const row = database.get<ImportRow>('SELECT * FROM imports WHERE path = ?', path);
  if (!row) return undefined;
  const { modified_at: modifiedAt, finished, counts, size, head, format, pieces } = row;
  const done = JSON.parse(counts) as ImportCounts;
  return { path, size, modifiedAt, head, format, pieces, counts: done, isFinished: finished === 1 };
}

/** Gives papers the texts that they lack, and tells how many took any. */
export function completePapers(database: Database, completions: readonly Completion[]): number {
  let completed = 0;
  for (const { corpusId, abstract, summary } of completions) {
    const number = toRecord({ title: 'any', corpusId });
    const known = typeof number === 'string' ? undefined : number.corpusId;
    for (const id of known === undefined ? [] : selectIdsByIdentifier(database, 'corpus', known)) {
      completed += Number(completePaper(database, id, { abstract, summary }));
    }
  }
  if (completed > 0) raiseRevision(database);
  return completed;
}

type Texts = { abstract: string | undefined; summary: string | undefined };

function completePaper(database: Database, id: number, { abstract, summary }: Texts): boolean {
  const old = readRecord(database, id);
  const record = toRecord({ ...old, abstract: old.abstract ?? abstract, summary: old.summary ?? summary });
  if (typeof record === 'string') return false;
  if (record.abstract === old.abstract && record.summary === old.summary) return false;
  const sql = 'SELECT origin, imported_from AS file FROM papers WHERE id = ?';
  const row = database.get<{ origin: 'starter' | 'import'; file: number | null }>(sql, id);
  deletePaper(database, id);
  insertPaper(database, record, row?.origin ?? 'import', row?.file ?? undefined);
  return true;
}
