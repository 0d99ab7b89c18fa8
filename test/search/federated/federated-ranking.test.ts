import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Filters } from '../../../src/contract/filters.ts';
import { type Paper, toPaper } from '../../../src/papers/paper.ts';
import type { FoundWork } from '../../../src/papers/works/found-work.ts';
import { mergeFound } from '../../../src/papers/works/merge.ts';
import { toStoredPaper } from '../../../src/papers/works/refresh-record.ts';
import { runs } from '../../helpers/runs.ts';
import { DAY, federate, titlesFound, work } from './found-works.ts';
import { openShelf, paper } from './shelf.ts';

const mussel = (key: string, facts: Parameters<typeof work>[1] | object = {}, rank = 1) =>
  work({ openalex: rank }, { key, title: `Mussel ${key}`, ...facts });

describe('filters look at the facts of library and sources together', () => {
  const DOI = '10.1000/beds';
  it.each<[keyof Filters, Partial<Filters>, object, object]>([
    ['year', { year: '2019:2021' }, { year: 2020 }, {}],
    ['year', { year: '2019:2021' }, {}, { year: 2020 }],
    ['minCitationCount', { minCitationCount: 10 }, { citationCount: 3 }, { citationCount: 12 }],
    ['minCitationCount', { minCitationCount: 10 }, { citationCount: 12 }, { citationCount: 3 }],
    ['fieldsOfStudy', { fieldsOfStudy: ['Biology'] }, { fieldsOfStudy: ['Biology'] }, {}],
    ['fieldsOfStudy', { fieldsOfStudy: ['Biology'] }, { fieldsOfStudy: [] }, { fieldsOfStudy: ['Biology'] }],
    ['openAccessPdf', { openAccessPdf: true }, {}, { isOpenAccess: true }],
    ['downloadable', { downloadable: true }, { downloadable: true }, {}],
    ['quartileRanking', { quartileRanking: ['Q1'] }, { quartile: 'Q1' }, {}],
    ['publicationTypes', { publicationTypes: ['journal'] }, {}, { publicationType: 'journal' }],
  ])('%s: %j with %j in the library and %j from a source', (_name, filters, held, live) => {
    const shelf = openShelf();
    const body = { title: 'Mussel beds', doi: DOI };
    shelf.add([paper({ key: 'own', ...body, ...held })]);
    const works = [work({ openalex: 1 }, { key: 'live', ...body, ...live })];
    const wanted = federate(works, { shelf, filters });
    expect([wanted.papers.length, wanted.unknown]).toEqual([1, {}]);
  });

  it('and what a source says may throw out what the library would have kept', () => {
    const shelf = openShelf();
    shelf.add([paper({ key: 'own', title: 'Mussel beds', doi: '10.1000/beds', isOpenAccess: true })]);
    const live = mussel('a', { title: 'Mussel beds', doi: '10.1000/beds', citationCount: 12 });
    const filters = { minCitationCount: 20 };
    expect(federate([live], { shelf, filters })).toMatchObject({ papers: [], unknown: {} });
  });

  it('quartiles come from the rankings that the user has, also without the library', () => {
    const shelf = openShelf();
    const issn = '1234-5679';
    const journal = { source: 'scimago' as const, year: 2024, id: '1', title: 'Shores', issns: [issn], quartile: 'Q2' };
    shelf.addJournals([journal]);
    const works = [mussel('ranked', { issns: [issn] }), mussel('unranked', { issns: ['2049-3630'] }, 2)];
    for (const withLibrary of [true, false]) {
      const { papers, unknown } = federate(works, { shelf, filters: { quartileRanking: ['Q2'] }, withLibrary });
      expect(papers).toMatchObject([{ title: 'Mussel ranked', v_quartile_ranking: 'Q2', quartileSource: 'scimago' }]);
      expect(unknown).toEqual({ quartileRanking: 1 });
    }
  });

  it('also of works that no word of the question is in', () => {
    const works = [work({ openalex: 1 }, { key: 'a', title: 'Bivalves', year: 1990 })];
    expect(titlesFound(works)).toEqual(['Bivalves']);
    expect(titlesFound(works, { filters: { year: '2000:2100' } })).toEqual([]);
  });
});

