import { expect, it } from 'vitest';
import type { FoundPaper } from '../../../src/papers/found-paper.ts';
import { readQueryTerms } from '../../../src/papers/relevance/query-terms.ts';
import { fromWire } from '../../../src/papers/wire.ts';
import { keepMatching, keepRelevant } from '../../../src/search/federated/keep-relevant.ts';
import { queryOf } from '../../helpers/query.ts';

const hit = (id: number, score: number, hasQueryTerm: boolean) => ({
  segmentIndex: 0,
  docId: id,
  id,
  score,
  hasQueryTerm,
});

it('a paper without an asked word stays only where it is much like the best', () => {
  const hits = [hit(1, 1.6, true), hit(2, 0.8, false), hit(3, 0.79, false), hit(4, 0.1, true)];
  expect(keepRelevant(hits).map(({ id }) => id)).toEqual([1, 2, 4]);
  expect(keepRelevant([])).toEqual([]);
});

it('papers that fit too little are left out', () => {
  const papers = [
    { id: 'strong', title: 'Coral reefs that bleach' },
    { id: 'weak', title: 'Ropes' },
  ].map(fromWire);
  const keysOf = (found: readonly FoundPaper[]) => found.map(({ key }) => key);
  const body = { keywords: ['coral reef', 'bleaching'] };
  const good = keepMatching(papers, queryOf(body), 'good');
  expect(keysOf(good.papers)).toEqual(['strong']);
  expect(good.leftOut).toBe(1);
  expect(keysOf(keepMatching(papers, queryOf(body), 'weak').papers)).toEqual(['strong', 'weak']);
});

it('papers of a strategy of names and years alone are not judged by its words, and stay', () => {
  const query = queryOf({ strategy: 'author:"Ada Berg" AND year:2018' });
  expect(readQueryTerms(query)).toBeUndefined();
  const papers = [{ id: 'hers', title: 'Ropes', authors: ['Ada Berg'] }].map(fromWire);
  expect(keepMatching(papers, query, 'good')).toEqual({ papers, leftOut: 0 });
});
