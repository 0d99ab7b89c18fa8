import { isDeepStrictEqual } from 'node:util';
import { omitUndefined } from '../lib/omit-undefined.ts';
import type { Paper } from '../papers/paper.ts';
import { isEdited } from '../papers/works/edited-fields.ts';
import { mergeRecords } from '../papers/works/merge.ts';
import type { Database } from '../platform/sqlite/database.ts';
import {
  deleteIdentifiers,
  insertIdentifiers,
  listIdentifiers,
  moveIdentifiers,
  recordHash,
} from './identifier-rows.ts';
import { deletePaper, insertPaper, selectOrigin, updatePaper } from './paper-rows.ts';
import { raiseRevision } from './properties.ts';
import { readRecord } from './records.ts';

/**
 * The records that a paper was merged from, unchanged, so that a merge loses nothing and can be shown and undone. A
 * paper that was never merged has none.
 */

/** Stores the records that a merge unites: the paper's record so far, and the new one. */
export function keepMerged(database: Database, paper: number, stored: Paper, incoming: Paper): void {
  const kept = listMerged(database, paper);
  const records = kept.length === 0 ? [stored, incoming] : [incoming];
  for (const record of records)
    if (!kept.some((other) => isDeepStrictEqual(other, record))) insertMerged(database, paper, record);
}

function insertMerged(database: Database, paper: number, record: Paper, was?: number): void {
  const sql = 'INSERT INTO merged_records (paper, record, was) VALUES (?, ?, ?)';
  database.run(sql, paper, JSON.stringify(record), was ?? null);
}

/** The records of a paper: its own first, then those of papers merged into it, in the order of their merging. */
export function listMerged(database: Database, paper: number): Paper[] {
  return listWithRefs(database, paper).map(({ record }) => record);
}

type Merged = { record: Paper; was: number | undefined };

/** As `listMerged`, with the reference that each record had as a paper of its own. */
function listWithRefs(database: Database, paper: number): Merged[] {
  const sql = 'SELECT record, was FROM merged_records WHERE paper = ? ORDER BY was IS NOT NULL, id';
  const rows = database.all<{ record: string; was: number | null }>(sql, paper);
  return rows.map(({ record, was }) => ({ record: JSON.parse(record) as Paper, was: was ?? undefined }));
}

/** Ids of the papers that were merged from several records, the latest merge first. */
export function selectMergedPapers(database: Database): number[] {
  const sql = 'SELECT paper FROM merged_records GROUP BY paper HAVING count(*) > 1 ORDER BY max(id) DESC';
  return database.all<{ paper: number }>(sql).map(({ paper }) => paper);
}

/** Groups of imported papers that share a title, DOI or place, although the rules keep them apart. */
export function selectAlike(database: Database): number[][] {
  const sql = `SELECT json_group_array(paper) AS papers FROM identifiers JOIN papers ON papers.id = paper AND origin = 'import'
    WHERE kind IN ('title', 'doi', 'place') GROUP BY kind, value HAVING count(*) > 1 ORDER BY max(paper) DESC`;
  const groups = database.all<{ papers: string }>(sql).map(({ papers }) => papers);
  return [...new Set(groups)].map((papers) => (JSON.parse(papers) as number[]).toSorted((a, b) => a - b));
}

/** Merges several papers into the first, which also gets their stored records. */
export function mergePapers(database: Database, [first, ...others]: readonly [number, ...number[]]): void {
  const revision = raiseRevision(database);
  for (const other of others) {
    const [stored, merged] = [readRecord(database, first), readRecord(database, other)];
    keepUnited(database, first, other);
    const pairs = [first, other, other, first];
    database.run('DELETE FROM parted WHERE (paper = ? AND other = ?) OR (paper = ? AND other = ?)', ...pairs);
    database.run('UPDATE OR IGNORE parted SET paper = ? WHERE paper = ?', first, other);
    database.run('UPDATE OR IGNORE parted SET other = ? WHERE other = ?', first, other);
    moveIdentifiers(database, other, first);
    deletePaper(database, other);
    const isImported = [first, other].some((id) => selectOrigin(database, id) === 'import');
    const origin = isImported ? 'import' : 'live';
    updatePaper(database, first, mergeRecords(stored, merged), { origin, revision });
  }
}

