import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import {
  ENRICHED_FIELDS,
  type FieldValues,
  fill,
  missingFields,
} from '../../../src/service/enrichment/enriched-fields.ts';
import { nastyPapers } from '../../helpers/nasty-papers.ts';
import { runs } from '../../helpers/runs.ts';

const BARE: WirePaper = { id: 'p1', title: 'Mussels on rocky shores', downloadable: false };
const EVERYTHING: FieldValues = {
  abstract: 'Mussels settle where the tide lets them.',
  doi: 'https://doi.org/10.5555/Demo.17',
  isOpenAccess: true,
  pdfLink: 'https://journal.example/17.pdf',
  citationCount: 12,
  referenceCount: 34,
  venue: 'Journal of Invented Hydrology',
  publisher: 'Example Press',
  year: 2023,
  publicationType: 'journal-article',
  quartile: 'q1',
};

describe('what a paper lacks', () => {
  it('is everything of a bare one and nothing of a filled one', () => {
    expect(missingFields(BARE)).toEqual([...ENRICHED_FIELDS]);
    expect(missingFields(fill(BARE, EVERYTHING, 'library').paper)).toEqual([]);
  });

  it.each([null, undefined, '', '  ', '\u200b', '<p></p>', '\n'.repeat(300)])(
    'includes an abstract of %j',
    (abstract) => {
      expect(missingFields({ ...BARE, abstract })).toContain('abstract');
    },
  );

  it('does not include what is false, zero or in the other place for a venue', () => {
    const paper: WirePaper = { ...BARE, isOpenAccess: false, impactFactor: { citationCount: 0 }, v_journal_name: 'J' };
    const missing = missingFields(paper);
    for (const fact of ['isOpenAccess', 'citationCount', 'venue']) expect(missing).not.toContain(fact);
    expect(missing).toContain('referenceCount');
  });

  it('is no open-access link when the paper is not open access', () => {
    expect(missingFields({ ...BARE, isOpenAccess: false })).not.toContain('pdfLink');
  });
});

describe('filling', () => {
  it('cleans what it takes, as library records are, and says for each field whose it is', () => {
    const { paper, fields } = fill(BARE, EVERYTHING, 'openalex');
    expect(fields).toEqual([...ENRICHED_FIELDS]);
    expect(paper).toEqual({
      ...BARE,
      abstract: 'Mussels settle where the tide lets them.',
      doi: '10.5555/demo.17',
      isOpenAccess: true,
      pdfLink: 'https://journal.example/17.pdf',
      impactFactor: { citationCount: 12, referenceCount: 34 },
      journalName: 'Journal of Invented Hydrology',
      v_journal_name: 'Journal of Invented Hydrology',
      v_publisher: 'Example Press',
      year: 2023,
      publicationType: 'journal',
      v_quartile_ranking: 'Q1',
      enriched: Object.fromEntries(
        [
          ...['abstract', 'doi', 'isOpenAccess', 'pdfLink', 'citationCount', 'referenceCount', 'journalName'],
          ...['v_journal_name', 'v_publisher', 'year', 'publicationType', 'v_quartile_ranking'],
        ].map((field) => [field, 'openalex']),
      ),
    });
  });

  it('leaves its input alone', () => {
    const paper = Object.freeze({ ...BARE, impactFactor: Object.freeze({ influentialCitationCount: 1 }) });
    const filled = fill(paper, EVERYTHING, 'library').paper;
    expect(paper.impactFactor).toEqual({ influentialCitationCount: 1 });
    expect(filled.impactFactor).toEqual({ influentialCitationCount: 1, citationCount: 12, referenceCount: 34 });
  });

  it('adds to what others filled before', () => {
    const first = fill(BARE, { abstract: 'An abstract.' }, 'library').paper;
    const second = fill(first, { ...EVERYTHING, abstract: 'Another abstract.' }, 'crossref').paper;
    expect(second.abstract).toBe('An abstract.');
    expect(second.enriched).toMatchObject({ abstract: 'library', doi: 'crossref' });
  });

  it.each<[string, FieldValues]>([
    ['nothing', {}],
    ['blanks', { abstract: ' ', venue: '\u200b', doi: '', quartile: null }],
    ['no DOI', { doi: 'see the publisher' }],
    ['a link of another kind', { pdfLink: 'javascript:alert(1)' }],
    ['impossible numbers', { year: 20_230, citationCount: -1, referenceCount: 1.5 }],
    ['an unknown quartile', { quartile: 'Q9' }],
    [
      'texts of impossible length',
      { abstract: 'x'.repeat(20_001), venue: 'x'.repeat(501), publisher: 'y'.repeat(501) },
    ],
  ])('takes %s for nothing and gives the paper itself back', (_what, found) => {
    const { paper, fields } = fill(BARE, found, 'library');
    expect(fields).toEqual([]);
    expect(paper).toBe(BARE);
  });

  it('takes no link to a copy that is known not to be open', () => {
    const found = { ...EVERYTHING, isOpenAccess: false };
    expect(fill(BARE, found, 'library').paper).toMatchObject({ isOpenAccess: false });
    expect(fill(BARE, found, 'library').fields).not.toContain('pdfLink');
    expect(fill({ ...BARE, isOpenAccess: false }, EVERYTHING, 'library').fields).not.toContain('pdfLink');
  });

  it('does not touch downloadable, by which the job may have filtered', () => {
    expect(fill(BARE, EVERYTHING, 'library').paper.downloadable).toBe(false);
  });

  it.each([
    ['Abstract: Rivers are long.', 'Rivers are long.'],
    ['ABSTRACT Rivers are long.', 'Rivers are long.'],
    ['<jats:title>Abstract</jats:title><jats:p>Rivers &amp;amp; lakes.</jats:p>', 'Rivers & lakes.'],
    ['Abstract interpretation is a theory.', 'Abstract interpretation is a theory.'],
    ['Summary statistics are kept.', 'Summary statistics are kept.'],
  ])('knows the heading of an abstract: %j', (abstract, expected) => {
    expect(fill(BARE, { abstract }, 'crossref').paper.abstract).toBe(expected);
  });
});

