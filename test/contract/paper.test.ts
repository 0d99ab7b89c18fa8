import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wirePaperSchema } from '../../src/contract/wire-paper.ts';

const FULL = {
  id: '12345',
  title: 'A title',
  abstract: null,
  tldr: 'Short.',
  doi: '10.1000/x',
  journalName: 'Journal',
  publicationType: 'journal',
  publishedAt: '2020-01-01',
  authors: 'Ada Lovelace, Alan Turing',
  year: 2020,
  score: 0.5,
  fieldsOfStudy: ['Law'],
  impactFactor: { citationCount: 1, influentialCitationCount: 0, referenceCount: 12 },
  isOpenAccess: true,
  isPrePrint: false,
  downloadable: true,
  link: 'https://example.org/a',
  pdfLink: 'https://example.org/a.pdf',
  titleLink: 'https://example.org/t',
  semanticLink: 'https://example.org/s',
  engine: 'x',
  v_country: null,
  v_journal_name: 'Journal',
  v_publisher: 'Publisher',
  v_quartile_ranking: 'Q1',
};

describe('reading a paper', () => {
  it('keeps every field of the contract as it is', () => {
    expect(wirePaperSchema.parse(FULL)).toEqual(FULL);
  });

  it('keeps unknown fields, also inside impactFactor', () => {
    const paper = { extra: { deep: [1] }, impactFactor: { citationCount: 2, hIndex: 3 } };
    expect(wirePaperSchema.parse(paper)).toEqual(paper);
  });

  it('accepts a paper without any field', () => {
    expect(wirePaperSchema.parse({})).toEqual({});
  });

  it('reads a number as id', () => {
    expect(wirePaperSchema.parse({ id: 12345 }).id).toBe('12345');
  });

  it.each(Object.keys(FULL))('takes %s of null as it is', (name) => {
    expect(wirePaperSchema.parse({ [name]: null })[name]).toBeNull();
  });

  it.each(Object.keys(FULL))('counts %s of another type as missing and reads the rest', (name) => {
    const wrong = name === 'impactFactor' ? 7 : { of: 'another type' };
    const paper = wirePaperSchema.parse({ ...FULL, [name]: wrong });
    const { [name]: _, ...rest } = FULL as Record<string, unknown>;
    expect(paper).toEqual(rest);
  });

  it('counts one bad number of impactFactor as missing and keeps the others', () => {
    const { impactFactor } = wirePaperSchema.parse({ impactFactor: { citationCount: 'many', referenceCount: 3 } });
    expect(impactFactor).toEqual({ referenceCount: 3 });
  });

  it('never fails on an object', () => {
    const name = fc.constantFrom(...Object.keys(FULL), 'other');
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue()), (json) => {
        expect(wirePaperSchema.safeParse(json).success).toBe(true);
      }),
    );
  });

  it.each([null, 'paper', 5, []])('refuses %j, which is no object', (json) => {
    expect(wirePaperSchema.safeParse(json).success).toBe(false);
  });
});
