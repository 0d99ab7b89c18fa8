import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { omitUndefined } from '../lib/omit-undefined.ts';
import { arxivKey } from '../papers/arxiv-number.ts';
import { isDerivedKey, type Paper } from '../papers/paper.ts';
import { groupSameWorks } from '../papers/works/clusters.ts';
import { toIdentity } from '../papers/works/identity.ts';
import { isOtherTitle } from '../papers/works/merge.ts';
import type { Database } from '../platform/sqlite/database.ts';
import { deleteProperty, selectProperty } from './properties.ts';
import { readRecord } from './records.ts';

/**
 * Kinds of identifiers. A merged paper keeps those of all its records, including keys; `ref` stores the ids of the
 * papers merged into it, `record` the hashes of the imported records that it was made of, `place` volume, page and
 * first author.
 */
export type IdentifierKind =
  | 'key'
  | 'doi'
  | 'arxiv'
  | 'pmid'
  | 'pmcid'
  | 'openalex'
  | 'corpus'
  | 'title'
  | 'place'
  | 'ref'
  | 'record';

export type Identifier = { kind: IdentifierKind; value: string };

/** Titles shared by more records than this ("Editorial") identify nothing. */
const MAX_CANDIDATES = 20;

/** All identifiers of a record, in stored form. */
export function listIdentifiers(record: Paper): Identifier[] {
  const { title, placeAndAuthor } = toIdentity(record);
  const pairs: [IdentifierKind, string | undefined][] = [
    ['key', record.key],
    ['doi', record.doi],
    ['arxiv', arxivKey(record)],
    ['pmid', record.pmid],
    ['pmcid', record.pmcid],
    ['openalex', record.openAlexId],
    ['corpus', record.corpusId],
    // A short hash, because every paper has a title. Chance collisions are then resolved by a full comparison.
    ['title', title && `${crc32(title).toString(36)}${title.length.toString(36)}`],
    ['place', placeAndAuthor],
  ];
  return pairs.flatMap(([kind, value]) => (value === undefined ? [] : [{ kind, value }]));
}

/** A hash of the bibliographic fields, without databases and notes: records with equal hashes are of the same paper. */
export function recordHash(record: Paper): Identifier {
  const { databases, keywords, notes, bibtex, link, foundIn, provenance, key, ...fields } = record;
  const ownKey = isDerivedKey(record) ? undefined : key;
  const text = JSON.stringify([ownKey, ...Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))]);
  return { kind: 'record', value: createHash('sha256').update(text).digest('base64url').slice(0, 12) };
}

/** Adds identifiers to those of the paper; returns how many it did not have. */
export function insertIdentifiers(database: Database, paper: number, identifiers: readonly Identifier[]): number {
  const sql = 'INSERT OR IGNORE INTO identifiers (kind, value, paper) VALUES (?, ?, ?)';
  return identifiers.reduce((added, { kind, value }) => added + database.run(sql, kind, value, paper).changes, 0);
}

export function selectIdentifiers(database: Database, paper: number): Identifier[] {
  return database.all<Identifier>('SELECT kind, value FROM identifiers WHERE paper = ?', paper);
}

export function deleteIdentifiers(database: Database, paper: number): void {
  database.run('DELETE FROM identifiers WHERE paper = ?', paper);
}

/** For a paper whose record is replaced by that of another work: only its keys and references remain valid. */
export function deleteIdentifiersButKeys(database: Database, paper: number): void {
  database.run(`DELETE FROM identifiers WHERE paper = ? AND kind NOT IN ('key', 'ref')`, paper);
}

/** Deletes the numeric identifiers that a paper had before and no longer has. */
export function deleteFormerNumbers(database: Database, paper: number, before: Paper, after: Paper): void {
  const kept = listIdentifiers(after).map(({ kind, value }) => `${kind} ${value}`);
  const former = listIdentifiers(before).filter(
    ({ kind, value }) => kind !== 'key' && kind !== 'title' && kind !== 'place' && !kept.includes(`${kind} ${value}`),
  );
  for (const { kind, value } of former)
    database.run('DELETE FROM identifiers WHERE kind = ? AND value = ? AND paper = ?', kind, value, paper);
}

/** Titles and places are excluded: too many papers share one to show that a paper was here before. */
const SHOWS_REMOVAL = `kind NOT IN ('title', 'place', 'ref')`;

/** Remembers the identifiers of a paper that the user removes. */
export function rememberRemoved(database: Database, paper: number): void {
  database.run(
    `INSERT OR IGNORE INTO removed_identifiers SELECT kind, value FROM identifiers WHERE paper = ? AND ${SHOWS_REMOVAL}`,
    paper,
  );
}

/** Whether the user removed a paper with one of these identifiers since it was last added. */
export function wasRemoved(database: Database, paper: number): boolean {
  const { changes } = database.run(
    `DELETE FROM removed_identifiers
     WHERE (kind, value) IN (SELECT kind, value FROM identifiers WHERE paper = ? AND ${SHOWS_REMOVAL})`,
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
 * Papers of the same work as the record, oldest first: the one with its own key, and those that share an identifier and
 * match by `papers/works/matching.ts`. The record may connect several papers, but never those that the user separated.
 */
export function findSameWorks(database: Database, record: Paper): SameWork[] {
  const hash = recordHash(record);
  const [known] = selectPapersBy(database, hash.kind, hash.value);
  if (known !== undefined) return [{ id: known, record: readRecord(database, known) }];
  const [byKey] = isDerivedKey(record)
    ? []
    : selectPapersBy(database, 'key', record.key).map((id) => ({ id, record: readRecord(database, id) }));
  // A key taken over from a merged record may now mean another work.
  const isSameKey = byKey && (byKey.record.key === record.key || !isOtherTitle(byKey.record, record));
  if (isSameKey && isOtherTitle(byKey.record, record)) return [byKey];
  const shared = listIdentifiers(record).flatMap(({ kind, value }) =>
    selectPapersBy(database, kind, value).map((id) => ({ kind, value, id })),
  );
  if (shared.length === 0) return [];
  const paperIds = [...new Set(shared.map(({ id }) => id))].sort((a, b) => a - b);
  const records = new Map(paperIds.map((id) => [id, readRecord(database, id)]));
  // A paper found by its title or a former number once had it, even if a later merge preferred another.
  const withShared = (id: number, each: Paper): Paper => {
    const find = (kind: IdentifierKind) => shared.find((one) => one.id === id && one.kind === kind)?.value;
    const title = find('title') === undefined ? each.title : record.title;
    return { ...each, title, ...omitUndefined({ doi: find('doi'), arxivId: find('arxiv') }) };
  };
  const papers = [record, ...paperIds.map((id) => withShared(id, records.get(id) as Paper))];
  const groups = groupSameWorks(papers, 'cross-source');
  const same = paperIds.filter((id, index) => (isSameKey && id === byKey.id) || groups[index + 1] === 0);
  return withoutSeparated(database, same).map((id) => ({ id, record: records.get(id) as Paper }));
}

/** The papers that the user did not separate from an earlier one of the list. */
function withoutSeparated(database: Database, papers: readonly number[]): number[] {
  if (papers.length < 2) return [...papers];
  const rows = database.all<{ paper: number; other: number }>('SELECT paper, other FROM parted');
  const isParted = (a: number, b: number) => rows.some(({ paper, other }) => paper === a && other === b);
  const kept: number[] = [];
  for (const paper of papers) if (!kept.some((other) => isParted(other, paper))) kept.push(paper);
  return kept;
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
