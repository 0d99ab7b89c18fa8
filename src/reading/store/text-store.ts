import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import type { TextFormat } from '../../lib/text-format.ts';
import { arxivKey } from '../../papers/arxiv-number.ts';
import { readDoi } from '../../papers/identifiers.ts';
import type { PaperToRead } from '../../papers/paper-to-read.ts';
import { type Database, openDatabase } from '../../platform/sqlite/database.ts';
import { bodyText, isBinary, type ReadDocument, type TextContent } from '../document.ts';
import type { TextSource } from '../full-text.ts';

/** Stores texts as received, by a hash of their content, so that an improved parser can parse them again. */

const MIGRATIONS = [
  `
  CREATE TABLE texts (
    hash TEXT PRIMARY KEY,
    format TEXT NOT NULL,
    source TEXT NOT NULL,
    kept_at INTEGER NOT NULL,
    -- Compressed with gzip.
    content BLOB NOT NULL
  ) STRICT;
  -- Identifiers of papers, such as doi:10.1000/1.
  CREATE TABLE names (
    name TEXT PRIMARY KEY,
    hash TEXT NOT NULL REFERENCES texts (hash) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX names_by_hash ON names (hash);
  `,
  `
  -- The words of texts, to look into without reading them anew; compressed with gzip.
  CREATE TABLE bodies (
    hash TEXT PRIMARY KEY REFERENCES texts (hash) ON DELETE CASCADE,
    body BLOB NOT NULL
  ) STRICT;
  `,
  `
  -- Title and sections of texts, as the readers of this version gave them; JSON, compressed with gzip. For older texts
  -- there is only a body.
  CREATE TABLE outlines (
    hash TEXT PRIMARY KEY REFERENCES texts (hash) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    outline BLOB NOT NULL
  ) STRICT;
  `,
];

/** A text without its references. */
type KeptOutline = Pick<ReadDocument, 'title' | 'sections'>;

type StoredText = { content: TextContent; format: TextFormat; source: TextSource };

/** Throws STORE_UNAVAILABLE. */
export type TextStore = {
  /** The text of the first of these names that has one. */
  find(names: readonly string[]): StoredText | undefined;
  /** The hash of that text. */
  findHash(names: readonly string[]): string | undefined;
  read(hash: string): StoredText | undefined;
  /** Stores a text under all names and replaces any other; returns its source with the hash. */
  keep(
    names: readonly string[],
    content: TextContent,
    format: TextFormat,
    source: Omit<TextSource, 'hash'>,
  ): Promise<TextSource>;
  /** Stores title and sections as parsers of this version returned them, unless they are stored already. */
  keepOutline(hash: string, version: number, outline: () => KeptOutline): Promise<void>;
  /** The stored title and sections, if parsers of this version returned them. */
  findOutline(hash: string, version: number): KeptOutline | undefined;
  /** The hashes of all texts. */
  hashes(): string[];
  /** The names under which a text is stored. */
  namesOf(hash: string): string[];
  findBody(names: readonly string[]): string | undefined;
  summary(): { texts: number; bytes: number };
  removeAll(): number;
  close(): void;
};

const MAX_BYTES = 500 * 1024 * 1024;
/** Asynchronous, because compressing megabytes takes a third of a second. */
const compress = promisify<string | Uint8Array, Uint8Array>(gzip);
/** Enough to distinguish copies, and short enough to type. */
const HASH_CHARACTERS = 12;

