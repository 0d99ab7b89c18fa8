import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/contract/secret.ts';
import { openJobStore } from '../../src/jobs/store/job-store.ts';
import { untilAborted } from '../../src/lib/deadline.ts';
import { LOG_START, sealEvents } from '../../src/platform/sealed-log.ts';
import { connectLab } from '../../src/review/lab-reviews.ts';
import { personNamed } from '../../src/review/protocol.ts';
import type { ReviewFile } from '../../src/review/screening/import-decisions.ts';
import { shareReviews } from '../../src/review/screening/lab-sharing.ts';
import { createReviews, type Reviews } from '../../src/review/screening/reviewing.ts';
import { MAX_REVIEWS_OF_ACCOUNT } from '../../src/service/store/reviews-port.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { IS_WHOLE, runs } from '../helpers/runs.ts';
import { storeFolder } from '../jobs/store/stores.ts';
import { openReviewApp } from '../service/review-app.ts';
import { fileOf, opening } from './histories.ts';

/** The client of a lab's reviews, against the service itself. */

const ME = personNamed();
const stores: { close(): unknown }[] = [];
afterEachTest(async () => {
  for (const store of stores.splice(0)) await store.close();
});

/** The review L1 of ana, of four records, on her machine and on that of ben, who has joined it. */
async function openLab(sent: (body: string) => void = () => {}) {
  const { app, tokenOf, database } = await openReviewApp(1_000);
  const machineOf = (name: string, path = '') => {
    const store = openJobStore(storeFolder(), 1);
    stores.push(store);
    const lab = connectLab({
      baseUrl: `http://lab.test${path}`,
      token: new Secret(tokenOf(name)),
      secrets: [],
      userAgent: 'test',
      fetch: async (url, init) => {
        sent(String((init as RequestInit | undefined)?.body ?? ''));
        return app.request(url, init as object);
      },
      isKept: async () => true,
    })(untilAborted(new AbortController().signal));
    const reviews = createReviews({ store, lab, account: 'a', software: 'test', isQuoted: () => true });
    return { store, lab, reviews: shareReviews(reviews, lab) };
  };
  const [ana, ben] = [machineOf('ana'), machineOf('ben')];
  const [open] = opening({ readers: '2' });
  if (!open) throw new Error('no opening');
  await ana.lab.openReview(sealEvents(LOG_START, [open], personNamed('ana'), '2026-01-05T09:00:00.000Z'));
  await ana.reviews.importFile('L1', fileOf([1, 2, 3, 4]), ME);
  await ana.reviews.share('L1', 'ben');
  await ben.reviews.join('L1');
  return { ana: ana.reviews, ben: ben.reviews, machineOf, database };
}

it('sends many records in parts that a proxy with a limit of 1 MB passes on', async () => {
  const sizes: number[] = [];
  const { ana } = await openLab((body) => sizes.push(Buffer.byteLength(body)));
  const { records, ...file } = fileOf(Array.from({ length: 300 }, (_, index) => index + 1));
  const long = records.map((each) => ({ ...each, paper: { ...each.paper, abstract: '海'.repeat(3_000) } }));
  expect(await ana.importFile('L1', { ...file, records: long }, ME)).toMatchObject({ records: 296 });
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(2_000_000);
  expect(Math.max(...sizes)).toBeLessThan(1_000_000);
});

const writersOf = async (reviews: Reviews) => [
  ...new Set((await reviews.read('L1')).events.map(({ what, who }) => `${what} ${who.name}`)),
];

