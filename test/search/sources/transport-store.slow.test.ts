import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readQueryText } from '../../../src/papers/query/query.ts';
import { openDatabase } from '../../../src/platform/sqlite/database.ts';
import { searchSources } from '../../../src/search/sources/runner.ts';
import { openSourceStore, type SourceStore } from '../../../src/search/sources/transport/source-store.ts';
import { startAsking } from '../../helpers/sources/asking-processes.ts';
import { asking, atTheEnd, clock, contextOf, json, NOON, serve, TWO_PAPERS } from '../../helpers/sources/stand-ins.ts';
import { QUESTION } from '../../helpers/sources/toy-source.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { VirtualTime } from '../../helpers/virtual-time.ts';

describe('two processes', () => {
  it('keep one pace towards a host', async () => {
    const server = await serve(TWO_PAPERS);
    const path = join(temporaryFolder(), 'sources.sqlite');
    const start = (...words: string[]) => startAsking(server.url, path, '200', ...words);
    const both = await Promise.all([start('a', 'b', 'c'), start('d', 'e', 'f')]);
    const said = await Promise.all(both.map((each) => each.go()));
    expect(said).toMatchObject(Array(2).fill({ requests: 3, fromCache: 0 }));
    expect(server.arrivals).toHaveLength(6);
    // When the store let them go: what a process does with its processor after that is nobody's pace.
    const left = said.flatMap(({ leftAt }) => leftAt).sort((a, b) => a - b);
    const gaps = left.slice(1).map((at, nth) => at - (left[nth] ?? 0));
    expect(gaps).toHaveLength(5);
    expect(gaps.filter((gap) => gap < 200)).toEqual([]);
  });

  it("take each other's answers", async () => {
    const server = await serve(TWO_PAPERS);
    const path = join(temporaryFolder(), 'sources.sqlite');
    const start = () => startAsking(server.url, path, '50', 'a', 'b');
    const [first, second] = await Promise.all([start(), start()]);
    expect(await first?.go()).toMatchObject({ requests: 2, fromCache: 0 });
    expect(await second?.go()).toMatchObject({ requests: 0, fromCache: 2 });
    expect(server.arrivals).toHaveLength(2);
  });
});

const HOUR = 60 * 60_000;
const keep = (store: SourceStore, question: string, text: string) =>
  store.cacheAnswers([{ question, text, forMs: HOUR }]);

function open(path: string, options: Parameters<typeof openSourceStore>[1] = {}): SourceStore {
  const store = openSourceStore(path, options);
  atTheEnd(() => store.close());
  return store;
}

