import { describe, expect, it } from 'vitest';
import type { RequestBody } from '../../../src/contract/requests.ts';
import type { IndexSnapshot } from '../../../src/engine/index/index-reader.ts';
import { explain } from '../../../src/engine/rank/explain.ts';
import { parseQuery } from '../../../src/engine/rank/parsed-query.ts';
import { rank } from '../../../src/engine/rank/ranker.ts';
import { statisticsOf } from '../../../src/engine/rank/statistics.ts';
import { indexed, indexOf, titled } from './indexed-papers.ts';

/** The explanations of the papers found, by their ids. */
function explained(snapshot: IndexSnapshot, body: RequestBody, feedback = true) {
  const statistics = statisticsOf(snapshot);
  const query = parseQuery(body, statistics);
  const ranking = rank(snapshot, query, statistics, { count: 300, accept: () => undefined, feedback });
  const explanations = explain(snapshot, query, ranking, statistics, ranking.hits);
  return new Map(ranking.hits.map(({ id }, ordinal) => [id, explanations[ordinal]]));
}

const sumOf = (shares: Record<string, number> = {}) => Object.values(shares).reduce((sum, share) => sum + share, 0);

const FILLERS = titled(...Array.from({ length: 300 }, (_, at) => `filler${at} rock${at} sand${at}`)).map((paper) => ({
  ...paper,
  id: paper.id + 1_000,
}));

/** Five papers on bile, one of them without the word that is asked for. */
const BILE = [
  ...titled(
    'Liver and bile duct',
    'Liver bile duct stones',
    'Bile duct of the liver',
    'Liver, bile duct',
    'Liver bile duct surgery',
  ),
  indexed({ id: 6, title: 'Bile duct atresia' }),
];

describe('the explanation of a score', () => {
  it('shares the whole of it out among the query words that the paper holds', () => {
    const [papers] = [titled('Zyzzyva weevils of Brazil', 'Weevils', 'Quagga')];
    const matches = explained(indexOf([papers, FILLERS]), { keywords: ['zyzzyva', 'weevils', 'quagga'] }, false);
    expect(Object.keys(matches.get(1)?.words ?? {}).sort()).toEqual(['weevils', 'zyzzyva']);
    for (const id of [1, 2, 3]) expect(Math.abs(sumOf(matches.get(id)?.words) - 100)).toBeLessThanOrEqual(2);
    expect(matches.get(2)?.words).toEqual({ weevils: 100 });
  });

  it('puts the words that say most first, as they were asked', () => {
    const matches = explained(indexOf([titled('Sleeping zyzzyva', 'sleep', 'sleep', 'sleep'), FILLERS]), {
      keywords: ['zyzzyva', 'sleeping', 'nothing'],
    });
    expect(Object.keys(matches.get(1)?.words ?? {})).toEqual(['zyzzyva', 'sleeping']);
  });

  it('names a keyword only when every word of it is there', () => {
    const papers = titled('The duct of bile and the liver', 'The liver alone');
    const matches = explained(indexOf([papers, FILLERS]), { keywords: ['bile duct', 'liver', 'bile'] });
    expect(matches.get(1)?.keywords).toEqual(['bile duct', 'liver', 'bile']);
    expect(matches.get(2)?.keywords).toEqual(['liver']);
  });

  it('tells words of the best papers apart from those of the query', () => {
    const matches = explained(indexOf([BILE, FILLERS]), { keywords: ['liver'] });
    expect(Object.keys(matches.get(1)?.words ?? {})).toEqual(['liver']);
    expect(Object.keys(matches.get(1)?.related ?? {})).toEqual(expect.arrayContaining(['bile', 'duct']));
    expect(matches.get(6)).toMatchObject({ words: {}, keywords: [] });
    expect(Object.keys(matches.get(6)?.related ?? {}).sort()).toEqual(['bile', 'duct']);
    expect(Math.abs(sumOf(matches.get(6)?.related) - 100)).toBeLessThanOrEqual(2);
  });

  it('is the same however the papers are spread over segments', () => {
    const body = { keywords: ['liver', 'bile duct', 'stones'] };
    const whole = explained(indexOf([[...BILE, ...FILLERS]]), body);
    const segments = explained(indexOf([BILE.slice(0, 2), FILLERS, BILE.slice(2)]), body);
    expect(segments).toEqual(whole);
  });

  it('says how much came from likeness to the best papers, which with all words makes the whole', () => {
    const many = titled(
      ...Array.from({ length: 40 }, (_, at) => `Liver bile duct stone${at % 13} surgery${at % 11} case${at % 7}`),
    );
    const snapshot = indexOf([many, FILLERS]);
    for (const body of [{ query: 'liver and bile duct surgery' }, { keywords: ['liver', 'bile duct', 'surgery'] }]) {
      const explanations = [...explained(snapshot, body).values()];
      expect(explanations.some((explanation) => (explanation?.similarPapers ?? 0) > 0)).toBe(true);
      for (const explanation of explanations) {
        const whole = sumOf(explanation?.words) + sumOf(explanation?.related) + (explanation?.similarPapers ?? 0);
        expect(Math.abs(whole - 100)).toBeLessThanOrEqual(5);
      }
    }
  });

  it('of no hit is none', () => {
    expect(explained(indexOf([FILLERS]), { keywords: ['zyzzyva', 'quagga', 'nothing'] }).size).toBe(0);
  });
});
