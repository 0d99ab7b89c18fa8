import { writeFileSync } from 'node:fs';
import type { AsreviewProject } from '../../formats/screened/asreview-project.ts';
import { asFields, asFlag, asList, asNumber, asText, type Fields, parseJson } from '../../lib/json.ts';
import { type DriverDatabase, openDriver } from '../../platform/sqlite/driver.ts';
import { readZip } from '../../platform/zip.ts';
import type { AsreviewProblem } from './asreview-port.ts';

/**
 * A project file is an untrusted archive with an untrusted database, and the SQL of a schema can compute endlessly. So
 * this runs in a process with a time limit, reads only plain tables, and limits bytes, rows and characters.
 */

/** The supported version of project files: ASReview 3. */
export const FILE_VERSION = 3;

export type AsreviewOrder = {
  archive: Uint8Array;
  /** Path for the unpacked database. The caller removes it, because this process may be killed. */
  database: string;
};

export type AsreviewAnswer = { project: AsreviewProject } | { refused: AsreviewProblem };

const MAX_CONFIG_BYTES = 4 * 1024 * 1024;
const MAX_DATABASE_BYTES = 200 * 1024 * 1024;
const MAX_ROWS = 200_000;
const MAX_CHARACTERS = 100_000_000;
/** Memory limit of SQLite, needed on systems that do not report the memory of a process. */
const MAX_SQLITE_BYTES = 200 * 1024 * 1024;

/** The columns to read, by table. */
const COLUMNS = {
  record: ['record_id', 'title', 'abstract', 'authors', 'keywords', 'year', 'doi', 'url'],
  results: ['record_id', 'label', 'querier', 'time', 'note', 'tags', 'user_id'],
} as const;
type Table = keyof typeof COLUMNS;

class TooLarge extends Error {}

/**
 * Limits SQLite's memory in this process, for all databases: only for a process that does nothing but read external
 * files.
 */
export function limitSqliteMemory(): void {
  const database = openDriver(':memory:');
  database.exec(`PRAGMA hard_heap_limit = ${MAX_SQLITE_BYTES}`);
  database.close();
}

/** Reads a project. Never throws, whatever the file contains. */
export function readAsreview({ archive, database }: AsreviewOrder): AsreviewAnswer {
  try {
    const files = readZip(archive);
    const config = files.get('project.json');
    if (!config) return { refused: { kind: 'no-project' } };
    const unpack = (file: typeof config, maxBytes: number) => {
      if (file.length > maxBytes) throw new TooLarge();
      return file.bytes();
    };
    const { project_file_version, name } = asFields(
      parseJson(Buffer.from(unpack(config, MAX_CONFIG_BYTES)).toString('utf8')),
    );
    const version = asNumber(project_file_version);
    if (version === undefined) return { refused: { kind: 'no-project' } };
    if (version !== FILE_VERSION) return { refused: { kind: 'other-version', version } };
    const packed = files.get('results.db');
    if (!packed) return { refused: { kind: 'no-project' } };
    writeFileSync(database, unpack(packed, MAX_DATABASE_BYTES), { mode: 0o600 });
    return readTables(database, asText(name) ?? '');
  } catch (error) {
    // In an untrusted archive and database no error is a bug of ours: offsets may be wrong and pages damaged.
    return { refused: { kind: error instanceof TooLarge ? 'too-large' : 'unreadable' } };
  }
}

function readTables(path: string, name: string): AsreviewAnswer {
  const database = openDriver(path);
  try {
    database.exec('PRAGMA trusted_schema = OFF');
    database.exec('PRAGMA cell_size_check = ON');
    database.exec('PRAGMA query_only = ON');
    if (!hasPlainTables(database)) return { refused: { kind: 'no-plain-tables' } };
    const count = countTo(MAX_CHARACTERS);
    const stored = readRows(database, 'record', count).sort((a, b) => Number(a.record_id) - Number(b.record_id));
    const indexOf = new Map(stored.map(({ record_id }, index) => [record_id, index]));
    const results = readRows(database, 'results', count).flatMap((row) => {
      const record = indexOf.get(row.record_id);
      return record === undefined || (row.label !== 0 && row.label !== 1) ? [] : [readResult(record, row)];
    });
    return { project: { records: stored.map(readRecord), results, name, tags: [] } };
  } finally {
    database.close();
  }
}

/**
 * Whether the file contains only tables, and the tables that are read have our columns as stored values. Uses SQLite's
 * own interpretation of the schema, because the text in `sqlite_schema` can be anything.
 */
function hasPlainTables(database: DriverDatabase): boolean {
  const tables = database.prepare('PRAGMA main.table_list').all().map(asFields);
  const ours = tables.filter(({ schema }) => schema === 'main');
  return (
    ours.every(({ type }) => type === 'table') &&
    Object.entries(COLUMNS).every(([table, columns]) => {
      const stored = database.prepare(`PRAGMA main.table_xinfo(${table})`).all().map(asFields);
      return columns.every((column) => stored.some(({ name, hidden }) => name === column && hidden === 0));
    })
  );
}

/** Adds up what was read; throws above the limit. */
function countTo(most: number): (characters: number) => void {
  let sum = 0;
  return (characters) => {
    sum += characters;
    if (sum > most) throw new TooLarge();
  };
}

/** The rows of a table in file order, without its indexes, whose content is untrusted. */
function readRows(database: DriverDatabase, table: Table, count: (characters: number) => void): Fields[] {
  const columns = COLUMNS[table].join(', ');
  const rows = database.prepare(`SELECT ${columns} FROM main.${table} NOT INDEXED LIMIT ${MAX_ROWS + 1}`).all();
  if (rows.length > MAX_ROWS) throw new TooLarge();
  return rows.map((row) => {
    const fields = asFields(row);
    for (const value of Object.values(fields)) if (typeof value === 'string') count(value.length);
    return fields;
  });
}

function readRecord({
  title,
  abstract,
  authors,
  keywords,
  year,
  doi,
  url,
}: Fields): AsreviewProject['records'][number] {
  return {
    title: asText(title) ?? '',
    abstract: asText(abstract) ?? '',
    authors: readList(authors),
    keywords: readList(keywords),
    year: asNumber(year),
    doi: asText(doi),
    url: asText(url),
  };
}

function readResult(record: number, row: Fields): AsreviewProject['results'][number] {
  return {
    record,
    label: row.label === 1 ? 1 : 0,
    isPrior: row.querier === null,
    time: asNumber(row.time),
    note: asText(row.note),
    tags: readTags(row.tags),
    user: asNumber(row.user_id),
  };
}

function readList(json: unknown): string[] {
  return asList(parseJson(asText(json) ?? '')).filter((each) => typeof each === 'string');
}

type Tags = AsreviewProject['tags'];

/** Tags in ASReview's structure, ignoring anything else that a file nests there. */
function readTags(json: unknown): Tags | undefined {
  const groups = parseJson(asText(json) ?? '');
  if (!Array.isArray(groups)) return undefined;
  const named = (each: Fields) => ({
    id: asNumber(each.id) ?? 0,
    name: asText(each.name) ?? '',
    export: asText(each.export) ?? asText(each.name) ?? '',
  });
  return groups.map(asFields).map((group) => ({
    ...named(group),
    values: asList(group.values)
      .map(asFields)
      .map((tag) => ({ ...named(tag), checked: asFlag(tag.checked) })),
  }));
}
