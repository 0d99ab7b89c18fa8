import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SOURCE_NAMES, type SourceName } from '../../src/contract/source-names.ts';
import type { PaperInput } from '../../src/papers/paper.ts';
import { type FoundWork, toFoundWorks } from '../../src/papers/works/found-work.ts';
import { isPreprint, readPublishedDoi } from '../../src/papers/works/identity.ts';
import { mergeFound } from '../../src/papers/works/merge.ts';
import type { MergedField } from '../../src/papers/works/survivorship.ts';
import { runs } from '../helpers/runs.ts';

const TITLE = 'Filter feeding of mussels on sheltered shores';
const BASE: PaperInput = { title: TITLE, authors: ['Ada Weevil', 'Bo Limpet'], year: 2020 };

function found(source: SourceName, facts: PaperInput, rank = 1): FoundWork {
  const [one] = toFoundWorks(source, [{ ...BASE, ...facts }], rank).works;
  if (!one) throw new Error('unusable');
  return one;
}

const worksOf = (...records: FoundWork[]): number => mergeFound(records).length;

/** The one work that these are. */
function merged(...records: FoundWork[]): FoundWork {
  const works = mergeFound(records);
  expect(works).toHaveLength(1);
  return works[0] as FoundWork;
}

describe('what cannot be used', () => {
  it('is counted and keeps its rank', () => {
    const { works: some, unusable } = toFoundWorks('arxiv', [BASE, { doi: '10.1000/x' }, BASE], 101);
    expect(unusable).toBe(1);
    expect(some.map((one) => one.findings[0]?.rank)).toEqual([101, 103]);
  });
});

describe('the place in a journal', () => {
  it('comes from whoever knows it, but not from a preprint where the published version is known', () => {
    const work = merged(
      found('crossref', { doi: '10.1000/a', volume: '9', publicationType: 'journal' }),
      found('openalex', {
        doi: '10.1000/a',
        volume: '8',
        issue: '2',
        pages: '1\u201320',
        isbns: ['978-3-16-148410-0', '123'],
      }),
      found('arxiv', {
        doi: '10.1000/a',
        arxivId: '2001.00001',
        isPrePrint: true,
        language: 'en',
        editors: ['No One'],
      }),
    );
    const place = { volume: '9', issue: '2', pages: '1-20', isbns: ['9783161484100'], language: 'en' };
    expect(work.record).toMatchObject(place);
    expect(work.record.editors).toBeUndefined();
  });
});

describe('a thesis and the article of the same title, author and year', () => {
  const thesis = found('openalex', { publicationType: 'dissertation' });

  it.each<[string, SourceName, PaperInput, number]>([
    ['an article of a journal', 'crossref', { publicationType: 'journal-article', doi: '10.1000/a' }, 2],
    ['an article without a DOI', 'semanticscholar', { publicationType: 'JournalArticle' }, 2],
    ['a paper of a conference', 'crossref', { publicationType: 'proceedings-article', doi: '10.1000/a' }, 2],
    ['a record without a type that has a DOI', 'semanticscholar', { doi: '10.1000/a' }, 2],
    ['a record without type and DOI', 'semanticscholar', {}, 1],
    ['the thesis with a DOI', 'crossref', { publicationType: 'dissertation', doi: '10.1000/t' }, 1],
    ['the thesis under another word', 'semanticscholar', { publicationType: 'phd thesis' }, 1],
    ['its preprint', 'arxiv', { publicationType: 'preprint', isPrePrint: true, arxivId: '2001.00001' }, 1],
  ])('beside %s', (_what, source, facts, works) => {
    expect(worksOf(thesis, found(source, facts))).toBe(works);
    expect(worksOf(found(source, facts), thesis)).toBe(works);
  });

  it('are one where an identifier says so', () => {
    const [a, b] = [{ doi: '10.1000/t' }, { doi: '10.1000/t', publicationType: 'journal' }];
    expect(worksOf(found('openalex', { ...a, publicationType: 'thesis' }), found('crossref', b))).toBe(1);
  });

  it('are two also by way of a record that could be either', () => {
    const article = found('crossref', { publicationType: 'journal', doi: '10.1000/a' });
    expect(worksOf(thesis, found('semanticscholar', {}), article)).toBe(2);
  });
});

