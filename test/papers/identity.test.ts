import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { bestStored, groupStoredPapers } from '../../src/jobs/answers/same-works.ts';
import { readArxivNumber } from '../../src/papers/arxiv-number.ts';
import { fromWire } from '../../src/papers/wire.ts';
import { isPreprint } from '../../src/papers/works/identity.ts';

const TITLE = 'Attention is all you need';
const AUTHOR = 'Ashish Vaswani';
const PUBLISHED: WirePaper = { title: TITLE, authors: AUTHOR, year: 2020 };
const PREPRINT: WirePaper = { ...PUBLISHED, isPrePrint: true };

/** Whether two records count as one work; the same whichever comes first. */
function areOne(a: WirePaper, b: WirePaper): boolean {
  const forwards = groupStoredPapers([fromWire(a), fromWire(b)])[1] === 0;
  expect(groupStoredPapers([fromWire(b), fromWire(a)])[1] === 0).toBe(forwards);
  return forwards;
}

describe('one DOI', () => {
  it.each([
    '10.1000/ABC',
    ' 10.1000/abc ',
    'https://doi.org/10.1000/abc',
    'http://dx.doi.org/10.1000/abc',
    'HTTPS://DOI.ORG/10.1000/ABC',
    'www.doi.org/10.1000/abc',
    'doi:10.1000/abc',
    'DOI: 10.1000/Abc',
    'info:doi/10.1000/abc',
    'https://doi.org/10.1000%2Fabc',
    'https%3A%2F%2Fdoi.org%2F10.1000%2Fabc',
    '10.1000/%61bc',
    '10.1000/abc.',
  ])('is one work, also spelled %j, whatever else is told of it', (doi) => {
    const one = { title: 'A title of a paper', doi: '10.1000/abc', year: 1990 };
    expect(areOne(one, { title: 'Title of the paper: a second printing', doi, year: 2020 })).toBe(true);
    expect(areOne(one, { doi, year: 2020 })).toBe(true);
  });

  it('is not one work where the titles have nothing in common: placeholders and wrong DOIs exist', () => {
    const doi = '10.1145/1235';
    expect(areOne({ doi, title: 'Graph analytics for anomalies' }, { doi, title: 'Kleene stars of the plane' })).toBe(
      false,
    );
  });

  it('holds with the signs that old DOIs have, encoded or not', () => {
    const doi = '10.1002/(SICI)1097-0258(19980815)17:15<1661::AID-SIM968>3.0.CO;2-2';
    expect(areOne({ doi }, { doi: `https://doi.org/${encodeURIComponent(doi)}` })).toBe(true);
  });

  it.each(['10.1000/abd', '10.1001/abc', 'abc', '', null, '10.1000/ä'])('is not %j', (doi) => {
    expect(areOne({ doi: '10.1000/abc' }, { doi })).toBe(false);
  });

  it('what is no DOI makes no two records one', () => {
    expect(areOne({ doi: 'none' }, { doi: 'none' })).toBe(false);
    expect(areOne({ doi: '' }, { doi: '' })).toBe(false);
    expect(areOne({}, {})).toBe(false);
  });
});

