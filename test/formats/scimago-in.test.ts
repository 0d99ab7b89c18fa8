import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { ParsedEntry } from '../../src/formats/parsed-entry.ts';
import { readScimago, readScimagoHeader } from '../../src/formats/tables/scimago.ts';
import { makeIssn, newerFile, olderFile } from '../helpers/scimago-files.ts';

/** Every line of a file that is no header. */
function read(file: string): ParsedEntry[] {
  const [first = '', ...lines] = file.trimEnd().split('\n');
  const header = readScimagoHeader(first);
  if (!header) throw new Error('no header');
  return lines.map((line) => readScimago(line, header));
}

const HYDROLOGY = { title: 'Journal of Invented Hydrology', issn: '12345679, 20493630' };
const READ = {
  journal: {
    source: 'scimago',
    year: 2024,
    id: '90000001',
    title: 'Journal of Invented Hydrology',
    issns: ['1234-5679', '2049-3630'],
    quartile: 'Q1',
    country: 'Netherlands',
    publisher: 'Example Press',
  },
};

describe('a line of a SCImago file', () => {
  it('is a journal of the year that the header names, of two columns Publisher by the first', () => {
    expect(read(newerFile(2024, [HYDROLOGY]))).toEqual([READ]);
  });

  it('is read under the older header, too', () => {
    expect(read(olderFile(2017, [HYDROLOGY]))).toEqual([{ journal: { ...READ.journal, year: 2017 } }]);
  });

  it('has no quartile where the file has a dash or nothing, which is usual for conferences', () => {
    const lines = ['-', ''].map((quartile) => ({
      title: 'Proceedings of Toys',
      quartile,
      type: 'conference and proceedings',
    }));
    for (const reading of read(newerFile(2024, lines))) {
      expect(reading).toHaveProperty('journal.title', 'Proceedings of Toys');
      expect(reading).not.toHaveProperty('journal.quartile');
    }
  });

  it.each<[string, string[]]>([
    ['12345679', ['1234-5679']],
    ['1234-5679', ['1234-5679']],
    ['12345679,20493630', ['1234-5679', '2049-3630']],
    ['0007923x', []],
    // As a spreadsheet leaves them behind.
    ['280836', ['0028-0836']],
    ['12345678', []],
    ['12345679, 12345679', ['1234-5679']],
    ['-', []],
  ])('ISSN %j is %j', (issn, issns) => {
    expect(read(newerFile(2024, [{ ...HYDROLOGY, issn }]))[0]).toHaveProperty('journal.issns', issns);
  });

  it('keeps the X at the end of an ISSN that lost its zeros', () => {
    const number = Array.from({ length: 99 }, (_, place) => makeIssn(place + 100)).find((issn) =>
      issn.endsWith('X'),
    ) as string;
    const issn = number.replace('-', '').replace(/^0+/, '').toLowerCase();
    expect(issn.length).toBeLessThan(8);
    expect(read(newerFile(2024, [{ ...HYDROLOGY, issn }]))[0]).toHaveProperty('journal.issns', [number]);
  });

  it('is read as a spreadsheet has saved it again: commas, points, a mark at the beginning', () => {
    const { data } = Papa.parse<string[]>(
      newerFile(2024, [HYDROLOGY, { title: 'A, B and C', issn: '280836', sjr: '3.217' }]).trimEnd(),
      {
        delimiter: ';',
      },
    );
    const saved = `\ufeff${Papa.unparse(data, { newline: '\n' })}`;
    expect(saved.split('\n')[0]).toContain('Rank,Sourceid');
    expect(read(saved)).toMatchObject([
      READ,
      { journal: { title: 'A, B and C', issns: ['0028-0836'], quartile: 'Q1' } },
    ]);
    const tabs = Papa.unparse(data, { newline: '\n', delimiter: '\t' });
    expect(read(tabs)[0]).toEqual(READ);
  });

  it('may have lost empty cells at its end, and the digits of a long number', () => {
    const line = newerFile(2024, [{ ...HYDROLOGY, id: '2,11E+10' }])
      .trimEnd()
      .split(';"2001-2025"')[0] as string;
    expect(read(line)).toEqual([{ journal: { ...READ.journal, id: '1234-5679' } }]);
    const untold = read(newerFile(2024, [{ title: 'The Toy & Game', id: '2,11E+10' }]));
    expect(untold[0]).toHaveProperty('journal.id', 'toyandgame');
  });

  it.each<[string, (line: string) => string, RegExp]>([
    ['cut', (line) => line.slice(0, 60), /cells, the header has 27/],
    ['of too many cells', (line) => `${line};more`, /it has 28 cells/],
    ['shifted', (line) => line.replace(';Q1;', ';3,217;'), /quartile is not Q1 to Q4/],
    ['of a quartile that there is not', (line) => line.replace(';Q1;', ';Q5;'), /quartile is not Q1 to Q4/],
    [
      'of nothing',
      (line) => line.replace(/"Journal[^"]*"/, '""').replace('"12345679, 20493630"', '-'),
      /neither an ISSN nor a title/,
    ],
  ])('is a problem when it is %s', (_what, damage, reason) => {
    const [header, line = ''] = newerFile(2024, [HYDROLOGY]).split('\n');
    const [reading] = read(`${header}\n${damage(line)}`);
    expect(reading).toMatchObject({ problem: expect.stringMatching(reason) });
  });

  it('is a problem when commas separate cells and decimals alike', () => {
    const mixed = newerFile(2024, [{ ...HYDROLOGY, issn: '-' }]).replaceAll(';', ',');
    expect(read(mixed)[0]).toMatchObject({ problem: expect.stringMatching(/cells/) });
  });
});

describe('a header', () => {
  const [newer = ''] = newerFile(2024, []).split('\n');

  it('tells the year of the edition, not the span of three years', () => {
    expect(readScimagoHeader(newer)?.year).toBe(2024);
    expect(readScimagoHeader(newer.replace(' (2024)', ''))?.year).toBeUndefined();
  });

  it('without a year reads nothing, and says why', () => {
    const file = newerFile(2024, [HYDROLOGY]).replace(' (2024)', '');
    expect(read(file)).toEqual([{ problem: 'the header does not say of which year the file is: Total Docs. (2024)' }]);
  });

  it.each(['Title,Year,DOI', 'Rank;Title;Issn;Country', '', newer.replace('SJR Best Quartile', 'JIF Quartile')])(
    'of another table is none: %j',
    (line) => {
      expect(readScimagoHeader(line)).toBeUndefined();
    },
  );
});