const text = fc.oneof(fc.string(), fc.constantFrom('Nature', '10.5555/x', 'https://a.example/x.pdf', 'Q2', '<b>x</b>'));
const number = fc.oneof(fc.integer({ min: -5, max: 3_000 }), fc.double());
const absent = fc.constantFrom(null, undefined);
const foundFacts = fc.record<FieldValues>(
  {
    abstract: fc.oneof(text, absent),
    doi: fc.oneof(text, absent),
    isOpenAccess: fc.oneof(fc.boolean(), absent),
    pdfLink: fc.oneof(text, absent),
    citationCount: fc.oneof(number, absent),
    referenceCount: fc.oneof(number, absent),
    venue: fc.oneof(text, absent),
    publisher: fc.oneof(text, absent),
    year: fc.oneof(number, absent),
    publicationType: fc.oneof(text, absent),
    quartile: fc.oneof(text, absent),
  },
  { requiredKeys: [] },
);

/** A paper's fields with those of its impact beside them. */
function flat({ impactFactor, ...paper }: WirePaper): Record<string, unknown> {
  return { ...paper, ...impactFactor };
}

describe('whatever a source tells', () => {
  it('replaces no known fact, records every change and is complete after once', () => {
    const papers = nastyPapers(200);
    fc.assert(
      fc.property(fc.constantFrom(...papers), foundFacts, (paper, found) => {
        const before = structuredClone(paper);
        const filled = fill(paper, found, 'the source').paper;
        expect(paper).toEqual(before);
        const { enriched = {}, ...after } = flat(filled);
        const old = flat(paper);
        const changed = Object.keys(after).filter((field) => after[field] !== old[field]);
        expect(changed.sort()).toEqual(Object.keys(enriched as object).sort());
        for (const field of changed) {
          const was = old[field];
          expect(was == null || (typeof was === 'string' && was.replace(/[^\p{L}\p{N}]/gu, '') === '')).toBe(true);
        }
        expect(fill(filled, found, 'again').paper).toBe(filled);
      }),
      { numRuns: runs(150) },
    );
  });
});

describe('a quartile that is filled in', () => {
  it('says whose it is, where that is known', () => {
    const { paper } = fill(BARE, { quartile: 'Q2', quartileSource: 'scimago', quartileYear: 2024 }, 'library');
    expect(paper).toMatchObject({ v_quartile_ranking: 'Q2', quartileSource: 'scimago', quartileYear: 2024 });
    expect(fill(BARE, { quartile: 'Q2' }, 'library').paper).not.toHaveProperty('quartileSource');
    const known = { ...BARE, v_quartile_ranking: 'Q1' };
    const kept = fill(known, { year: 2020, quartile: 'Q2', quartileSource: 'scimago' }, 'library').paper;
    expect(kept).not.toHaveProperty('quartileSource');
  });
});
