import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMemoryPace, createPacer } from '../../../src/platform/net/pacer.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { openStore, openStoreFile } from '../../jobs/store/stores.ts';

const NOON = Date.UTC(2026, 2, 1, 12);

afterEach(() => {
  vi.useRealTimers();
});

const openPaces = (...accounts: string[]) => {
  const folder = temporaryFolder();
  return accounts.map((account) => openStore(folder).paceOf(account));
};

/** The paces of two processes that work for one account. */
const openTwo = () => {
  const [one, two] = openPaces('account', 'account');
  if (!one || !two) throw new Error('two paces were opened');
  return { one, two };
};

describe('two stores on one file', () => {
  it('share the places of a minute, and a place is free again 61 seconds after it was taken', () => {
    const { one, two } = openTwo();
    expect(one.take('read', 2, NOON)).toBe(0);
    expect(two.take('read', 2, NOON + 1_000)).toBe(0);
    expect(one.take('read', 2, NOON + 2_000)).toBe(59_000);
    expect(two.take('read', 2, NOON + 60_999)).toBe(1);
    expect(two.take('read', 2, NOON + 61_000)).toBe(0);
    expect(one.take('read', 2, NOON + 61_000)).toBe(1_000);
  });

  it('each keep their own number of places: the smaller one waits longer', () => {
    const { one, two } = openTwo();
    for (const second of [0, 1, 2]) one.take('read', 10, NOON + second * 1_000);
    expect(two.take('read', 2, NOON + 3_000)).toBe(59_000);
    expect(one.take('read', 10, NOON + 3_000)).toBe(0);
  });

  it('do not share a pace between accounts', () => {
    const [mine, other] = openPaces('mine', 'other');
    mine?.take('read', 1, NOON);
    mine?.pauseUntil(NOON + 600_000, NOON);
    mine?.take('create', 1, NOON);
    expect(other?.take('read', 1, NOON)).toBe(0);
  });

  it('take no place for a question that was answered with a wait', () => {
    const { one, two } = openTwo();
    one.take('read', 1, NOON);
    for (const second of [1, 2, 3]) two.take('read', 1, NOON + second * 1_000);
    expect(two.take('read', 1, NOON + 61_000)).toBe(0);
  });
});

describe('a creation that waits', () => {
  it('comes before the reads of other processes', () => {
    const { one, two } = openTwo();
    two.take('read', 1, NOON);
    expect(one.take('create', 1, NOON + 60_000)).toBe(1_000);
    expect(two.take('read', 1, NOON + 61_000)).toBe(500);
    expect(one.take('create', 1, NOON + 61_000)).toBe(0);
  });

  it('does not stand in the way of other creations', () => {
    const { one, two } = openTwo();
    two.take('read', 1, NOON);
    one.take('create', 1, NOON + 60_000);
    expect(two.take('create', 1, NOON + 61_000)).toBe(0);
  });

  it('lets reads go when it says that it waits no more, unless that of another process still waits', () => {
    const { one, two } = openTwo();
    one.take('create', 9, NOON);
    two.take('create', 9, NOON);
    one.stopWaiting();
    expect(one.take('read', 9, NOON)).toBe(500);
    two.stopWaiting();
    expect(one.take('read', 9, NOON)).toBe(0);
  });

  it.each([
    [4_999, 500],
    [5_000, 0],
  ])('of a process that was killed is forgotten after five seconds: after %i ms a read waits %i ms', (later, wait) => {
    const { one, two } = openTwo();
    one.take('create', 9, NOON);
    expect(two.take('read', 9, NOON + later)).toBe(wait);
  });

  it('is remembered as long as it asks again', () => {
    const { one, two } = openTwo();
    one.pauseUntil(NOON + 10_000, NOON);
    one.take('create', 9, NOON);
    one.take('create', 9, NOON + 4_000);
    one.take('create', 9, NOON + 8_000);
    expect(two.take('read', 9, NOON + 10_000)).toBe(500);
  });
});

describe('a pause', () => {
  it('holds back reads and creations of all processes until its end', () => {
    const { one, two } = openTwo();
    one.pauseUntil(NOON + 30_000, NOON);
    expect(two.take('read', 9, NOON)).toBe(30_000);
    expect(two.take('create', 9, NOON + 29_999)).toBe(1);
    expect(two.take('create', 9, NOON + 30_000)).toBe(0);
  });

  it('that is longer counts, in whichever order they are asked for', () => {
    const { one, two } = openTwo();
    one.pauseUntil(NOON + 30_000, NOON);
    two.pauseUntil(NOON + 5_000, NOON);
    expect(one.take('read', 9, NOON)).toBe(30_000);
    two.pauseUntil(NOON + 40_000, NOON);
    expect(one.take('read', 9, NOON)).toBe(40_000);
  });

  it('ends not before a part of a millisecond that was asked for', () => {
    const { one } = openTwo();
    one.pauseUntil(NOON + 10.2, NOON);
    expect(one.take('read', 9, NOON + 10)).toBe(1);
  });

  it('does not shorten the wait for a place', () => {
    const { one, two } = openTwo();
    one.take('read', 1, NOON);
    one.pauseUntil(NOON + 5_000, NOON);
    expect(two.take('read', 1, NOON + 1_000)).toBe(60_000);
  });

  it('is kept across a restart', () => {
    const folder = temporaryFolder();
    openStore(folder)
      .paceOf('account')
      .pauseUntil(NOON + 30_000, NOON);
    expect(openStore(folder).paceOf('account').take('create', 9, NOON)).toBe(30_000);
  });
});

