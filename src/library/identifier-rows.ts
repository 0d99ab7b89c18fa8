import { crc32 } from 'node:zlib';
import { foldForIdentity } from '../papers/analysis/fold.ts';
import { arxivKey } from '../papers/arxiv-number.ts';
import type { Paper } from '../papers/paper.ts';
import { groupSameWorks } from '../papers/works/clusters.ts';
import type { MatchPolicy } from '../papers/works/matching.ts';
import { isOtherTitle } from '../papers/works/merge.ts';
import type { Database } from '../platform/sqlite/database.ts';
import { deleteProperty, selectProperty } from './properties.ts';
import { readRecord } from './records.ts';

/**
 * Kinds of identifiers. A merged paper keeps those of all its records, including keys; `ref` stores the ids of the
 * papers merged into it.
 */
export type IdentifierKind = 'key' | 'doi' | 'arxiv' | 'pmid' | 'pmcid' | 'openalex' | 'corpus' | 'title' | 'ref';

export type Identifier = { kind: IdentifierKind; value: string };

/** Titles shared by more records than this ("Editorial") identify nothing. */
const MAX_CANDIDATES = 20;

/** All identifiers of a record, in stored form. */
export function listIdentifiers(record: Paper): Identifier[] {
  const title = foldForIdentity(record.title);
  const pairs: [IdentifierKind, string | undefined][] = [
    ['key', record.key],
    ['doi', record.doi],
    ['arxiv', arxivKey(record)],
    ['pmid', record.pmid],
    ['pmcid', record.pmcid],
    ['openalex', record.openAlexId],
    ['corpus', record.corpusId],
    // A short hash, because every paper has a title. Chance collisions are then resolved by a full comparison.
    ['title', title === '' ? undefined : `${crc32(title).toString(36)}${title.length.toString(36)}`],
  ];
  return pairs.flatMap(([kind, value]) => (value === undefined ? [] : [{ kind, value }]));
}

/** Adds identifiers to those of the paper. */
export function insertIdentifiers(database: Database, paper: number, identifiers: readonly Identifier[]): void {
  const sql = 'INSERT OR IGNORE INTO identifiers (kind, value, paper) VALUES (?, ?, ?)';
  for (const { kind, value } of identifiers) database.run(sql, kind, value, paper);
}

export function selectIdentifiers(database: Database, paper: number): Identifier[] {
  return database.all<Identifier>('SELECT kind, value FROM identifiers WHERE paper = ?', paper);
}

export function deleteIdentifiers(database: Database, paper: number): void {
  database.run('DELETE FROM identifiers WHERE paper = ?', paper);
}

/** For a paper whose record is replaced by that of another work: only its keys remain valid. */
export function deleteIdentifiersButKeys(database: Database, paper: number): void {
  database.run(`DELETE FROM identifiers WHERE paper = ? AND kind <> 'key'`, paper);
}

/** Deletes the numeric identifiers that a paper had before and no longer has. */
export function deleteFormerNumbers(database: Database, paper: number, before: Paper, after: Paper): void {
  const kept = listIdentifiers(after).map(({ kind, value }) => `${kind} ${value}`);
  const former = listIdentifiers(before).filter(
    ({ kind, value }) => kind !== 'key' && kind !== 'title' && !kept.includes(`${kind} ${value}`),
  );
  for (const { kind, value } of former)
    database.run('DELETE FROM identifiers WHERE kind = ? AND value = ? AND paper = ?', kind, value, paper);
}

/** Titles are excluded: too many papers share one to show that a paper was here before. */
const TELLS_OF_REMOVAL = `kind NOT IN ('title', 'ref')`;

/** Remembers the identifiers of a paper that the user removes. */
export function rememberRemoved(database: Database, paper: number): void {
  database.run(
    `INSERT OR IGNORE INTO removed_identifiers SELECT kind, value FROM identifiers WHERE paper = ? AND ${TELLS_OF_REMOVAL}`,
    paper,
  );
}

