import { describe, expect, it } from 'vitest';
import { QUERY_COPIES, RANKING } from '../../../../src/library/engine/rank/constants.ts';
import { findCopies } from '../../../../src/library/engine/rank/query-copies.ts';
import { rank } from '../../../../src/library/engine/rank/ranker.ts';
import { readStatistics } from '../../../../src/library/engine/rank/statistics.ts';
import { weighQuery } from '../../../../src/library/engine/rank/weighted-query.ts';
import { queryOf } from '../../../helpers/query.ts';
import { indexOf, titled } from './indexed-papers.ts';

const words = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}x`).join(' ');

/** As long as an abstract: many words of its own, and two of its subject. */
const ABSTRACT = `liver bile ${words('own', 40)}`;
const RELATED = Array.from({ length: 12 }, () => 'liver bile duct stone');
const OTHERS = Array.from({ length: 300 }, (_, at) => `rock${at} sand${at}`);

function search(
  titles: readonly string[],
  body: { query?: string; keywords?: string[] },
  fullTexts: readonly string[] = [],
) {
  const papers = titled(...titles, ...RELATED, ...OTHERS);
  const snapshot = indexOf([papers.map((paper, at) => ({ ...paper, fullText: fullTexts[at] }))]);
  const statistics = readStatistics(snapshot);
  const query = weighQuery(queryOf(body), statistics);
  const ranking = rank(snapshot, query, statistics, { count: 20, accept: () => undefined });
  const first = rank(snapshot, query, statistics, { count: 400, accept: () => undefined, feedback: false });
  const copies = findCopies(first.hits, query, snapshot, statistics);
  return { ids: ranking.hits.map(({ id }) => id), copies: copies.map(({ id }) => id), related: ranking.related };
}

describe('a paper that repeats the query', () => {
  it('is found, and takes no part in feedback', () => {
    // Three copies, so that their own words are common enough to be fed back.
    const { ids, copies, related } = search([ABSTRACT, ABSTRACT, ABSTRACT], { query: ABSTRACT });
    expect(ids).toEqual(expect.arrayContaining([1, 2, 3]));
    expect([...copies].sort()).toEqual([1, 2, 3]);
    expect(related.map(({ term }) => term)).toEqual(expect.arrayContaining(['liver', 'bile', 'duct', 'stone']));
    expect(related.map(({ term }) => term)).not.toContain('own0x');
  });

  it('is none that has the words in its full text alone', () => {
    const { ids, copies } = search([ABSTRACT, 'rocks'], { query: ABSTRACT }, ['', ABSTRACT]);
    expect(ids).toEqual(expect.arrayContaining([1, 2]));
    expect(copies).toEqual([1]);
  });

  it('is one that contains most of what the query weighs', () => {
    const half = `liver bile ${words('own', 20)}`;
    expect(search([ABSTRACT, half], { query: ABSTRACT }).copies).toEqual([1]);
  });

  it('is none where the query is short, or keywords', () => {
    const short = `liver bile ${words('own', QUERY_COPIES.minTerms - 3)}`;
    expect(search([short], { query: short }).copies).toEqual([]);
    expect(search([ABSTRACT], { keywords: [ABSTRACT] }).copies).toEqual([]);
  });

  it('may be all there is', () => {
    const snapshot = indexOf([titled(...Array.from({ length: 6 }, () => ABSTRACT))]);
    const statistics = readStatistics(snapshot);
    const query = weighQuery(queryOf({ query: ABSTRACT }), statistics);
    const { hits, related } = rank(snapshot, query, statistics, { count: 6, accept: () => undefined });
    expect(hits.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(related).toEqual([]);
  });

  it('lets the lightest words of the text decide among papers of its subject', () => {
    const own = words('own', RANKING.maxTextTerms - 2).split(' ');
    const text = `liver bile ${own.join(' ')} cohort`;
    const halves = [own.slice(0, 23).join(' '), own.slice(23).join(' ')];
    const subject = ['liver bile duct', 'liver bile duct cohort'];
    // So that nearly every word is heavier than this one, which finds no paper.
    const others = Array.from({ length: 100 }, (_, at) => `clay${at} cohort`);
    const asked = search([text, ...halves, ...subject, ...others], { query: text });
    expect(asked.copies).toEqual([1]);
    expect(asked.ids.indexOf(5)).toBeLessThan(asked.ids.indexOf(4));
    const without = search(['clay', ...halves, ...subject, ...others], { query: text });
    expect(without.copies).toEqual([]);
    expect(without.ids.indexOf(4)).toBeLessThan(without.ids.indexOf(5));
  });
});
