import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { type Claim, isAbout } from '../../../src/papers/works/claim.ts';

const TITLE = 'A toy survey of river-sensor networks';
const DOI = '10.5555/demo.17';
const ARXIV = 'https://arxiv.org/abs/2304.00001v2';

describe('what was found is about the paper', () => {
  it.each<[string, WirePaper, Claim]>([
    ['by its DOI, however it is written', { title: 'Other', doi: DOI }, { dois: ['https://doi.org/10.5555/DEMO.17'] }],
    ['by one of several DOIs', { doi: DOI }, { dois: [null, '10.5555/other', DOI] }],
    ['by its arXiv number', { title: 'x', link: ARXIV }, { dois: ['10.48550/arXiv.2304.00001'] }],
    ['by its arXiv number under another DOI', { link: ARXIV }, { dois: ['10.5555/x'], links: [ARXIV] }],
    [
      'by an old arXiv number',
      { link: 'https://arxiv.org/abs/math.GT/0309136' },
      { dois: ['10.48550/arxiv.math/0309136'] },
    ],
    ['by its title', { title: TITLE }, { titles: ['A Toy Survey of <i>River</i>-Sensor&nbsp;Networks.'] }],
    ['by its title, where only one has a DOI', { title: TITLE, doi: DOI }, { titles: ['x', TITLE] }],
    ['by its title a year apart', { title: TITLE, year: 2022 }, { titles: [TITLE], year: 2023 }],
    ['by a short title of another script', { title: '河川センサー網の研究' }, { titles: ['河川センサー網の研究'] }],
  ])('%s', (_how, paper, claim) => {
    expect(isAbout(paper, claim)).toBe(true);
  });

  it.each<[string, WirePaper, Claim]>([
    ['without a claim', { title: TITLE, doi: DOI }, {}],
    ['with another DOI and the same title', { title: TITLE, doi: DOI }, { dois: ['10.5555/demo.18'], titles: [TITLE] }],
    ['with another title', { title: TITLE }, { titles: [`${TITLE}, part II`] }],
    ['years apart', { title: TITLE, year: 2020 }, { titles: [TITLE], year: 2023 }],
    ['with a title that many works have', { title: 'Introduction' }, { titles: ['Introduction'] }],
    ['without any title', { title: null }, { titles: [null, ''] }],
    ['with DOIs that are none', { doi: 'none' }, { dois: ['none'] }],
    ['with an endless title', { title: 'long '.repeat(1_000) }, { titles: ['long '.repeat(1_000)] }],
  ])('but not %s', (_how, paper, claim) => {
    expect(isAbout(paper, claim)).toBe(false);
  });
});
