import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announceLibrary } from '../../src/app/announce-library.ts';
import { sharePace } from '../../src/app/shared-pace.ts';
import { Secret } from '../../src/contract/secret.ts';
import { readQueryText } from '../../src/papers/query/query.ts';
import { readConfig } from '../../src/platform/config.ts';
import { searchSources } from '../../src/search/sources/runner.ts';
import { openSourceStore } from '../../src/search/sources/transport/source-store.ts';
import { databaseState } from '../../src/service/store/postgres/state.ts';
import { openPostgresStore } from '../../src/service/store/postgres/store.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { startAsking } from '../helpers/sources/asking-processes.ts';
import { asking, atTheEnd, contextOf, json, serve, TWO_PAPERS } from '../helpers/sources/stand-ins.ts';
import { QUESTION } from '../helpers/sources/toy-source.ts';
import { startTcpProxy } from '../helpers/tcp-proxy.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Machines are processes with folders of their own, which share nothing but the service's database. */
describe.skipIf(!hasPostgres())('machines with one PostgreSQL (left out where none is installed)', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  async function tables(): Promise<Secret> {
    const url = server.database();
    await (await openPostgresStore(url)).close();
    return url;
  }

  const machine = (source: string, database: Secret, paceMs: number, ...words: string[]) =>
    startAsking(source, `${join(temporaryFolder(), 'sources.sqlite')}@${database.reveal()}`, String(paceMs), ...words);

  it('keep one pace towards a host, by the clock of the database', async () => {
    const source = await serve(TWO_PAPERS);
    const database = await tables();
    const both = await Promise.all([
      machine(source.url, database, 200, 'a', 'b', 'c'),
      machine(source.url, database, 200, 'd', 'e', 'f'),
    ]);
    const said = await Promise.all(both.map((each) => each.go()));
    expect(said).toMatchObject(Array(2).fill({ requests: 3, fromCache: 0 }));
    expect(source.arrivals).toHaveLength(6);
    const left = said.flatMap(({ leftAt }) => leftAt).sort((a, b) => a - b);
    const gaps = left.slice(1).map((at, nth) => at - (left[nth] ?? 0));
    // The database counts in microseconds, of which a double keeps fewer than all.
    expect(gaps.filter((gap) => gap < 199.9)).toEqual([]);
  });

  it('all stop asking where one was told to wait', async () => {
    const source = await serve(json({ wait: 600 }, 429));
    const database = await tables();
    const [first, second] = await Promise.all([
      machine(source.url, database, 0, 'a'),
      machine(source.url, database, 0, 'b', 'c'),
    ]);
    expect(await first?.go()).toMatchObject({ requests: 1, failure: 'rate limited' });
    expect(await second?.go()).toMatchObject({ requests: 0, failure: 'rate limited' });
    expect(source.arrivals).toHaveLength(1);
  });

  it('are warned at the start where their libraries differ, and the operator by `doctor`', async () => {
    const databaseUrl = await tables();
    const warnings: unknown[] = [];
    const log = {
      warn: (...line: unknown[]) => warnings.push(line[1]),
      error: (...line: unknown[]) => warnings.push(line),
    };
    const announce = async (imported: number, dataDir: string, more: Record<string, string> = {}) => {
      const settings = { PAPERQUEUE_DATA_DIR: dataDir, PAPERQUEUE_DATABASE_URL: databaseUrl.reveal(), ...more };
      atTheEnd(await announceLibrary(readConfig(settings), { count: () => imported }, log));
    };
    const [first, second] = [temporaryFolder(), temporaryFolder()];
    await announce(70, first);
    await announce(70, second);
    expect([warnings, (await databaseState(databaseUrl)).differentLibraries]).toEqual([[], []]);
    // A machine that was started again with fewer papers; one with a collection says nothing of its own.
    await announce(3, second);
    await announce(5, temporaryFolder(), { PAPERQUEUE_COLLECTION_URL: 'http://127.0.0.1:9' });
    expect(warnings).toEqual([{ imported: 3, others: [70] }]);
    expect((await databaseState(databaseUrl)).differentLibraries).toEqual([3, 70]);
    server.run(databaseUrl, `UPDATE source_lanes SET state = replace(state::text, '"at":', '"at":-')::json`);
    await announce(3, second);
    expect(warnings).toHaveLength(1);
    expect((await databaseState(databaseUrl)).differentLibraries).toEqual([]);
  });

  it('go on by themselves while the database is away, with the pauses they knew, and say so once', async () => {
    const database = await tables();
    const address = new URL(database.reveal());
    const proxy = await startTcpProxy(Number(address.port));
    address.port = String(proxy.port);
    let now = 0;
    const lines: string[] = [];
    const pace = sharePace(new Secret(address.href), { error: (line) => lines.push(line) }, () => now);
    atTheEnd(() => pace.close());
    const own = openSourceStore(join(temporaryFolder(), 'sources.sqlite'));
    atTheEnd(() => own.close());
    const context = contextOf({ store: pace.share(own) });
    const paused = await serve(json({ wait: 600 }, 429));
    const free = await serve(TWO_PAPERS);
    const ask = ({ url }: { url: string }, word: string) =>
      searchSources([asking(url)], { ...QUESTION, keywords: [readQueryText(word)] }, context);

    expect(await ask(paused, 'a')).toMatchObject([{ failure: 'rate limited', requests: 1 }]);
    expect(pace.isShared()).toBe(true);
    await proxy.stop();
    expect(await ask(paused, 'b')).toMatchObject([{ failure: 'rate limited', requests: 0 }]);
    expect(await ask(free, 'c')).toMatchObject([{ requests: 1, records: [{}, {}] }]);
    expect([pace.isShared(), lines.length]).toEqual([false, 1]);

    // The address is the same: it is tried again after half a minute.
    now += 30_000;
    expect(pace.isShared()).toBe(true);
    expect(await ask(free, 'd')).toMatchObject([{ requests: 1 }]);
    expect(lines).toHaveLength(2);
  });
});