describe('the file', () => {
  it('is for its owner only, and made at first use', () => {
    const path = join(temporaryFolder(), 'data', 'sources.sqlite');
    const store = open(path);
    expect(existsSync(path)).toBe(false);
    keep(store, 'q', 'x');
    for (const name of readdirSync(join(path, '..'))) {
      expect([name, statSync(join(path, '..', name)).mode & 0o777]).toEqual([name, 0o600]);
    }
  });

  it('is made anew when it is damaged, at its opening and while it is open', () => {
    const path = join(temporaryFolder(), 'sources.sqlite');
    writeFileSync(path, 'no database at all '.repeat(500));
    const store = open(path);
    keep(store, 'q', 'x');
    expect(store.cachedAnswer('q')?.text).toBe('x');
    const other = openDatabase(path, [' ']);
    other.run('DROP TABLE answers');
    other.close();
    expect(store.cachedAnswer('q')).toBeUndefined();
    keep(store, 'q', 'y');
    expect(open(path).cachedAnswer('q')?.text).toBe('y');
  });

  it('may be deleted at any time', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'sources.sqlite');
    const store = open(path);
    keep(store, 'q', 'x');
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    expect(() => keep(store, 'r', 'y')).not.toThrow();
    store.close();
    expect(open(path).cachedAnswer('q')).toBeUndefined();
  });

  it.each([
    ['in the place of a folder', (path: string) => mkdirSync(path)],
    ['of a newer version', (path: string) => openDatabase(path, Array(9).fill('SELECT 1')).close()],
    ['under a file that is no folder', (path: string) => writeFileSync(join(path, '..'), '')],
  ])('that cannot be used (%s) costs the memory and no search', async (_what, spoil) => {
    const path = join(temporaryFolder(), 'data', 'sources.sqlite');
    if (!_what.startsWith('under')) mkdirSync(join(path, '..'));
    spoil(path);
    const server = await serve(TWO_PAPERS);
    const time = new VirtualTime(NOON);
    const context = contextOf({ store: open(path, { now: time.now }), time });
    const ask = () => searchSources([asking(server.url, { paceMs: 100 })], QUESTION, context);
    const both = Promise.all([ask(), ask()]);
    // This process still keeps its pace.
    await time.running((ms) => ms === 100);
    await vi.waitUntil(() => server.arrivals.length === 1);
    time.pass(100);
    expect(await both).toMatchObject([[{ requests: 1 }], [{ requests: 1, records: [{}, {}] }]]);
    expect(server.arrivals).toHaveLength(2);
  });

  it('that is locked by somebody else costs no search either', async () => {
    const path = join(temporaryFolder(), 'sources.sqlite');
    const store = open(path);
    keep(store, 'q', 'x');
    const other = openDatabase(path, [' ']);
    atTheEnd(() => other.close());
    const server = await serve(TWO_PAPERS);
    other.exec('BEGIN EXCLUSIVE');
    // It answers while the other one still holds the file.
    const outcome = await searchSources([asking(server.url)], QUESTION, contextOf({ store }));
    expect(outcome).toMatchObject([{ requests: 1, records: [{}, {}] }]);
    other.exec('ROLLBACK');
  });

  it('that is locked after a pause was told lets nobody forget the pause', async () => {
    const path = join(temporaryFolder(), 'sources.sqlite');
    const store = open(path);
    const server = await serve(json({ wait: 600 }, 429));
    const ask = () => searchSources([asking(server.url)], QUESTION, contextOf({ store }));
    expect(await ask()).toMatchObject([{ failure: 'rate limited', requests: 1 }]);
    const other = openDatabase(path, [' ']);
    atTheEnd(() => other.close());
    other.exec('BEGIN EXCLUSIVE');
    expect(await ask()).toMatchObject([{ failure: 'rate limited', requests: 0 }]);
    other.exec('ROLLBACK');
    expect(server.arrivals).toHaveLength(1);
  });

  it('that takes no more (a full disk) still gives what it holds, and costs no search', async () => {
    const path = join(temporaryFolder(), 'sources.sqlite');
    const server = await serve(TWO_PAPERS);
    const asked = [asking(server.url)];
    const ask = () => searchSources(asked, QUESTION, contextOf({ store: open(path) }));
    await ask();
    const other = openDatabase(path, [' ']);
    for (const table of ['answers', 'lanes']) {
      other.run(
        `CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
      );
    }
    other.close();
    expect(await ask()).toMatchObject([{ requests: 0, fromCache: 1 }]);
    const more = { ...QUESTION, keywords: [readQueryText('more')] };
    expect(await searchSources(asked, more, contextOf({ store: open(path) }))).toMatchObject([
      { requests: 1, records: [{}, {}] },
    ]);
  });
});

describe('size', () => {
  it('stays within its bound: the oldest are dropped, and nothing too large is kept', () => {
    const time = clock();
    const path = join(temporaryFolder(), 'sources.sqlite');
    const store = open(path, { now: time.now, maxBytes: 10_000 });
    for (let nth = 0; nth < 40; nth += 1) {
      time.forward(1_000);
      keep(store, `q${nth}`, 'ä'.repeat(500));
    }
    const there = Array.from({ length: 40 }, (_, nth) => store.cachedAnswer(`q${nth}`) !== undefined);
    expect(there.filter(Boolean).length).toBeGreaterThanOrEqual(9);
    expect(there.filter(Boolean).length).toBeLessThanOrEqual(10);
    expect(there.lastIndexOf(false)).toBeLessThan(there.indexOf(true));
    keep(store, 'large', 'x'.repeat(2_000));
    expect(store.cachedAnswer('large')).toBeUndefined();
  });

  it('loses what has expired, and does not trust what is from the future', () => {
    const time = clock();
    const path = join(temporaryFolder(), 'sources.sqlite');
    const store = open(path, { now: time.now });
    keep(store, 'old', 'x');
    time.forward(HOUR);
    keep(store, 'new', 'x');
    time.forward(-1);
    expect([store.cachedAnswer('old')?.text, store.cachedAnswer('new')?.text]).toEqual([undefined, undefined]);
    const file = openDatabase(path, [' ']);
    expect(file.get('SELECT count(*) AS rows FROM answers')).toEqual({ rows: 1 });
    file.close();
  });
});
