import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metadataFromJson } from '../../src/formats/json/jsonl.ts';
import { type PaperInput, toPaper } from '../../src/papers/paper.ts';
import { wholeNames } from '../helpers/whole-names.ts';

/** Metadata without the undefined ones. */
function metadataOf(json: unknown): PaperInput {
  const found = metadataFromJson(json);
  if (typeof found === 'string') throw new Error(found);
  return JSON.parse(JSON.stringify(found));
}

describe('the plain record of open collections', () => {
  it('is read whole', () => {
    const json = {
      id: 'acl:C16-1001',
      title: 'Boosting',
      abstract: 'We present.',
      year: 2016,
      venue: 'COLING',
      doi: '10.1000/x',
      authors: ['Rachel Bawden', 'Crabbé, Benoît'],
      citationCount: 5,
      fields: ['Computer science'],
      publicationType: 'proceedings-article',
      isOpenAccess: true,
      pmid: '1',
      issn: '0028-0836',
      collection: ['acl'],
    };
    expect(metadataOf(json)).toEqual({
      key: 'acl:C16-1001',
      title: 'Boosting',
      abstract: 'We present.',
      year: 2016,
      venue: 'COLING',
      doi: '10.1000/x',
      authors: ['Rachel Bawden', 'Crabbé, Benoît'],
      citationCount: 5,
      fieldsOfStudy: ['Computer science'],
      publicationType: 'proceedings-article',
      isOpenAccess: true,
      pmid: '1',
      issns: ['0028-0836'],
    });
  });

  it.each([
    ['objects of names', { authors: [{ name: 'Ada Beispiel', id: 7 }, { name: 'Bo Muster' }] }],
    [
      'first and last names',
      {
        authors: [
          { firstName: 'Ada', lastName: 'Beispiel' },
          { given: 'Bo', family: 'Muster' },
        ],
      },
    ],
    ['authorships', { authors: [{ author: { display_name: 'Ada Beispiel' } }, { author: { name: 'Bo Muster' } }] }],
    ['texts and objects', { author: ['Ada Beispiel', { full_name: 'Bo Muster' }, { id: 7 }, null] }],
    ['one text', { authors: 'Ada Beispiel; Bo Muster' }],
  ])('may have its authors as %s', (_form, authors) => {
    expect(wholeNames(metadataOf({ title: 'T', ...authors }).authors)).toEqual(['Ada Beispiel', 'Bo Muster']);
  });

  it('may lack everything but its title', () => {
    expect(metadataOf({ title: 'T', doi: null, year: null, authors: null })).toEqual({ title: 'T' });
  });
});

describe("the contract's paper", () => {
  it('is read whole', () => {
    const json = {
      id: '12345',
      title: 'T',
      abstract: null,
      tldr: 'Short.',
      doi: '10.1000/x',
      journalName: 'Nature',
      publicationType: 'journal',
      publishedAt: '2020-01-01',
      authors: 'Ada Lovelace,Alan Turing',
      year: 2020,
      score: 0.5,
      fieldsOfStudy: ['Law'],
      impactFactor: { citationCount: 1, influentialCitationCount: 0, referenceCount: 12 },
      isOpenAccess: false,
      isPrePrint: true,
      downloadable: true,
      titleLink: 'https://example.org/t',
      pdfLink: 'https://example.org/a.pdf',
      engine: 'x',
      v_country: 'Germany',
      v_journal_name: 'Nature (London)',
      v_publisher: 'Springer',
      v_quartile_ranking: 'Q1',
    };
    expect(metadataOf(json)).toEqual({
      key: '12345',
      title: 'T',
      summary: 'Short.',
      doi: '10.1000/x',
      venue: 'Nature',
      publicationType: 'journal',
      publishedAt: '2020-01-01',
      authors: ['Ada Lovelace', 'Alan Turing'],
      year: 2020,
      fieldsOfStudy: ['Law'],
      citationCount: 1,
      influentialCitationCount: 0,
      referenceCount: 12,
      isOpenAccess: false,
      isPrePrint: true,
      downloadable: true,
      link: 'https://example.org/t',
      pdfLink: 'https://example.org/a.pdf',
      country: 'Germany',
      publisher: 'Springer',
      quartile: 'Q1',
    });
  });

  it('takes its venue from the venue data when the journal is not named', () => {
    expect(metadataOf({ journalName: '', v_journal_name: 'Nature' })).toEqual({ venue: 'Nature' });
  });
});

describe('our own record', () => {
  it('is read back as it is', () => {
    const record = {
      key: 'doi:10.1000/x',
      title: 'T',
      summary: 'Short.',
      authors: ['Ada Lovelace'],
      year: 2020,
      venue: 'Nature',
      publisher: 'Springer',
      country: 'Germany',
      quartile: 'Q1',
      fieldsOfStudy: ['Law'],
      citationCount: 1,
      influentialCitationCount: 0,
      referenceCount: 12,
      downloadable: false,
      doi: '10.1000/x',
      arxivId: '2304.00001',
      pmid: '30000001',
      pmcid: 'PMC9000001',
      openAlexId: 'W4000000001',
      corpusId: '250000001',
      issns: ['1234-5679'],
      isRetracted: true,
      link: 'https://example.org/a',
    };
    expect(metadataOf(record)).toEqual(record);
    expect(toPaper(metadataOf(record))).toEqual(record);
  });
});

describe('tolerant reading', () => {
  it('takes numbers that are written as text, and ids that are numbers', () => {
    expect(metadataOf({ id: 7, title: 'T', year: '2020', citationCount: ' 12 ' })).toEqual({
      key: '7',
      title: 'T',
      year: 2020,
      citationCount: 12,
    });
  });

  it('understands values of other types where they say anything', () => {
    const json = {
      title: { en: 'T' },
      year: 'soon',
      authors: [{ orcid: 'A' }, 'Ada Lovelace', null],
      fields: 'Law',
      impactFactor: 7,
      isOpenAccess: 'yes',
    };
    const facts = { authors: ['Ada Lovelace'], fieldsOfStudy: ['Law'], isOpenAccess: true };
    const understood = { title: 'T', dated: 'soon', ...facts };
    expect(metadataOf(json)).toEqual(understood);
  });

  it.each([null, undefined, 'text', 5, [], [{ title: 'T' }]])('says that %j is not a JSON object', (json) => {
    expect(metadataFromJson(json)).toBe('it is not a JSON object');
  });

  it('makes a record or a reason of any JSON', () => {
    const name = fc.constantFrom(
      'id',
      'title',
      'abstract',
      'authors',
      'year',
      'doi',
      'impactFactor',
      'fields',
      'pdfLink',
    );
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue()), (json) => {
        const record = toPaper(metadataOf(json));
        expect(typeof record === 'string' ? record : record.key).not.toBe('');
      }),
    );
  });
});

describe('a name', () => {
  it.each([
    ['Lovelace, Ada', 'Ada Lovelace'],
    ['Ada Lovelace', 'Ada Lovelace'],
    ['van der Berg , Anna ', 'Anna van der Berg'],
    ['Plato,', 'Plato'],
    ['', ''],
  ])('%j is put given name first: %j', (name, plain) => {
    const record = toPaper({ title: 'T', authors: [name] });
    expect(record).toMatchObject({ authors: plain === '' ? [] : [plain] });
  });
});
