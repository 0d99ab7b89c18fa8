import { describe, expect, it } from 'vitest';
import { readSelection, readWhere } from '../../../src/faces/cli/selection-options.ts';
import { libraryWhere } from '../../../src/library/editing/select-papers.ts';

/** The messages of the error that reading gives. */
function refusal(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    return (error as { details: { fields: { message: string }[] } }).details.fields.map(({ message }) => message);
  }
  return [];
}

describe('--where', () => {
  it('gives each value the type of its key', () => {
    const given = ['yearFrom=2019', 'openAccess=true', 'retracted=false', 'types=journal,conference', 'text=a=b'];
    expect(readWhere([...given, 'match=good', 'notIn=J1,J2', 'fields=Materials Science'])).toEqual({
      yearFrom: 2019,
      openAccess: true,
      retracted: false,
      types: ['journal', 'conference'],
      text: 'a=b',
      match: 'good',
      notIn: ['J1', 'J2'],
      fields: ['Materials Science'],
    });
  });

  it('adds up a list that is given twice', () => {
    expect(readWhere(['quartiles=Q1', 'quartiles=Q2, Q3'])).toEqual({ quartiles: ['Q1', 'Q2', 'Q3'] });
  });

  it('names every wrong condition, in the words of the tools', () => {
    expect(
      refusal(() =>
        readWhere(['yearFrom=soon', 'openAccess=yes', 'match=best', 'yearto=2020', 'venue', 'text=a', 'text=b']),
      ),
    ).toEqual([
      'where: key=value, got "venue"',
      'where.text: given twice',
      'where.openAccess: true or false, got "yes"',
      'where.yearFrom: a year as a whole number, got "soon"',
      'where.match: one of strong, good, partial, weak, got "best"',
      'where.yearto: unknown parameter; did you mean yearTo?',
    ]);
  });

  it('refuses years in the wrong order, also of the library', () => {
    const rule = 'where.yearTo: a year not before yearFrom (2020), got 2010';
    expect(refusal(() => readWhere(['yearFrom=2020', 'yearTo=2010']))).toEqual([rule]);
    expect(refusal(() => readWhere(['yearFrom=2020', 'yearTo=2010', 'tag=a'], libraryWhere))).toEqual([rule]);
    expect(readWhere(['yearFrom=2020', 'yearTo=2020', 'tag=a'], libraryWhere)).toMatchObject({ yearTo: 2020 });
  });

  it('knows no key of the language', () => {
    expect(refusal(() => readWhere(['constructor=1']))).toEqual([
      expect.stringContaining('where.constructor: unknown parameter'),
    ]);
  });
});

it('references and an order are read, and a wrong order refused', () => {
  expect(readSelection({ refs: ['J1-2'], sort: 'year:desc' })).toEqual({ refs: ['J1-2'], sort: 'year:desc' });
  expect(readSelection({})).toEqual({});
  expect(refusal(() => readSelection({ sort: 'beauty:desc' }))).toEqual([expect.stringContaining('sort')]);
});