describe('the arXiv number', () => {
  it.each<[string, WirePaper, string]>([
    ['a DOI', { doi: '10.48550/arXiv.1706.03762' }, '1706.03762'],
    ['a DOI with a version', { doi: 'https://doi.org/10.48550/ARXIV.1706.03762v5' }, '1706.03762'],
    ['a DOI of the old style, encoded', { doi: 'https://doi.org/10.48550/arXiv.hep-th%2F9901001' }, 'hep-th/9901001'],
    ['a link', { link: 'https://arxiv.org/abs/1706.03762' }, '1706.03762'],
    ['a link with a version', { link: 'http://arxiv.org/abs/1706.03762v12' }, '1706.03762'],
    ['a link to a mirror', { link: 'https://export.arxiv.org/abs/1706.03762' }, '1706.03762'],
    ['a link to its DOI', { link: 'https://doi.org/10.48550/arXiv.1706.03762' }, '1706.03762'],
    ['a PDF link', { pdfLink: 'https://arxiv.org/pdf/1706.03762v5.pdf' }, '1706.03762'],
    ['a title link to the HTML version', { titleLink: 'https://arxiv.org/html/2401.00001v2' }, '2401.00001'],
    ['a link of the old style', { link: 'https://arxiv.org/abs/hep-th/9901001v3' }, 'hep-th/9901001'],
    ['a link of the old style in capitals', { link: 'https://ARXIV.org/abs/HEP-TH/9901001' }, 'hep-th/9901001'],
    ['a number of four digits', { link: 'https://arxiv.org/abs/0704.0001' }, '0704.0001'],
    ['a venue', { journalName: 'arXiv:1706.03762 [cs.CL]' }, '1706.03762'],
    ['a venue as BibTeX has it', { journalName: 'arXiv preprint arXiv:1706.03762v1' }, '1706.03762'],
    ['a venue of the old style', { journalName: 'arXiv: cond-mat/0001001' }, 'cond-mat/0001001'],
    ['an id', { id: 'arXiv:1706.03762' }, '1706.03762'],
  ])('is read from %s', (_where, paper, number) => {
    expect(readArxivNumber(paper)?.id.toLowerCase()).toBe(number);
  });

  it.each<[string, WirePaper]>([
    ['a published DOI', { doi: '10.1000/1706.03762' }],
    ['another host', { link: 'https://example.org/abs/1706.03762' }],
    ['a host that ends alike', { link: 'https://notarxiv.org/abs/1706.03762' }],
    ['a listing', { link: 'https://arxiv.org/list/cs.CL/recent' }],
    ['a venue without a number', { journalName: 'arXiv' }],
    ['a title', { title: 'A reply to arXiv:1706.03762' }],
    ['nothing', {}],
  ])('is not read from %s', (_where, paper) => {
    expect(readArxivNumber(paper)).toBeUndefined();
  });

  it('is the same with and without the subject class, as arXiv has it', () => {
    const [plain, classed] = ['math/0309136', 'math.GT/0309136'].map((number) => ({
      link: `https://arxiv.org/abs/${number}`,
    }));
    expect(areOne(plain as WirePaper, classed as WirePaper)).toBe(true);
  });

  it('makes two records one, across places, versions and titles', () => {
    const byLink = { title: 'First title', link: 'https://arxiv.org/abs/1706.03762v1', year: 2017 };
    expect(areOne(byLink, { title: 'New title', doi: '10.48550/arXiv.1706.03762', year: 2023 })).toBe(true);
    expect(areOne(byLink, { title: 'First title', link: 'https://arxiv.org/abs/1706.03763' })).toBe(false);
  });

  it('makes no two releases of a program one, whose papers may be versions of one preprint', () => {
    const release = (title: string) => ({
      title,
      authors: AUTHOR,
      year: 2013,
      link: 'http://arxiv.org/abs/1312.22660',
    });
    expect(areOne(release('The Owl Library, Version 8.0'), release('The Owl Library, Version 8.1'))).toBe(false);
    expect(areOne(release('The Owl Library, Version 8.0'), release('The Owl library (version 8.0)'))).toBe(true);
    expect(areOne(release('The Owl Library, Version 8.0'), release('The Owl Library'))).toBe(true);
  });

  it('makes a preprint one with the published version that names it', () => {
    const preprint = { title: 'Early title', doi: '10.48550/arxiv.1706.03762', year: 2010 };
    const published = {
      title: 'Late title',
      doi: '10.1000/x',
      pdfLink: 'https://arxiv.org/pdf/1706.03762',
      year: 2020,
    };
    expect(areOne(preprint, published)).toBe(true);
  });
});

