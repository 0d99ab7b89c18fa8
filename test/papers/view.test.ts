import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { displayTitle, viewPaper } from '../../src/papers/paper-view.ts';
import { fromWire } from '../../src/papers/wire.ts';

const ABSTRACT = 'Solar cells degrade outdoors. We measure by how much.\nThey degrade slowly.';

const PAPER: WirePaper = {
  id: '12345',
  title: '<i>Solar</i> cells',
  abstract: ABSTRACT,
  tldr: null,
  doi: 'https://doi.org/10.1000/X',
  journalName: 'Nature',
  publicationType: 'journal',
  publishedAt: '2020-01-01',
  authors: 'Ada Lovelace, Alan Turing, Grace Hopper, Emmy Noether, Marie Curie',
  year: 2020,
  score: 0.5,
  fieldsOfStudy: ['Physics', 'Law'],
  impactFactor: { citationCount: 0, influentialCitationCount: 1, referenceCount: 12 },
  isOpenAccess: false,
  isPrePrint: false,
  downloadable: true,
  link: 'https://example.org/a',
  pdfLink: 'https://example.org/a.pdf',
  semanticLink: 'javascript:alert(1)',
  engine: 'x',
  v_country: 'Germany',
  v_journal_name: 'Nature (London)',
  v_publisher: 'Springer',
  v_quartile_ranking: 'Q1',
};

const COMMON = { ref: 'J1-1', title: 'Solar cells', year: 2020, venue: 'Nature', citations: 0, doi: '10.1000/x' };

describe('views of a paper', () => {
  it('compact: three authors, a count of the others, and one sentence', () => {
    expect(viewPaper('J1-1', fromWire(PAPER), 'compact')).toEqual({
      ...COMMON,
      authors: 'Ada Lovelace, Alan Turing, Grace Hopper',
      moreAuthors: 2,
      summary: 'Solar cells degrade outdoors.',
    });
  });

  it.each(['compact', 'abstract', 'full'] as const)('%s: the design, where it is clear', (view) => {
    const paper = { ...PAPER, title: 'Solar cells: a systematic review' };
    expect(viewPaper('J1-1', fromWire(paper), view)).toMatchObject({ design: 'systematic-review' });
    expect(viewPaper('J1-1', fromWire(PAPER), view)).not.toHaveProperty('design');
  });

  it('abstract: the abstract in place of the one sentence', () => {
    expect(viewPaper('J1-1', fromWire(PAPER), 'abstract')).toEqual({
      ...COMMON,
      authors: 'Ada Lovelace, Alan Turing, Grace Hopper',
      moreAuthors: 2,
      abstract: ABSTRACT,
    });
  });

  it('full: every fact, all authors, http(s) links only', () => {
    expect(viewPaper('J1-1', fromWire({ ...PAPER, tldr: 'They degrade.' }), 'full')).toEqual({
      ...COMMON,
      authors: 'Ada Lovelace, Alan Turing, Grace Hopper, Emmy Noether, Marie Curie',
      link: 'https://example.org/a',
      abstract: ABSTRACT,
      summary: 'They degrade.',
      id: '12345',
      type: 'journal',
      publishedAt: '2020-01-01',
      fieldsOfStudy: ['Physics', 'Law'],
      influentialCitations: 1,
      references: 12,
      quartile: 'Q1',
      publisher: 'Springer',
      country: 'Germany',
      preprint: false,
      downloadable: true,
      pdfLink: 'https://example.org/a.pdf',
      doiLink: 'https://doi.org/10.1000/x',
      score: 0.5,
      engine: 'x',
    });
  });

  it.each(['compact', 'abstract', 'full'] as const)('%s leaves absent facts out', (view) => {
    const empty: WirePaper = { title: 'T', abstract: null, tldr: '', year: null, authors: ' , ', fieldsOfStudy: [] };
    expect(viewPaper('J1-1', fromWire(empty), view)).toEqual({ ref: 'J1-1', title: 'T' });
  });

  it('names a paper without title as such', () => {
    expect(viewPaper('J1-1', fromWire({}), 'compact')).toEqual({ ref: 'J1-1', title: '(no title)' });
    expect(displayTitle(fromWire({ title: '\u200b' }))).toBe('(no title)');
  });

  it.each([
    ['one', 'Ada Lovelace', 'Ada Lovelace', undefined],
    ['three', 'A B, C D,E F', 'A B, C D, E F', undefined],
    ['four', 'A B, C D, E F, G H', 'A B, C D, E F', 1],
  ])('compact names %s, and counts the others beside them', (_count, authors, shown, moreAuthors) => {
    expect(viewPaper('J1-1', fromWire({ title: 'T', authors }), 'compact')).toEqual({
      ref: 'J1-1',
      title: 'T',
      authors: shown,
      ...(moreAuthors !== undefined && { moreAuthors }),
    });
  });

  it('compact prefers the given summary to the abstract', () => {
    expect(viewPaper('J1-1', fromWire({ ...PAPER, tldr: 'They degrade.' }), 'compact').summary).toBe('They degrade.');
  });

  it('abstract falls back on the summary when there is no abstract', () => {
    const shown = viewPaper('J1-1', fromWire({ title: 'T', tldr: 'They degrade.' }), 'abstract');
    expect(shown).toEqual({ ref: 'J1-1', title: 'T', summary: 'They degrade.' });
  });

  it('keeps a compact summary short', () => {
    const abstract = 'word '.repeat(400);
    expect(String(viewPaper('J1-1', fromWire({ title: 'T', abstract }), 'compact').summary).length).toBeLessThanOrEqual(
      240,
    );
  });

  it('gives a paper without DOI its link, when it is http(s)', () => {
    expect(viewPaper('J1-1', fromWire({ title: 'T', link: 'https://example.org/a' }), 'compact').link).toBe(
      'https://example.org/a',
    );
    expect(viewPaper('J1-1', fromWire({ title: 'T', titleLink: 'https://example.org/t' }), 'compact').link).toBe(
      'https://example.org/t',
    );
    expect(viewPaper('J1-1', fromWire({ title: 'T', link: 'javascript:alert(1)' }), 'full')).toEqual({
      ref: 'J1-1',
      title: 'T',
    });
  });

  it('cleans the text of every view', () => {
    const dirty: WirePaper = {
      title: 'T\u202e',
      abstract: 'One.\u001b[31m',
      authors: 'Ada\u0007 Lovelace',
      journalName: '<i>Nature</i>',
      v_publisher: 'Springer\u200b',
      fieldsOfStudy: ['Law\u2066'],
    };
    expect(viewPaper('J1-1', fromWire(dirty), 'full')).toEqual({
      ref: 'J1-1',
      title: 'T',
      abstract: 'One.',
      authors: 'Ada Lovelace',
      venue: 'Nature',
      publisher: 'Springer',
      fieldsOfStudy: ['Law'],
      // The mark of order, five characters that colour a terminal, a bell, a blank of no width, another mark of order.
      removedCharacters: 9,
    });
  });
});