describe('a clock that is set back', () => {
  it('by an hour does not make anybody wait an hour for a place', () => {
    const { one, two } = openTwo();
    one.take('read', 1, NOON);
    expect(two.take('read', 1, NOON - 3_600_000)).toBe(0);
  });

  it('by an hour forgets a creation that waited then', () => {
    const { one, two } = openTwo();
    one.take('create', 9, NOON);
    expect(two.take('read', 9, NOON - 3_600_000)).toBe(0);
  });

  const MONTH_MS = 30 * 24 * 3_600_000;

  const PACES: [string, typeof openTwo][] = [
    ['in the store', openTwo],
    [
      'of this process',
      () => {
        const pace = createMemoryPace();
        return { one: pace, two: pace };
      },
    ],
  ];

  it.each(PACES)(
    'while a request is out does not lengthen the pause that its answer asks for, in the pace %s',
    (_which, open) => {
      const { one, two } = open();
      one.pauseUntil(NOON + 60_000, NOON);
      two.pauseUntil(NOON - MONTH_MS + 5_000, NOON - MONTH_MS);
      expect(one.take('read', 9, NOON - MONTH_MS)).toBe(5_000);
      expect(one.take('read', 9, NOON - MONTH_MS + 5_000)).toBe(0);
    },
  );

  it.each(PACES)('by a month ends a pause that was asked for before it, in the pace %s', (_which, open) => {
    const { one, two } = open();
    one.pauseUntil(NOON + 60_000, NOON);
    expect(two.take('read', 9, NOON)).toBe(60_000);
    expect(two.take('read', 9, NOON - MONTH_MS)).toBe(0);
    two.pauseUntil(NOON - MONTH_MS + 5_000, NOON - MONTH_MS);
    expect(one.take('read', 9, NOON - MONTH_MS)).toBe(5_000);
  });

  it('by some seconds still keeps the pace', () => {
    const { one, two } = openTwo();
    one.take('read', 1, NOON);
    expect(two.take('read', 1, NOON - 10_000)).toBe(71_000);
  });
});

it('the pacers of two processes never send more than the number in any minute, and all get their turn', async () => {
  vi.useFakeTimers({ now: NOON });
  const { one, two } = openTwo();
  const pacers = [createPacer(one, 3), createPacer(two, 3)];
  const granted: number[] = [];
  const all = Array.from({ length: 12 }, (_, index) =>
    pacers[index % 2]?.acquire(index % 5 === 0 ? 'create' : 'read').then(() => granted.push(Date.now())),
  );
  await vi.advanceTimersByTimeAsync(5 * 61_000);
  await Promise.all(all);
  expect(granted).toHaveLength(12);
  granted.slice(3).forEach((at, index) => {
    expect(at - (granted[index] as number)).toBeGreaterThanOrEqual(60_000);
  });
});

describe('while another process holds the store', () => {
  const NOW = Date.parse('2026-03-01T10:00:00.000Z');

  it('asking again soon is the answer, for ten seconds; then it is said that the store cannot be used', () => {
    const folder = temporaryFolder();
    const pace = openStore(folder).paceOf('account');
    openStoreFile(folder).transaction(() => {
      for (const ms of [0, 5_000, 9_999]) expect(pace.take('create', 10, NOW + ms)).toBe(100);
      expect(() => pace.take('create', 10, NOW + 10_000)).toThrow('database is locked');
    });
    expect(pace.take('create', 10, NOW + 10_001)).toBe(0);
  });

  it('a pause that the service asks for is not forgotten', () => {
    const folder = temporaryFolder();
    const pace = openStore(folder).paceOf('account');
    openStoreFile(folder).transaction(() => {
      for (const until of [NOW + 60_000, NOW + 30_000])
        expect(() => pace.pauseUntil(until, NOW)).toThrow('database is locked');
    });
    expect(pace.take('create', 10, NOW + 1_000)).toBe(59_000);
    expect(
      openStore(folder)
        .paceOf('account')
        .take('read', 10, NOW + 1_000),
    ).toBe(59_000);
  });
});
