import { describe, expect, it } from 'vitest';
import type { ReviewRecord } from '../../../src/jobs/ports/reviews.ts';
import { gatherSources } from '../../../src/review/screening/gather-records.ts';

/** A record of a work, which its DOI names. */
function recordOf(ref: string, work: string): ReviewRecord {
  const paper = { key: ref, title: `Work ${work} in a few words of its own`, authors: ['Ada Lovelace'], year: 2001 };
  return { ref, paper: { ...paper, doi: `10.1000/${work}`, fieldsOfStudy: [], downloadable: false } };
}

/** A list such as `J1: a b a`: its records are J1-1, J1-2 and J1-3, of two works. */
function sourceOf(line: string) {
  const [job = '', works = ''] = line.split(':');
  const identified = works
    .trim()
    .split(' ')
    .map((work, index) => recordOf(`${job}-${index + 1}`, work));
  return { source: { from: 'job' as const, job, sources: ['library'] }, identified };
}

const gather = (known: readonly ReviewRecord[], ...lines: string[]) =>
  gatherSources(known, lines.map(sourceOf)).map(({ act: { identified, records, duplicates } }) => ({
    identified,
    records,
    duplicates,
  }));

describe('records of several sources', () => {
  it('are those of the first source that has the work, and duplicates in the others', () => {
    expect(gather([], 'J1: a b', 'J2: b c a', 'J3: c d')).toEqual([
      { identified: 2, records: ['J1-1', 'J1-2'], duplicates: [] },
      {
        identified: 3,
        records: ['J2-2'],
        duplicates: [
          ['J2-1', 'J1-2'],
          ['J2-3', 'J1-1'],
        ],
      },
      { identified: 2, records: ['J3-2'], duplicates: [['J3-1', 'J2-2']] },
    ]);
  });

  it('stand for others of their own source', () => {
    expect(gather([], 'J1: a b a')).toEqual([
      { identified: 3, records: ['J1-1', 'J1-2'], duplicates: [['J1-3', 'J1-1']] },
    ]);
  });

  it('are what the review has already, where it has the work', () => {
    expect(gather([recordOf('R1-9', 'a')], 'J1: b a', 'J2: a')).toEqual([
      { identified: 2, records: ['J1-1'], duplicates: [['J1-2', 'R1-9']] },
      { identified: 1, records: [], duplicates: [['J2-1', 'R1-9']] },
    ]);
  });

  it('are none of an empty source', () => {
    const source = { from: 'job' as const, job: 'J1', sources: [] };
    expect(gatherSources([], [{ source, identified: [] }])[0]?.records).toEqual([]);
  });

  it('come with their papers, in the order of the source', () => {
    const [first, second] = gatherSources([], ['J1: c a c', 'J2: b a'].map(sourceOf));
    expect(first?.records.map(({ ref, paper }) => [ref, paper.doi])).toEqual([
      ['J1-1', '10.1000/c'],
      ['J1-2', '10.1000/a'],
    ]);
    expect(second?.records.map(({ ref }) => ref)).toEqual(['J2-1']);
  });
});