/** Opens the file of texts. Removes the oldest texts beyond `maxBytes`. */
export function openTextStore(path: string, { now = Date.now, maxBytes = MAX_BYTES } = {}): TextStore {
  const database: Database = openDatabase(path, MIGRATIONS);
  const summary = () =>
    database.get<{ texts: number; bytes: number }>(
      'SELECT count(*) AS texts, coalesce(sum(length(content)), 0) AS bytes FROM texts',
    ) ?? { texts: 0, bytes: 0 };
  const removeOldest = () => {
    for (let { texts, bytes } = summary(); bytes > maxBytes && texts > 1; { texts, bytes } = summary()) {
      database.run('DELETE FROM texts WHERE hash = (SELECT hash FROM texts ORDER BY kept_at LIMIT 1)');
    }
  };
  const findHash = (names: readonly string[]) => {
    for (const name of names) {
      const row = database.get<{ hash: string }>('SELECT hash FROM names WHERE name = ?', name);
      if (row) return row.hash;
    }
    return undefined;
  };
  const read = (hash: string): StoredText | undefined => {
    const sql = 'SELECT format, source, content FROM texts WHERE hash = ?';
    const row = database.get<{ format: TextFormat; source: string; content: Uint8Array }>(sql, hash);
    if (!row) return undefined;
    const bytes = gunzipSync(row.content);
    const content = isBinary(row.format) ? bytes : bytes.toString('utf8');
    return { content, format: row.format, source: JSON.parse(row.source) as TextSource };
  };
  return {
    find(names) {
      const hash = findHash(names);
      return hash === undefined ? undefined : read(hash);
    },
    findHash,
    read,
    async keep(names, content, format, source) {
      const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_CHARACTERS);
      const withHash: TextSource = { ...source, hash };
      const compressed = await compress(content);
      database.transaction(() => {
        const insert =
          'INSERT INTO texts (hash, format, source, kept_at, content) VALUES (?, ?, ?, ?, ?) ' +
          'ON CONFLICT (hash) DO UPDATE SET source = excluded.source, kept_at = excluded.kept_at';
        database.run(insert, hash, format, JSON.stringify(withHash), now(), compressed);
        for (const name of names) database.run('INSERT OR REPLACE INTO names (name, hash) VALUES (?, ?)', name, hash);
        // Another copy has replaced a text that no name refers to any more.
        database.run('DELETE FROM texts WHERE hash NOT IN (SELECT hash FROM names)');
        removeOldest();
      });
      return withHash;
    },
    async keepOutline(hash, version, outline) {
      const isStored = database.get('SELECT 1 FROM outlines WHERE hash = ? AND version = ?', hash, version);
      if (isStored !== undefined) return;
      const packed = await compress(JSON.stringify(outline()));
      // Another process may have removed the text.
      const sql =
        'INSERT OR REPLACE INTO outlines (hash, version, outline) SELECT hash, ?, ? FROM texts WHERE hash = ?';
      database.run(sql, version, packed, hash);
    },
    findOutline(hash, version) {
      const sql = 'SELECT outline FROM outlines WHERE hash = ? AND version = ?';
      const row = database.get<{ outline: Uint8Array }>(sql, hash, version);
      return row && unpack(row.outline);
    },
    hashes: () => database.all<{ hash: string }>('SELECT hash FROM texts').map(({ hash }) => hash),
    namesOf: (hash) =>
      database.all<{ name: string }>('SELECT name FROM names WHERE hash = ?', hash).map(({ name }) => name),
    findBody(names) {
      const hash = findHash(names);
      if (hash === undefined) return undefined;
      const row = database.get<{ outline: Uint8Array }>('SELECT outline FROM outlines WHERE hash = ?', hash);
      if (row) return bodyText(unpack(row.outline));
      const old = database.get<{ body: Uint8Array }>('SELECT body FROM bodies WHERE hash = ?', hash);
      return old && gunzipSync(old.body).toString('utf8');
    },
    summary,
    removeAll: () => {
      const { texts } = summary();
      database.transaction(() => {
        database.run('DELETE FROM names');
        database.run('DELETE FROM texts');
      });
      return texts;
    },
    close: () => database.close(),
  };
}

function unpack(packed: Uint8Array): KeptOutline {
  return JSON.parse(gunzipSync(packed).toString('utf8')) as KeptOutline;
}

/** The identifiers under which a text is stored. A paper without any has only its reference. */
export function textNames(paper: PaperToRead | undefined): string[] {
  if (!paper) return [];
  const doi = readDoi(paper.doi);
  const arxiv = arxivKey(paper);
  const { pmcid, pmid } = paper;
  const names = [doi && `doi:${doi}`, arxiv && `arxiv:${arxiv}`, pmcid && `pmcid:${pmcid}`, pmid && `pmid:${pmid}`];
  const identifiers = names.filter((name) => name !== undefined && name !== '') as string[];
  if (identifiers.length > 0) return identifiers;
  return [...(paper.key ? [`key:${paper.key}`] : []), ...(paper.ref ? [`ref:${paper.ref.toUpperCase()}`] : [])];
}
