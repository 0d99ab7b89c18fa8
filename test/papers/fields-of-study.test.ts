import { describe, expect, it } from 'vitest';
import { FIELDS_OF_STUDY, type FieldOfStudy } from '../../src/contract/rules.ts';
import { fieldsOfOpenAlex, openAlexFieldsAbout } from '../../src/papers/fields-of-study.ts';

describe('the fields of OpenAlex about a field of study', () => {
  it.each<[FieldOfStudy, string]>([
    ['Computer Science', '17 18 33'],
    ['Medicine', '24 27 28 29 30 33 34 35 36'],
    ['Physics', '19 21 31'],
    ['Art', '12 22 33'],
    ['Geology', '19'],
    ['Law', '33'],
  ])('%s are %s', (field, numbers) => {
    expect(openAlexFieldsAbout([field]).join(' ')).toBe(numbers);
  });

  it('hold every subfield that maps to it', () => {
    for (const field of FIELDS_OF_STUDY) {
      const numbers = openAlexFieldsAbout([field]);
      expect(numbers.length).toBeGreaterThan(0);
      for (let subfield = 1100; subfield < 3700; subfield += 1) {
        const isAbout = fieldsOfOpenAlex(String(subfield)).includes(field);
        if (isAbout) expect(numbers).toContain(String(subfield).slice(0, 2));
      }
    }
  });

  it('of several are all of theirs, each once', () => {
    expect(openAlexFieldsAbout(['Law', 'Education', 'Geology'])).toEqual(['19', '33']);
    expect(openAlexFieldsAbout([])).toEqual([]);
  });
});
