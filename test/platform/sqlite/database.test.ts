import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import { openDatabase } from '../../../src/platform/sqlite/database.ts';

const root = mkdtempSync(join(tmpdir(), 'paperqueue-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
const freshFile = () => {
  count += 1;
  return join(root, String(count), 'data', 'test.sqlite');
};

const FIRST = 'CREATE TABLE words (word TEXT NOT NULL UNIQUE) STRICT';
const SECOND = "ALTER TABLE words ADD COLUMN language TEXT NOT NULL DEFAULT 'en'";

function storeFailure(work: () => unknown) {
  try {
    work();
  } catch (error) {
    return error instanceof PaperqueueError ? { ...error.details, cause: error.cause } : error;
  }
  return undefined;
}

describe('a new database', () => {
  it('is readable by its owner only, and so are its folder and the files beside it', () => {
    const path = freshFile();
    const database = openDatabase(path, [FIRST]);
    database.run("INSERT INTO words (word) VALUES ('a')");
    const mode = (file: string) => (statSync(file).mode & 0o777).toString(8);
    expect(mode(join(path, '..'))).toBe('700');
    expect([path, `${path}-wal`, `${path}-shm`].map(mode)).toEqual(['600', '600', '600']);
    database.close();
    // Whoever closes last need not know.
    database.close();
  });

  it('takes the rights of others away from a file that was there', () => {
    const path = freshFile();
    openDatabase(path, [FIRST]).close();
    chmodSync(path, 0o644);
    openDatabase(path, [FIRST]).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('the schema', () => {
  it('is brought up to date once, keeping the rows', () => {
    const path = freshFile();
    const old = openDatabase(path, [FIRST]);
    old.run('INSERT INTO words (word) VALUES (?)', 'tide');
    old.close();
    for (const _time of [1, 2]) {
      const database = openDatabase(path, [FIRST, SECOND]);
      expect(database.all('SELECT word, language FROM words')).toEqual([{ word: 'tide', language: 'en' }]);
      database.close();
    }
  });

  it('stays as it was when a step fails, so that the next start can try again', () => {
    const path = freshFile();
    expect(storeFailure(() => openDatabase(path, [FIRST, 'NO SQL AT ALL']))).toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    const database = openDatabase(path, [FIRST, SECOND]);
    expect(database.all('SELECT * FROM words')).toEqual([]);
    database.close();
  });

  it('is refused untouched when it is newer than this version knows', () => {
    const path = freshFile();
    openDatabase(path, [FIRST, SECOND]).close();
    const before = readFileSync(path);
    expect(storeFailure(() => openDatabase(path, [FIRST]))).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      charged: 'no',
      message: expect.stringContaining('its schema is 2, this version of paperqueue knows 1'),
      retryable: false,
      advice: [{ kind: 'newer-version' }],
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe('a place that cannot be used', () => {
  it('is reported, and a file that is no database is not overwritten', () => {
    const path = freshFile();
    mkdirSync(join(path, '..'), { recursive: true });
    const text = 'A diary that somebody keeps under this name.\n'.repeat(200);
    writeFileSync(path, text);
    expect(storeFailure(() => openDatabase(path, [FIRST]))).toMatchObject({ code: 'STORE_UNAVAILABLE', charged: 'no' });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is reported when it is a folder', () => {
    const path = freshFile();
    mkdirSync(path, { recursive: true });
    expect(storeFailure(() => openDatabase(path, [FIRST]))).toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  it('is reported when its folder is a file', () => {
    const path = freshFile();
    mkdirSync(join(path, '..', '..'), { recursive: true });
    writeFileSync(join(path, '..'), 'no folder');
    expect(storeFailure(() => openDatabase(path, [FIRST]))).toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  it('is reported when the pages behind the head are damaged, at the latest by the statement that meets them', () => {
    const path = freshFile();
    const database = openDatabase(path, [FIRST]);
    database.run(`INSERT INTO words (word)
      WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1999)
      SELECT 'word number ' || n FROM numbers`);
    database.close();
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 4096);
    writeFileSync(path, bytes);
    const failure = storeFailure(() => openDatabase(path, [FIRST]).all('SELECT * FROM words'));
    expect(failure).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: expect.any(Error) });
  });
});

describe('a transaction', () => {
  const open = () => openDatabase(freshFile(), [FIRST]);
  const words = (database: ReturnType<typeof open>) => database.all<{ word: string }>('SELECT word FROM words');

  it('is kept whole and gives what its work gives', () => {
    const database = open();
    expect(database.transaction(() => database.run("INSERT INTO words (word) VALUES ('a')").changes)).toBe(1);
    expect(words(database)).toEqual([{ word: 'a' }]);
    database.close();
  });

  it('is undone whole by a throw, which passes through as it is', () => {
    const database = open();
    const reason = new Error('changed my mind');
    const work = () =>
      database.transaction(() => {
        database.run("INSERT INTO words (word) VALUES ('a')");
        throw reason;
      });
    expect(work).toThrow(reason);
    expect(words(database)).toEqual([]);
    database.close();
  });

  it('is undone whole by a statement that fails, and the database stays usable', () => {
    const database = open();
    const insert = () => database.run("INSERT INTO words (word) VALUES ('a')");
    const work = () =>
      database.transaction(() => {
        insert();
        insert();
      });
    expect(storeFailure(work)).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: expect.any(Error) });
    expect(words(database)).toEqual([]);
    insert();
    expect(words(database)).toEqual([{ word: 'a' }]);
    database.close();
  });
});

it('gives a missing row as undefined and a found one with the selected columns only', () => {
  const database = openDatabase(freshFile(), [FIRST]);
  expect(database.get('SELECT word FROM words')).toBeUndefined();
  database.run("INSERT INTO words (word) VALUES ('a')");
  expect(Object.keys(database.get<object>('SELECT word FROM words') ?? {})).toEqual(['word']);
  database.close();
});

describe('a file that another process writes to', () => {
  it.each(['INSERT INTO words (word) VALUES (?)', 'DELETE FROM words WHERE word = ?'])(
    'is busy for a while, and everything works afterwards: %s',
    (sql) => {
      const path = freshFile();
      const other = openDatabase(path, [FIRST]);
      const database = openDatabase(path, [FIRST], 10);
      other.transaction(() => {
        for (const write of [
          () => database.run(sql, 'tide'),
          () => database.transaction(() => database.run(sql, 'tide')),
        ]) {
          expect(storeFailure(write)).toMatchObject({
            code: 'STORE_UNAVAILABLE',
            retryAfterSeconds: 1,
            retryable: true,
          });
        }
        expect(database.all('SELECT * FROM words')).toEqual([]);
      });
      database.transaction(() => database.run('INSERT INTO words (word) VALUES (?)', 'shore'));
      database.run('INSERT INTO words (word) VALUES (?)', 'mussel');
      expect(other.all('SELECT word FROM words')).toEqual([{ word: 'shore' }, { word: 'mussel' }]);
      database.close();
      other.close();
    },
  );

  it('is another thing than what the tables forbid: that is not worth another try', () => {
    const database = openDatabase(freshFile(), [FIRST]);
    database.run('INSERT INTO words (word) VALUES (?)', 'tide');
    const facts = storeFailure(() => database.run('INSERT INTO words (word) VALUES (?)', 'tide'));
    expect(facts).toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: false });
    expect(facts).not.toHaveProperty('retryAfterSeconds');
    database.close();
  });
});