describe('one work by an identifier, whatever else differs', () => {
  const other = { title: 'Mussels on sheltered shores filter', authors: ['C. Barnacle'], year: 2011 };
  it.each<[string, PaperInput, PaperInput]>([
    ['DOI', { doi: '10.1000/ABC' }, { doi: 'https://doi.org/10.1000/abc' }],
    ['DOI with its prefix', { doi: 'doi:10.1000/abc' }, { doi: '10.1000/Abc' }],
    ['arXiv number', { arxivId: '2001.00001v3' }, { arxivId: 'arXiv:2001.00001' }],
    ['arXiv DOI', { arxivId: '2001.00001' }, { doi: '10.48550/arXiv.2001.00001' }],
    ['arXiv link', { arxivId: '2001.00001' }, { pdfLink: 'https://arxiv.org/pdf/2001.00001v2' }],
    ['PubMed number', { pmid: '123' }, { pmid: 'PMID: 123' }],
    ['PubMed Central number', { pmcid: 'PMC77' }, { pmcid: 'pmc77' }],
    ['OpenAlex id', { openAlexId: 'https://openalex.org/W5' }, { openAlexId: 'W5' }],
    ['corpus id', { corpusId: '99' }, { corpusId: 'CorpusId:99' }],
  ])('%s', (_name, a, b) => {
    expect(worksOf(found('openalex', a), found('crossref', { ...other, ...b }))).toBe(1);
  });
});

describe('one work by its title', () => {
  const beside = (facts: PaperInput, one: PaperInput = {}) => worksOf(found('openalex', one), found('crossref', facts));
  it.each<[string, PaperInput]>([
    ['equal', {}],
    ['other case, markup and accents', { title: '<i>Filter</i> feeding of mussëls: on SHELTERED shores.' }],
    ['withdrawn', { title: `RETRACTED: ${TITLE}` }],
    ['initials', { authors: ['A. Weevil'] }],
    ['family name first', { authors: ['Weevil A'] }],
    ['a year later', { year: 2021 }],
    ['a year before', { year: 2019 }],
    ['no year', { year: null }],
    ['no author', { authors: [] }],
    ['one with a DOI', { doi: '10.1000/x' }],
  ])('%s', (_name, facts) => {
    expect(beside(facts)).toBe(1);
  });

  it('with an ampersand for its word', () => {
    expect(
      beside({ title: 'Barnacles & limpets of the open coast' }, { title: 'Barnacles and limpets of the open coast' }),
    ).toBe(1);
  });

  const abstract =
    'We watched feeding animals of every coastal species through several winters and counted openings. '.repeat(2);
  it('that tells little, with the same abstract', () => {
    expect(
      beside({ title: 'Mussel feeding', abstract }, { title: 'Mussel Feeding.', abstract: abstract.slice(0, 110) }),
    ).toBe(1);
  });

  it('of a preprint and what was published of it up to three years later', () => {
    const preprint = found('arxiv', { arxivId: '2001.00001', isPrePrint: true, year: 2017 });
    expect(worksOf(preprint, found('crossref', { doi: '10.1000/x' }))).toBe(1);
    expect(worksOf(preprint, found('crossref', { doi: '10.1000/x', year: 2021 }))).toBe(2);
  });
});

