import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Paper, PaperInput } from '../../src/papers/paper.ts';
import { isPreprint } from '../../src/papers/works/identity.ts';
import { mergeRecords } from '../../src/papers/works/merge.ts';
import { record } from '../helpers/record.ts';
import { runs } from '../helpers/runs.ts';

const TITLE = 'Attention is all you need';

const titled = (facts: PaperInput): Paper => record({ title: TITLE, ...facts });

const preprint = (facts: PaperInput = {}) =>
  titled({ key: 'preprint', publicationType: 'preprint', isPrePrint: true, arxivId: '1706.03762', ...facts });
const published = (facts: PaperInput = {}) =>
  titled({ key: 'published', publicationType: 'journal', isPrePrint: false, doi: '10.1000/journal', ...facts });

describe('two records of one work', () => {
  it('are one under the key of the first', () => {
    expect(mergeRecords(preprint(), published()).key).toBe('preprint');
    expect(mergeRecords(published(), preprint()).key).toBe('published');
  });

  it('keep names that are written out when the newer has initials, and are corrected by one that has not', () => {
    const by = (...authors: string[]) => titled({ key: 'doi:10.5555/abel', authors });
    const [whole, brief] = [by('Ann Beatrice Abel', 'Carl Baker'), by('A. Abel')];
    expect(mergeRecords(whole, brief).authors).toEqual(['Ann Beatrice Abel', 'Carl Baker']);
    const corrected = ['Anne Beatrice Abel', 'Carl Baker'];
    expect(mergeRecords(whole, by(...corrected)).authors).toEqual(corrected);
  });

  it('say what the published version says, in either order; what it does not know comes from the preprint', () => {
    const early = preprint({
      title: 'Attention: all you need',
      year: 2017,
      venue: 'arXiv',
      summary: 'Early.',
      link: 'https://arxiv.org/abs/1706.03762',
    });
    const late = published({ year: 2018, venue: 'Journal of Attention', authors: ['Ashish Vaswani'] });
    const expected = {
      title: TITLE,
      year: 2018,
      venue: 'Journal of Attention',
      publicationType: 'journal',
      isPrePrint: false,
      doi: '10.1000/journal',
      arxivId: '1706.03762',
      summary: 'Early.',
      authors: ['Ashish Vaswani'],
      link: 'https://arxiv.org/abs/1706.03762',
    };
    expect(mergeRecords(early, late)).toMatchObject(expected);
    expect(mergeRecords(late, early)).toMatchObject(expected);
  });

  it('say what the one with a DOI says where both are published, else what the first says', () => {
    const [bare, withDoi] = [titled({ key: 'a', venue: 'One' }), titled({ key: 'b', venue: 'Two', doi: '10.1000/x' })];
    expect([mergeRecords(bare, withDoi).venue, mergeRecords(withDoi, bare).venue]).toEqual(['Two', 'Two']);
    const other = titled({ key: 'c', venue: 'Three' });
    expect([mergeRecords(bare, other).venue, mergeRecords(other, bare).venue]).toEqual(['One', 'Three']);
  });

  it('keep all numbers under which others know them', () => {
    const [a, b] = [
      titled({ key: 'a', pmid: '31452104', openAlexId: 'W1' }),
      titled({ key: 'b', pmcid: 'PMC5', corpusId: '77', arxivId: '1706.03762' }),
    ];
    const all = { pmid: '31452104', openAlexId: 'W1', pmcid: 'PMC5', corpusId: '77', arxivId: '1706.03762' };
    expect(mergeRecords(a, b)).toMatchObject(all);
    expect(mergeRecords(b, a)).toMatchObject(all);
  });

  it('have the higher of two counts, also where the published version has the lower', () => {
    const few = published({ citationCount: 3, influentialCitationCount: 0 });
    const many = preprint({ citationCount: 90, referenceCount: 12 });
    const counts = { citationCount: 90, influentialCitationCount: 0, referenceCount: 12 };
    expect(mergeRecords(few, many)).toMatchObject(counts);
    expect(mergeRecords(many, few)).toMatchObject(counts);
  });

  it.each([
    [true, false, true],
    [false, true, true],
    [false, false, false],
    [undefined, false, false],
    [true, undefined, true],
    [undefined, undefined, undefined],
  ])('are open or retracted when one of them is: %j and %j give %j', (a, b, expected) => {
    const merged = mergeRecords(
      titled({ key: 'a', isOpenAccess: a, isRetracted: a }),
      titled({ key: 'b', isOpenAccess: b, isRetracted: b }),
    );
    expect([merged.isOpenAccess, merged.isRetracted]).toEqual([expected, expected]);
    expect('isOpenAccess' in merged).toBe(expected !== undefined);
  });

  it('can be downloaded when one of them can', () => {
    const pdf = preprint({ pdfLink: 'https://arxiv.org/pdf/1706.03762' });
    expect(mergeRecords(published(), pdf)).toMatchObject({ downloadable: true, pdfLink: pdf.pdfLink });
  });

  it('are no preprint any more where the published version does not say so itself', () => {
    const late = titled({ key: 'published', doi: '10.1000/journal', venue: 'Journal of Attention' });
    for (const merged of [mergeRecords(preprint(), late), mergeRecords(late, preprint())]) {
      expect(isPreprint(merged)).toBe(false);
    }
  });

  it('put fields of study and ISSNs together, each once', () => {
    const a = titled({ key: 'a', fieldsOfStudy: ['Biology', 'Art'], issns: ['2049-3630'] });
    const b = titled({ key: 'b', fieldsOfStudy: ['Art', 'Law'], issns: ['2049-3630', '0028-0836'] });
    expect(mergeRecords(a, b)).toMatchObject({
      fieldsOfStudy: ['Biology', 'Art', 'Law'],
      issns: ['2049-3630', '0028-0836'],
    });
    expect('issns' in mergeRecords(titled({ key: 'a' }), titled({ key: 'b' }))).toBe(false);
  });

  it('have the title and the authors of the other where one has none', () => {
    const untitled = titled({ key: 'a', title: '', abstract: 'An abstract.', doi: '10.1000/x' });
    const titledOne = titled({ key: 'b', authors: ['Ada Weevil'] });
    expect(mergeRecords(untitled, titledOne)).toMatchObject({ title: TITLE, authors: ['Ada Weevil'] });
  });
});

