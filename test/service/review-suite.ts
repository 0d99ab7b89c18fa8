import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { SealedEvent } from '../../src/jobs/ports/reviews.ts';
import { LOG_START, type LogEnd, sealEvents } from '../../src/platform/sealed-log.ts';
import type { ReviewAct } from '../../src/review/events.ts';
import type { Reader } from '../../src/review/protocol.ts';
import type { ServiceStore } from '../../src/service/store/port.ts';
import { MAX_REVIEWS_OF_ACCOUNT } from '../../src/service/store/reviews-port.ts';
import { opening } from '../review/histories.ts';

const AT = '2026-01-05T09:00:00.000Z';
const person = (name: string): Reader => ({ kind: 'human', name });
const [OPEN, IMPORT] = opening({}, 3) as [ReviewAct, ReviewAct];
const decide = (ref: string): ReviewAct => ({ what: 'decide', stage: 'title-abstract', ref, decision: 'include' });
const UPLOAD = { upload: 'upload-1', part: 0, records: 3, zipped: gzipSync('[1,2,3]') };

/** `longText`: an expression for a text of so many characters. */
type Opened = { store: ServiceStore; run(statement: string): unknown; longText(characters: number): string };

/** What every store of the service promises about reviews. */
export function describeReviews(open: () => Promise<Opened>): void {
  /** Ana's review with records; Ben is a reader, Cleo is nobody. */
  async function opened() {
    const { store, run, longText } = await open();
    const { reviews, accounts } = store;
    const accountOf = async (name: string) =>
      (await accounts.create(name, { basic: 1, pro: 0, privateKey: 0 })) as number;
    const [ana, ben, cleo] = [await accountOf('ana'), await accountOf('ben'), await accountOf('cleo')];
    const first = sealEvents(LOG_START, [OPEN], person('ana'), AT);
    const review = (await reviews.open(ana, first[0] as SealedEvent)) as number;
    await reviews.upload(ana, review, UPLOAD);
    const second = sealEvents(first[0] as LogEnd, [IMPORT], person('ana'), AT);
    await reviews.append(ana, review, second, { upload: UPLOAD.upload, parts: 1 });
    await reviews.invite(ana, review, 'ben');
    await reviews.join(ben, review);
    const damage = (of: number, n: number) =>
      run(`UPDATE review_events SET text = text || ' ' WHERE review = ${of} AND n = ${n}`);
    return {
      store,
      run,
      longText,
      damage,
      reviews,
      accountOf,
      ana,
      ben,
      cleo,
      review,
      first,
      end: second[0] as LogEnd,
    };
  }

  it('is opened once, however often its opening comes', async () => {
    const { reviews, ana, ben, review, first } = await opened();
    expect(await reviews.open(ana, first[0] as SealedEvent)).toBe(review);
    expect(await reviews.open(ben, first[0] as SealedEvent)).toEqual({ refused: 'writer' });
    const [notOpen] = sealEvents(LOG_START, [decide('J1-1')], person('ana'), AT);
    expect(await reviews.open(ana, notOpen as SealedEvent)).toEqual({ refused: 'chain' });
    expect(await reviews.list(ana)).toHaveLength(1);
  });

  it('gives members the log and its records, from where they are', async () => {
    const { reviews, ben, review, end } = await opened();
    const { events, end: last } = (await reviews.events(ben, review, 0)) ?? { events: [], end: 0 };
    expect([events.map(({ n }) => n), last, events.at(-1)?.hash]).toEqual([[1, 2], 2, end.hash]);
    expect(await reviews.events(ben, review, 2)).toEqual({ events: [], end: 2 });
    const records = await reviews.records(ben, review, 0, 0);
    expect(records?.pages).toBe(1);
    expect(Buffer.from(records?.zipped as Uint8Array)).toEqual(UPLOAD.zipped);
    expect(await reviews.records(ben, review, 2, 0)).toEqual({ zipped: undefined, pages: 0 });
  });

  it('is as if it were not there for everybody else, and for who was invited and has not joined', async () => {
    const { reviews, ana, cleo, review, end } = await opened();
    const [event] = sealEvents(end, [decide('J1-1')], person('cleo'), AT) as [SealedEvent];
    const nothing = async () => {
      expect(await reviews.events(cleo, review, 0)).toBeUndefined();
      expect(await reviews.records(cleo, review, 0, 0)).toBeUndefined();
      expect(await reviews.members(cleo, review)).toBeUndefined();
      const unknown = { refused: 'unknown' };
      expect(await reviews.append(cleo, review, [event])).toEqual(unknown);
      expect(await reviews.upload(cleo, review, UPLOAD)).toEqual(unknown);
      expect(await reviews.putAside(cleo, review, 2)).toEqual(unknown);
      expect(await reviews.invite(cleo, review, 'cleo')).toEqual(unknown);
      expect(await reviews.remove(cleo, review, 'ben')).toEqual(unknown);
    };
    await nothing();
    expect([await reviews.list(cleo), await reviews.join(cleo, review)]).toEqual([[], false]);
    expect(await reviews.remove(cleo, review, 'cleo')).toEqual({ refused: 'unknown' });
    await reviews.invite(ana, review, 'cleo');
    await nothing();
    expect(await reviews.list(cleo)).toMatchObject([{ review, owner: 'ana', isInvited: true, role: 'reader' }]);
    expect(await reviews.remove(cleo, review, 'cleo')).toEqual({ removed: true });
    expect(await reviews.list(cleo)).toEqual([]);
  });

  it('takes events of the account alone, or of its assistants', async () => {
    const { reviews, ana, ben, review, end } = await opened();
    const append = (account: number, who: Reader) =>
      reviews.append(account, review, sealEvents(end, [decide('J1-1')], who, AT));
    const writer = { refused: 'writer' };
    expect(await append(ben, person('ana'))).toEqual(writer);
    expect(await append(ana, person('Ana'))).toEqual(writer);
    expect(await append(ben, { kind: 'assistant', name: 'model' })).toEqual(writer);
    expect(await append(ben, { kind: 'assistant', name: 'ben/' })).toEqual(writer);
    expect(await append(ben, { kind: 'assistant', name: 'ana/model' })).toEqual(writer);
    expect(await append(ben, { kind: 'assistant', name: 'ben/model' })).toMatchObject({ end: { n: 3 } });
  });

  it('takes from readers what reading is, and from its owner what sets it up', async () => {
    const { reviews, ben, review, end } = await opened();
    const forbidden: ReviewAct[] = [IMPORT, { what: 'criteria', criteria: [] }, OPEN];
    for (const act of forbidden) {
      expect(await reviews.append(ben, review, sealEvents(end, [act], person('ben'), AT))).toEqual({
        refused: 'not-owner',
      });
    }
    expect(await reviews.upload(ben, review, UPLOAD)).toEqual({ refused: 'not-owner' });
    expect(await reviews.invite(ben, review, 'cleo')).toEqual({ refused: 'not-owner' });
    expect(await reviews.putAside(ben, review, 1)).toEqual({ refused: 'not-owner' });
    expect(await reviews.remove(ben, review, 'ana')).toEqual({ refused: 'not-owner' });
  });

  it('adds to the end that the writer knows, once, and of two writers one', async () => {
    const { reviews, ana, ben, review, end } = await opened();
    const [one, two] = [
      sealEvents(end, [decide('J1-1')], person('ana'), AT),
      sealEvents(end, [decide('J1-2')], person('ben'), AT),
    ];
    const added = await Promise.all([reviews.append(ana, review, one), reviews.append(ben, review, two)]);
    const [isOne] = added.map((each) => !('refused' in each));
    const [winner, loser] = isOne ? [one, two] : [two, one];
    expect(added).toContainEqual({ refused: 'conflict', end: { n: 3, hash: winner[0]?.hash } });
    // The answer was lost: the same again adds nothing.
    expect(await reviews.append(isOne ? ana : ben, review, winner)).toEqual({ end: { n: 3, hash: winner[0]?.hash } });
    expect(await reviews.append(isOne ? ben : ana, review, loser)).toMatchObject({ refused: 'conflict' });
    const { events } = (await reviews.events(ana, review, 2)) ?? { events: [] };
    expect(events).toMatchObject(winner);
  });

  it('refuses what does not follow, and adds none of it', async () => {
    const { reviews, ana, review, end } = await opened();
    const [first, second] = sealEvents(end, [decide('J1-1'), decide('J1-2')], person('ana'), AT) as [
      SealedEvent,
      SealedEvent,
    ];
    const chain = { refused: 'chain' };
    expect(await reviews.append(ana, review, [{ ...first, text: first.text.replace('include', 'exclude') }])).toEqual(
      chain,
    );
    expect(await reviews.append(ana, review, [first, { ...second, hash: first.hash }])).toEqual(chain);
    const other = sealEvents({ n: end.n, hash: 'of another log' }, [decide('J1-1')], person('ana'), AT);
    expect(await reviews.append(ana, review, other)).toEqual(chain);
    expect((await reviews.events(ana, review, 2))?.events).toEqual([]);
  });

  it('adds records with their import or not at all', async () => {
    const { reviews, ana, review, end } = await opened();
    const more = sealEvents(end, [IMPORT], person('ana'), AT);
    const append = (parts: number, upload = 'upload-2') =>
      reviews.append(ana, review, more, parts > 0 ? { upload, parts } : undefined);
    const refused = { refused: 'records' };
    expect(await append(0)).toEqual(refused);
    expect(await append(1)).toEqual(refused);
    const part = { ...UPLOAD, upload: 'upload-2', records: 2 };
    await reviews.upload(ana, review, part);
    expect(await append(1)).toEqual(refused);
    await reviews.upload(ana, review, { ...part, part: 1, records: 1 });
    // Sent again after a lost answer.
    await reviews.upload(ana, review, { ...part, part: 1, records: 1 });
    expect(await append(1)).toEqual(refused);
    expect(await append(2)).toMatchObject({ end: { n: 3 } });
    expect((await reviews.records(ana, review, 2, 1))?.pages).toBe(2);
    expect(await append(2)).toMatchObject({ end: { n: 3 } });
  });

  it('pages a long log', async () => {
    const { reviews, ana, review, end } = await opened();
    const acts = Array.from({ length: 2_500 }, (_, index) => decide(`J1-${index}`));
    await reviews.append(ana, review, sealEvents(end, acts, person('ana'), AT));
    const seen: number[] = [];
    for (let after = 0; ; after = seen.at(-1) ?? 0) {
      const page = await reviews.events(ana, review, after);
      if (!page || page.events.length === 0) break;
      seen.push(...page.events.map(({ n }) => n));
      expect(page.end).toBe(2_502);
    }
    expect(seen).toEqual(Array.from({ length: 2_502 }, (_, index) => index + 1));
    const note = 'n'.repeat(900_000);
    const long = Array.from({ length: 4 }, () => ({ ...decide('J1-1'), note }) as ReviewAct);
    const last = (await reviews.events(ana, review, 2_501))?.events.at(-1) as LogEnd;
    await reviews.append(ana, review, sealEvents(last, long, person('ana'), AT));
    expect((await reviews.events(ana, review, 2_502))?.events.map(({ n }) => n)).toEqual([2_503, 2_504, 2_505]);
  });

  describe('its members', () => {
    it('are invited by their name, join, leave and are removed; what they wrote stays', async () => {
      const { reviews, ana, ben, cleo, review, end } = await opened();
      expect(await reviews.invite(ana, review, 'nobody')).toEqual({ refused: 'no-account' });
      expect(await reviews.invite(ana, review, 'cleo')).toMatchObject({ name: 'cleo', isInvited: true });
      expect(await reviews.members(ben, review)).toMatchObject([
        { name: 'ana', role: 'owner', isInvited: false },
        { name: 'ben', role: 'reader', isInvited: false },
        { name: 'cleo', role: 'reader', isInvited: true },
      ]);
      expect([await reviews.join(cleo, review), await reviews.join(cleo, review)]).toEqual([true, true]);
      // Whoever is a member stays it when invited once more.
      expect(await reviews.invite(ana, review, 'cleo')).toMatchObject({ isInvited: false });
      await reviews.append(cleo, review, sealEvents(end, [decide('J1-1')], person('cleo'), AT));
      expect(await reviews.remove(cleo, review, 'cleo')).toEqual({ removed: true });
      expect(await reviews.remove(ana, review, 'ben')).toEqual({ removed: true });
      expect(await reviews.remove(ana, review, 'ben')).toEqual({ removed: false });
      expect(await reviews.remove(ana, review, 'ana')).toEqual({ removed: false });
      expect(await reviews.events(ben, review, 0)).toBeUndefined();
      expect((await reviews.members(ana, review))?.map(({ name }) => name)).toEqual(['ana']);
      expect((await reviews.events(ana, review, 2))?.events).toHaveLength(1);
    });

    it('have names that differ in more than the case of letters', async () => {
      const { reviews, accountOf, ana, review } = await opened();
      await accountOf('BEN');
      await accountOf('Ana');
      expect(await reviews.invite(ana, review, 'BEN')).toEqual({ refused: 'same-name' });
      expect(await reviews.invite(ana, review, 'Ana')).toEqual({ refused: 'same-name' });
    });
  });

  it('has what follows a damage put aside, and nothing else', async () => {
    const { reviews, damage, ana, review, end } = await opened();
    await reviews.append(ana, review, sealEvents(end, [decide('J1-1'), decide('J1-2')], person('ana'), AT));
    expect(await reviews.putAside(ana, review, 3)).toEqual({ refused: 'intact' });
    damage(review, 3);
    expect(await reviews.putAside(ana, review, 2)).toEqual({ refused: 'intact' });
    expect(await reviews.putAside(ana, review, 4)).toEqual({ refused: 'intact' });
    expect(await reviews.putAside(ana, review, 3)).toBe(2);
    expect(await reviews.events(ana, review, 2)).toEqual({ events: [], end: 2 });
    expect(await reviews.append(ana, review, sealEvents(end, [decide('J1-3')], person('ana'), AT))).toMatchObject({
      end: { n: 3 },
    });
  });

  it('reads of a repair, however long the log, what stands at the place alone', async () => {
    const { reviews, run, longText, damage, ana, review, end } = await opened();
    await reviews.append(ana, review, sealEvents(end, [decide('J1-1'), decide('J1-2')], person('ana'), AT));
    // What was damaged before and after is not looked at, nor is it needed.
    damage(review, 1);
    run(`UPDATE review_events SET text = ${longText(1_000_000)} WHERE review = ${review} AND n = 4`);
    expect(await reviews.putAside(ana, review, 3)).toEqual({ refused: 'intact' });
    expect(await reviews.putAside(ana, review, 9)).toEqual({ refused: 'intact' });
    expect(await reviews.putAside(ana, review, 4)).toBe(1);
    run(`DELETE FROM review_events WHERE review = ${review} AND n = 2`);
    expect(await reviews.putAside(ana, review, 3)).toEqual({ refused: 'intact' });
    expect(await reviews.putAside(ana, review, 2)).toBe(1);
    expect(await reviews.putAside(ana, review, 1)).toBe(1);
    expect(await reviews.events(ana, review, 0)).toEqual({ events: [], end: 0 });
  });

  it('is listed by what stands beside it, whatever became of its opening', async () => {
    const { reviews, run, longText, accountOf, ana, review } = await opened();
    run(`UPDATE review_events SET text = ${longText(1_000_000)} WHERE review = ${review} AND n = 1`);
    expect(await reviews.list(ana)).toMatchObject([{ question: 'Does it work?', end: 2 }]);
    const dora = await accountOf('dora');
    const odd = { ...OPEN, question: `\0${'\u{1f9ec}'.repeat(400)}` } as ReviewAct;
    const [first] = sealEvents(LOG_START, [odd], person('dora'), AT);
    await reviews.open(dora, first as SealedEvent);
    const [{ question = '' } = {}] = await reviews.list(dora);
    expect([question.isWellFormed(), question.slice(0, 3)]).toEqual([true, ' \u{1f9ec}']);
  });

  it('is one of so many that an account opens, is invited to and joins', async () => {
    const { reviews, accountOf, ana, ben, review } = await opened();
    const { opened: most, waiting, waitingOfOwner } = MAX_REVIEWS_OF_ACCOUNT;
    const openings = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => {
        const question = `Question ${index}`;
        return sealEvents(LOG_START, [{ ...OPEN, question } as ReviewAct], person(name), AT)[0] as SealedEvent;
      });
    const own: number[] = [];
    const [last, ...others] = openings('ana', most);
    for (const each of others) own.push((await reviews.open(ana, each)) as number);
    expect(await reviews.open(ana, last as SealedEvent)).toEqual({ refused: 'too-many-reviews' });
    // The same again is no further one.
    expect(await reviews.open(ana, others[0] as SealedEvent)).toBe(own[0]);
    const tooMany = { refused: 'too-many-invitations' };
    for (const each of own.slice(0, waitingOfOwner)) await reviews.invite(ana, each, 'ben');
    expect(await reviews.invite(ana, own[waitingOfOwner] as number, 'ben')).toEqual(tooMany);
    expect(await reviews.invite(ana, own[0] as number, 'ben')).toMatchObject({ isInvited: true });
    expect(await reviews.invite(ana, review, 'ben')).toMatchObject({ isInvited: false });
    await reviews.remove(ben, own[0] as number, 'ben');
    expect(await reviews.invite(ana, own[waitingOfOwner] as number, 'ben')).toMatchObject({ isInvited: true });
    for (let owner = 1; owner <= waiting / waitingOfOwner; owner += 1) {
      const name = `owner ${owner}`;
      const account = await accountOf(name);
      const isOver = owner === waiting / waitingOfOwner;
      for (const each of openings(name, isOver ? 1 : waitingOfOwner)) {
        const invited = await reviews.invite(account, (await reviews.open(account, each)) as number, 'ben');
        expect(invited).toMatchObject(isOver ? tooMany : { isInvited: true });
      }
    }
    expect(await reviews.list(ben)).toHaveLength(waiting + 1);
  });

  it('is joined by who has joined few enough others', async () => {
    const { reviews, run, ana, ben, review } = await opened();
    const { joined } = MAX_REVIEWS_OF_ACCOUNT;
    await reviews.remove(ben, review, 'ben');
    await reviews.invite(ana, review, 'ben');
    run(
      `INSERT INTO reviews (owner, opening, created_at)
       WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${joined})
       SELECT owner, opening || i, created_at FROM reviews, numbers WHERE number = ${review}`,
    );
    run(
      `INSERT INTO review_members (review, account, role, invited_at, joined_at)
       SELECT number, ${ben}, 'reader', created_at, created_at FROM reviews WHERE number <> ${review}`,
    );
    expect(await reviews.join(ben, review)).toEqual({ refused: 'too-many-joined' });
    run(`DELETE FROM review_members WHERE account = ${ben} AND review = ${review} + 1`);
    expect([await reviews.join(ben, review), await reviews.join(ben, review)]).toEqual([true, true]);
  });

  it('takes of one member so many events and characters, keeps what is there, and takes those of others', async () => {
    const { reviews, run, longText, ana, ben, review, end } = await opened();
    const add = async (account: number, name: string, after: LogEnd, count: number) => {
      const events = sealEvents(after, new Array<ReviewAct>(count).fill(decide('J1-1')), person(name), AT);
      return { appended: await reviews.append(account, review, events), last: events.at(-1) as LogEnd };
    };
    run(
      `INSERT INTO review_events (review, n, text, hash, account, at)
       WITH RECURSIVE numbers (i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM numbers WHERE i < 199990)
       SELECT review, i, '{}', hash, account, at FROM review_events, numbers WHERE review = ${review} AND n = 2`,
    );
    const filled = { n: 199_990, hash: end.hash };
    expect((await add(ana, 'ana', filled, 11)).appended).toEqual({ refused: 'full' });
    const { appended, last } = await add(ana, 'ana', filled, 10);
    expect(appended).toEqual({ end: { n: 200_000, hash: last.hash } });
    expect((await add(ana, 'ana', last, 64)).appended).toEqual({ refused: 'full' });
    const { last: ofBen } = await add(ben, 'ben', last, 64);
    expect((await reviews.events(ben, review, 200_000))?.end).toBe(200_064);
    run(`UPDATE review_events SET text = ${longText(64_000_000)} WHERE review = ${review} AND n = 200064`);
    expect((await add(ben, 'ben', ofBen, 64)).appended).toEqual({ refused: 'full' });
    expect(await reviews.list(ana)).toMatchObject([{ end: 200_064 }]);
  });

  it('counts requests about reviews apart', async () => {
    const { store, ana } = await opened();
    for (const about of [undefined, 'reviews'] as const) {
      expect(await store.takeRequest(ana, 1, about)).toMatchObject({ allowed: true });
      expect(await store.takeRequest(ana, 1, about)).toMatchObject({ allowed: false });
    }
  });
}