describe('two works', () => {
  const beside = (facts: PaperInput, one: PaperInput = {}) => worksOf(found('openalex', one), found('crossref', facts));
  const both = (facts: PaperInput, change: PaperInput = {}) => beside({ ...facts, ...change }, facts);
  it.each<[string, PaperInput, PaperInput]>([
    ['published DOIs that differ', { doi: '10.1000/x' }, { doi: '10.1000/y' }],
    ['two years between', {}, { year: 2022 }],
    ['another first author', {}, { authors: ['Bo Limpet'] }],
    ['numbers at PubMed that differ', { pmid: '1' }, { pmid: '2' }],
    ['arXiv numbers that differ', { arxivId: '2001.00001' }, { arxivId: '2001.00002' }],
    ['the next part', { title: `${TITLE}. Part I` }, { title: `${TITLE}. Part II` }],
    ['a part of the same number, no more known', { title: 'Shores, part II' }, { year: 2020 }],
    ['a rubric', { title: 'Letter to the editor', authors: ['Ada Weevil'] }, {}],
    ['a rubric by the same authors', { title: 'Letter to the editor' }, {}],
    ['a short title by one author', { title: 'Mussel feeding habits', authors: ['Ada Weevil'] }, {}],
    ['a short title without a year or author', { title: 'Mussel feeding habits', authors: [], year: null }, {}],
    ['neither author nor year on one side', {}, { authors: [], year: null }],
    [
      'abstracts about different things',
      {
        abstract:
          'Winter storms carried settled larvae beyond sheltered inlets, leaving boulders without adult animals nearby.',
      },
      {
        abstract:
          'Questionnaires answered through hospital nurses showed moderate workload despite shorter weekly schedules everywhere.',
      },
    ],
  ])('%s', (_name, one, change) => {
    expect(both(one, change)).toBe(2);
  });

  it('are not made one by a third: published DOIs at the ends of a chain', () => {
    const [a, b, c] = [
      found('crossref', { doi: '10.1000/a', arxivId: '2001.00001' }),
      found('arxiv', { arxivId: '2001.00001', isPrePrint: true }),
      found('openalex', { doi: '10.1000/c', arxivId: '2001.00001' }),
    ];
    expect(worksOf(a, b, c)).toBe(2);
    expect(worksOf(a, found('semanticscholar', {}), c)).toBe(2);
    expect(worksOf(a, found('semanticscholar', { year: null }), c)).toBe(3);
  });

  it('are not made one by a year between them', () => {
    expect(worksOf(...[2019, 2020, 2021].map((year, at) => found('openalex', { year }, at + 1)))).toBe(3);
  });

  it('are not made one by the DOI that arXiv names', () => {
    const preprint = found('arxiv', { arxivId: '2001.00001', isPrePrint: true, doi: '10.1000/a' });
    expect(worksOf(preprint, found('crossref', { doi: '10.1000/a' }))).toBe(1);
    expect(worksOf(preprint, found('crossref', { doi: '10.1000/b' }))).toBe(2);
  });

  it('have keys of their own', () => {
    const works = mergeFound([
      found('openalex', { doi: '10.1000/x' }),
      found('crossref', { doi: '10.1000/x', title: 'Something about quite unrelated galaxies' }),
      found('arxiv', { title: 'Letter' }, 1),
      found('arxiv', { title: 'Letter' }, 2),
    ]);
    expect(works).toHaveLength(4);
    expect(new Set(works.map(({ record }) => record.key)).size).toBe(4);
    expect(works.map(({ record }) => record.key)).toContain('doi:10.1000/x');
  });
});

