import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/contract/secret.ts';
import { readConfig } from '../../src/platform/config.ts';
import { startWorker } from '../../src/service/queue/worker.ts';
import { createSealer } from '../../src/service/scraping/sealer.ts';
import type { LeasedJob, ServiceStore } from '../../src/service/store/port.ts';
import { SCRAPER_KEY } from '../helpers/secrets.ts';
import { until } from '../helpers/until.ts';

const [OLD, NEW] = ['0b'.repeat(32), 'C4'.repeat(32)];
const sealer = (...keys: string[]) => createSealer(new Secret(keys.join(',')));

describe('a sealed scraper key', () => {
  const sealed = sealer(OLD).seal(new Secret(SCRAPER_KEY), 7);

  it('opens with the same key for the same account, and does not show what it holds', () => {
    expect(sealer(OLD).open(sealed, 7)?.reveal()).toBe(SCRAPER_KEY);
    expect(Buffer.from(sealed).toString('latin1')).not.toContain(SCRAPER_KEY.slice(0, 6));
    expect(sealer(OLD).seal(new Secret(SCRAPER_KEY), 7)).not.toEqual(sealed);
  });

  it('opens while its key is being replaced, by keys of which the first one seals', () => {
    expect(sealer(NEW, OLD).open(sealed, 7)?.reveal()).toBe(SCRAPER_KEY);
    const anew = sealer(NEW, OLD).seal(new Secret(SCRAPER_KEY), 7);
    expect([sealer(NEW).open(anew, 7)?.reveal(), sealer(OLD).open(anew, 7)]).toEqual([SCRAPER_KEY, undefined]);
  });

  it('opens for no other account, and not once a bit of it was changed or its end is missing', () => {
    expect(sealer(OLD).open(sealed, 8)).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
        const changed = Uint8Array.from(sealed);
        changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
        expect(sealer(OLD).open(changed, 7)).toBeUndefined();
      }),
    );
    for (const length of [0, 11, 12, 27, 28, 29]) expect(sealer(OLD).open(sealed.slice(0, length), 7)).toBeUndefined();
  });

  it.each([['0b'.repeat(31)], ['xy'.repeat(32)], [`${OLD},`], [`${OLD} ${NEW}`]])('is not made with %s', (wrong) => {
    const read = () => readConfig({ PAPERQUEUE_SEALING_KEY: wrong });
    expect(read).toThrow(/PAPERQUEUE_SEALING_KEY: 64 hexadecimal digits/);
    expect(read).not.toThrow(wrong);
  });
});

describe('a worker', () => {
  /** What a search of a job with this sealed key gets, and the notes that the job ends with. */
  async function run(sealedKey: Uint8Array, keys: string) {
    const job = {
      id: 'j',
      token: 't',
      account: 7,
      hasKey: true,
      attempts: 1,
      createdAt: 0,
      sealedKey,
      request: { operation: 'querySearch', body: { query: 'q', enrich: true }, filters: { limit: 100 } },
    } as const satisfies LeasedJob;
    const waiting: LeasedJob[] = [job];
    const ended: string[][] = [];
    const jobs = {
      lease: async () => waiting.shift(),
      finish: async (_: LeasedJob, { notes }: { notes: string[] }) => ended.push(notes) > 0,
      dueInMs: async () => undefined,
    } as unknown as ServiceStore['jobs'];
    const got: (string | undefined)[] = [];
    const reported: string[] = [];
    const worker = startWorker({
      store: { jobs },
      sealer: sealer(keys),
      search: (_, { scraperKey }) => {
        got.push(scraperKey?.reveal());
        return { papers: [], notes: [] };
      },
      onError: (event) => reported.push(event),
    });
    worker.wake();
    await until(() => ended.length > 0, 'the end of the job');
    await worker.stop();
    return { got, notes: ended[0], reported };
  }

  const sealed = sealer(OLD).seal(new Secret(SCRAPER_KEY), 7);

  it('gives the search the key that came sealed with the job', async () => {
    expect(await run(sealed, OLD)).toEqual({ got: [SCRAPER_KEY], notes: [], reported: [] });
  });

  it('searches without one that it cannot open, and says so to the caller and in the log', async () => {
    const { got, notes, reported } = await run(sealed, NEW);
    expect([got, notes]).toEqual([[undefined], [{ kind: 'scraper-key-unreadable' }]]);
    expect(reported).toEqual([expect.stringContaining('the sealing keys of this service')]);
  });
});
