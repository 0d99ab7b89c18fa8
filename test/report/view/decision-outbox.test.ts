import { describe, expect, it } from 'vitest';
import { createOutbox, type SentDecision } from '../../../src/report/view/screening/decision-outbox.ts';

/** What a reader of a review decided goes to the server once, in its order, whatever happens on the way. */

const given = (ref: string, decision: SentDecision['decision'] = 'include'): SentDecision => ({
  ref,
  title: ref,
  decision,
});

/** As the page seals and the server opens; a test of both is in test/faces/ui. */
const sealed = (decisions: readonly SentDecision[]) => ({ page: 'p', sealed: `sealed ${JSON.stringify(decisions)}` });

/** What was being sealed is kept. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** An outbox over a server that one can silence, and a browser's store. */
function sending(store = new Map<string, string>()) {
  const server = { answers: true, batches: [] as string[][], arrived: () => {} };
  const later: { run: () => void; seconds: number }[] = [];
  const failures: unknown[] = [];
  const unsealed: string[] = [];
  const emptied: number[] = [];
  const outbox = createOutbox<string[]>({
    kept: {
      getItem: (key) => store.get(key) ?? null,
      setItem: (key, value) => void store.set(key, value),
      removeItem: (key) => void store.delete(key),
    },
    key: 'R1 me',
    seal: async (decisions) => sealed(decisions),
    async open({ sealed: text }) {
      if (!server.answers) throw new Error('no answer');
      return text.startsWith('sealed ') ? JSON.parse(text.slice(7)) : undefined;
    },
    onUnsealed: () => unsealed.push('unsealed'),
    async send(batch) {
      server.arrived();
      await Promise.resolve();
      if (!server.answers) throw new Error('no answer');
      server.batches.push(batch.map(({ ref, decision }) => `${ref} ${decision}`));
      return batch.map(({ ref }) => ref);
    },
    onAnswer: () => {},
    onEmpty: () => emptied.push(server.batches.length),
    onFailure: (error) => failures.push(error),
    later: (run, seconds) => later.push({ run, seconds }),
  });
  return { outbox, server, later, failures, unsealed, emptied, store };
}

