import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { writeBibliography } from '../../src/formats/bibliography/bibliography.ts';
import { BIBLIOGRAPHY_STYLES, type BibliographyStyle } from '../../src/formats/export-kinds.ts';
import { exported } from '../helpers/exported.ts';

describe('what a bibliography is as a whole', () => {
  const write = (papers: WirePaper[], style: BibliographyStyle) =>
    writeBibliography(exported(papers), style).split('\n\n');
  const OWL: WirePaper = { title: 'Owls at night', authors: 'Bo Owl', year: 2020, publicationType: 'journal' };
  const WEEVIL: WirePaper = { title: 'Weevils', authors: 'Ada Weevil', year: 2019, publicationType: 'journal' };

  it('is ordered by authors and year where a style asks for it, else numbered as given', () => {
    const papers = [WEEVIL, OWL];
    expect(write(papers, 'apa')).toEqual(['Owl, B. (2020). Owls at night.', 'Weevil, A. (2019). Weevils.\n']);
    expect(write(papers, 'ieee')).toEqual(['[1] A. Weevil, “Weevils,” 2019.', '[2] B. Owl, “Owls at night,” 2020.\n']);
    expect(write(papers, 'vancouver')[0]).toMatch(/^1\. Weevil A\. Weevils\./);
  });

  it('tells papers of the same people and year apart by letters', () => {
    const papers = [OWL, { ...OWL, title: 'Barn owls' }, { ...OWL, year: 2021 }];
    expect(write(papers, 'harvard').map((entry) => /\(.*?\)/.exec(entry)?.[0])).toEqual([
      '(2020a)',
      '(2020b)',
      '(2021)',
    ]);
  });

  it('makes up nothing that a paper lacks', () => {
    for (const style of BIBLIOGRAPHY_STYLES) {
      const [entry = ''] = write([{ title: 'Owls at night' }], style);
      expect(entry).toMatch(/^(1\. |\[1\] )?[“‘]?Owls [Aa]t [Nn]ight/);
      expect(entry).not.toMatch(/undefined|null|\(\)|, ,|http|doi/);
    }
  });

  it('marks a retracted paper', () => {
    for (const style of BIBLIOGRAPHY_STYLES)
      expect(write([{ ...OWL, isRetracted: true }], style)[0]).toMatch(/ \[Retracted\]\n$/);
  });

  it('marks a notice and a concern, but no correction, and no title that states it', () => {
    const last = (retraction: object, title = OWL.title) =>
      write([{ ...OWL, title, retraction } as typeof OWL], 'apa')[0]?.trimEnd();
    expect(last({ kind: 'expression-of-concern', from: 'pubmed' })).toMatch(/ \[Expression of concern\]$/);
    expect(last({ kind: 'notice', from: 'pubmed' })).toMatch(/ \[Notice of retraction\]$/);
    expect(last({ kind: 'corrected', from: 'pubmed' })).not.toMatch(/\]$/);
    expect(last({ kind: 'expression-of-concern', from: 'title' }, 'Expression of concern: Owls')).not.toMatch(/\]$/);
  });

  it('is empty without papers', () => {
    expect(writeBibliography([], 'apa')).toBe('');
  });
});