describe('a preprint', () => {
  it.each<[string, WirePaper]>([
    ['its own word', { isPrePrint: true }],
    ['its type', { publicationType: 'Preprint' }],
    ['its type in Crossref', { publicationType: 'posted-content' }],
    ['its venue', { journalName: 'bioRxiv (Cold Spring Harbor Laboratory)' }],
    ['its venue at SSRN', { v_journal_name: 'SSRN Electronic Journal' }],
    ...[
      '10.48550/arXiv.1706.03762',
      '10.1101/2020.03.22.002386',
      '10.1101/123456',
      '10.21203/rs.3.rs-1/v1',
      '10.20944/preprints202001.0001.v1',
      '10.26434/chemrxiv-2021-abc',
      '10.31234/osf.io/abcde',
      '10.31219/osf.io/abcde',
      '10.36227/techrxiv.1',
      '10.2139/ssrn.123',
    ].map((doi): [string, WirePaper] => [`the DOI ${doi}`, { doi }]),
  ])('is known by %s', (_sign, paper) => {
    expect(isPreprint(fromWire(paper))).toBe(true);
  });

  it.each<[string, WirePaper]>([
    ['nothing tells', {}],
    ['it is an article', { publicationType: 'journal-article', isPrePrint: false }],
    ['its DOI is of a journal of a preprint registrant', { doi: '10.1101/gr.123456.120' }],
    ['a DOI of a journal outweighs the venue', { doi: '10.1000/x', journalName: 'arXiv' }],
    ['its venue only sounds so', { journalName: 'Archives of Marxivism' }],
  ])('is none when %s', (_why, paper) => {
    expect(isPreprint(fromWire(paper))).toBe(false);
  });
});

describe('one title and first author', () => {
  it.each<[string, number, number, boolean]>([
    ['the same year', 2020, 2020, true],
    ['three years before', 2017, 2020, true],
    ['three years after', 2023, 2020, true],
    ['four years before', 2016, 2020, false],
    ['four years after', 2024, 2020, false],
  ])('a preprint of %s', (_when, preprint, published, isOne) => {
    expect(areOne({ ...PREPRINT, year: preprint }, { ...PUBLISHED, year: published })).toBe(isOne);
    expect(areOne({ ...PREPRINT, year: preprint }, { ...PREPRINT, year: published })).toBe(isOne);
  });

  it('of two published versions only in the same year', () => {
    expect(areOne(PUBLISHED, { ...PUBLISHED })).toBe(true);
    expect(areOne(PUBLISHED, { ...PUBLISHED, year: 2021 })).toBe(false);
  });

  it.each([undefined, null])('an unknown year (%j) equals only an unknown one', (year) => {
    expect(areOne({ ...PUBLISHED, year }, { ...PUBLISHED, year: null })).toBe(true);
    expect(areOne({ ...PUBLISHED, year }, PUBLISHED)).toBe(false);
    expect(areOne({ ...PREPRINT, year }, PUBLISHED)).toBe(false);
    expect(areOne(PREPRINT, { ...PUBLISHED, year })).toBe(false);
  });

  it('a preprint with its own DOI is one with the published version', () => {
    expect(areOne({ ...PUBLISHED, doi: '10.48550/arXiv.1706.03762' }, { ...PUBLISHED, doi: '10.1000/x' })).toBe(true);
  });

  it('two published DOIs are two works', () => {
    expect(areOne({ ...PUBLISHED, doi: '10.1000/x' }, { ...PUBLISHED, doi: '10.1000/y' })).toBe(false);
  });
});

