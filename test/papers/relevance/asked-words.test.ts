import { describe, expect, it } from 'vitest';
import type { RequestBody } from '../../../src/contract/requests.ts';
import { viewPaper } from '../../../src/papers/paper-view.ts';
import { matchQuery } from '../../../src/papers/relevance/match.ts';
import { countQueryWords } from '../../../src/papers/relevance/paper-terms.ts';
import { type QueryTerms, readQueryTerms } from '../../../src/papers/relevance/query-terms.ts';
import { fromWire } from '../../../src/papers/wire.ts';
import { queryOf } from '../../helpers/query.ts';

const questionOf = (body: RequestBody) => readQueryTerms(queryOf(body)) as QueryTerms;
const ALL = {
  title: 'Radiosurgery of a single brain metastasis and its diagnosis',
  abstract: 'We treated COVID-19 patients.',
};
const NOTHING = { title: 'Sails' };
const sumOf = (shares: Record<string, number>) => Object.values(shares).reduce((sum, share) => sum + share, 0);

describe('the asked words that a paper has', () => {
  it.each<[string, RequestBody]>([
    ['keywords', { keywords: ['brain metastases', 'radiosurgery'] }],
    ['a text', { query: 'radiosurgery for brain metastases' }],
    ['both', { keywords: ['radiosurgery'], query: 'radiosurgery for brain metastases' }],
  ])('asked by %s, weigh all of the question where it has each', (_, body) => {
    expect(Math.abs(sumOf(countQueryWords(questionOf(body), ALL)) - 100)).toBeLessThanOrEqual(2);
    expect(countQueryWords(questionOf(body), NOTHING)).toEqual({});
  });

  it('are named as they were asked, whatever their form in the paper, rarest first', () => {
    const question = questionOf({ keywords: ['brain metastases', 'diagnoses', 'chloroplast'] });
    const shares = countQueryWords(question, ALL);
    expect(Object.keys(shares).sort()).toEqual(['brain', 'diagnoses', 'metastases']);
    expect(matchQuery(question, ALL).keywords).toEqual(['brain metastases', 'diagnoses']);
    const percents = Object.values(shares);
    expect(percents).toEqual([...percents].sort((a, b) => b - a));
    expect(sumOf(shares)).toBeLessThan(90);
  });

  it('count a compound that is written in one word', () => {
    const shares = countQueryWords(questionOf({ keywords: ['COVID-19', 'ropes'] }), { title: 'Of COVID19' });
    expect(Object.keys(shares)).toContain('covid');
  });

  it('are ten at most, of a page of text', () => {
    const words = Array.from({ length: 40 }, (_, at) => `zyzzyva${String.fromCharCode(97 + (at % 26))}${at}x`);
    const text = words.join(' ');
    expect(Object.keys(countQueryWords(questionOf({ query: text }), { abstract: text }))).toHaveLength(10);
  });

  it('are in the full view of papers of any service, where the question is known', () => {
    const question = questionOf({ keywords: ['radiosurgery', 'ropes'] });
    const shown = viewPaper('J1-1', fromWire(ALL), 'full', { ...matchQuery(question, ALL), question });
    expect(shown.explanation).toEqual({ words: countQueryWords(question, ALL) });
    expect(viewPaper('J1-1', fromWire(ALL), 'full')).not.toHaveProperty('explanation');
    expect(
      viewPaper('J1-1', fromWire(NOTHING), 'full', { ...matchQuery(question, NOTHING), question }),
    ).not.toHaveProperty('explanation');
  });
});