describe('facts that are not known', () => {
  it('pass no filter, and are counted for each', () => {
    const works = [
      mussel('knows all', { year: 2020, citationCount: 5, publicationType: 'journal' }, 1),
      mussel('no year', { citationCount: 5 }, 2),
      mussel('nothing', {}, 3),
      mussel('no count, wrong year', { year: 1990 }, 4),
      mussel('no count', { year: 2020 }, 5),
    ];
    const { papers, unknown } = federate(works, { filters: { year: '2000:2100', minCitationCount: 1 } });
    expect(papers.map(({ title }) => title)).toEqual(['Mussel knows all']);
    expect(unknown).toEqual({ year: 2, minCitationCount: 2 });
  });

  it('are not counted where no filter looks at them', () => {
    expect(federate([mussel('bare')]).unknown).toEqual({});
    expect(federate([mussel('bare')], { filters: { sort: 'citationCount:desc' } }).unknown).toEqual({});
  });

  it('of papers that no source gave are not counted: nobody hid them', () => {
    const shelf = openShelf();
    shelf.add([paper({ key: 'own', title: 'Mussel notes' })]);
    expect(federate([mussel('a')], { shelf, filters: { year: '2000:2100' } })).toMatchObject({
      papers: [],
      unknown: { year: 1 },
    });
  });
});

describe('the order', () => {
  it('is by our own ranking and the ranks of the sources together', () => {
    const works = [
      work({ openalex: 1, crossref: 1 }, { key: 'a', title: 'Of bivalves' }),
      work({ openalex: 2, crossref: 2 }, { key: 'b', title: 'Mussel' }),
      work({ openalex: 9 }, { key: 'c', title: 'A mussel and so many more words that say nothing about it' }),
      work({ crossref: 3 }, { key: 'd', title: 'Of barnacles' }),
    ];
    expect(titlesFound(works)).toEqual([
      'Mussel',
      'A mussel and so many more words that say nothing about it',
      'Of bivalves',
      'Of barnacles',
    ]);
  });

  it('counts a source that ranks well for more than one that does not', () => {
    const works = [
      work({ crossref: 1 }, { key: 'a', title: 'Of rafts' }),
      work({ arxiv: 1 }, { key: 'b', title: 'Of ropes' }),
      work({ europepmc: 1 }, { key: 'c', title: 'Of reefs' }),
      work({ semanticscholar: 1 }, { key: 'd', title: 'Of rocks' }),
    ];
    expect(titlesFound(works)).toEqual(['Of rocks', 'Of reefs', 'Of ropes', 'Of rafts']);
  });

  it('counts our own ranking for two sources', () => {
    const shelf = openShelf();
    shelf.add([paper({ key: 'own', title: 'Mussel notes' })]);
    const two = work({ openalex: 1, arxiv: 1 }, { key: 'a', title: 'Of ropes' });
    expect(titlesFound([two], { shelf })).toEqual(['Mussel notes', 'Of ropes']);
    const three = work({ openalex: 1, arxiv: 1, crossref: 1 }, { key: 'a', title: 'Of ropes' });
    expect(titlesFound([three], { shelf })).toEqual(['Of ropes', 'Mussel notes']);
  });

  it('takes no rank from a source that did not find the work', () => {
    const looked = work({ openalex: Number.POSITIVE_INFINITY, arxiv: 1 }, { key: 'a', title: 'Mussel beds' });
    const [found] = federate([looked]).papers;
    expect(found).toMatchObject({ score: 1, engine: 'openalex,arxiv', explanation: { ranks: { arxiv: 1 } } });
    expect(found?.explanation).not.toHaveProperty('ranks.openalex');
  });

  it('of equal scores is the one in which the works came', () => {
    const alike = ['z', 'm', 'a', 'k'].map((key) => mussel('alike', { key, doi: `10.1000/${key}` }, 7));
    const dois = federate(alike).papers.map(({ doi }) => doi);
    // Our own ranking is one of the lists and breaks the tie in the order of its ids.
    expect(dois).toEqual(['10.1000/z', '10.1000/m', '10.1000/a', '10.1000/k']);
  });

  it('is the one asked for: of the best papers only, absent values last, equal ones by score', () => {
    const years = [1990, 2010, undefined, 2010, 2000];
    const works = years.map((year, place) => mussel(`no. ${place}`, { ...(year && { year }) }, place + 1));
    const sorted = (sort: string) => titlesFound(works, { filters: { sort } }).map((title) => title?.at(-1));
    expect(sorted('year:desc')).toEqual(['1', '3', '4', '0', '2']);
    expect(sorted('year:asc')).toEqual(['0', '4', '1', '3', '2']);
    const many = Array.from({ length: 130 }, (_, place) => mussel(`no. ${place}`, { citationCount: place }, place + 1));
    const { papers } = federate(many, { filters: { sort: 'citationCount:desc' } });
    expect(papers).toHaveLength(100);
    // The best of them are the first hundred that the source gave: nothing in their texts tells them apart.
    expect(papers[0]?.impactFactor?.citationCount).toBe(99);
  });
});

