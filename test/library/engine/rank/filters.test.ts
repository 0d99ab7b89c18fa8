import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChoosingFilter } from '../../../../src/contract/filter-table.ts';
import { type Filters, filtersSchema } from '../../../../src/contract/filters.ts';
import { FIELDS_OF_STUDY, PUBLICATION_TYPES, QUARTILES } from '../../../../src/contract/rules.ts';
import { compileFilters, compileUnknown } from '../../../../src/library/engine/rank/compile-filters.ts';
import { openLibrary } from '../../../../src/library/library.ts';
import { usedFilters } from '../../../../src/papers/filters/filter-meaning.ts';
import type { Paper, PaperInput } from '../../../../src/papers/paper.ts';
import { fromWire, toWire } from '../../../../src/papers/wire.ts';
import { libraryFolder } from '../../../helpers/library-folder.ts';
import { record } from '../../../helpers/record.ts';
import { runs } from '../../../helpers/runs.ts';
import { checkFilter } from '../../../papers/filters/check-filter.ts';
import { takeIn } from '../../../search/federated/shelf.ts';

/**
 * The whole way: records of an import, the library's tables, the index, and there the filter; beside it what the
 * contract says of the record itself.
 */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
const metadata: fc.Arbitrary<PaperInput> = fc.record({
  year: maybe(fc.constantFrom(1, 1665, 1999, 2000, 2001, 2020, 2100, 0, 2101)),
  citationCount: maybe(fc.constantFrom(0, 1, 9, 10, 11, 250_000)),
  publicationType: maybe(
    fc.constantFrom('journal', 'Journal-Article', 'conference', 'inbook', 'preprint', 'book', ' '),
  ),
  quartile: maybe(fc.constantFrom('Q1', 'q2', '3', 'Q4', 'Q5', '')),
  fieldsOfStudy: maybe(fc.subarray([...FIELDS_OF_STUDY, 'medicine', 'Alchemy'], { maxLength: 3 })),
  isOpenAccess: maybe(fc.boolean()),
  downloadable: maybe(fc.boolean()),
  pdfLink: maybe(fc.constant('https://example.org/a.pdf')),
});
const filters: fc.Arbitrary<Filters> = fc
  .record({
    year: maybe(fc.constantFrom('2000', '1999:2001', '0000:9999', '0000', '2020:2020', '2021:2100', '0001:1700')),
    minCitationCount: maybe(fc.constantFrom(1, 10, 11, 250_000, 250_001, Number.MAX_SAFE_INTEGER)),
    publicationTypes: maybe(fc.subarray([...PUBLICATION_TYPES], { minLength: 1 })),
    quartileRanking: maybe(fc.subarray([...QUARTILES], { minLength: 1 })),
    fieldsOfStudy: maybe(fc.subarray([...FIELDS_OF_STUDY], { minLength: 1, maxLength: 8 })),
    openAccessPdf: maybe(fc.boolean()),
    downloadable: maybe(fc.boolean()),
  })
  .map((wanted) => filtersSchema.parse(wanted));

function recordOf(loose: PaperInput, at: number): Paper {
  return record({ ...loose, key: `paper ${at}`, title: `Paper number ${at} of this test` });
}

/** Which of the records the index lets through, by key. */
function readAccepted(records: readonly Paper[], all: readonly Filters[]): Set<string>[] {
  const library = openLibrary(libraryFolder());
  try {
    library.add(records);
    takeIn(library);
    return library.search(({ segments }) =>
      all.map((wanted) => {
        const accepted = new Set<string>();
        for (const segment of segments) {
          const accept = compileFilters(wanted, segment);
          for (let docId = 0; docId < segment.maxDoc; docId += 1) {
            if (!accept || accept(docId)) accepted.add(library.findById(segment.ids[docId] as number)?.key as string);
          }
        }
        return accepted;
      }),
    );
  } finally {
    library.close();
  }
}

function isMet(paper: Paper, wanted: Filters): boolean {
  return usedFilters(wanted).every((name: ChoosingFilter) => checkFilter(paper, name, wanted) === 'met');
}