/** Whether the user removed a paper with one of these identifiers since it was last added. */
export function wasRemoved(database: Database, paper: number): boolean {
  const { changes } = database.run(
    `DELETE FROM removed_identifiers
     WHERE (kind, value) IN (SELECT kind, value FROM identifiers WHERE paper = ? AND ${TELLS_OF_REMOVAL})`,
    paper,
  );
  return changes > 0;
}

/** Moves all identifiers of one paper to another, including its reference. */
export function moveIdentifiers(database: Database, from: number, to: number): void {
  database.run('UPDATE OR IGNORE identifiers SET paper = ? WHERE paper = ?', to, from);
  insertIdentifiers(database, to, [{ kind: 'ref', value: String(from) }]);
}

/** Makes the key identify this paper only. */
export function takeKey(database: Database, key: string, paper: number): void {
  database.run(`DELETE FROM identifiers WHERE kind = 'key' AND value = ? AND paper <> ?`, key, paper);
}

/** Ids of the papers with this identifier, the oldest first. */
export function selectPapersBy(database: Database, kind: IdentifierKind, value: string): number[] {
  const sql = 'SELECT paper FROM identifiers WHERE kind = ? AND value = ? ORDER BY paper LIMIT ?';
  return database.all<{ paper: number }>(sql, kind, value, MAX_CANDIDATES).map(({ paper }) => paper);
}

export type SameWork = { id: number; record: Paper };

/**
 * Papers of the same work as the record, oldest first: the one with its key, and those that share an identifier and
 * match by `papers/works/matching.ts`. The record may connect several.
 */
export function findSameWorks(database: Database, record: Paper, policy: MatchPolicy = 'trusted-list'): SameWork[] {
  const [byKey] = selectPapersBy(database, 'key', record.key).map((id) => ({ id, record: readRecord(database, id) }));
  // A key taken over from a merged record may now mean another work.
  const isSameKey = byKey && (byKey.record.key === record.key || !isOtherTitle(byKey.record, record));
  if (isSameKey && isOtherTitle(byKey.record, record)) return [byKey];
  const shared = listIdentifiers(record).flatMap(({ kind, value }) =>
    selectPapersBy(database, kind, value).map((id) => ({ kind, value, id })),
  );
  if (shared.length === 0) return [];
  const paperIds = [...new Set(shared.map(({ id }) => id))].sort((a, b) => a - b);
  const records = new Map(paperIds.map((id) => [id, readRecord(database, id)]));
  // A paper found by its title has had that title, even if a later merge preferred another.
  const titled = new Set(shared.filter(({ kind }) => kind === 'title').map(({ id }) => id));
  const asTitled = (id: number, each: Paper) => (titled.has(id) ? { ...each, title: record.title } : each);
  const papers = [record, ...paperIds.map((id) => asTitled(id, records.get(id) as Paper))];
  const groups = groupSameWorks(papers, policy);
  const same = paperIds.filter((id, index) => {
    if (isSameKey && id === byKey.id) return true;
    return groups[index + 1] === 0 || shared.some((one) => one.id === id && isFormerNumber(one, records.get(id)));
  });
  return same.map((id) => ({ id, record: records.get(id) as Paper }));
}

/** Whether the DOI or arXiv number came from a merged version, whose own title it was matched with. */
function isFormerNumber({ kind, value }: Identifier, storedPaper: Paper | undefined): boolean {
  return (kind === 'doi' && storedPaper?.doi !== value) || (kind === 'arxiv' && storedPaper?.arxivId !== value);
}

/** Fills the identifiers table of libraries that were created before it existed. */
export function addMissingIdentifiers(database: Database): void {
  if (selectProperty(database, 'identifiers missing') === undefined) return;
  database.transaction(() => {
    if (selectProperty(database, 'identifiers missing') === undefined) return;
    for (const { id } of database.all<{ id: number }>('SELECT id FROM papers')) {
      insertIdentifiers(database, id, listIdentifiers(readRecord(database, id)));
    }
    deleteProperty(database, 'identifiers missing');
  });
}