describe('decisions on their way', () => {
  it('go one batch after the other, in their order', async () => {
    const { outbox, server, store } = sending();
    outbox.add(given('A'));
    const first = outbox.flush();
    outbox.add(given('B'), given('C', 'exclude'));
    await Promise.all([first, outbox.flush()]);
    expect(server.batches).toEqual([['A include'], ['B include', 'C exclude']]);
    expect([outbox.waiting.length, store.size]).toEqual([0, 0]);
  });

  it('go in parts that the page takes, however long their notes are', async () => {
    const { outbox, server } = sending();
    const noted = (ref: string, length: number) => ({ ...given(ref), note: 'x'.repeat(length) });
    outbox.add(noted('A', 60_000), noted('B', 60_000), noted('C', 300_000), given('D'));
    await outbox.flush();
    expect(server.batches).toEqual([['A include'], ['B include'], ['C include'], ['D include']]);
  });

  it('are not parted where one is changed: withdrawn and made anew', async () => {
    const { outbox, server } = sending();
    const many = Array.from({ length: 39 }, (_, index) => given(`P${index}`));
    outbox.add(...many, given('A', 'withdraw'), given('A', 'exclude'));
    await outbox.flush();
    expect(server.batches.map(({ length }) => length)).toEqual([39, 2]);
    outbox.add(given('B', 'withdraw'), { ...given('B'), note: 'x'.repeat(300_000) }, given('C'));
    await outbox.flush();
    expect(server.batches.slice(2)).toEqual([['B withdraw', 'B include'], ['C include']]);
    outbox.add(...many, given('A', 'withdraw'), given('D'));
    await outbox.flush();
    expect(server.batches.slice(4).map(({ length }) => length)).toEqual([40, 1]);
  });

  it('stay when nobody answers, are sent again ever more rarely, and by one timer', async () => {
    const { outbox, server, later, failures } = sending();
    server.answers = false;
    outbox.add(given('A'));
    await outbox.flush();
    outbox.add(given('B'));
    await outbox.flush();
    expect([failures.length, later.length, outbox.waiting.length]).toEqual([2, 1, 2]);
    later[0]?.run();
    await outbox.flush();
    expect(later.map(({ seconds }) => seconds)).toEqual([1, 4]);
    server.answers = true;
    later[1]?.run();
    await outbox.flush();
    expect(server.batches).toEqual([['A include', 'B include']]);
  });

  it('are kept by the browser until they are there, and sent by the next page', async () => {
    const store = new Map<string, string>();
    const before = sending(store);
    before.server.answers = false;
    before.outbox.add(given('A'), given('B', 'maybe'));
    await before.outbox.flush();
    const after = sending(store);
    expect([after.outbox.hasKept(), after.outbox.waiting.length]).toEqual([true, 0]);
    after.outbox.add(given('C'));
    await after.outbox.flush();
    expect(after.server.batches).toEqual([['A include', 'B maybe', 'C include']]);
    expect([after.outbox.hasKept(), store.size, after.unsealed]).toEqual([false, 0, []]);
  });

  it('wait on in the browser while nobody can open them', async () => {
    const store = new Map([['R1 me', JSON.stringify({ tab: sealed([given('A')]) })]]);
    const { outbox, server, later, failures } = sending(store);
    server.answers = false;
    await outbox.flush();
    expect([failures.length, later.length, outbox.hasKept(), store.size]).toEqual([1, 1, true, 1]);
    server.answers = true;
    await outbox.flush();
    expect([server.batches, store.size]).toEqual([[['A include']], 0]);
  });

  it('are kept as they are now, whatever was being sealed before', async () => {
    const { outbox, server, store } = sending();
    server.answers = false;
    outbox.add(given('A'));
    outbox.add(given('B'));
    outbox.takeBack();
    await outbox.flush();
    expect(Object.values(JSON.parse(store.get('R1 me') ?? '{}'))).toEqual([sealed([given('A')])]);
    outbox.add(given('C'));
    outbox.takeBack();
    outbox.takeBack();
    await outbox.flush();
    expect(store.size).toBe(0);
  });

  it.each([
    ['no page had sealed', { page: 'p', sealed: JSON.stringify([given('A')]) }],
    ['are not sealed at all', [given('A')]],
    [
      'are longer than any page keeps',
      { page: 'p', sealed: `sealed ${JSON.stringify([given('A')])}${' '.repeat(400_000)}` },
    ],
  ])('are not taken if they %s, and that is said once', async (_, text) => {
    const store = new Map([['R1 me', JSON.stringify({ tab: text, other: sealed([given('B')]) })]]);
    const { outbox, server, unsealed } = sending(store);
    await outbox.flush();
    await outbox.flush();
    expect([server.batches, unsealed, store.size]).toEqual([[['B include']], ['unsealed'], 0]);
  });

  it('are taken back only before they are sent', async () => {
    const { outbox, server } = sending();
    outbox.add(given('A'));
    let isTaken: unknown;
    server.arrived = () => {
      isTaken = outbox.takeBack();
    };
    await outbox.flush();
    expect([isTaken, server.batches]).toEqual([undefined, [['A include']]]);
    outbox.add(given('B'));
    expect(outbox.takeBack()?.ref).toBe('B');
    await outbox.flush();
    expect(server.batches).toHaveLength(1);
  });

  it('are said to wait until none does, by an answer or because they were taken back', async () => {
    const { outbox, server, emptied } = sending();
    server.answers = false;
    outbox.add(given('A'), given('B'));
    await outbox.flush();
    outbox.takeBack();
    expect(emptied).toEqual([]);
    outbox.takeBack();
    expect([emptied, outbox.waiting]).toEqual([[0], []]);
    server.answers = true;
    outbox.add(given('C'));
    await outbox.flush();
    expect(emptied).toEqual([0, 1]);
  });

  it('of two tabs are both kept when both are closed', async () => {
    const store = new Map<string, string>();
    const [one, other] = [sending(store), sending(store)];
    one.outbox.add(given('A'));
    other.outbox.add(given('B'));
    await settled();
    const third = sending(store);
    await third.outbox.flush();
    expect([third.server.batches, store.size]).toEqual([[['A include', 'B include']], 0]);
  });

  it('of another tab stay when this one has sent its own', async () => {
    const store = new Map<string, string>();
    const [one, other] = [sending(store), sending(store)];
    one.outbox.add(given('A'));
    other.outbox.add(given('B'));
    await other.outbox.flush();
    const third = sending(store);
    await third.outbox.flush();
    expect(third.server.batches).toEqual([['A include']]);
  });

  it('begin anew where the store holds something else', () => {
    for (const text of ['{', '7', 'null']) expect(sending(new Map([['R1 me', text]])).outbox.hasKept()).toBe(false);
  });
});
