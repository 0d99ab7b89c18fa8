import { describe, expect, it } from 'vitest';
import type { SourceName } from '../../src/contract/source-names.ts';
import { type Paper, type PaperInput, toPaper } from '../../src/papers/paper.ts';
import { viewPaper } from '../../src/papers/paper-view.ts';
import { fromWire, toWire } from '../../src/papers/wire.ts';
import { toFoundWorks } from '../../src/papers/works/found-work.ts';
import { mergeFound, mergeRecords } from '../../src/papers/works/merge.ts';
import { mergeIntoStored, toStoredPaper } from '../../src/papers/works/refresh-record.ts';
import { record } from '../helpers/record.ts';

const BASE = { title: 'Filter feeding of mussels on sheltered shores', doi: '10.1000/x' };

function live(source: SourceName, day: string, facts: PaperInput): Paper {
  const [work] = mergeFound(toFoundWorks(source, [{ ...BASE, ...facts }]).works);
  if (!work) throw new Error('unusable');
  return toStoredPaper(work, () => day);
}

const own = (facts: PaperInput): Paper => record({ ...BASE, ...facts });

const [EARLY, LATE] = ['2026-01-31', '2026-02-01'];

describe('a merged work that is kept', () => {
  const found = [
    ...toFoundWorks('crossref', [{ ...BASE, venue: 'Shores' }]).works,
    ...toFoundWorks('openalex', [{ ...BASE, citationCount: 4 }]).works,
  ];
  const [work] = mergeFound(found);
  const kept = toStoredPaper(work as NonNullable<typeof work>, () => EARLY);

  it('has its sources, and for each fact where and when it was learned', () => {
    expect(kept.foundIn).toEqual(['openalex', 'crossref']);
    expect(kept.provenance).toEqual({
      title: { from: 'crossref', on: EARLY },
      doi: { from: 'crossref', on: EARLY },
      venue: { from: 'crossref', on: EARLY },
      citationCount: { from: 'openalex', on: EARLY },
    });
  });

  it('is shown with them in the full view alone', () => {
    const paper = toWire(kept);
    expect(paper.engine).toBe('openalex,crossref');
    const full = viewPaper('1.1', fromWire(paper), 'full');
    expect(full.sources).toEqual(['openalex', 'crossref']);
    const told = full.provenance as Record<string, string>;
    expect(told[`crossref ${EARLY}`]?.split(', ')).toContain('venue');
    expect(told[`openalex ${EARLY}`]?.split(', ')).toContain('citationCount');
    for (const view of ['compact', 'abstract'] as const) {
      const shown = viewPaper('1.1', fromWire(paper), view);
      expect([shown.sources, shown.provenance]).toEqual([undefined, undefined]);
    }
    expect(toWire(own({}))).not.toHaveProperty('provenance');
    expect(toWire(own({})).engine).toBe('library');
  });

  it('does not take its provenance from a file', () => {
    const claimed = { ...BASE, foundIn: ['crossref'], provenance: { title: { from: 'crossref', on: EARLY } } };
    expect(toPaper(claimed)).not.toHaveProperty('provenance');
    expect(toPaper(claimed)).not.toHaveProperty('foundIn');
  });
});

describe('what the user imported', () => {
  const imported = own({
    key: 'mine',
    venue: 'My spelling',
    citationCount: 10,
    isOpenAccess: false,
    pdfLink: 'https://example.org/mine.pdf',
  });
  const again = live('openalex', LATE, {
    title: 'Filter feeding by mussels on sheltered shores',
    venue: 'Theirs',
    citationCount: 12,
    isOpenAccess: true,
    pdfLink: 'https://example.org/theirs.pdf',
    pmid: '7',
  });
  const kept = mergeIntoStored(imported, again);

  it('stays, but for what is missing and counts that have grown', () => {
    expect(kept).toMatchObject({
      key: 'mine',
      title: BASE.title,
      venue: 'My spelling',
      isOpenAccess: false,
      pdfLink: 'https://example.org/mine.pdf',
      citationCount: 12,
      pmid: '7',
      foundIn: ['openalex'],
    });
    expect(mergeIntoStored(imported, live('openalex', LATE, { citationCount: 9 })).citationCount).toBe(10);
  });

  it('has a provenance where a source told it, and none elsewhere', () => {
    expect(kept.provenance).toEqual({
      citationCount: { from: 'openalex', on: LATE },
      pmid: { from: 'openalex', on: LATE },
    });
  });

  it('keeps the references that it had beside those that a source gave', () => {
    const held = own({ referencedWorks: ['W1', 'W2'] });
    const joined = mergeIntoStored(held, live('openalex', LATE, { referencedWorks: ['W2', 'W3'] }));
    expect(joined.referencedWorks).toEqual(['openalex:W1', 'openalex:W2', 'openalex:W3']);
  });

  it('is retracted when a source says so', () => {
    expect(mergeIntoStored(own({ isRetracted: false }), live('crossref', LATE, { isRetracted: true }))).toMatchObject({
      isRetracted: true,
      provenance: { isRetracted: { from: 'crossref', on: LATE } },
    });
    expect(
      mergeIntoStored(own({ isRetracted: true }), live('crossref', LATE, { isRetracted: false })).isRetracted,
    ).toBe(true);
  });
});

