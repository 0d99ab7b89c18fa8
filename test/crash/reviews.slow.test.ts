import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openJobStore } from '../../src/jobs/store/job-store.ts';
import { createReviewLog } from '../../src/review/screening/review-log.ts';
import { RawServer } from '../helpers/built-server.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { runs } from '../helpers/runs.ts';
import { seededRandom } from './scripts.ts';

/** PAPERQUEUE_TEST_KILLS=1000 took 48 minutes beside other work (load 11 to 18). */
const KILLS = Number(process.env.PAPERQUEUE_TEST_KILLS ?? runs(40));
/** Only there to end what hangs: a long run on a busy machine has moments in which nothing moves for a minute. */
const RUN_MS = 900_000 + 5_000 * KILLS;
const ANSWER_MS = 60_000 + 600 * KILLS;
const LONGEST_MS = 25;
/** Of one batch, on as many records. */
const DECISIONS = 5;
const NOTES = 3;

type Given = { ref: string; decision: string; note?: string };

/**
 * Two built servers screen one review, each as a reader of its own, and are killed (SIGKILL) again and again while they
 * record decisions, and notes on other records, decided and undecided ones. Whoever got no answer says the same again,
 * as an assistant would.
 */
it(`${KILLS} kills of two writers lose no decision and no note, and record none twice`, {
  timeout: RUN_MS,
}, async () => {
  const settings = { PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' };
  await runHere(['search', '-k', 'learning', '-k', 'networks', '--limit', '100'], settings);
  const begin = ['review', 'new', '--question', 'Which?', '--jobs', 'J1', '--exclude', 'a', '--readers', '2'];
  const { stdout } = await runHere([...begin, '--json'], settings);
  const { records }: { records: number } = JSON.parse(stdout);
  // A round begins anew, and withdraws, when all have been decided.
  const used = records - (records % DECISIONS);
  expect(used).toBeGreaterThan(0);
  const random = seededRandom(7);
  const expected = new Map<string, { decision?: string; note?: string }>();
  const noted: string[] = [];
  const names = ['one', 'two'] as const;
  const servers = new Map<string, RawServer>();
  const start = async (name: string) => {
    const server = new RawServer(settings);
    await server.initialize({}, ANSWER_MS);
    servers.set(name, server);
    return server;
  };
  let calls = 10;

  /** Sends a batch until it is answered; `moment` is when its server is killed after the first sending. */
  const decide = async (name: string, batch: object[], moment: number | undefined) => {
    const args = { review: 'R1', as: name, stage: 'title-abstract', decisions: batch, next: 1 };
    const server = servers.get(name) ?? (await start(name));
    calls += 1;
    const answer = server.call(calls, 'screen_papers', args, ANSWER_MS).catch(() => undefined);
    if (moment !== undefined) {
      await sleep(moment);
      servers.delete(name);
      server.child.kill('SIGKILL');
      await once(server.child, 'exit');
      const again = await start(name);
      calls += 1;
      const { isError, json } = await again.call(calls, 'screen_papers', args, ANSWER_MS);
      expect(isError, JSON.stringify(json)).toBe(false);
      expect(json).toMatchObject({ accepted: batch.length, refused: [] });
    } else expect(await answer).toMatchObject({ isError: false, json: { accepted: batch.length, refused: [] } });
  };

  let kills = 0;
  for (let round = 0; kills < KILLS; round += 1) {
    const refAt = (place: number) => `J1-${(place % used) + 1}`;
    const batchOf = (name: string): Given[] => [
      ...Array.from({ length: DECISIONS }, (_, index) => {
        const ref = refAt(round * DECISIONS + index);
        const isDecided = expected.get(`${name} ${ref}`)?.decision !== undefined;
        return { ref, decision: isDecided ? 'withdraw' : random() < 0.3 ? 'include' : 'exclude' };
      }),
      ...Array.from({ length: NOTES }, (_, index) => {
        const note = `${name} ${round} ${index}`;
        noted.push(note);
        return { ref: refAt((round + 1) * DECISIONS + index), decision: 'note', note, tags: [note] };
      }),
    ];
    const [first, second] = names.map((name) => ({ name, batch: batchOf(name) }));
    if (!first || !second) throw new Error('two readers');
    // A withdrawal that is repeated finds nothing to withdraw: rounds that begin anew withdraw without a kill.
    const isAnew = first.batch.some(({ decision }) => decision === 'withdraw');
    if (!isAnew) kills += 1;
    await Promise.all([
      decide(first.name, first.batch, isAnew ? undefined : random() * LONGEST_MS),
      decide(second.name, second.batch, undefined),
    ]);
    for (const { name, batch } of [first, second]) {
      for (const { ref, decision, note } of batch) {
        const key = `${name} ${ref}`;
        if (decision === 'withdraw') expected.delete(key);
        else if (note) expected.set(key, { ...expected.get(key), note });
        else expected.set(key, { decision });
      }
    }
  }
  await Promise.all([...servers.values()].map((server) => server.end()));

  const store = openJobStore(join(settings.PAPERQUEUE_DATA_DIR), 1);
  const { events, state, damagedAt } = await createReviewLog(store, () => new Date()).read('R1');
  await store.close();
  expect(damagedAt).toBeUndefined();
  const standing = new Map<string, { decision?: string; note?: string }>();
  for (const { ref, readings, notes } of state.records.values()) {
    for (const { who, note = '' } of notes.values()) standing.set(`${who.name} ${ref}`, { note });
    for (const { who, decision, note } of readings['title-abstract'].values())
      standing.set(`${who.name} ${ref}`, { decision, ...(note && { note }) });
  }
  const sorted = (all: typeof standing) => [...all].sort(([a], [b]) => (a < b ? -1 : 1));
  expect(sorted(standing)).toEqual(sorted(expected));
  const recorded = events.flatMap((event) => ('note' in event && event.note ? [event.note] : []));
  expect(recorded.toSorted()).toEqual(noted.toSorted());
  // Each decision stands once in the log since its reader last withdrew it; a note on it is the same decision again.
  const open = new Set<string>();
  for (const event of events) {
    if (event.what !== 'decide' && event.what !== 'withdraw') continue;
    const key = `${event.who.name} ${event.ref}`;
    const isAgain = event.what === 'withdraw' || event.note !== undefined;
    expect(open.has(key), `${event.n}: ${key}`).toBe(isAgain);
    if (event.what === 'decide') open.add(key);
    else open.delete(key);
  }
});
