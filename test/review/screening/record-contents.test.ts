import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromWire, toWire } from '../../../src/papers/wire.ts';
import { checkContents, gatherRecords, hashContent } from '../../../src/review/screening/gather-records.ts';
import { byChance } from '../../../src/review/screening/order-records.ts';
import { serve } from '../../../src/review/screening/reader-turn.ts';
import type { OpenReview } from '../../../src/review/screening/review-log.ts';
import { fullPaper } from '../../helpers/full-paper.ts';
import { ANA, BEN, createLog, fileOf, opening } from '../histories.ts';

/** A review whose import sealed these records, and one whose import is of an earlier version. */
function reviewOf(papers: readonly number[]) {
  const records = fileOf(papers).records.map(({ paper, row }) => ({ ref: `J2-${row}`, paper }));
  const { act } = gatherRecords([], { from: 'job', job: 'J2', sources: ['x'] }, records);
  const log = createLog(opening());
  log.add([act], ANA);
  const state = log.state();
  return { state, records: new Map(records.map((record) => [record.ref, record])) } as unknown as OpenReview;
}

it('records that say something else than when they came in are found, and those of earlier versions are said', () => {
  const review = reviewOf([1, 2, 3]);
  expect(checkContents(review)).toEqual({ changed: [], uncovered: 5 });
  const [record] = [...review.records.values()].slice(1);
  if (record) review.records.set('J2-2', { ...record, paper: { ...record.paper, abstract: 'Another one.' } });
  review.records.delete('J2-3');
  expect(checkContents(review)).toEqual({ changed: ['J2-2', 'J2-3'], uncovered: 5 });
});

it('what a record says is the same after any store, and another for another title, abstract or author', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 });
  const given = fc.record({ title: text, abstract: text, authors: fc.array(text, { maxLength: 3 }) });
  fc.assert(
    fc.property(given, (words) => {
      // As a paper is in a review: read from an answer or a store.
      const stored = fromWire(toWire({ ...fullPaper(), ...words }));
      const again = fromWire(JSON.parse(JSON.stringify(toWire(stored))));
      expect(hashContent(again)).toBe(hashContent(stored));
      for (const change of [
        { title: `${stored.title}x` },
        { abstract: `${stored.abstract}x` },
        { authors: ['Nobody'] },
      ])
        expect(hashContent({ ...stored, ...change })).not.toBe(hashContent(stored));
    }),
  );
});

it('the order of chance follows from random bytes in the event that begins it, which all readers share', () => {
  const begin = (log: ReturnType<typeof createLog>, who = ANA) => {
    const review = { ref: 'R1', state: log.state(), records: new Map() } as unknown as OpenReview;
    const { act, refs } = serve(review, who, 'title-abstract', 30, 'random', log.now());
    if (act) log.add([act], who);
    return { act, refs };
  };
  const [one, other] = [createLog(opening({ readers: '2' }, 30)), createLog(opening({ readers: '2' }, 30))];
  const [first, second] = [begin(one), begin(other)];
  expect([first.act, second.act]).toMatchObject([{ seed: expect.any(String) }, { seed: expect.any(String) }]);
  expect(first.refs).not.toEqual(second.refs);
  const later = begin(one, BEN);
  expect([later.act?.what === 'serve' && later.act.seed, later.refs]).toEqual([undefined, first.refs]);
  const all = [...one.state().records.keys()];
  expect(byChance({ ref: 'R7' }, one.state().chance['title-abstract'] ?? {}, all)).toEqual(first.refs);
});

it('a random order that a log begins without a seed goes on', () => {
  const log = createLog(opening({}, 30));
  const old = byChance({ ref: 'R1' }, {}, [...log.state().records.keys()]);
  log.add([{ what: 'serve', stage: 'title-abstract', refs: old.slice(0, 1), order: 'random', labels: 0 }], BEN);
  const review = { ref: 'R1', state: log.state(), records: new Map() } as unknown as OpenReview;
  const { act, refs } = serve(review, ANA, 'title-abstract', 29, 'random', '2026-01-05T12:00:00.000Z');
  expect(act).not.toHaveProperty('seed');
  expect(refs).toEqual(old.slice(0, 29));
});
