import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { toCitation } from '../../src/papers/citation.ts';
import { fromWire } from '../../src/papers/wire.ts';

describe('a citation', () => {
  it('is the cleaned record and what citing needs', () => {
    const paper: WirePaper = {
      id: '7',
      title: '<i>Solar</i>\ncells',
      abstract: 'One.\nTwo.',
      tldr: 'Short.',
      doi: 'https://doi.org/10.1000/X',
      journalName: 'Nature',
      publicationType: 'JournalArticle',
      publishedAt: '2020-05-03',
      authors: 'Ada Lovelace, WHO',
      year: 2020,
      score: 0.5,
      fieldsOfStudy: ['physics'],
      impactFactor: { citationCount: 3, influentialCitationCount: 0, referenceCount: 12 },
      isOpenAccess: false,
      isPrePrint: false,
      downloadable: true,
      link: 'javascript:alert(1)',
      titleLink: 'https://example.org/a',
      pdfLink: 'https://example.org/a.pdf',
      engine: 'x\u0000',
      v_country: 'Germany',
      v_publisher: 'Springer',
      v_quartile_ranking: '1',
    };
    expect(toCitation(fromWire(paper))).toEqual({
      key: '7',
      title: 'Solar cells',
      abstract: 'One.\nTwo.',
      summary: 'Short.',
      doi: '10.1000/x',
      venue: 'Nature',
      publicationType: 'journal',
      publishedAt: '2020-05-03',
      authors: ['Ada Lovelace', 'WHO'],
      people: [{ given: 'Ada', family: 'Lovelace' }, { literal: 'WHO' }],
      editorPeople: [],
      kind: 'article',
      year: 2020,
      issued: [2020, 5, 3],
      score: 0.5,
      engine: 'x',
      fieldsOfStudy: ['Physics'],
      citationCount: 3,
      influentialCitationCount: 0,
      referenceCount: 12,
      isPrePrint: false,
      downloadable: true,
      link: 'https://example.org/a',
      pdfLink: 'https://example.org/a.pdf',
      country: 'Germany',
      publisher: 'Springer',
      quartile: 'Q1',
    });
  });

  it('of a paper without a title and an abstract has its other facts', () => {
    expect(fromWire({ doi: '10.1000/x', year: 2020 })).toMatchObject({ key: 'doi:10.1000/x', title: '', year: 2020 });
  });

  it('leaves out an infinite score', () => {
    expect(toCitation(fromWire({ title: 'T', score: Number.POSITIVE_INFINITY })).score).toBeUndefined();
  });
});

describe('the kind of a paper', () => {
  it.each([
    ['journal', undefined, 'article'],
    ['Journal Article', false, 'article'],
    ['Review', undefined, 'article'],
    ['journal', true, 'preprint'],
    ['conference', undefined, 'conference paper'],
    ['proceedings-article', true, 'conference paper'],
    ['book series', undefined, 'chapter'],
    ['Book-Chapter', undefined, 'chapter'],
    ['monograph', undefined, 'book'],
    ['dissertation', undefined, 'thesis'],
    ['phdthesis', undefined, 'thesis'],
    ['technical report', undefined, 'report'],
    ['techreport', undefined, 'report'],
    ['dataset', undefined, 'dataset'],
    ['posted-content', undefined, 'preprint'],
    ['poem', undefined, 'other'],
    ['poem', true, 'preprint'],
  ])('%s (preprint: %s) is %s', (publicationType, isPrePrint, kind) => {
    expect(toCitation(fromWire({ title: 'T', publicationType, isPrePrint, journalName: 'V' })).kind).toBe(kind);
  });

  it('is an article when only a venue is known, and nothing in particular without one', () => {
    expect(toCitation(fromWire({ title: 'T', journalName: 'V' })).kind).toBe('article');
    expect(toCitation(fromWire({ title: 'T' })).kind).toBe('other');
    expect(toCitation(fromWire({ title: 'T', isPrePrint: true })).kind).toBe('preprint');
    const inVolume = { title: 'T', journalName: 'V', volume: '3' };
    expect(toCitation(fromWire({ ...inVolume, publicationType: 'case reports' })).kind).toBe('article');
    expect(toCitation(fromWire({ ...inVolume, publicationType: 'patent' })).kind).toBe('other');
  });
});

describe('the date of a paper', () => {
  it.each([
    [2020, '2020-05-03', [2020, 5, 3]],
    [2020, '2020-05-03T12:00:00Z', [2020, 5, 3]],
    [2020, '2020-05', [2020, 5]],
    [2020, '2020', [2020]],
    [undefined, '2020-05-03', [2020, 5, 3]],
    [2019, '2020-05-03', [2019]],
    [2020, '2020-13-01', [2020]],
    [2021, '2021-02-29', [2021]],
    [2020, '2020-02-29', [2020, 2, 29]],
    [2020, 'May 2020', [2020, 5]],
    [undefined, '2021-02-30', [2021]],
    [undefined, '20200503', [2020, 5, 3]],
    [undefined, undefined, []],
  ])('of the year %s and the date %s is %j', (year, publishedAt, issued) => {
    expect(toCitation(fromWire({ title: 'T', year, publishedAt })).issued).toEqual(issued);
  });
});

describe('the arXiv identifier', () => {
  it.each([
    [{ doi: '10.48550/arXiv.1706.03762' }, { id: '1706.03762' }],
    [{ link: 'https://arxiv.org/abs/1706.03762v5' }, { id: '1706.03762' }],
    [{ pdfLink: 'http://www.arxiv.org/pdf/1706.03762.pdf' }, { id: '1706.03762' }],
    [{ link: 'https://arxiv.org/abs/hep-th/9711200' }, { id: 'hep-th/9711200', archive: 'hep-th' }],
    [{ link: 'https://arxiv.org.example/abs/1706.03762' }, undefined],
    [{ link: 'https://example.org/?https://arxiv.org/abs/1706.03762' }, undefined],
    [{ doi: '10.1000/arxiv.1706.03762' }, undefined],
  ])('of %j is %j', (paper, arxiv) => {
    expect(toCitation(fromWire({ title: 'T', ...paper })).arxiv).toEqual(arxiv);
  });
});