describe('the best of each fact', () => {
  const doi = '10.1000/x';
  const bestOf = (name: MergedField, ...records: FoundWork[]) => {
    const { record, fieldSources } = merged(...records);
    return [record[name], fieldSources?.[name]];
  };

  it('is by the order of sources, and says whose it is', () => {
    const records = [
      found('openalex', { doi, title: `${TITLE} again`, venue: 'B', abstract: 'One.' }),
      found('crossref', { doi, title: TITLE, venue: 'A', abstract: 'Two.' }),
      found('europepmc', { doi, title: `${TITLE} indeed`, abstract: 'Three.' }),
    ];
    expect(bestOf('title', ...records)).toEqual([TITLE, 'crossref']);
    expect(bestOf('venue', ...records)).toEqual(['A', 'crossref']);
    expect(bestOf('abstract', ...records)).toEqual(['Three.', 'europepmc']);
    expect(merged(...records).record.key).toBe(`doi:${doi}`);
  });

  it('leaves no fact without a source and names none for an unknown fact', () => {
    const { record, fieldSources: provenance = {} } = merged(
      found('openalex', { doi, venue: 'B' }),
      found('crossref', { doi, pmid: '7' }),
    );
    const known = Object.entries(record).filter(([, value]) => value && String(value) !== '');
    expect(Object.keys(provenance).sort()).toEqual(
      known
        .map(([name]) => name)
        .filter((name) => name !== 'key')
        .sort(),
    );
  });

  it('is the highest count of OpenAlex and Semantic Scholar, never a sum; the others only where these are silent', () => {
    const counts = (...some: [SourceName, number][]) =>
      bestOf('citationCount', ...some.map(([source, citationCount]) => found(source, { doi, citationCount })));
    expect(counts(['openalex', 5], ['semanticscholar', 8], ['crossref', 90])).toEqual([8, 'semanticscholar']);
    expect(counts(['europepmc', 9], ['crossref', 3])).toEqual([3, 'crossref']);
    expect(counts(['europepmc', 9])).toEqual([9, 'europepmc']);
  });

  it('is a retraction that any source tells, and open access where there is a PDF', () => {
    const retracted = [found('openalex', { doi, isRetracted: false }), found('crossref', { doi, isRetracted: true })];
    expect(bestOf('isRetracted', ...retracted)).toEqual([true, 'crossref']);
    const open = (pdfLink?: string) => [
      found('openalex', { doi, isOpenAccess: false }),
      found('semanticscholar', { doi, isOpenAccess: true, pdfLink }),
    ];
    expect(bestOf('isOpenAccess', ...open())).toEqual([false, 'openalex']);
    expect(bestOf('isOpenAccess', ...open('https://example.org/a.pdf'))).toEqual([true, 'semanticscholar']);
  });

  it('is the whole abstract, the names in full, the references that were deposited and the most precise date of the year', () => {
    const start = 'Mussels of many kinds were watched while they fed, and what they';
    const a = found('europepmc', {
      doi,
      abstract: `${start}…`,
      authors: ['Weevil A', 'Limpet B'],
      publishedAt: '2020',
      referenceCount: 0,
    });
    const b = found('openalex', {
      doi,
      abstract: `${start} took was counted.`,
      publishedAt: '2020-03-01',
      referenceCount: 12,
    });
    const c = found('arxiv', { doi, publishedAt: '2019-12-31' });
    expect(bestOf('abstract', a, b, c)).toEqual([`${start} took was counted.`, 'openalex']);
    expect(bestOf('authors', a, b, c)).toEqual([['Ada Weevil', 'Bo Limpet'], 'openalex']);
    expect(bestOf('publishedAt', a, b, c)).toEqual(['2020-03-01', 'openalex']);
    expect(bestOf('referenceCount', a, b, c)).toEqual([12, 'openalex']);
    expect(bestOf('year', a, b, c)).toEqual([2020, 'europepmc']);
  });

  it('is the published version’s also where the preprint is in the better source', () => {
    const preprint = found('crossref', { title: `${TITLE}!`, doi: '10.21203/rs.3.rs-1/v1', year: 2019 });
    const published = found('arxiv', { doi, isPrePrint: false });
    expect(bestOf('title', preprint, published)).toEqual([TITLE, 'arxiv']);
    expect(bestOf('year', preprint, published)).toEqual([2020, 'arxiv']);
  });

  it('is the published version’s; of the preprint stay its number and its PDF', () => {
    const preprint = found('arxiv', {
      title: `${TITLE}!`,
      doi: '10.48550/arXiv.2001.00001',
      isPrePrint: true,
      publicationType: 'preprint',
      venue: 'arXiv',
      year: 2019,
      pdfLink: 'https://arxiv.org/pdf/2001.00001',
      downloadable: true,
    });
    const published = found('semanticscholar', { doi });
    const { record, fieldSources: provenance = {} } = merged(preprint, published);
    expect(record).toMatchObject({
      key: `doi:${doi}`,
      title: TITLE,
      doi,
      year: 2020,
      arxivId: '2001.00001',
      pdfLink: 'https://arxiv.org/pdf/2001.00001',
      downloadable: true,
    });
    expect(provenance).toMatchObject({ doi: 'semanticscholar', pdfLink: 'arxiv', arxivId: 'arxiv' });
    expect([record.isPrePrint, record.publicationType, record.venue]).toEqual([undefined, undefined, undefined]);
  });
});