describe('the abstract', () => {
  const long = 'A long abstract of many words. '.repeat(20).trim();
  const abstractOf = (main: string | undefined, other: string | undefined) =>
    mergeRecords(published({ abstract: main }), preprint({ abstract: other })).abstract;

  it('is the one that is there', () => {
    expect(abstractOf(undefined, 'Short.')).toBe('Short.');
    expect(abstractOf('Short.', undefined)).toBe('Short.');
    expect(abstractOf(undefined, undefined)).toBeUndefined();
  });

  it('is the published one, unless that is a cut one', () => {
    expect(abstractOf(long, `${long} ${long} ${long}`)).toBe(long);
    expect(abstractOf('Published, short.', 'Another, short.')).toBe('Published, short.');
    expect(abstractOf('A long abs…', long)).toBe(long);
  });
});

describe('a record that comes again under its own key', () => {
  const held = titled({
    key: 'k',
    year: 2000,
    venue: 'Old',
    citationCount: 9,
    doi: '10.1000/x',
    abstract: 'Old words.',
  });

  it('is a newer state: what it says counts, what it does not say stays', () => {
    const again = titled({ key: 'k', year: 2001, venue: 'New' });
    expect(mergeRecords(held, again)).toMatchObject({
      year: 2001,
      venue: 'New',
      doi: '10.1000/x',
      abstract: 'Old words.',
    });
  });

  it('says so also where the held one would rank higher', () => {
    expect(mergeRecords(published({ key: 'k' }), preprint({ key: 'k' })).publicationType).toBe('preprint');
  });

  it('with another title takes its place whole', () => {
    const other = titled({ key: 'k', title: 'A quite different paper' });
    expect(mergeRecords(held, other)).toEqual(other);
  });

  it('without any title does not', () => {
    const untitled = titled({ key: 'k', title: '', abstract: 'Newer words.' });
    expect(mergeRecords(held, untitled)).toMatchObject({ title: TITLE, year: 2000, abstract: 'Newer words.' });
    expect(mergeRecords(untitled, held)).toMatchObject({ title: TITLE, abstract: 'Old words.' });
  });

  it('with the same title in another spelling does not', () => {
    const same = titled({ key: 'k', title: 'ATTENTION is All You Need!' });
    expect(mergeRecords(held, same)).toMatchObject({ title: same.title, year: 2000 });
  });
});

