import type { Completion } from '../formats/parsed-entry.ts';
import { addTo } from '../lib/groups.ts';
import { type Paper, toPaper } from '../papers/paper.ts';
import type { Database } from '../platform/sqlite/database.ts';
import { selectPapersBy } from './identifier-rows.ts';
import { selectOrigin, updatePaper } from './paper-rows.ts';
import type { IdentifiedRecords, ImportCheckpoint, ImportCounts } from './ports/library.ts';
import { raiseRevision } from './properties.ts';
import { readRecord } from './records.ts';

type ImportRow = Record<'path' | 'head' | 'format' | 'counts', string> & { identified: string | null } & Record<
    'size' | 'modified_at' | 'pieces' | 'finished',
    number
  >;

/** Saves an import's progress; returns the file's number, which papers refer to. */
export function upsertCheckpoint(database: Database, checkpoint: ImportCheckpoint): number {
  const { path, size, modifiedAt, head, format, pieces, counts, identified, isFinished } = checkpoint;
  database.run(
    `INSERT INTO imports (path, size, modified_at, head, format, pieces, counts, finished, identified)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (path) DO UPDATE SET size = excluded.size, modified_at = excluded.modified_at, head = excluded.head,
       format = excluded.format, pieces = excluded.pieces, counts = excluded.counts, finished = excluded.finished,
       identified = excluded.identified`,
    ...[path, size, modifiedAt, head, format, pieces, JSON.stringify(counts), Number(isFinished)],
    identified ? JSON.stringify(identified) : null,
  );
  return database.get<{ id: number }>('SELECT id FROM imports WHERE path = ?', path)?.id as number;
}

export function selectCheckpoint(database: Database, path: string): ImportCheckpoint | undefined {
  const row = database.get<ImportRow>('SELECT * FROM imports WHERE path = ?', path);
  if (!row) return undefined;
  const { modified_at: modifiedAt, finished, counts, size, head, format, pieces } = row;
  const totals = JSON.parse(counts) as ImportCounts;
  const identified = row.identified === null ? undefined : (JSON.parse(row.identified) as IdentifiedRecords);
  return { path, size, modifiedAt, head, format, pieces, counts: totals, identified, isFinished: finished === 1 };
}

/** The records of all imported files; undefined if there are none. */
export function sumIdentified(database: Database): IdentifiedRecords | undefined {
  const rows = database.all<{ identified: string }>('SELECT identified FROM imports WHERE identified IS NOT NULL');
  const files = rows.map((row) => JSON.parse(row.identified) as IdentifiedRecords);
  const databases = new Map<string, number>();
  for (const file of files)
    for (const [name, records] of Object.entries(file.databases)) addTo(databases, name, records);
  if (databases.size === 0) return undefined;
  const duplicates = files.reduce((sum, file) => sum + file.duplicates, 0);
  return { databases: Object.fromEntries(databases), duplicates };
}

/** Adds missing abstracts and summaries to papers; returns how many papers changed. */
export function completePapers(database: Database, completions: readonly Completion[]): number {
  let revision: number | undefined;
  let completed = 0;
  for (const { corpusId, abstract, summary } of completions) {
    const number = toPaper({ title: 'any', corpusId });
    const normalised = typeof number === 'string' ? undefined : number.corpusId;
    for (const id of normalised === undefined ? [] : selectPapersBy(database, 'corpus', normalised)) {
      const record = completedRecord(readRecord(database, id), { abstract, summary });
      if (!record) continue;
      revision ??= raiseRevision(database);
      updatePaper(database, id, record, { origin: selectOrigin(database, id) ?? 'import', revision });
      completed += 1;
    }
  }
  return completed;
}

/** The record with the texts; undefined if nothing changes. */
function completedRecord(old: Paper, { abstract, summary }: Partial<Completion>): Paper | undefined {
  const record = toPaper({ ...old, abstract: old.abstract ?? abstract, summary: old.summary ?? summary });
  if (typeof record === 'string') return undefined;
  return record.abstract === old.abstract && record.summary === old.summary ? undefined : record;
}
