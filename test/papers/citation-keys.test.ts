import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { citationKeys } from '../../src/papers/citation-keys.ts';
import { fromWire } from '../../src/papers/wire.ts';
import { nastyPapers } from '../helpers/nasty-papers.ts';
import { runs } from '../helpers/runs.ts';

const keysOf = (papers: readonly WirePaper[]) => citationKeys(papers.map(fromWire));

function keyOf(paper: WirePaper): string | undefined {
  return keysOf([paper])[0];
}

describe('a citation key', () => {
  it.each([
    ['Ashish Vaswani', 2017, 'Attention Is All You Need', 'vaswani2017attention'],
    ['Vaswani A', 2017, 'The attention', 'vaswani2017attention'],
    ['Anna van der Berg', 2020, 'On the "Big" idea', 'berg2020big'],
    ['Łukasz Kaiser', 2020, 'Übersicht über alles', 'kaiser2020ubersicht'],
    ['Søren Østergård', 2020, 'Straße', 'ostergard2020strasse'],
    ['Þór Ævarsson', 2020, 'Đại học', 'aevarsson2020dai'],
    ['Jean O’Brien', 2020, 'Alzheimer’s disease', 'obrien2020alzheimers'],
    ['World Health Organization', 2020, 'X-ray 3 of 2001', 'world2020ray'],
    ['王小明', 2020, '深度学习', 'anon2020'],
    ['王小明', 2020, '深度学习 BERT', 'anon2020bert'],
    ['王小明', 2020, 'DNA解析のためのXY法 BERT', 'anon2020bert'],
    ['Иван Щукин', 2020, 'О природе вещей', 'shchukin2020prirode'],
    ['Νίκος Παπαδόπουλος', 2020, 'IκB and β-catenin', 'papadopoylos2020ikb'],
    ['Dirk De Ruysscher', 2020, 'Cells', 'deruysscher2020cells'],
    ['Liu R.', 2020, 'Cells', 'liu2020cells'],
    ['', undefined, 'A title', 'anonndtitle'],
    ['Ada Lovelace', undefined, '', 'lovelacend'],
    ['Ada Lovelace', 2020, '𝒳𝒴 spaces', 'lovelace2020xy'],
    ['Ada Lovelace', 2020, `${'a'.repeat(500)}b`, `lovelace2020${'a'.repeat(24)}`],
  ])('of %s, %s, %s is %s', (authors, year, title, key) => {
    expect(keyOf({ authors, year, title })).toBe(key);
  });

  it('takes the year of the date when there is no other', () => {
    expect(keyOf({ title: 'T cells', publishedAt: '2020-05-03' })).toBe('anon2020cells');
  });
});

describe('the keys of a job', () => {
  const paper: WirePaper = { authors: 'Ada Lovelace', year: 2020, title: 'Cells' };

  it('are told apart in the order of the list', () => {
    expect(keysOf([paper, { ...paper, title: 'Cells again' }, { title: 'Other' }, paper])).toEqual([
      'lovelace2020cells',
      'lovelace2020cells-2',
      'anonndother',
      'lovelace2020cells-3',
    ]);
  });

  it('are unique and ASCII for any papers, and the same every time', () => {
    const papers = nastyPapers(runs(300));
    const keys = keysOf(papers);
    expect(new Set(keys).size).toBe(papers.length);
    for (const key of keys) expect(key).toMatch(/^[a-z0-9]+(?:-\d+)?$/);
    expect(keysOf(papers)).toEqual(keys);
  });

  it('do not depend on the papers that come after', () => {
    expect(keysOf([paper, paper])).toEqual(keysOf([paper, paper, paper]).slice(0, 2));
  });

  it('are none for no papers', () => {
    expect(keysOf([])).toEqual([]);
  });
});
