import { describe, expect, it } from 'vitest';
import { metadataFromJson } from '../../src/formats/json/jsonl.ts';
import { normalisePaper, type Paper, type PaperInput, toPaper } from '../../src/papers/paper.ts';
import { toWire } from '../../src/papers/wire.ts';
import { record } from '../helpers/record.ts';

const RICH: Paper = {
  key: 'acl:1',
  title: 'A title',
  abstract: 'First line.\nSecond line.',
  summary: 'Short.',
  authors: ['Ada Lovelace', 'Alan Turing'],
  year: 2020,
  publishedAt: '2020-05-03',
  venue: 'Nature',
  publisher: 'Springer',
  country: 'United Kingdom',
  quartile: 'Q1',
  publicationType: 'journal',
  fieldsOfStudy: ['Computer Science', 'Alchemy'],
  citationCount: 0,
  influentialCitationCount: 1,
  referenceCount: 12,
  isOpenAccess: false,
  isPrePrint: true,
  downloadable: true,
  doi: '10.1000/x',
  link: 'https://example.org/a',
  pdfLink: 'https://example.org/a.pdf',
};

describe('a record made of loose facts', () => {
  it('has only what is known', () => {
    expect(toPaper({ key: 'k', title: 'T', abstract: null, year: undefined, venue: ' ', doi: 'none' })).toEqual({
      key: 'k',
      title: 'T',
      authors: [],
      fieldsOfStudy: [],
      downloadable: false,
    });
  });

  it('keeps facts that are in order as they are', () => {
    expect(toPaper(RICH)).toEqual(RICH);
  });

  it('is cleaned and brought into the vocabulary of the contract', () => {
    const facts: PaperInput = {
      title: '<i>A</i>\u202e title\n',
      abstract: '<jats:p>One.</jats:p><jats:p>Two.</jats:p>',
      authors: [' Ada\u200b Lovelace', '', ' '],
      venue: 'R&amp;D\u001b[31m',
      quartile: 'q2',
      publicationType: 'journal-article',
      fieldsOfStudy: ['computer science', 'Computer Science', 'Alchemy', ' '],
      doi: 'https://doi.org/10.1000/X',
    };
    expect(toPaper(facts)).toEqual({
      key: 'doi:10.1000/x',
      title: 'A title',
      abstract: 'One.\nTwo.',
      authors: ['Ada Lovelace'],
      venue: 'R&D',
      quartile: 'Q2',
      publicationType: 'journal',
      fieldsOfStudy: ['Computer Science', 'Alchemy'],
      doi: '10.1000/x',
      downloadable: false,
    });
  });

  it.each<[PaperInput]>([
    [{ year: 0 }],
    [{ year: 2101 }],
    [{ year: 2020.5 }],
    [{ year: Number.NaN }],
    [{ citationCount: -1 }],
    [{ referenceCount: 1.5 }],
    [{ influentialCitationCount: Number.POSITIVE_INFINITY }],
    [{ quartile: 'Q7' }],
    [{ link: 'javascript:alert(1)' }],
    [{ pdfLink: 'file:///etc/passwd' }],
  ])('leaves out the impossible %o', (facts) => {
    expect(toPaper({ key: 'k', title: 'T', ...facts })).toEqual({
      key: 'k',
      title: 'T',
      authors: [],
      fieldsOfStudy: [],
      downloadable: false,
    });
  });

  it.each([
    ['pp. 37--64', '37-64'],
    ['pp 37-64', '37-64'],
    ['p. e12', 'e12'],
    ['592-592', '592'],
    ['72-+', '72'],
    ['UNSP 03003', '03003'],
    ['nan', undefined],
    ['PII S1047198722000109', 'S1047198722000109'],
    ['No Pagination Specified', undefined],
    ['No-Specified', undefined],
    ['872--&', '872'],
    ['C897–C897', 'C897'],
    ['1-2-1-2', '1-2-1-2'],
    ['P12', 'P12'],
    ['146p', '146p'],
  ])('has the pages %s as %s', (pages, expected) => {
    expect(normalisePaper({ title: 'T', pages }).pages).toBe(expected);
  });

  it('has no venue, volume or language that a program wrote for a missing one', () => {
    const paper = normalisePaper({ title: 'T', venue: 'null', volume: 'NaN', language: 'None' });
    expect([paper.venue, paper.volume, paper.language]).toEqual([undefined, undefined, undefined]);
  });

  it('is downloadable when it has a PDF, unless something else is said', () => {
    const pdfLink = 'https://example.org/a.pdf';
    expect(record({ title: 'T', pdfLink }).downloadable).toBe(true);
    expect(record({ title: 'T', pdfLink, downloadable: false }).downloadable).toBe(false);
    expect(record({ title: 'T', downloadable: true }).downloadable).toBe(true);
  });

  it('may lack a title or an abstract, but not both', () => {
    expect(record({ abstract: 'Only this.' })).toMatchObject({ title: '', abstract: 'Only this.' });
    const reason = 'it has neither a title nor an abstract';
    expect(toPaper({ key: 'k', doi: '10.1000/x' })).toBe(reason);
    expect(toPaper({ title: '<i>\u200b</i>', abstract: ' \n' })).toBe(reason);
  });
});

