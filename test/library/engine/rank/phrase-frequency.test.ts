import { describe, expect, it } from 'vitest';
import { countPapersWithAll, readStatistics } from '../../../../src/library/engine/rank/statistics.ts';
import { indexed, indexOf } from './indexed-papers.ts';

const paper = (id: number, title: string) => indexed({ id, title });

describe('the number of papers that contain all of some terms', () => {
  const count = (...terms: string[]) => {
    const lists = [
      [paper(1, 'brain tumour'), paper(2, 'tumour of the brain stem'), paper(3, 'brain'), paper(4, 'brain tumour')],
      [paper(5, 'tumour brain'), paper(6, 'stem'), paper(7, 'tumour')],
    ];
    const snapshot = indexOf(lists, [4]);
    return countPapersWithAll(snapshot.segments, terms.map(readStatistics(snapshot).find));
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

  it('makes the idf of all together, with that of the rarest one in papers of all subjects', () => {
    const { find, idfOfAll } = readStatistics(
      indexOf([[paper(1, 'brain tumour'), paper(2, 'brain'), paper(3, 'rock')]]),
    );
    // Papers of all subjects have `tumour` less often than `brain`; the one paper with both is the one with `tumour`.
    expect(idfOfAll(['brain', 'tumour'])).toBe(find('tumour').idf);
    expect(idfOfAll(['brain', 'tumour'])).toBeGreaterThan(find('brain').idf);
    expect(idfOfAll(['brain', 'rock'])).toBe(0);
  });

  it('counts a term that is repeated once', () => {
    const snapshot = indexOf([[paper(1, 'brain'), paper(2, 'tumour')]]);
    const { idfOfAll } = readStatistics(snapshot);
    expect(idfOfAll(['brain', 'brain'])).toBe(idfOfAll(['brain']));
  });
});
