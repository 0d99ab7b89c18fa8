import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Timers } from '../../../src/lib/timers.ts';
import type { DriverDatabase } from '../../../src/platform/sqlite/driver.ts';
import { createAsreviewFiles } from '../../../src/review/exchange/asreview-files.ts';
import { some } from '../../helpers/runs.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { CONFIG, projectWith, RECORD, RESULTS } from './asreview-project.ts';

const { signal } = new AbortController();
const ENDLESS = `AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
  SELECT x AS record_id, '' AS title, '' AS abstract, '' AS authors, '' AS keywords, 1 AS year, '' AS doi, '' AS url FROM n`;

describe('a project file of a stranger', () => {
  const unread: [string, (database: DriverDatabase) => void][] = [
    ['a view that never ends', (database) => database.exec(`CREATE VIEW record ${ENDLESS}; ${RESULTS}`)],
    [
      'a view beside its tables',
      (database) => database.exec(`CREATE TABLE record (title, ${RECORD}); ${RESULTS} CREATE VIEW other ${ENDLESS}`),
    ],
    ['a virtual table', (database) => database.exec(`CREATE VIRTUAL TABLE record USING fts5(title); ${RESULTS}`)],
    [
      'a column that is computed',
      (database) =>
        database.exec(
          `CREATE TABLE record (title AS (printf('%.*c', 900000, 'x')), ${RECORD}); ${RESULTS}
           INSERT INTO record (record_id) VALUES (1), (2), (3)`,
        ),
    ],
    ['another table', (database) => database.exec(`CREATE TABLE record (title); ${RESULTS}`)],
  ];
  it.each(some(unread))('with %s is not read', async (_, make) => {
    expect(await createAsreviewFiles().read(projectWith(make), signal)).toEqual({
      problem: { kind: 'no-plain-tables' },
    });
  });

  it('with a view that its schema calls a table is damaged', async () => {
    const lying = projectWith((database) => {
      // Newer Nodes protect the schema until they are told not to.
      if ('enableDefensive' in database) (database as { enableDefensive(isOn: boolean): void }).enableDefensive(false);
      database.exec(`CREATE TABLE record (title, ${RECORD}); ${RESULTS} PRAGMA writable_schema = ON;`);
      const change = database.prepare("UPDATE sqlite_schema SET sql = ?, rootpage = 0 WHERE name = 'record'");
      change.run(`CREATE VIEW record ${ENDLESS}`);
    });
    expect(await createAsreviewFiles().read(lying, signal)).toEqual({ problem: { kind: 'unreadable' } });
  });

  it('is read whatever its values are', async () => {
    const odd = projectWith((database) => {
      database.exec(`CREATE TABLE record (title, ${RECORD}); ${RESULTS}`);
      const insert = database.prepare('INSERT INTO record (record_id, title, authors, year) VALUES (?, ?, ?, ?)');
      insert.run(2, 'B', '['.repeat(100_000), 1e300);
      insert.run(1, Buffer.from('A'), '["Ana",{},7]', 'soon');
      const nested = `[{"values":[{"checked":true,"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}]}]`;
      database.prepare('INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?)').run(1, 1, 'max', 1e300, 7, nested, 1);
    });
    expect(await createAsreviewFiles().read(odd, signal)).toMatchObject({
      records: [
        { title: '', authors: ['Ana'] },
        { title: 'B', authors: [], year: 1e300 },
      ],
      results: [{ record: 0, label: 1, time: 1e300, tags: [{ values: [{ checked: true }] }] }],
    });
  });
});

describe('the process that reads project files', () => {
  /** A process that never answers. */
  const endless = () => {
    const script = join(temporaryFolder(), 'endless.mjs');
    writeFileSync(script, "process.on('message', () => { for (;;); });");
    return pathToFileURL(script);
  };
  /** Timers of which only the one of so many milliseconds ever fires, and that at once. */
  const onlyTimer = (ms: number): Timers => ({
    now: () => 0,
    after: (wanted, call) => {
      const timer = wanted === ms ? setImmediate(call) : undefined;
      return () => clearImmediate(timer);
    },
  });

  it('is ended after 30 seconds, and by whoever asked', async () => {
    const timed = createAsreviewFiles({ script: endless(), timers: onlyTimer(30_000) });
    expect(await timed.read(CONFIG, signal)).toEqual({ problem: { kind: 'took-too-long' } });
    const stopping = new AbortController();
    const reading = createAsreviewFiles({ script: endless() }).read(CONFIG, stopping.signal);
    setImmediate(() => stopping.abort(new Error('Ctrl-C')));
    await expect(reading).rejects.toThrow('Ctrl-C');
  });
});