describe('the filters of the index', () => {
  const samples = fc.sample(fc.tuple(metadata, filters), { seed: 15, numRuns: 250 });
  const records = samples.map(([loose], at) => recordOf(loose, at));
  const wanted = samples.slice(0, runs(samples.length)).map(([, each]) => each);

  it('let the papers through that the contract does, for every paper and every filter', () => {
    const accepted = readAccepted(records, wanted);
    const papers = records.map((record) => ({ key: record.key, paper: fromWire(toWire(record)) }));
    wanted.forEach((each, at) => {
      const expected = papers.filter(({ paper }) => isMet(paper, each)).map(({ key }) => key);
      const got = records.filter(({ key }) => accepted[at]?.has(key)).map(({ key }) => key);
      expect(got, JSON.stringify(each)).toEqual(expected);
    });
    // Otherwise there would be nothing to see.
    const passing = wanted.filter((each, at) => usedFilters(each).length > 0 && (accepted[at]?.size ?? 0) > 0);
    expect(passing.length, 'a filter needs a generated value of its field in `metadata`').toBeGreaterThan(
      wanted.length / 8,
    );
  });

  it('name those that leave a paper out only because its fact is not known, for every paper and filter', () => {
    const library = openLibrary(libraryFolder());
    library.add(records);
    const papers = new Map(records.map((record) => [record.key, record]));
    let named = 0;
    const wrong: unknown[] = [];
    library.search(({ segments }) => {
      const byId = new Map(
        segments.flatMap(({ ids }) => [...ids]).map((id) => [id, papers.get(library.findById(id)?.key ?? '')]),
      );
      for (const each of wanted)
        for (const segment of segments) {
          const unknown = compileUnknown(each, segment);
          for (let docId = 0; docId < segment.maxDoc; docId += 1) {
            const paper = byId.get(segment.ids[docId] as number);
            // The library also has the starter catalogue.
            if (!paper) continue;
            const verdicts = usedFilters(each).map((name) => [name, checkFilter(paper, name, each)] as const);
            const isUnmet = verdicts.some(([, verdict]) => verdict === 'unmet');
            const expected = isUnmet
              ? []
              : verdicts.flatMap(([name, verdict]) => (verdict === 'unknown' ? [name] : []));
            const told = [...unknown(docId)];
            if (told.sort().join() !== expected.sort().join()) wrong.push({ each, paper, told, expected });
            named += expected.length;
          }
        }
    });
    library.close();
    expect(wrong).toEqual([]);
    expect(named).toBeGreaterThan(100);
  });

  it('let no paper through of which a fact is not known', () => {
    const single: Filters[] = [
      { year: '0000:9999' },
      { minCitationCount: 1 },
      { publicationTypes: [...PUBLICATION_TYPES] },
      { quartileRanking: [...QUARTILES] },
      { fieldsOfStudy: [...FIELDS_OF_STUDY] },
      { openAccessPdf: true },
      { openAccessPdf: false },
      { downloadable: true },
    ].map((each) => filtersSchema.parse(each));
    const unknown = recordOf({}, 0);
    const known = recordOf(
      {
        year: 2000,
        citationCount: 1,
        publicationType: 'journal',
        quartile: 'Q4',
        fieldsOfStudy: ['Linguistics'],
        isOpenAccess: true,
        downloadable: true,
      },
      1,
    );
    const accepted = readAccepted([unknown, known], single);
    single.forEach((each, at) => {
      expect(accepted[at]?.has(unknown.key), JSON.stringify(each)).toBe(false);
      expect(accepted[at]?.has(known.key), JSON.stringify(each)).toBe(each.openAccessPdf !== false);
    });
  });

  it('are none where only a number of papers and an order are asked for', () => {
    const none = filtersSchema.parse({ limit: 200, sort: 'year:desc' });
    const segment = { metadata: {} } as Parameters<typeof compileFilters>[1];
    expect(compileFilters(none, segment)).toBeUndefined();
  });
});
