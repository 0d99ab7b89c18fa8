import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTableLog } from '../../src/evidence/table/table-log.ts';
import { cellAt } from '../../src/evidence/table/table-state.ts';
import { openJobStore } from '../../src/jobs/store/job-store.ts';
import { RawServer } from '../helpers/built-server.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { runs } from '../helpers/runs.ts';
import { seededRandom } from './scripts.ts';

const KILLS = Number(process.env.PAPERQUEUE_TEST_KILLS ?? runs(20));
/** Only there to end what hangs. */
const RUN_MS = 600_000 + 10_000 * KILLS;
const ANSWER_MS = 60_000;
const LONGEST_MS = 40;
const CELLS = 4;
const COLUMNS = ['Finding', 'Dose', 'Design'];

/**
 * Two built servers fill one table, each as an extractor of its own; one is killed (SIGKILL) again and again while it
 * does. Whoever got no answer says the same again, as an assistant would.
 */
it(`${KILLS} kills lose no cell, leave none half, and record none twice`, { timeout: RUN_MS }, async () => {
  const settings = { PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' };
  await runHere(['search', '-k', 'learning', '-k', 'networks', '--limit', '100'], settings);
  await runHere(['evidence', 'new', 'Which?', '--papers', 'J1', '--column', ...COLUMNS], settings);
  const random = seededRandom(60);
  const start = async () => {
    const server = new RawServer(settings);
    await server.initialize({}, ANSWER_MS);
    return server;
  };
  let [killed, other] = [await start(), await start()];
  let calls = 10;
  const fill = (server: RawServer, name: string, cells: object[]) => {
    calls += 1;
    return server.call(calls, 'evidence_table', { table: 'T1', as: name, fill: cells }, ANSWER_MS);
  };
  const cellsOf = (name: string, round: number) =>
    Array.from({ length: CELLS }, (_, at) => ({
      ref: `J1-${((round * CELLS + at) % 8) + 1}`,
      column: COLUMNS[(round + at) % COLUMNS.length] ?? '',
      value: `${name} ${round} ${at}`,
      quote: 'words that no paper has, so that every paper of the table is asked for them',
    }));
  const expected = new Map<string, string>();
  const note = (name: string, cells: ReturnType<typeof cellsOf>) => {
    for (const { ref, column, value } of cells) expected.set(`${name} ${ref} ${column}`, value);
  };
  for (let round = 0; round < KILLS; round += 1) {
    const [one, two] = [cellsOf('one', round), cellsOf('two', round)];
    fill(killed, 'one', one).catch(() => undefined);
    const answered = fill(other, 'two', two);
    await sleep(random() * LONGEST_MS);
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    killed = await start();
    expect(await fill(killed, 'one', one)).toMatchObject({ isError: false, json: { accepted: CELLS, refused: [] } });
    expect(await answered).toMatchObject({ isError: false, json: { accepted: CELLS, refused: [] } });
    note('one', one);
    note('two', two);
  }
  await Promise.all([killed.end(), other.end()]);

  const store = openJobStore(settings.PAPERQUEUE_DATA_DIR, 1);
  const { events, state, damagedAt } = await createTableLog(store.tableLogs, () => new Date()).read('T1');
  await store.close();
  expect(damagedAt).toBeUndefined();
  const values = events.flatMap((event) => (event.what === 'fill' ? [event.value] : []));
  expect(values.sort()).toEqual([...new Set(values)].sort());
  expect(values).toHaveLength(2 * CELLS * KILLS);
  const standing = new Map<string, string>();
  for (const { ref } of state.papers.values()) {
    for (const column of state.columns) {
      const cell = cellAt(state, ref, column);
      if (cell.is === 'open') continue;
      for (const { who, value } of cell.readings) standing.set(`${who.name} ${ref} ${column.name}`, value);
    }
  }
  const sorted = (all: typeof standing) => [...all].sort(([a], [b]) => (a < b ? -1 : 1));
  expect(sorted(standing)).toEqual(sorted(expected));
});
