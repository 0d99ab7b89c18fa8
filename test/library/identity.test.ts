import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStarterCatalogue } from '../../src/library/starter/starter.ts';
import type { Paper, PaperInput } from '../../src/papers/paper.ts';
import { record } from '../helpers/record.ts';
import { runs, some } from '../helpers/runs.ts';
import { openShelf } from './imported-works.ts';

/** How many works there are when these records are imported one after the other. */
function worksOf(...records: Paper[]): number {
  const shelf = openShelf();
  shelf.take(...records);
  return shelf.works();
}

const TITLE = 'Feeding habits of the zyzzyva weevil';
const NEARLY = 'Feeding habits of zyzzyva weevils in Brazil';
const OTHER = 'Gills and regeneration among axolotls';

describe('two records are one paper', () => {
  it.each<[string, PaperInput, PaperInput]>([
    ['by their key', { key: 'one', title: TITLE }, { key: 'one', title: OTHER }],
    ['by their DOI', { key: 'a', title: TITLE, doi: '10.1000/X' }, { title: NEARLY, doi: 'https://doi.org/10.1000/x' }],
    ['by their arXiv number', { title: TITLE, arxivId: '2101.00001' }, { title: OTHER, arxivId: 'arXiv:2101.00001v3' }],
    ['by their PMID', { title: TITLE, pmid: '31452104' }, { title: NEARLY, pmid: 'PMID: 31452104' }],
    ['by their PMCID', { title: TITLE, pmcid: 'PMC77' }, { title: NEARLY, pmcid: 'pmc77' }],
    ['by OpenAlex', { title: TITLE, openAlexId: 'W77' }, { title: NEARLY, openAlexId: 'https://openalex.org/W77' }],
    ['by Semantic Scholar', { title: TITLE, corpusId: '77' }, { title: NEARLY, corpusId: 'CorpusID:77' }],
    [
      'by title, first author and year',
      { key: 'a', title: TITLE, authors: ['Ada Weevil'], year: 2001 },
      { key: 'b', title: `${TITLE.toUpperCase()}.`, authors: ['Weevil, A.', 'Bo Beetle'], year: 2001 },
    ],
    [
      'as a preprint and its published version',
      { key: 'a', title: TITLE, authors: ['Ada Weevil'], year: 2001, publicationType: 'preprint' },
      { key: 'b', title: TITLE, authors: ['Ada Weevil'], year: 2003, doi: '10.1000/x' },
    ],
    ['without a title, by DOI', { title: TITLE, doi: '10.1000/x' }, { key: 'b', abstract: 'Words.', doi: '10.1000/x' }],
  ])('%s', (_, one, other) => {
    expect(worksOf(record(one), record(other))).toBe(1);
    expect(worksOf(record(other), record(one))).toBe(1);
  });

  it('also within one import', () => {
    const { add, works } = openShelf();
    const [a, b] = [record({ key: 'a', title: TITLE, pmid: '1' }), record({ key: 'b', title: TITLE, pmid: '1' })];
    expect(add([a, b, a, b])).toEqual({ added: 1, merged: 0, alreadyThere: 3 });
    expect(works()).toBe(1);
  });
});