/** Any facts of one work. */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const facts: fc.Arbitrary<PaperInput> = fc.record({
  abstract: maybe(fc.constantFrom('Short.', 'Some words of an abstract.', 'Many words. '.repeat(40))),
  summary: maybe(fc.constantFrom('One.', 'Two.')),
  authors: maybe(fc.constantFrom([], ['Ada Weevil'], ['Ada Weevil', 'Bo Beetle'])),
  year: maybe(fc.constantFrom(2017, 2018)),
  publishedAt: maybe(fc.constantFrom('2017-06-12', '2018')),
  venue: maybe(fc.constantFrom('arXiv', 'Journal of Attention')),
  publisher: maybe(fc.constantFrom('A', 'B')),
  country: maybe(fc.constantFrom('Chile', 'Peru')),
  quartile: maybe(fc.constantFrom('Q1', 'Q2')),
  publicationType: maybe(fc.constantFrom('journal', 'conference', 'preprint')),
  fieldsOfStudy: maybe(fc.subarray(['Biology', 'Art', 'Alchemy'])),
  citationCount: maybe(fc.nat(3)),
  influentialCitationCount: maybe(fc.nat(3)),
  referenceCount: maybe(fc.nat(3)),
  isOpenAccess: maybe(fc.boolean()),
  isPrePrint: maybe(fc.boolean()),
  isRetracted: maybe(fc.boolean()),
  downloadable: maybe(fc.boolean()),
  doi: maybe(fc.constantFrom('10.1000/journal', '10.48550/arxiv.1706.03762')),
  arxivId: maybe(fc.constant('1706.03762')),
  pmid: maybe(fc.constantFrom('1', '2')),
  pmcid: maybe(fc.constant('PMC1')),
  openAlexId: maybe(fc.constant('W1')),
  corpusId: maybe(fc.constant('9')),
  issns: maybe(fc.subarray(['2049-3630', '0028-0836'])),
  link: maybe(fc.constant('https://example.org/paper')),
  pdfLink: maybe(fc.constant('https://example.org/paper.pdf')),
});
const records = (key: string) => facts.map((some) => titled({ ...some, key }));
const RUNS = { seed: 20, numRuns: runs(150) };
const PREPRINT_FACTS = ['isPrePrint', 'publicationType'];
const TOGETHER = ['fieldsOfStudy', 'issns'];

describe('whatever is known', () => {
  it('a record merged with itself stays as it is', () => {
    fc.assert(
      fc.property(records('a'), (one) => {
        expect(mergeRecords(one, one)).toEqual(one);
        expect(mergeRecords(one, { ...one, key: 'b' })).toEqual(one);
      }),
      RUNS,
    );
  });

  it('no fact is lost and none is made up', () => {
    fc.assert(
      fc.property(records('a'), records('b'), (a, b) => {
        const merged = mergeRecords(a, b) as Record<string, unknown>;
        const [first, second] = [a, b] as [Record<string, unknown>, Record<string, unknown>];
        for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
          // What makes one of them a preprint is no fact about the work when the other one is published.
          if (PREPRINT_FACTS.includes(name) && !(name in merged)) continue;
          expect(merged, name).toHaveProperty(name);
          if (TOGETHER.includes(name)) continue;
          expect([first[name], second[name]]).toContainEqual(merged[name]);
        }
        expect(Object.keys(merged).every((name) => name in a || name in b)).toBe(true);
        for (const value of Object.values(merged)) expect(value).not.toBeUndefined();
      }),
      RUNS,
    );
  });

  it('counts, fields, what is open, retracted and at hand do not depend on the order', () => {
    fc.assert(
      fc.property(records('a'), records('b'), (a, b) => {
        const chosen = ({ fieldsOfStudy, issns, ...rest }: Paper) => ({
          counts: [rest.citationCount, rest.influentialCitationCount, rest.referenceCount],
          flags: [rest.isOpenAccess, rest.isRetracted, rest.downloadable],
          sets: [[...fieldsOfStudy].sort(), issns && [...issns].sort()],
        });
        expect(chosen(mergeRecords(a, b))).toEqual(chosen(mergeRecords(b, a)));
      }),
      RUNS,
    );
  });

  it('merging again changes nothing', () => {
    fc.assert(
      fc.property(records('a'), records('b'), (a, b) => {
        const merged = mergeRecords(a, b);
        expect(mergeRecords(merged, merged)).toEqual(merged);
      }),
      RUNS,
    );
  });
});
