import { expect, it } from 'vitest';
import { fitting, withQueryWords } from '../../src/federated/keep-relevant.ts';

const explained = (id: string, score: number, explanation: object) => ({ id, score, explanation });
const idsOf = (papers: { id?: string | null | undefined }[]) => papers.map(({ id }) => id);

it('a paper without an asked word stays only where it is much like the best', () => {
  const papers = [
    explained('word', 0.1, { words: { reef: 4 }, keywords: [] }),
    explained('keyword', 0.1, { words: {}, keywords: ['coral reef'] }),
    explained('similar', 0.5, { words: {}, keywords: [], related: { coral: 9 } }),
    explained('other', 0.49, { words: {}, keywords: [], related: { coral: 9 } }),
    { id: 'unexplained', score: 0.1 },
  ];
  expect(idsOf(withQueryWords(papers))).toEqual(['word', 'keyword', 'similar', 'unexplained']);
});

it('papers that fit too little are left out', () => {
  const papers = [
    { id: 'strong', title: 'Coral reefs that bleach' },
    { id: 'weak', title: 'Ropes' },
  ];
  const body = { keywords: ['coral reef', 'bleaching'] };
  expect(idsOf(fitting(papers, { body }, 'good'))).toEqual(['strong']);
  expect(idsOf(fitting(papers, { body }, 'weak'))).toEqual(['strong', 'weak']);
});