describe('any works', () => {
  const SOURCES = ['openalex', 'crossref', 'europepmc', 'arxiv', 'semanticscholar'] as const;
  const ranks = fc
    .dictionary(fc.constantFrom(...SOURCES), fc.integer({ min: 1, max: 300 }), { minKeys: 1 })
    .map((found) => ({ ...found }));
  const words = fc.array(fc.constantFrom('mussel', 'beds', 'on', 'open', 'shores', 'raft'), {
    minLength: 1,
    maxLength: 7,
  });
  const facts = fc.record({ ranks, words, year: fc.option(fc.integer({ min: 1990, max: 2025 }), { nil: undefined }) });
  const works = fc
    .array(facts, { minLength: 1, maxLength: 25 })
    .map((all) =>
      all.map(({ ranks: given, words: text, year }, place) =>
        work(given, { key: `k${place}`, title: text.join(' '), doi: `10.1000/${place}`, ...(year && { year }) }),
      ),
    );

  it('have scores from 1 down to 0 and one paper each, the same ones in whatever order they come', () => {
    const shelf = openShelf();
    shelf.add([paper({ key: 'own', title: 'mussel beds of mine' }), paper({ key: 'two', title: 'raft' })]);
    fc.assert(
      fc.property(works, fc.boolean(), fc.integer(), (given, withLibrary, turn) => {
        const { papers } = federate(given, { shelf, withLibrary });
        const scores = papers.map(({ score }) => score as number);
        expect(scores.every((score) => score > 0 && score <= 1 && Number(score.toFixed(6)) === score)).toBe(true);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
        const dois = papers.flatMap(({ doi }) => doi ?? []);
        expect([...dois].sort()).toEqual(given.map(({ record }) => record.doi).sort());
        const at = Math.abs(turn) % given.length;
        const turned: FoundWork[] = [...given.slice(at), ...given.slice(0, at)];
        const again = federate(turned, { shelf, withLibrary }).papers;
        expect(again.map(({ id }) => id).sort()).toEqual(papers.map(({ id }) => id).sort());
      }),
      { numRuns: runs(20) },
    );
  });

  it('that meet the filters are all there, and none that do not', () => {
    const shelf = openShelf();
    fc.assert(
      fc.property(works, (given) => {
        const { papers, unknown } = federate(given, { shelf, filters: { year: '2000:2010' } });
        const isMet = (year: number | undefined) => year !== undefined && year >= 2000 && year <= 2010;
        const met = given.filter(({ record }) => isMet(record.year));
        expect(papers.map(({ doi }) => doi).sort()).toEqual(met.map(({ record }) => record.doi).sort());
        expect(unknown.year ?? 0).toBe(given.filter(({ record }) => record.year === undefined).length);
      }),
      { numRuns: runs(15) },
    );
  });

  it('of several sources are found the same, in whatever order the sources and their records come', () => {
    const shelf = openShelf();
    shelf.add([paper({ key: 'own', title: 'mussel beds', doi: '10.1000/1', pmid: '2' })]);
    const record = fc.record({
      source: fc.constantFrom(...SOURCES),
      rank: fc.integer({ min: 1, max: 20 }),
      title: words.map((text) => text.join(' ')),
      doi: fc.option(fc.constantFrom('10.1000/1', '10.1000/2', '10.1000/3'), { nil: undefined }),
      pmid: fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }),
      citationCount: fc.option(fc.nat(9), { nil: undefined }),
    });
    const search = (records: Parameters<typeof mergeFound>[0]) => {
      const kept = mergeFound(records).map((merged) => ({ ...merged, record: toStoredPaper(merged, () => DAY) }));
      return federate(kept, { shelf });
    };
    const shuffled = fc
      .array(record, { minLength: 1, maxLength: 12 })
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        const toFound = (records: typeof all) =>
          records.map(({ source, rank, ...facts }) => ({
            record: toPaper(facts) as Paper,
            findings: [{ source, rank }],
          }));
        expect(search(toFound(other))).toEqual(search(toFound(all)));
      }),
      { numRuns: runs(25) },
    );
  });
});
