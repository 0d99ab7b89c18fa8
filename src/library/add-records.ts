import { isDeepStrictEqual } from 'node:util';
import { appendTo } from '../lib/groups.ts';
import { withJournalRanking } from '../papers/journals/journal-ranking.ts';
import { isDerivedKey, type Paper } from '../papers/paper.ts';
import { isEdited } from '../papers/works/edited-fields.ts';
import { isOtherTitle, mergeRecords } from '../papers/works/merge.ts';
import { mergeIntoStored } from '../papers/works/refresh-record.ts';
import type { Database } from '../platform/sqlite/database.ts';
import {
  deleteFormerNumbers,
  deleteIdentifiersButKeys,
  findSameWorks,
  type Identifier,
  type IdentifierKind,
  insertIdentifiers,
  listIdentifiers,
  moveIdentifiers,
  recordHash,
  type SameWork,
  selectIdentifiers,
  selectPapersBy,
  takeKey,
  wasRemoved,
} from './identifier-rows.ts';
import { hasJournals, lookUpQuartile } from './journals.ts';
import { keepMerged, keepUnited, withFreeKey } from './merged-records.ts';
import { deletePaper, insertPaper, selectOrigin, updatePaper } from './paper-rows.ts';
import type { AddedCounts, PaperOrigin } from './ports/library.ts';
import { raiseRevision, selectProperty, upsertProperty } from './properties.ts';
import { readPapers } from './records.ts';
import { readStarterCatalogue, STARTER_EDITION, STARTER_SIZE } from './starter/starter.ts';

/**
 * Adds records in the caller's transaction, or merges them into existing papers of the same works. `file` is the number
 * of the import that brought them.
 */
export function addRecords(
  database: Database,
  records: readonly Paper[],
  origin: PaperOrigin,
  file?: number,
): AddedCounts {
  if (records.length === 0) return { added: 0, merged: 0 };
  const revision = raiseRevision(database);
  const counts = { added: 0, addedAgain: 0, merged: 0, alreadyThere: 0 };
  const hasRemoved = database.get('SELECT 1 FROM removed_identifiers LIMIT 1') !== undefined;
  const isRanked = hasJournals(database);
  const rank = (record: Paper) => (isRanked ? withJournalRanking(record, lookUpQuartile(database, record)) : record);
  const batch = records.map((record) => ({ record, identifiers: listIdentifiers(record) }));
  const known = lookUpIdentifiers(
    database,
    batch.flatMap(({ identifiers }) => identifiers),
  );
  for (const { record, identifiers } of batch) {
    const isKnown = known.hasOneOf(identifiers);
    const [same, ...others] = isKnown ? findSameWorks(database, record) : [];
    if (same) {
      const isChanged = mergeInto(database, same, others, record, { origin, revision, rank });
      counts[isChanged ? 'merged' : 'alreadyThere'] += 1;
      known.add(selectIdentifiers(database, same.id));
    } else {
      const unique = isKnown ? withFreeKey(database, record) : record;
      const id = insertPaper(database, rank(unique), { origin, revision, file, identifiers });
      if (isKnown) takeKey(database, unique.key, id);
      if (origin === 'import') insertIdentifiers(database, id, [recordHash(record)]);
      known.add(identifiers);
      counts.added += 1;
      if (hasRemoved && wasRemoved(database, id)) counts.addedAgain += 1;
    }
  }
  const { addedAgain, alreadyThere, ...always } = counts;
  return { ...always, ...(addedAgain > 0 && { addedAgain }), ...(alreadyThere > 0 && { alreadyThere }) };
}

type Change = { origin: PaperOrigin; revision: number; rank: (record: Paper) => Paper };

/**
 * Whether the record has a former title of a paper whose title the user edited. It is then the same work under its old
 * title.
 */
function hasFormerTitle(database: Database, { id, record }: SameWork, other: Paper): boolean {
  const title = listIdentifiers(other).find(({ kind }) => kind === 'title');
  return (
    isEdited(record, 'title') && title !== undefined && selectPapersBy(database, 'title', title.value).includes(id)
  );
}

/**
 * Merges a new record into a paper, along with other papers that the record proves to be the same work. All identifiers
 * are kept. Returns whether the paper changed.
 */