it('works come by their best rank, then by how many sources had them', () => {
  const other = (number: number) => ({ title: `Galaxies of the kind numbered ${number} seen from afar` });
  const works = mergeFound([
    found('openalex', other(1), 2),
    found('crossref', { ...other(2), doi: '10.1000/b' }, 1),
    found('openalex', other(3), 1),
    found('crossref', other(3), 5),
  ]);
  expect(works.map(({ findings: places }) => places)).toEqual([
    [
      { source: 'openalex', rank: 1 },
      { source: 'crossref', rank: 5 },
    ],
    [{ source: 'crossref', rank: 1 }],
    [{ source: 'openalex', rank: 2 }],
  ]);
});

// Few values of each, so that records meet in every way.
const maybe = <Value>(one: fc.Arbitrary<Value>) => fc.option(one, { nil: undefined });
const anyFacts: fc.Arbitrary<PaperInput> = fc.record({
  title: fc.constantFrom(
    TITLE,
    TITLE.toUpperCase(),
    `${TITLE}. Part II`,
    'Editorial',
    'Something about unrelated galaxies',
  ),
  authors: fc.constantFrom(['Ada Weevil'], ['A. Weevil', 'B. Limpet'], ['Bo Limpet'], []),
  year: maybe(fc.constantFrom(2017, 2019, 2020, 2021)),
  doi: maybe(fc.constantFrom('10.1000/a', 'https://doi.org/10.1000/A', '10.1000/b', '10.48550/arXiv.2001.00001')),
  arxivId: maybe(fc.constantFrom('2001.00001v1', '2001.00002')),
  pmid: maybe(fc.constantFrom('1', '2')),
  openAlexId: maybe(fc.constantFrom('W1', 'W2')),
  isPrePrint: maybe(fc.boolean()),
});
const anyFound: fc.Arbitrary<FoundWork[]> = fc
  .array(fc.tuple(fc.constantFrom(...SOURCE_NAMES), anyFacts), { maxLength: 14 })
  .map((list) => list.map(([source, facts], at) => found(source, facts, at + 1)));
const RUNS = { seed: 7, numRuns: runs(300) };

describe('of any records', () => {
  it('the order of records and sources changes nothing', () => {
    const shuffled = anyFound.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        expect(mergeFound(other)).toEqual(mergeFound(list));
      }),
      RUNS,
    );
  });

  it('each is in exactly one work', () => {
    fc.assert(
      fc.property(anyFound, (list) => {
        const places = (works: readonly FoundWork[]) =>
          works.flatMap((work) => work.findings.map(({ source, rank }) => `${source} ${rank}`)).sort();
        expect(places(mergeFound(list))).toEqual(places(list));
      }),
      RUNS,
    );
  });

  it('no work has two published DOIs, and each fact is one that its source told', () => {
    fc.assert(
      fc.property(anyFound, (list) => {
        for (const { record, findings: places, fieldSources } of mergeFound(list)) {
          const members = list.flatMap(({ record: paper, findings: [one] }) =>
            places.some((at) => at.source === one?.source && at.rank === one.rank) ? [{ ...one, paper }] : [],
          );
          const papers = members.map(({ paper }) => paper);
          const dois = papers.map(readPublishedDoi).filter((doi) => doi !== undefined);
          expect(new Set(dois).size).toBeLessThanOrEqual(1);
          const ownDois = papers.filter((paper) => !isPreprint(paper)).map(({ doi }) => doi);
          expect(new Set(ownDois.filter((doi) => doi != null)).size).toBeLessThanOrEqual(1);
          if (dois[0]) expect(record.doi).toBe(dois[0]);
          expect(papers.map(({ title }) => title)).toContain(record.title);
          const told = members.filter(({ source }) => source === fieldSources?.year).map(({ paper }) => paper.year);
          if (record.year !== undefined) expect(told).toContain(record.year);
        }
      }),
      RUNS,
    );
  });

  it('works have different keys', () => {
    fc.assert(
      fc.property(anyFound, (list) => {
        const keys = mergeFound(list).map(({ record }) => record.key);
        expect(new Set(keys).size).toBe(keys.length);
      }),
      RUNS,
    );
  });
});