/** Moves the stored records of the second paper to the first, before the papers are merged. */
export function keepUnited(database: Database, first: number, second: number): void {
  for (const paper of [first, second])
    if (listMerged(database, paper).length === 0) insertMerged(database, paper, readRecord(database, paper));
  const sql = 'UPDATE merged_records SET (paper, was) = (?, coalesce(was, ?)) WHERE paper = ?';
  database.run(sql, first, second, second);
}

/**
 * Separates records from a paper, by their numbers from 1; by default all but the first. Each becomes a paper that no
 * later import merges with the others, under the reference that it had before it was merged, if it had one. Other
 * references of merged papers stay with the paper. Returns the ids of the papers; empty if there are no such records.
 */
export function partPaper(database: Database, paper: number, numbers?: readonly number[]): number[] {
  const records = listWithRefs(database, paper);
  const separated = records.filter((_, at) => (numbers === undefined ? at > 0 : numbers.includes(at + 1)));
  const left = records.filter((record) => !separated.includes(record));
  if (separated.length === 0 || left.length === 0) return [];
  const revision = raiseRevision(database);
  const current = readRecord(database, paper);
  const origin = selectOrigin(database, paper) ?? 'import';
  const refs = database.all<{ value: string }>(`SELECT value FROM identifiers WHERE kind = 'ref' AND paper = ?`, paper);
  deleteIdentifiers(database, paper);
  database.run('DELETE FROM merged_records WHERE paper = ?', paper);
  if (left.length > 1) for (const { record, was } of left) insertMerged(database, paper, record, was);
  const rest = left.map(({ record }) => record).reduce(mergeRecords);
  updatePaper(database, paper, withUserEdits(rest, current), { origin, revision });
  for (const { record } of left) insertIdentifiers(database, paper, [...listIdentifiers(record), recordHash(record)]);
  const isPaper = (id: number) => database.get('SELECT 1 FROM papers WHERE id = ?', id) !== undefined;
  const papers = separated.map(({ record, was }) => {
    const identifiers = [...listIdentifiers(record), recordHash(record)];
    const id = was === undefined || isPaper(was) ? undefined : was;
    return insertPaper(database, withFreeKey(database, record), { origin: 'import', revision, identifiers, id });
  });
  const former = refs.filter(({ value }) => !papers.includes(Number(value)));
  const formerRefs = former.map(({ value }) => ({ kind: 'ref' as const, value }));
  insertIdentifiers(database, paper, formerRefs);
  for (const one of [paper, ...papers])
    for (const other of [paper, ...papers])
      if (one !== other) database.run('INSERT OR IGNORE INTO parted (paper, other) VALUES (?, ?)', one, other);
  return papers;
}

/** The record with the user's edits of the paper: edited fields, notes and tags. */
function withUserEdits(record: Paper, current: Paper): Paper {
  const edited = Object.keys(current.provenance ?? {}).filter((field) => isEdited(current, field)) as (keyof Paper)[];
  const values = Object.fromEntries(edited.map((field) => [field, current[field]]));
  const provenance = Object.fromEntries(edited.map((field) => [field, current.provenance?.[field]]));
  const merged = {
    ...record,
    ...values,
    ...(edited.length > 0 && { provenance: { ...record.provenance, ...provenance } }),
  };
  return omitUndefined({ ...merged, notes: current.notes, keywords: current.keywords }) as Paper;
}

/** The record under a key that no paper has. */
export function withFreeKey(database: Database, record: Paper): Paper {
  const isTaken = (key: string) => database.get('SELECT 1 FROM papers WHERE key = ?', key) !== undefined;
  let { key } = record;
  for (let number = 2; isTaken(key); number += 1) key = `${record.key}:${number}`;
  return key === record.key ? record : { ...record, key };
}
