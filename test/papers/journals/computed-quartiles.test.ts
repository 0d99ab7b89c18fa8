import { describe, expect, it } from 'vitest';
import { computeQuartiles, MIN_JOURNALS } from '../../../src/papers/journals/computed-quartiles.ts';
import type { JournalStatistics } from '../../../src/papers/journals/journal-statistics.ts';

const HYDROLOGY = { subfield: '2312', field: '23' };
const ECOLOGY = { subfield: '2303', field: '23' };
const LAW = { subfield: '3308', field: '33' };

function journal(number: number, facts: Partial<JournalStatistics> = {}): JournalStatistics {
  return {
    sourceId: `S${number}`,
    title: `Journal ${number}`,
    issns: [],
    type: 'journal',
    meanCitedness: number,
    topics: [{ ...HYDROLOGY, count: 10 }],
    worksCount: 500,
    ...facts,
  };
}

const many = (count: number, facts: Partial<JournalStatistics> = {}, from = 1) =>
  Array.from({ length: count }, (_, place) => journal(from + place, facts));

function quartiles(journals: readonly JournalStatistics[]): Map<string, string | undefined> {
  return new Map(computeQuartiles(journals, 2026).map(({ id, quartile }) => [id, quartile]));
}

const countOf = (all: Map<string, string | undefined>, name: string | undefined) =>
  [...all.values()].filter((quartile) => quartile === name).length;

describe('quartiles that we compute', () => {
  it('are quarters of the journals of a subfield by mean citedness, the most cited first', () => {
    const ranked = quartiles(many(100));
    expect(['Q1', 'Q2', 'Q3', 'Q4'].map((name) => countOf(ranked, name))).toEqual([25, 25, 25, 25]);
    expect(['S100', 'S76', 'S75', 'S51', 'S50', 'S26', 'S25', 'S1'].map((id) => ranked.get(id))).toEqual([
      'Q1',
      'Q1',
      'Q2',
      'Q2',
      'Q3',
      'Q3',
      'Q4',
      'Q4',
    ]);
  });

  it('say what they are: label, year, number compared, and what is known of the journal', () => {
    const [first] = computeQuartiles(
      [journal(99, { issns: ['2049-3630'], country: 'NO', publisher: 'Fjord Press' }), ...many(60)],
      2026,
    );
    expect(first).toEqual({
      source: 'openalex-computed',
      year: 2026,
      id: 'S99',
      title: 'Journal 99',
      issns: ['2049-3630'],
      quartile: 'Q1',
      rankedAmong: 61,
      country: 'NO',
      publisher: 'Fjord Press',
    });
  });

  it('are the same for equally cited journals', () => {
    const tied = [...many(40, { meanCitedness: 2 }), ...many(40, { meanCitedness: 1 }, 41)];
    const ranked = quartiles(tied);
    // Each half has the mean of its ranks: .25 and .75.
    expect([ranked.get('S1'), ranked.get('S40'), ranked.get('S41'), ranked.get('S80')]).toEqual([
      'Q1',
      'Q1',
      'Q3',
      'Q3',
    ]);
    expect(new Set(quartiles(many(60, { meanCitedness: 3 })).values())).toEqual(new Set(['Q2']));
  });

  it('are open where fewer than enough journals can be compared', () => {
    const few = quartiles(many(MIN_JOURNALS - 1));
    expect([few.size, countOf(few, undefined)]).toEqual([MIN_JOURNALS - 1, MIN_JOURNALS - 1]);
    expect(countOf(quartiles(many(MIN_JOURNALS)), undefined)).toBe(0);
  });

  it('are of the field where too few of the subfield are at hand', () => {
    const topics = [
      { ...ECOLOGY, count: 9 },
      { ...HYDROLOGY, count: 1 },
    ];
    const ranked = computeQuartiles([journal(1_000, { topics }), ...many(80)], 2026);
    expect(ranked[0]).toMatchObject({ quartile: 'Q1', rankedAmong: 81 });
    // Those of the large subfield are compared among themselves.
    expect(ranked[1]).toMatchObject({ quartile: 'Q4', rankedAmong: 80 });
  });

  it('are the best of the fields with a quarter of the works', () => {
    const rare = { subfield: '9999', field: '33' };
    const both = (share: number) =>
      journal(50.5, {
        sourceId: 'S',
        topics: [
          { ...ECOLOGY, count: 100 - share },
          { ...rare, count: share },
        ],
      });
    const weaker = many(80, { topics: [{ ...LAW, count: 1 }] }, 1).map((each, place) => ({
      ...each,
      sourceId: `L${place}`,
      meanCitedness: (place + 1) / 10,
    }));
    const at = (share: number) => computeQuartiles([both(share), ...many(100), ...weaker], 2026)[0];
    expect(at(25)).toMatchObject({ quartile: 'Q1', rankedAmong: 81 });
    expect(at(24)).toMatchObject({ quartile: 'Q2', rankedAmong: 101 });
  });

  it.each<[string, Partial<JournalStatistics>]>([
    ['a repository', { type: 'repository' }],
    ['of an unknown type', { type: 'metadata' }],
    ['of few works', { worksCount: 49 }],
    ['of no citations', { meanCitedness: 0 }],
    ['of an impossible mean', { meanCitedness: Number.NaN }],
    ['of no topics', { topics: [] }],
  ])('are not computed for what is %s, nor does it count', (_what, facts) => {
    const ranked = quartiles([...many(60), ...many(60, facts, 1_000)]);
    expect(ranked.size).toBe(60);
    expect(countOf(ranked, 'Q1')).toBe(15);
  });

  it('do not hang on the order', () => {
    const journals = [
      ...many(70),
      ...many(
        30,
        {
          topics: [
            { ...ECOLOGY, count: 5 },
            { ...LAW, count: 5 },
          ],
        },
        200,
      ),
    ];
    expect(quartiles([...journals].reverse())).toEqual(quartiles(journals));
  });
});