describe('two records are two papers', () => {
  it.each<[string, PaperInput, PaperInput]>([
    ['with nothing in common', { title: TITLE }, { title: OTHER }],
    [
      'with one DOI that is wrong',
      { key: 'a', title: TITLE, doi: '10.1000/x' },
      { key: 'b', title: OTHER, doi: '10.1000/x' },
    ],
    ['with one PMID that is wrong', { title: TITLE, pmid: '1' }, { title: OTHER, pmid: '1' }],
    [
      'with two published DOIs, whatever else is equal',
      { title: TITLE, authors: ['Ada Weevil'], year: 2001, doi: '10.1000/a', pmid: '1', openAlexId: 'W1' },
      { title: TITLE, authors: ['Ada Weevil'], year: 2001, doi: '10.1000/b', pmid: '1', openAlexId: 'W1' },
    ],
    [
      'with two arXiv numbers and one title',
      { title: TITLE, authors: ['Ada Weevil'], year: 2001, arxivId: '2101.00001', key: 'a' },
      { title: TITLE, authors: ['Ada Weevil'], year: 2001, arxivId: '2101.00002', key: 'b' },
    ],
    ['with another first author', { title: TITLE, authors: ['Ada Weevil'] }, { title: TITLE, authors: ['Bo Beetle'] }],
    [
      'with another year',
      { title: TITLE, authors: ['Ada Weevil'], year: 2001 },
      { title: TITLE, authors: ['Ada Weevil'], year: 2003 },
    ],
    [
      'with a title that says nothing',
      { key: 'a', title: 'Editorial', authors: ['Ada Weevil'], year: 2001 },
      { key: 'b', title: 'Editorial', authors: ['Ada Weevil'], year: 2001 },
    ],
  ])('%s', (_, one, other) => {
    expect(worksOf(record(one), record(other))).toBe(2);
    expect(worksOf(record(other), record(one))).toBe(2);
  });

  it('also by way of a preprint of both', () => {
    const shared = { title: TITLE, authors: ['Ada Weevil'], year: 2001 };
    const conference = record({ ...shared, doi: '10.1000/conference', publicationType: 'conference' });
    const journal = record({ ...shared, doi: '10.1000/journal', publicationType: 'journal', isPrePrint: false });
    const preprint = record({ ...shared, key: 'preprint', arxivId: '2101.00001', isPrePrint: false });
    for (const order of [
      [conference, journal, preprint],
      [conference, preprint, journal],
      [preprint, journal, conference],
    ]) {
      expect(worksOf(...order)).toBe(2);
    }
  });
});

describe('a paper that came with the package', () => {
  const starter = readStarterCatalogue()[0] as Paper;

  it('gives way to a record of the same work, and is still found by its key', () => {
    const { take, works, size, key } = openShelf();
    const before = size().starter;
    take(record({ key: 'mine', title: starter.title, doi: starter.doi, abstract: 'My own words on it.' }));
    expect([works(), size().starter]).toEqual([0, before - 1]);
    expect(key(starter.key)).toMatchObject({ key: 'mine', abstract: 'My own words on it.', title: starter.title });
    expect(key('mine')).toEqual(key(starter.key));
  });

  it('stays when a record has its DOI by mistake', () => {
    const { take, works, size, key } = openShelf();
    const before = size().starter;
    take(record({ key: 'mine', title: OTHER, doi: starter.doi }));
    expect([works(), size().starter]).toEqual([1, before]);
    expect(key(starter.key)?.title).toBe(starter.title);
    expect(key('mine')?.title).toBe(OTHER);
  });

  it('is not there twice: all of them imported again are as many as before', () => {
    const { add, works, size } = openShelf();
    const before = size().starter;
    const records = some(readStarterCatalogue());
    expect(add(records)).toEqual({ added: 0, merged: records.length });
    expect([works(), size().starter]).toEqual([0, before - records.length]);
  });
});

describe('whatever the order of import', () => {
  /** Records of some works, each with its title, author and year and with some of the work's numbers. */
  const records = fc
    .array(
      fc.record({
        work: fc.nat(3),
        known: fc.subarray(['doi', 'pmid', 'pmcid', 'openAlexId', 'corpusId', 'arxivId'] as const),
        citationCount: fc.nat(5),
      }),
      { minLength: 1, maxLength: 10 },
    )
    .map((made) =>
      made.map(({ work, known, citationCount }, at) => {
        const numbers = {
          doi: `10.1000/work-${work}`,
          pmid: `10${work}`,
          pmcid: `PMC20${work}`,
          openAlexId: `W30${work}`,
          corpusId: `40${work}`,
          arxivId: `2101.0000${work}`,
        };
        const title = `${['Weevils', 'Axolotls', 'Quokkas', 'Mussels'][work]} of the southern seas and their lives`;
        const own = Object.fromEntries(known.map((name) => [name, numbers[name]]));
        return record({ key: `r${at}`, title, authors: ['Ada Weevil'], year: 2000 + work, citationCount, ...own });
      }),
    );
  const workOf = ({ title }: Paper) => title.slice(0, 5);

  it('there are as many papers as works', () => {
    fc.assert(
      fc.property(
        records.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const [one, other] = [openShelf(), openShelf()];
          one.add(all);
          other.take(...shuffled);
          const works = new Set(all.map(workOf)).size;
          expect([one.works(), other.works()]).toEqual([works, works]);
          for (const library of [one, other]) library.close();
        },
      ),
      { seed: 21, numRuns: runs(8) },
    );
  });
});
