import type { Database } from '../platform/sqlite/database.ts';
import type { LibraryPosition } from './engine/index/index-reader.ts';
import { withKeywords } from './engine/index/indexed-paper.ts';
import type { PaperIndex } from './engine/index/paper-index.ts';
import type { IndexWriter } from './engine/index/writer/index-writer.ts';
import { METADATA_COLUMNS, type MetadataRow, readMetadata } from './paper-rows.ts';
import { selectRevision, selectToken } from './properties.ts';
import { readTextWords } from './text-words.ts';

/** Papers read at once. */
const CHUNK = 2_000;
/** After a sync of more papers than this, the write buffers are freed. */
const LARGE_SYNC = 20_000;

/**
 * `current`: nothing is pending. `moved`: papers were added and more may be pending. `locked`: another process is
 * writing, so the index is unchanged.
 */
export type SyncState = 'current' | 'moved' | 'locked';

/**
 * Applies removals, then papers by revision, so that it resumes after a crash. Stops after `maxPapers` and continues at
 * the next call.
 */
export function syncIndex(database: Database, index: PaperIndex, maxPapers: number): SyncState {
  if (isCurrent(database, index.position())) return 'current';
  index.refresh();
  if (isCurrent(database, index.position())) return 'current';
  if (!isPast(database, index.position()) && !index.discard('the library has another past: a copy of it was put back'))
    return 'locked';
  const outcome = index.write((writer) => writeChanges(database, writer, maxPapers));
  if (!outcome) return 'locked';
  if (outcome.done > LARGE_SYNC) index.releaseMemory();
  return 'moved';
}

/** Number of papers not yet in the index. */
export function countPending(database: Database, { revision, id }: LibraryPosition): number {
  const sql = 'SELECT count(*) AS papers FROM papers WHERE (revision, id) > (?, ?)';
  return database.get<{ papers: number }>(sql, revision, id)?.papers ?? 0;
}

function isCurrent(database: Database, position: LibraryPosition): boolean {
  if (position.id !== Number.MAX_SAFE_INTEGER || position.revision !== selectRevision(database)) return false;
  return isPast(database, position);
}

/** Whether the library has ever been in the state that the index is at. */
export function isPast(database: Database, { revision, token }: LibraryPosition): boolean {
  return revision === 0 || selectToken(database, revision) === token;
}

function writeChanges(database: Database, writer: IndexWriter, maxPapers: number): number {
  // Read before the papers: later writes have a higher revision and wait for the next sync.
  const revision = selectRevision(database);
  let reached = writer.position;
  const at = (next: Partial<LibraryPosition>): LibraryPosition => {
    const isOther = next.revision !== undefined && next.revision !== reached.revision;
    return { ...reached, ...next, ...(isOther && { token: selectToken(database, next.revision as number) }) };
  };
  const removals = 'SELECT id, paper FROM removals WHERE id > ? ORDER BY id';
  for (const removal of database.all<{ id: number; paper: number }>(removals, reached.removal)) {
    reached = at({ removal: removal.id });
    writer.remove(removal.paper, reached);
  }
  const fullTextOf = readTextWords(database);
  let papers = 0;
  let isAll = false;
  while (!isAll && papers < maxPapers) {
    const count = Math.min(CHUNK, maxPapers - papers);
    const rows = selectPapersAfter(database, reached, count);
    for (const row of rows) {
      reached = at({ revision: row.revision, id: row.id });
      const { id, title, abstract, keywords, notes } = row;
      const summary = withKeywords(row.summary, keywords === null ? [] : JSON.parse(keywords));
      writer.add(
        { id, title, abstract, summary, ...readMetadata(row), fullText: withNotes(fullTextOf(id), notes) },
        reached,
      );
    }
    papers += rows.length;
    isAll = rows.length < count;
  }
  const isWhole = isAll && reached.revision <= revision;
  writer.publish(isWhole ? at({ revision, id: Number.MAX_SAFE_INTEGER }) : reached);
  return papers;
}

type PaperRow = MetadataRow &
  Record<'id' | 'revision', number> &
  Record<'title' | 'abstract' | 'summary', string> & { keywords: string | null; notes: string | null };

function selectPapersAfter(database: Database, { revision, id }: LibraryPosition, count: number): PaperRow[] {
  return database.all<PaperRow>(
    `SELECT id, revision, title, abstract, summary, record ->> '$.keywords' AS keywords,
       record ->> '$.notes' AS notes, ${METADATA_COLUMNS}
     FROM papers JOIN texts USING (id) WHERE (revision, id) > (?, ?) ORDER BY revision, id LIMIT ?`,
    revision,
    id,
    count,
  );
}

/** The user's notes are indexed as part of the full text, because neither is part of the record's own words. */
function withNotes(fullText: string | undefined, notes: string | null): string | undefined {
  return notes === null ? fullText : [fullText ?? '', ...(JSON.parse(notes) as string[])].join('\n');
}
