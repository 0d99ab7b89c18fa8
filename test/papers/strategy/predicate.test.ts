import { describe, expect, it } from 'vitest';
import { compileStrategy, type StrategyPaper } from '../../../src/papers/strategy/predicate.ts';
import { readStrategy } from '../../../src/papers/strategy/read-strategy.ts';
import { positiveTerms, type StrategyNode } from '../../../src/papers/strategy/strategy-tree.ts';

const PAPER: StrategyPaper = {
  title: 'Mussels on a floating raft: β-glucan and TNF-α',
  abstract: 'The économie of women who colour rafts near the shore. 机器学习 was used.',
  authors: ['Jane Q. Smith', 'Nguyễn Văn An'],
  year: 2015,
  venue: 'Journal of Invented Hydrology',
  language: 'en',
  studyTypes: ['systematic-review'],
};
const { abstract: _, ...WITHOUT_ABSTRACT } = PAPER;

function node(text: string): StrategyNode {
  const result = readStrategy(text);
  if ('problem' in result) throw new Error(result.problem);
  return result.node;
}

function verdict(text: string, paper: StrategyPaper = PAPER): string {
  return compileStrategy(node(text))(paper);
}

describe('a paper and a strategy', () => {
  it.each([
    [
      'met',
      ['MUSSELS', '"floating raft"', 'economie', 'women', 'wom?n', 'colo?r', 'muss*', '"floating ra*"', 'β-glucan'],
    ],
    ['met', ['"tnf α"', '机器学习', 'nguyen[au]', 'Smith J[au]', 'Smith Q[au]', '2010:2020[dp]', 'english[la]']],
    ['met', ['"Systematic Review"[pt]', '"journal of invented hydrology"[ta]', 'mussels NEAR/3 raft']],
    [
      'met',
      ['raft[ti] AND shore[ab]', 'mussels NOT dune', 'dune OR shore[tiab]', 'rafts[tw]', '(women PRE/2 rafts).ab.'],
    ],
    [
      'met',
      ['title:raft', 'ti:"floating raft" AND abstract:(women rafts)', 'au:Smith AND year:2015', 'author:"Smith J"'],
    ],
    ['met', ['"Floating Raft"[mh]', 'raft NOT english[pt]', 'raft NOT asthma[mh]']],
    [
      'unmet',
      ['mussel', '"raft floating"', 'shore[ti]', 'raft[ab]', 'mussels NOT raft', 'dune', 'Smith K[au]', '2016[dp]'],
    ],
    [
      'unmet',
      [
        'mussels NEAR/1 raft',
        '(rafts PRE/2 women).ab.',
        'french[la]',
        'title:shore',
        'raft AND year:2014',
        'raft AND dune',
        'col*z',
        'mussels AND (raft NOT shore)',
      ],
    ],
    ['unknown', ['asthma[mh]', '"Randomized Controlled Trial"[pt]', '"J Inv Hydrol"[ta]', 'asthma[mh] AND raft']],
  ])('%s', (expected, texts) => {
    for (const text of texts) expect(`${text}: ${verdict(text)}`).toBe(`${text}: ${expected}`);
  });

  it('reads a paper once for all strategies', () => {
    let reads = 0;
    const paper = {
      title: 'Mussels on a raft',
      authors: [],
      get abstract() {
        reads += 1;
        return 'Women near the shore.';
      },
    };
    const verdicts = ['mussels AND raft', 'mussels', 'raft[ti]'].map((text) => compileStrategy(node(text))(paper));
    expect(verdicts).toEqual(['met', 'met', 'met']);
    expect(reads).toBe(1);
  });

  it('leaves open what the abstract would tell', () => {
    expect(verdict('shore', WITHOUT_ABSTRACT)).toBe('unknown');
    expect(verdict('raft', WITHOUT_ABSTRACT)).toBe('met');
    expect(verdict('shore[ti]', WITHOUT_ABSTRACT)).toBe('unmet');
    expect(verdict('raft AND shore', WITHOUT_ABSTRACT)).toBe('unknown');
    expect(verdict('raft OR shore', WITHOUT_ABSTRACT)).toBe('met');
    expect(verdict('raft NOT shore', WITHOUT_ABSTRACT)).toBe('met');
    expect(verdict('2015[dp]', { title: 'x', authors: [] })).toBe('unknown');
  });
});

describe('the words that stand for a strategy', () => {
  it('take the first of each concept before the second ones, and none behind NOT', () => {
    const text = '(mussel* OR "blue mussel" OR clam) AND (raft NEAR/2 (shore OR coast)) NOT review[ti]';
    expect(positiveTerms(node(text))).toEqual(['mussel', 'raft', 'blue mussel', 'shore', 'clam', 'coast']);
  });

  it('are names where there are no words', () => {
    expect(positiveTerms(node('(Smith J[au] AND 2010[dp]) NOT Doe A[au]'))).toEqual(['Smith J']);
  });
});
