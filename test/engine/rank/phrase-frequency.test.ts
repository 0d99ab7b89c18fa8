import { describe, expect, it } from 'vitest';
import { countPapersWithAll } from '../../../src/engine/rank/phrase-frequency.ts';
import { statisticsOf } from '../../../src/engine/rank/statistics.ts';
import { indexed, indexOf } from './indexed-papers.ts';

const paper = (id: number, title: string) => indexed({ id, title });

describe('the number of papers that contain all of some terms', () => {
  const count = (...terms: string[]) => {
    const lists = [
      [paper(1, 'brain tumour'), paper(2, 'tumour of the brain stem'), paper(3, 'brain'), paper(4, 'brain tumour')],
      [paper(5, 'tumour brain'), paper(6, 'stem'), paper(7, 'tumour')],
    ];
    const snapshot = indexOf(lists, [4]);
    const { find, idfOfAll, papers } = statisticsOf(snapshot);
    const counted = countPapersWithAll(snapshot.segments, terms.map(find));
    const idf = counted === 0 ? 0 : Math.log(1 + (papers - counted + 0.5) / (counted + 0.5));
    expect(idfOfAll(terms)).toBeCloseTo(idf, 10);
    return counted;
  };

  it('is over all segments, wherever the terms stand, without deleted papers', () => {
    expect(count('brain', 'tumour')).toBe(3);
    expect(count('tumour', 'stem', 'brain')).toBe(1);
    expect(count('brain')).toBe(4);
  });

  it('is 0 where no paper has them all, and of no terms', () => {
    expect(count('brain', 'zyzzyva')).toBe(0);
    expect(count('zyzzyva')).toBe(0);
    expect(count()).toBe(0);
  });

  it('counts a term that is repeated once', () => {
    const snapshot = indexOf([[paper(1, 'brain'), paper(2, 'tumour')]]);
    const { idfOfAll } = statisticsOf(snapshot);
    expect(idfOfAll(['brain', 'brain'])).toBe(idfOfAll(['brain']));
  });
});
