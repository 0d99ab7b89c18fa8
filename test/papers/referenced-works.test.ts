import { describe, expect, it } from 'vitest';
import { toPaper } from '../../src/papers/paper.ts';
import { linksWithin, readReferencedWorks, withReferencesAmong } from '../../src/papers/references/referenced-works.ts';

describe('identifiers of cited works', () => {
  it.each([
    ['https://openalex.org/W2741809807', 'openalex:W2741809807'],
    ['https://api.openalex.org/works/w27', 'openalex:W27'],
    ['openalex:W27', 'openalex:W27'],
    ['W27', 'openalex:W27'],
    ['10.1234/ICE.5', 'doi:10.1234/ice.5'],
    ['https://doi.org/10.1234/ice.5', 'doi:10.1234/ice.5'],
    ['doi:10.1234/ice.5', 'doi:10.1234/ice.5'],
    ['corpus:17', 'corpus:17'],
    ['PMID:17', 'pmid:17'],
  ])('%s is %s', (text, name) => {
    expect(readReferencedWorks([text])).toEqual([name]);
  });

  it('are each kept once, without what is no identifier', () => {
    expect(readReferencedWorks(['W1', 'openalex:w1', 'Smith 1999', '', '__proto__'])).toEqual(['openalex:W1']);
    expect(readReferencedWorks(['Smith 1999'])).toBeUndefined();
    expect(readReferencedWorks(null)).toBeUndefined();
  });

  it('are at most 3,000', () => {
    const many = Array.from({ length: 4_000 }, (_, number) => `W${number}`);
    expect(toPaper({ title: 'T', referencedWorks: many })).toHaveProperty('referencedWorks.length', 3_000);
  });
});

describe('who cites whom in a list', () => {
  it('is found by any identifier of the cited paper, each cited paper once and none by itself', () => {
    const papers = [
      {
        doi: '10.1234/A',
        openAlexId: 'W1',
        referencedWorks: ['doi:10.1234/b', 'openalex:W2', 'doi:10.1234/a', 'openalex:W9'],
      },
      { doi: '10.1234/b', openAlexId: 'W2', referencedWorks: ['doi:10.48550/arxiv.2101.00001', 'pmid:4', 'corpus:5'] },
      { arxivId: '2101.00001' },
      { pmid: '4', referencedWorks: null },
      { corpusId: '5', referencedWorks: [] },
    ];
    expect(linksWithin(papers)).toEqual([[1], [2, 3, 4], [], [], []]);
  });

  it('is all that is kept of their references', () => {
    const papers = [
      { openAlexId: 'W1', title: 'a', referencedWorks: ['openalex:W2', 'openalex:W9'] },
      { openAlexId: 'W2', title: 'b', referencedWorks: ['openalex:W8'] },
    ];
    expect(withReferencesAmong(papers)).toEqual([
      { openAlexId: 'W1', title: 'a', referencedWorks: ['openalex:W2'] },
      { openAlexId: 'W2', title: 'b' },
    ]);
  });
});