describe('a review of a lab, for a member who gives no name', () => {
  it.runIf(IS_WHOLE)('says when it takes no more of one member, and keeps what is there', async () => {
    const { ana, database } = await openLab();
    const papers = Array.from({ length: 64 }, (_, index) => index + 1);
    await ana.importFile('L1', fileOf(papers), ME);
    database.run('UPDATE review_events SET text = text || hex(zeroblob(32000000)) WHERE n = 1');
    const decided = fileOf(papers, { decision: 'include' });
    await expect(ana.importFile('L1', decided, ME)).rejects.toMatchObject({
      details: { code: 'STORE_UNAVAILABLE', retryable: false },
      message: expect.stringMatching(/limit of what one member may add to L1/),
    });
    expect((await ana.read('L1')).state.decisions).toBe(0);
  });

  it('says that an account has as many reviews as it may, and whom it cannot invite', async () => {
    const { ana, ben, machineOf, database } = await openLab();
    const many = (count: number, from: number) =>
      database.run(
        `INSERT INTO reviews (number, owner, opening, created_at)
         WITH RECURSIVE numbers (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?1)
         SELECT ?2 + i, (SELECT id FROM accounts WHERE name = 'cleo'), ?2 + i, 0 FROM numbers`,
        ...[count - 1, from],
      );
    const member = (columns: string, where: string) =>
      database.run(
        `INSERT INTO review_members (review, account, role, invited_at, joined_at)
         SELECT number, (SELECT id FROM accounts WHERE name = 'ben'), 'reader', 0, ${columns} FROM reviews WHERE ${where}`,
      );
    const { opened, joined, waiting } = MAX_REVIEWS_OF_ACCOUNT;
    many(opened, 2);
    member('NULL', `number BETWEEN 2 AND ${waiting + 1}`);
    const refused = (what: string) => ({ details: { code: 'INVALID_INPUT', problem: [{ what }] } });
    await ana.unshare('L1', 'ben');
    await expect(ana.share('L1', 'ben')).rejects.toMatchObject(refused('invited'));
    database.run('DELETE FROM review_members WHERE joined_at IS NULL');
    await ana.share('L1', 'ben');
    many(joined, opened + 2);
    member('0', `number >= ${opened + 2}`);
    await expect(ben.join('L1')).rejects.toMatchObject(refused('joined'));
    const [open] = opening();
    const sealed = sealEvents(LOG_START, [open as never], personNamed('cleo'), '2026-01-05T09:00:00.000Z');
    await expect(machineOf('cleo').lab.openReview(sealed)).rejects.toMatchObject(refused('opened'));
  });

  it('takes the rest of a batch, and of a file, in which some decisions are longer than it takes', async () => {
    const { ana, ben } = await openLab();
    const tooLong = [
      { note: 'x'.repeat(20_001) },
      { quote: 'x'.repeat(20_001) },
      { tags: ['x'.repeat(1_001)] },
      { tags: Array.from({ length: 1_001 }, (_, tag) => String(tag)) },
      // Each of these is six characters of JSON.
      { note: '\u0001'.repeat(19_000) },
    ];
    const decision = 'include' as const;
    const decisions = [
      { ref: 'L1-1', decision, note: 'x'.repeat(20_000) },
      ...tooLong.map((part) => ({ ref: 'L1-2', decision, ...part })),
      { ref: 'L1-2', decision: 'note' as const, note: 'x'.repeat(20_001) },
      { ref: 'L1-3', decision, tags: ['', 'mice'] },
    ];
    const { accepted, refused } = await ana.screen({ review: 'L1', decisions }, ME);
    const parts = refused.map((each) =>
      each.kind === 'too-long' ? `${each.ref} ${each.part} ${each.most}` : each.kind,
    );
    expect([accepted, parts]).toEqual([
      2,
      ...[
        ['note 20000', 'quote 20000', 'tag 1000', 'tags 1000', 'decision 90000', 'note 20000'].map(
          (part) => `L1-2 ${part}`,
        ),
      ],
    ]);
    const inFile = [1, 2, 3].map((paper) => {
      const note = paper === 2 ? 'x'.repeat(20_001) : 'fits';
      return fileOf([paper], { decision: 'exclude', note }).records[0] as ReviewFile['records'][number];
    });
    const records = inFile.map((each, index) => ({ ...each, row: index + 1 }));
    const taken = await ben.importFile('L1', { name: 'a.csv', databases: [], records }, ME);
    expect(taken).toMatchObject({ accepted: 2, refused: [{ ref: 'L1-2', kind: 'too-long', part: 'note' }] });
    const { state } = await ben.read('L1');
    expect(state.decisions).toBe(4);
    expect(state.records.get('L1-2')?.readings['title-abstract'].size).toBe(0);
  });

  it('takes whatever its reader is not told to be too long', async () => {
    const { ana } = await openLab();
    const long = (most: number) =>
      fc.tuple(fc.constantFrom('x', '"', '\u0001', '\ud800', '論'), fc.integer({ min: 0, max: most }));
    const written = ([sign, count]: [string, number]) => sign.repeat(count);
    const given = fc.record({
      note: long(20_100).map(written),
      quote: long(20_100).map(written),
      tags: fc.tuple(fc.integer({ min: 0, max: 120 }), long(1_010)).map(([count, tag]) => {
        return Array.from({ length: count }, (_, index) => `${index}${written(tag)}`);
      }),
    });
    await fc.assert(
      fc.asyncProperty(given, async (parts) => {
        const decisions = [{ ref: 'L1-1', decision: 'maybe' as const, ...parts }];
        const { accepted, refused } = await ana.screen({ review: 'L1', decisions }, ME);
        expect(accepted + refused.length).toBe(1);
      }),
      { numRuns: runs(40) },
    );
  });

  it('is changed by its owner', async () => {
    const { ana, ben } = await openLab();
    const criteria = { add: [{ kind: 'exclude', text: 'no abstract' } as const] };
    await expect(ben.changeCriteria('L1', criteria, ME)).rejects.toMatchObject({ details: { code: 'INVALID_INPUT' } });
    expect(await ana.changeCriteria('L1', criteria, ME)).toHaveLength(4);
    expect(await ana.changeProtocol('L1', { readers: '1' }, ME)).toMatchObject({ readers: '1' });
    await ana.screen({ review: 'L1', decisions: [{ ref: 'L1-2', decision: 'include' }] }, ME);
    await ana.retrieve('L1', 'L1-2', false, ME);
    expect(await writersOf(ben)).toEqual([
      ...['open ana', 'import ana', 'criteria ana', 'protocol ana', 'decide ana', 'retrieve ana'],
    ]);
  });

  it('takes decisions of a file that writes the name in other letters, and those of nobody else', async () => {
    const { ben } = await openLab();
    const own = await ben.importFile('L1', fileOf([1, 2], { decision: 'include', reader: 'BEN' }), ME);
    expect(own).toMatchObject({ records: 0, accepted: 2, refused: [] });
    const other = await ben.importFile('L1', fileOf([3], { decision: 'include', reader: 'Ana' }), ME);
    expect(other).toMatchObject({ accepted: 0, refused: [{ kind: 'of-another-reader', name: 'Ana' }] });
    expect(await writersOf(ben)).toEqual(['open ana', 'import ana', 'decide ben']);
  });
});