describe('what the embedded service adds', () => {
  const explanation = { similarity: 0.61, ranks: { openalex: 2, '\u001b[31mmine': 1, 'not a number': 'x' } };

  it('is shown in full, cleaned: what it knew when it searched', () => {
    expect(viewPaper('J1-1', fromWire({ title: 'T', explanation }), 'full').explanation).toEqual({
      similarity: 0.61,
      ranks: { openalex: 2, mine: 1 },
    });
    expect(viewPaper('J1-1', fromWire({ title: 'T', explanation }), 'compact')).not.toHaveProperty('explanation');
  });

  it.each([null, 'because', 7, {}, [], { words: 'all' }])('is left out when it is none: %j', (none) => {
    expect(viewPaper('J1-1', fromWire({ title: 'T', explanation: none }), 'full')).not.toHaveProperty('explanation');
  });

  it.each(['compact', 'abstract', 'full'] as const)('says first that a paper was retracted, in the %s view', (view) => {
    expect(Object.keys(viewPaper('J1-1', fromWire({ title: 'T', isRetracted: true }), view))[1]).toBe('retracted');
    expect(viewPaper('J1-1', fromWire({ title: 'T', isRetracted: false }), view)).not.toHaveProperty('retracted');
  });

  it('names the numbers of others in full', () => {
    const numbers = { arxivId: '2101.00001', pmid: '3', pmcid: 'PMC4' };
    expect(viewPaper('J1-1', fromWire({ title: 'T', ...numbers }), 'full')).toMatchObject(numbers);
  });
});

describe('single facts', () => {
  it('authors are the names between the commas', () => {
    expect(fromWire({ authors: ' Ada Lovelace,Alan  Turing,, ' }).authors).toEqual(['Ada Lovelace', 'Alan Turing']);
    expect(fromWire({ authors: null }).authors).toEqual([]);
  });

  it('the venue is the journal, else the journal of the venue data', () => {
    expect(fromWire({ journalName: 'A', v_journal_name: 'B' }).venue).toBe('A');
    expect(fromWire({ journalName: null, v_journal_name: 'B' }).venue).toBe('B');
    expect(fromWire({}).venue).toBeUndefined();
  });
});
