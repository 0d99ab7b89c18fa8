import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { RawServer } from '../helpers/built-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { type Answer, Caller, expectBooksToHold } from './caller.ts';
import { answers, type ChargingOptions, ChargingServer, closes } from './charging-server.ts';

/** Two servers on one data folder, as when a person runs two hosts at once: one of them the built one. */

const folder = temporaryFolder();
const WAIT = { waitSeconds: 15 };
let folders = 0;
let service: ChargingServer;
let callers: [Caller, Caller];

async function open(options: ChargingOptions, settings: Record<string, string> = {}): Promise<void> {
  folders += 1;
  const dataDir = join(folder, `${folders}`);
  service = await new ChargingServer(options).start();
  callers = await Promise.all([
    Caller.open(service.baseUrl, dataDir, settings),
    Caller.open(service.baseUrl, dataDir, settings, RawServer),
  ]);
  // Waits until both have opened the store, so that their calls meet.
  await Promise.all(callers.map((caller) => caller.jobs()));
}

afterEach(async () => {
  await Promise.all(callers.map((caller) => caller.end()));
  await service.closePort();
});

const both = (args: object): Promise<Answer[]> => Promise.all(callers.map((caller) => caller.search(args)));
const asking = (what: string) => ({ query: `How do mussels settle on rocky shores between the tides? ${what}` });

describe('two processes on one store', () => {
  it('make one creation of the same request at once: both get the papers, one of them reused', async () => {
    await open({ creationMs: 250 });
    for (let round = 1; round <= 6; round += 1) {
      const found = await both({ ...asking(`Round ${round}.`), ...WAIT });
      expect(service.creations).toHaveLength(round);
      for (const answer of found) {
        expect(answer).toMatchObject({ job: { ref: `J${round}`, status: 'success' } });
        expect(answer.papers).toHaveLength(1);
      }
      expect(found.map(({ job }) => job?.reused).sort()).toEqual([false, true]);
      expect(found.map(({ credits }) => credits?.cost).sort()).toEqual([0, 1]);
    }
    expect(service.charged).toBe(6);
    await expectBooksToHold(callers[0], service);
  });

  it('create both of two different requests at once', async () => {
    await open({ creationMs: 100 });
    for (let round = 1; round <= 6; round += 1) {
      const found = await Promise.all(
        callers.map((caller, nth) => caller.search({ ...asking(`Round ${round}, host ${nth}.`), ...WAIT })),
      );
      for (const answer of found) {
        expect(answer).toMatchObject({
          job: { status: 'success', reused: false },
          credits: { charged: 'yes', cost: 1 },
        });
        expect(answer.papers).toHaveLength(1);
      }
      expect(new Set(found.map(({ job }) => job?.ref)).size).toBe(2);
      expect(service.creations).toHaveLength(2 * round);
    }
    expect(await callers[0].jobs()).toEqual(await callers[1].jobs());
    await expectBooksToHold(callers[1], service);
  });

  it('stay under one daily cap together: of twelve requests at once as many are created as it allows', async () => {
    await open({ creationMs: 50 }, { PAPERQUEUE_DAILY_CREDIT_CAP: '5' });
    const asked = callers.flatMap((caller, host) =>
      [1, 2, 3, 4, 5, 6].map((nth) => caller.search({ ...asking(`Host ${host}, number ${nth}.`), ...WAIT })),
    );
    const found = await Promise.all(asked);
    expect(found.filter(({ job }) => job?.status === 'success')).toHaveLength(5);
    expect(found.filter(({ error }) => error?.code === 'CREDIT_CAP' && error.charged === 'no')).toHaveLength(7);
    expect(service.creations).toHaveLength(5);
    expect(service.charged).toBe(5);
    await expectBooksToHold(callers[0], service);
  });

  it('send a creation of unknown outcome once, and both say so', async () => {
    await open({ creationMs: 250 });
    service.fates.push({ charged: true, answer: closes });
    const found = await both({ ...asking('Lost.'), ...WAIT });
    // Who made the creation is told of a failure; who met it under way may be told of a job in that state.
    const told = found.map(({ error, job }) => error?.code ?? job?.status);
    expect(told).toContain('CHARGE_UNKNOWN');
    for (const state of told) expect(['CHARGE_UNKNOWN', 'unknown']).toContain(state);
    for (const { error } of await both({ ...asking('Lost.'), ...WAIT })) {
      expect(error).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'no' });
    }
    expect(service.creations).toHaveLength(1);
    await expectBooksToHold(callers[1], service);
  });

  it('hold a spent cap with what is unknown, whichever of them asks', async () => {
    await open({}, { PAPERQUEUE_DAILY_CREDIT_CAP: '1' });
    service.fates.push({ charged: false, answer: answers(502, 'Bad gateway') });
    expect((await callers[0].search(asking('First.'))).error).toMatchObject({ code: 'CHARGE_UNKNOWN' });
    expect((await callers[1].search(asking('Second.'))).error).toMatchObject({ code: 'CREDIT_CAP', charged: 'no' });
    expect(service.creations).toHaveLength(1);
    await expectBooksToHold(callers[1], service);
  });
});
