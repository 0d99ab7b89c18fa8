import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { ANALYSIS_VERSION } from '../../papers/analysis/tokenizer.ts';
import { type Database, isDamage, openDatabase } from '../../platform/sqlite/database.ts';
import { READERS_VERSION } from '../../reading/read-document.ts';
import { ANALYSED_VERSION, type AnalysedText } from './analyse-text.ts';

/**
 * The file of the passage index: the analysis of each text, and for each term the texts that contain it. It can be
 * rebuilt from the stored texts. A text is indexed once its row exists; leftovers of a killed process are ignored.
 */

const MIGRATIONS = [
  `
  CREATE TABLE texts (
    n INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    -- Tokens; 0 for a text that cannot be read.
    length INTEGER NOT NULL,
    analysed BLOB NOT NULL
  ) STRICT;
  -- For each text with the term n * 256 + how often it has the term, at most 255, in 32 bits; one row for each batch.
  CREATE TABLE postings (
    term TEXT NOT NULL,
    batch INTEGER NOT NULL,
    texts BLOB NOT NULL,
    PRIMARY KEY (term, batch)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE properties (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
];

const VERSION = `${ANALYSED_VERSION}.${ANALYSIS_VERSION}.${READERS_VERSION}`;
const DAY_MS = 86_400_000;
/** A posting stores n * 256 in 32 bits. */
const MAX_N = 2 ** 24 - 1;

export type IndexedText = { n: number; hash: string; length: number };

export type IndexStore = {
  /** The file can no longer be changed, as after another process removed it to begin anew. */
  readonly isReadOnly: boolean;
  /** All texts. */
  texts(): IndexedText[];
  /** Differs whenever the texts differ. */
  state(): string;
  analysed(n: number): AnalysedText | undefined;
  /** The numbers of texts and occurrences of a term, packed as in the file. */
  postings(term: string): Uint32Array[];
  /** Reserves numbers for new texts; returns the first. Throws RangeError once all are used. */
  reserve(texts: number): number;
  addPostings(batch: number, terms: readonly (readonly [string, readonly number[]])[]): void;
  /** Adds the texts that no other process has added. */
  addTexts(texts: readonly (IndexedText & { analysed: AnalysedText | undefined })[]): void;
  remove(hashes: readonly string[]): void;
  /** Removes the texts that could not be read, so that they are tried again; at most once a day. */
  removeUnread(now: number): void;
  /** The number of batches of postings, which grows with every update. */
  batches(): number;
  removeAll(): void;
  close(): void;
};

/** Opens the file; a damaged one, or one of another version, is rebuilt. */
export function openIndexStore(path: string): IndexStore {
  try {
    return openStore(path);
  } catch (error) {
    if (!isDamage(error)) throw error;
    removeIndex(path);
    return openStore(path);
  }
}

/** Removes the files of an index. */
export function removeIndex(path: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
}

function openStore(path: string): IndexStore {
  const database: Database = openDatabase(path, MIGRATIONS);
  // Texts lost in a power failure are indexed again.
  database.exec('PRAGMA synchronous = NORMAL');
  const property = (name: string) =>
    database.get<{ value: string }>('SELECT value FROM properties WHERE name = ?', name)?.value;
  const setProperty = (name: string, value: string) =>
    void database.run('INSERT OR REPLACE INTO properties (name, value) VALUES (?, ?)', name, value);
  const removeAll = () =>
    database.transaction(() => {
      for (const table of ['texts', 'postings', 'properties']) database.run(`DELETE FROM ${table}`);
      setProperty('version', VERSION);
      // The numbers of texts start again, so a new id shows that cached ones are invalid.
      setProperty('made', randomUUID());
    });
  if (property('version') !== VERSION) removeAll();
  return {
    get isReadOnly() {
      return database.isReadOnly;
    },
    texts: () => database.all<IndexedText>('SELECT n, hash, length FROM texts'),
    state() {
      const texts = database.get<object>('SELECT count(*) AS texts, max(n) AS last FROM texts');
      return JSON.stringify([property('made'), texts]);
    },
    analysed(n) {
      const row = database.get<{ analysed: Uint8Array }>('SELECT analysed FROM texts WHERE n = ?', n);
      return row && row.analysed.length > 0 ? unpack(row.analysed) : undefined;
    },
    postings: (term) =>
      database
        .all<{ texts: Uint8Array }>('SELECT texts FROM postings WHERE term = ?', term)
        .map(({ texts }) => new Uint32Array(new Uint8Array(texts).slice().buffer)),
    reserve: (texts) =>
      database.transaction(() => {
        const first = Number(property('next') ?? 1);
        if (first + texts > MAX_N) throw new RangeError('the passage index has no numbers left');
        setProperty('next', String(first + texts));
        setProperty('batches', String(Number(property('batches') ?? 0) + 1));
        return first;
      }),
    addPostings: (batch, terms) =>
      database.transaction(() => {
        const sql = 'INSERT OR REPLACE INTO postings (term, batch, texts) VALUES (?, ?, ?)';
        for (const [term, texts] of terms) database.run(sql, term, batch, Buffer.from(Uint32Array.from(texts).buffer));
      }),
    addTexts: (texts) =>
      database.transaction(() => {
        const sql = 'INSERT OR IGNORE INTO texts (n, hash, length, analysed) VALUES (?, ?, ?, ?)';
        for (const { n, hash, length, analysed } of texts)
          database.run(sql, n, hash, length, analysed ? pack(analysed) : Buffer.alloc(0));
      }),
    remove: (hashes) =>
      database.transaction(() => {
        for (const hash of hashes) database.run('DELETE FROM texts WHERE hash = ?', hash);
      }),
    removeUnread(now) {
      const last = Number(property('unreadRemoved') ?? 0);
      if (Math.abs(now - last) < DAY_MS) return;
      database.transaction(() => {
        if (last > 0) database.run('DELETE FROM texts WHERE length(analysed) = 0');
        setProperty('unreadRemoved', String(now));
      });
    },
    batches: () => Number(property('batches') ?? 0),
    removeAll,
    close: () => database.close(),
  };
}

/** Stores terms as one string, because a list of a thousand strings takes several times as long to read. */
function pack({ terms, tokens, rows }: AnalysedText): Uint8Array {
  return serialize([terms.join('\n'), tokens, rows]);
}

function unpack(packed: Uint8Array): AnalysedText {
  const [terms, tokens, rows] = deserialize(packed) as [string, Uint16Array, Int32Array];
  return { terms: terms.split('\n'), tokens, rows };
}