describe('the key of a record', () => {
  it('is its own id, else its DOI', () => {
    expect(record({ key: ' acl:1 ', title: 'T', doi: '10.1000/x' }).key).toBe('acl:1');
    expect(record({ key: ' ', title: 'T', doi: 'doi:10.1000/X' }).key).toBe('doi:10.1000/x');
  });

  it('is else a fingerprint that spelling does not change', () => {
    const one = record({ title: 'Deep Learning: A Review', year: 2020, authors: ['Ada Lovelace', 'Alan Turing'] });
    expect(one.key).toBe('title:deeplearningareview:2020:adalovelace');
    expect(record({ title: 'deep learning - a review', year: 2020, authors: ['ADA LOVELACE'] }).key).toBe(one.key);
  });

  it.each<[PaperInput]>([[{ year: 2021 }], [{ authors: ['Alan Turing'] }], [{ title: 'Deep Learning 2' }]])(
    'differs with %o',
    (other) => {
      const facts: PaperInput = { title: 'Deep Learning', year: 2020, authors: ['Ada Lovelace'] };
      expect(record({ ...facts, ...other }).key).not.toBe(record(facts).key);
    },
  );
});

describe('a record as the service answers it', () => {
  it('has every field of the contract; unknown facts are null or absent', () => {
    const bare = record({ key: 'k', title: 'T' });
    expect(toWire({ ...bare, search: { score: 0.25 } })).toEqual({
      id: 'k',
      title: 'T',
      abstract: null,
      tldr: null,
      doi: null,
      journalName: null,
      publicationType: null,
      publishedAt: null,
      authors: null,
      year: null,
      score: 0.25,
      fieldsOfStudy: [],
      impactFactor: {},
      downloadable: false,
      engine: 'library',
      v_country: null,
      v_journal_name: null,
      v_publisher: null,
      v_quartile_ranking: null,
    });
  });

  it('says counts of zero and flags of false', () => {
    expect(toWire(RICH)).toMatchObject({
      authors: 'Ada Lovelace, Alan Turing',
      impactFactor: { citationCount: 0, influentialCitationCount: 1, referenceCount: 12 },
      isOpenAccess: false,
      isPrePrint: true,
    });
  });

  it('links to its DOI when it has no link of its own', () => {
    expect(toWire(record({ title: 'T', doi: '10.1000/x' })).link).toBe('https://doi.org/10.1000/x');
    expect(toWire(RICH).link).toBe('https://example.org/a');
  });

  it('is read back as the same record', () => {
    const facts = metadataFromJson(toWire({ ...RICH, search: { score: 0.5 } }));
    expect(typeof facts === 'string' ? facts : toPaper(facts)).toEqual(RICH);
  });
});

it.each([
  ['crocco,l. and lees,l.', ['l. crocco', 'l. lees']],
  ['Dunlap, R. and Kuethe A. M.', ['R. Dunlap', 'Kuethe A. M.']],
  ['Office of Land and Sea, U.S.', ['Office of Land and Sea, U.S.']],
  ['Anna and Ben Weevil', ['Anna and Ben Weevil']],
])('a name that holds several people with initials is theirs: %s', (name, authors) => {
  expect(record({ title: 'Tides', authors: [name] }).authors).toEqual(authors);
});