function mergeInto(
  database: Database,
  same: SameWork,
  others: readonly SameWork[],
  incoming: Paper,
  change: Change,
): boolean {
  let latest = same.record;
  for (const other of others) {
    keepUnited(database, same.id, other.id);
    latest = mergeRecords(latest, other.record);
    moveIdentifiers(database, other.id, same.id);
    deletePaper(database, other.id);
  }
  const origin = selectOrigin(database, same.id);
  const record = hasFormerTitle(database, same, incoming) ? { ...incoming, title: latest.title } : incoming;
  // The user's record replaces the package's, including its key.
  if (origin === 'starter') latest = { ...latest, key: record.key };
  if (latest.key === record.key && !isDerivedKey(record) && isOtherTitle(latest, record))
    deleteIdentifiersButKeys(database, same.id);
  const isNew = change.origin === 'import' && insertIdentifiers(database, same.id, [recordHash(incoming)]) > 0;
  // A record that was merged before only adds missing fields: it must not replace what later merges preferred.
  const second = isNew || !isDerivedKey(incoming) || origin === 'starter' ? record : { ...record, key: '' };
  const merged = change.origin === 'live' ? mergeIntoStored(latest, record) : mergeRecords(latest, second);
  const whole = change.rank(merged);
  const after = origin === 'import' ? origin : change.origin;
  if (isNew) {
    const isSame = isDeepStrictEqual(whole, same.record) && containsAll(same.record, change.rank(incoming));
    if (origin !== 'starter' && !isSame) keepMerged(database, same.id, same.record, incoming);
  }
  const isChanged = origin !== after || !isDeepStrictEqual(whole, same.record);
  if (isChanged) updatePaper(database, same.id, whole, { origin: after, revision: change.revision });
  insertIdentifiers(database, same.id, listIdentifiers(incoming));
  return isChanged;
}

/** Whether the stored record has each field of the other unchanged, so that no information is lost. */
function containsAll(stored: Paper, other: Paper): boolean {
  return Object.entries(other).every(([field, value]) => isDeepStrictEqual(stored[field as keyof Paper], value));
}

/**
 * Changes the records of papers in the caller's transaction; returns each record before and after. Identifiers that an
 * edit replaced no longer lead to the paper; its keys and former titles still do.
 */
export function editRecords(
  database: Database,
  ids: readonly number[],
  change: (record: Paper) => Paper,
): { id: number; before: Paper; after: Paper }[] {
  const revision = raiseRevision(database);
  const isRanked = hasJournals(database);
  return [...readPapers(database, ids)].map(({ id, origin, record: before }) => {
    const changed = change(before);
    const after = isRanked ? withJournalRanking(changed, lookUpQuartile(database, changed)) : changed;
    if (!isDeepStrictEqual(after, before)) {
      deleteFormerNumbers(database, id, before, after);
      updatePaper(database, id, after, { origin, revision });
    }
    return { id, before, after };
  });
}

/** The identifiers of a batch that the library has. It may contain false positives, never false negatives. */
type KnownIdentifiers = {
  /** Whether a paper may have one of them. If not, the library has no paper of the same work. */
  hasOneOf(identifiers: readonly Identifier[]): boolean;
  /** Records the identifiers that papers receive while the batch is added. */
  add(identifiers: readonly Identifier[]): void;
};

/**
 * Looks up all identifiers of a batch with one statement per kind. Most imported records are new, and single look-ups
 * took a sixth of the import.
 */
function lookUpIdentifiers(database: Database, batch: readonly Identifier[]): KnownIdentifiers {
  const known = new Set<string>();
  const add = (kind: IdentifierKind, value: string) => known.add(`${kind} ${value}`);
  const valuesByKind = new Map<IdentifierKind, string[]>();
  for (const { kind, value } of batch) appendTo(valuesByKind, kind, value);
  const sql = 'SELECT DISTINCT value FROM identifiers WHERE kind = ? AND value IN (SELECT value FROM json_each(?))';
  for (const [kind, values] of valuesByKind) {
    for (const { value } of database.all<{ value: string }>(sql, kind, JSON.stringify(values))) add(kind, value);
  }
  return {
    hasOneOf: (identifiers) => identifiers.some(({ kind, value }) => known.has(`${kind} ${value}`)),
    add: (identifiers) => {
      for (const { kind, value } of identifiers) add(kind, value);
    },
  };
}

/** Papers of the starter catalogue added without a pause: about 10 ms. */
const STARTER_PART = 20;

/** Adds the new papers of the package's catalogue, pausing after each part. A crash in between loses nothing. */
export function* addStarterCatalogue(database: Database): Generator<void, void> {
  const isDone = () => selectProperty(database, 'starter edition') === STARTER_EDITION;
  if (isDone()) return;
  for (let from = 0; from < STARTER_SIZE; from += STARTER_PART) {
    yield;
    database.transaction(() => {
      if (isDone()) return;
      const part = readStarterCatalogue(from, from + STARTER_PART);
      // The package's records never change the user's own.
      const unknown = part.filter((record) => findSameWorks(database, record).length === 0);
      addRecords(database, unknown, 'starter');
      if (from + STARTER_PART >= STARTER_SIZE) upsertProperty(database, 'starter edition', STARTER_EDITION);
    });
  }
}