describe('titles', () => {
  const oneWith = (a: string, b: string) => areOne({ ...PUBLISHED, title: a }, { ...PUBLISHED, title: b });

  it.each([
    ['case', 'ATTENTION IS ALL YOU NEED'],
    ['punctuation', '“Attention”: is all - you need?'],
    ['blanks and line breaks', '  Attention is\n all  you need '],
    ['markup', '<b>Attention</b> is <jats:italic>all</jats:italic> you need'],
    ['entities', 'Attention&nbsp;is all you need'],
    ['hidden characters', 'At\u200btention is\u00ad all you need'],
    ['full-width letters', 'Ａttention is all you need'],
  ])('agree in spite of %s', (_what, title) => {
    expect(oneWith(TITLE, title)).toBe(true);
  });

  it.each([
    ['accents', 'Économie politique générale', 'Economie politique generale'],
    ['composed letters', 'Étude de la lumière', 'E\u0301tude de la lumie\u0300re'],
    ['indices', 'Photolysis of H<sub>2</sub>O on TiO<sub>2</sub>', 'Photolysis of H₂O on TiO₂'],
    ['ligatures', 'Efﬁcient sorting of lists', 'Efficient sorting of lists'],
    ['Greek capitals', 'Περί της φύσεως λόγος', 'ΠΕΡΊ ΤΗΣ ΦΎΣΕΩΣ ΛΌΓΟΣ'],
  ])('agree in spite of %s', (_what, a, b) => {
    expect(oneWith(a, b)).toBe(true);
  });

  it.each([
    ['another number', 'Attention is all you need 2'],
    ['one more word', 'Attention is all you really need'],
    ['another formula', 'Attention is all you need: CO2'],
  ])('differ by %s', (_what, title) => {
    expect(oneWith(TITLE, title)).toBe(false);
  });

  it.each([
    ['12 letters', 'Introduction', false],
    ['13 letters', 'Introductions', true],
    ['punctuation does not count', 'Intro: -- !! (1)', false],
    ['markup does not count', '<italic>Editorial</italic>', false],
    ['6 Chinese letters', '深度学习方法', false],
    ['7 Chinese letters', '深度学习的方法', true],
    ['no title', '', false],
  ])('of %s: %j', (_what, title, isOne) => {
    expect(oneWith(title, title)).toBe(isOne);
  });

  it('without an author have to be longer', () => {
    const nobody = (title: string): WirePaper => ({ title, year: 2020 });
    expect(areOne(nobody('a'.repeat(24)), nobody('a'.repeat(24)))).toBe(false);
    expect(areOne(nobody('a'.repeat(25)), nobody('a'.repeat(25)))).toBe(true);
    expect(areOne(nobody('a'.repeat(25)), { ...nobody('a'.repeat(25)), authors: AUTHOR })).toBe(false);
  });
});

describe('first authors', () => {
  const oneWith = (a: string | null, b: string | null) =>
    areOne({ ...PUBLISHED, authors: a }, { ...PUBLISHED, authors: b });

  it.each([
    ['Ashish Vaswani', 'A. Vaswani'],
    ['Ashish Vaswani', 'Vaswani A'],
    ['Ashish Vaswani', 'VASWANI A.'],
    ['Ashish Vaswani', 'Vaswani, A.'],
    ['Ashish Vaswani', 'Ashish T. Vaswani, Noam Shazeer'],
    ['A.B. Vaswani', 'Vaswani A B'],
    ['Jane A. Smith', 'Smith JA'],
    ['Émile Borel', 'E. Borel'],
    ['Jean-Pierre Serre', 'J.-P. Serre'],
    ["Flannery O'Connor", 'F. O’Connor'],
    ['Wei Li', 'Li W'],
    ['王小明', '王小明, 李伟'],
    ['李 伟', '李伟'],
  ])('%j and %j agree', (a, b) => {
    expect(oneWith(a, b)).toBe(true);
  });

  it.each([
    ['Ashish Vaswani', 'Noam Shazeer'],
    ['Ashish Vaswani, Noam Shazeer', 'Noam Shazeer, Ashish Vaswani'],
    ['王明', '李明'],
    ['Wei Li', 'Wei Xu'],
    ['Ashish Vaswani', ''],
    ['Ashish Vaswani', null],
  ])('%j and %j do not', (a, b) => {
    expect(oneWith(a, b)).toBe(false);
  });
});

describe('the record to show', () => {
  const id = (...records: [WirePaper, ...WirePaper[]]) => bestStored(records, (paper) => fromWire(paper)).id;
  const published = { id: 'published', doi: '10.1000/x' };
  const withoutDoi = { id: 'without' };
  const preprint = { id: 'preprint', doi: '10.48550/arXiv.1706.03762' };
  const bare = { id: 'bare', isPrePrint: true };

  it('is a published one with DOI, else a published one, else a preprint with DOI', () => {
    expect(id(bare, preprint, withoutDoi, published)).toBe('published');
    expect(id(bare, preprint, withoutDoi)).toBe('without');
    expect(id(bare, preprint)).toBe('preprint');
    expect(id(bare)).toBe('bare');
  });

  it('is the first of equals', () => {
    expect(id({ ...published, id: 'first' }, published)).toBe('first');
    expect(id({ ...bare, id: 'first' }, bare)).toBe('first');
  });
});