describe('what was learned live before', () => {
  const changing: [keyof PaperInput, unknown, unknown][] = [
    ['citationCount', 10, 9],
    ['influentialCitationCount', 1, 2],
    ['referenceCount', 30, 31],
    ['isOpenAccess', true, false],
    ['link', 'https://example.org/a', 'https://example.org/b'],
    ['pdfLink', 'https://example.org/a.pdf', 'https://example.org/b.pdf'],
    ['quartile', 'Q1', 'Q2'],
    ['isRetracted', true, false],
  ];

  it.each(changing)(
    '%s gives way to what the same source says later, never to what it said before',
    (name, before, after) => {
      const stored = live('openalex', EARLY, { [name]: before });
      const later = live('openalex', LATE, { [name]: after });
      expect(mergeIntoStored(stored, later)).toMatchObject({ [name]: after, provenance: { [name]: { on: LATE } } });
      expect(mergeIntoStored(later, stored)).toMatchObject({ [name]: after, provenance: { [name]: { on: LATE } } });
    },
  );

  it.each(changing)('%s of another source: the later one counts', (name, before, after) => {
    if (name === 'isRetracted') return;
    const stored = live('openalex', EARLY, { [name]: before });
    const later = live('semanticscholar', LATE, { [name]: after });
    expect(mergeIntoStored(stored, later)).toMatchObject({ [name]: after });
    expect(mergeIntoStored(later, stored)).toMatchObject({ [name]: after });
  });

  it('a lower count of a source that counts its own part only says nothing new', () => {
    const stored = live('openalex', EARLY, { citationCount: 50 });
    expect(mergeIntoStored(stored, live('crossref', LATE, { citationCount: 40 })).citationCount).toBe(50);
    expect(mergeIntoStored(stored, live('crossref', LATE, { citationCount: 60 })).citationCount).toBe(60);
    expect(mergeIntoStored(stored, live('semanticscholar', EARLY, { citationCount: 60 })).citationCount).toBe(60);
  });

  it('a retraction stays until the one who told it takes it back', () => {
    const stored = live('crossref', EARLY, { isRetracted: true });
    expect(mergeIntoStored(stored, live('openalex', LATE, { isRetracted: false })).isRetracted).toBe(true);
    expect(mergeIntoStored(stored, live('crossref', LATE, { isRetracted: false })).isRetracted).toBe(false);
  });

  it('a fact that does not change is of the better source, then of the later day', () => {
    const title = 'Filter-feeding of mussels at sheltered shores';
    const stored = live('crossref', EARLY, {});
    expect(mergeIntoStored(stored, live('openalex', LATE, { title })).title).toBe(BASE.title);
    expect(mergeIntoStored(live('openalex', LATE, { title }), stored).title).toBe(BASE.title);
    expect(mergeIntoStored(stored, live('crossref', LATE, { title })).title).toBe(title);
    expect(mergeIntoStored(live('crossref', LATE, { title }), stored).title).toBe(title);
  });

  it('a preprint becomes the published version, and not the other way round', () => {
    const preprint = live('arxiv', EARLY, {
      doi: null,
      arxivId: '2001.00001',
      isPrePrint: true,
      venue: 'arXiv',
      year: 2019,
    });
    const published = live('openalex', EARLY, { venue: 'Shores', year: 2020, isPrePrint: false });
    for (const kept of [mergeIntoStored(preprint, published), mergeIntoStored(published, preprint)]) {
      expect(kept).toMatchObject({
        venue: 'Shores',
        year: 2020,
        isPrePrint: false,
        arxivId: '2001.00001',
        doi: BASE.doi,
      });
      expect(kept.provenance).toMatchObject({ venue: { from: 'openalex' }, arxivId: { from: 'arxiv' } });
      expect([...(kept.foundIn ?? [])].sort()).toEqual(['arxiv', 'openalex']);
    }
  });

  it('a published version of a lesser source still speaks before a preprint', () => {
    const preprint = live('crossref', LATE, { doi: '10.21203/rs.3.rs-1/v1', arxivId: '2001.00001', year: 2019 });
    const published = live('semanticscholar', EARLY, { arxivId: '2001.00001', year: 2020 });
    for (const kept of [mergeIntoStored(preprint, published), mergeIntoStored(published, preprint)]) {
      expect(kept).toMatchObject({ year: 2020, doi: BASE.doi });
    }
  });

  it('the same again changes nothing but the day of what may change', () => {
    const stored = live('openalex', EARLY, { citationCount: 5, venue: 'Shores' });
    const { provenance, ...rest } = stored;
    const kept = mergeIntoStored(stored, live('openalex', LATE, { citationCount: 5, venue: 'Shores' }));
    expect(kept).toMatchObject(rest);
    expect(kept.provenance?.citationCount).toEqual({ from: 'openalex', on: LATE });
    expect(mergeIntoStored(stored, stored)).toEqual(stored);
    expect(mergeIntoStored(kept, stored)).toEqual(kept);
  });
});

it('two library records together keep what each knows of its origin', () => {
  const merged = mergeRecords(
    own({ key: 'mine', venue: 'Mine' }),
    live('openalex', EARLY, { pmid: '7', venue: 'Theirs' }),
  );
  expect(merged.foundIn).toEqual(['openalex']);
  expect(merged.provenance).toEqual({ pmid: { from: 'openalex', on: EARLY } });
});