describe('the client of a lab', () => {
  it.runIf(IS_WHOLE)('sends more events than a request may carry', async () => {
    const { ana, ben } = await openLab();
    const many = Array.from({ length: 1_010 }, (_, index) => index + 1);
    const file = fileOf(many, { decision: 'exclude' });
    expect(await ana.importFile('L1', file, ME)).toMatchObject({ records: 1_006, accepted: 1_010, refused: [] });
    expect(await ana.importFile('L1', file, ME)).toMatchObject({ records: 0, accepted: 1_010, refused: [] });
    expect((await ben.read('L1')).state.decisions).toBe(1_010);
  });

  it('is not needed for what is noted on this machine', async () => {
    const { machineOf } = await openLab();
    const { store, reviews } = machineOf('ana', '/elsewhere');
    await expect(reviews.list()).rejects.toMatchObject({ details: { code: 'JOB_NOT_FOUND' } });
    const [open] = opening({ stages: ['full-text'] });
    if (!open) throw new Error('no opening');
    await store.openReview(sealEvents(LOG_START, [open], ME, '2026-01-05T09:00:00.000Z'));
    await reviews.importFile('R1', fileOf([1]), ME);
    expect(await reviews.noteRetrieval('R1-1', true, ME)).toEqual(['R1']);
  });
});
