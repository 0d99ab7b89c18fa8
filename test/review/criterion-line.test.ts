import { describe, expect, it } from 'vitest';
import { readCriteria } from '../../src/review/commands/protocol-flags.ts';
import { readCriterionLine } from '../../src/review/criterion-line.ts';

describe('a criterion in a line', () => {
  it.each([
    ['include: adults', { kind: 'include', text: 'adults' }],
    ['- Exclude (full-text) :  no comparison ', { kind: 'exclude', text: 'no comparison', stage: 'full-text' }],
    ['include: adults | adult, aged 18,', { kind: 'include', text: 'adults', words: ['adult', 'aged 18'] }],
    ['include: 成人｜adult', { kind: 'include', text: '成人', words: ['adult'] }],
    [
      'include: adults | adult | aged 18; grown',
      { kind: 'include', text: 'adults', words: ['adult', 'aged 18', 'grown'] },
    ],
    ['include: adults |', { kind: 'include', text: 'adults' }],
    ['exclude: a study: of mice', { kind: 'exclude', text: 'a study: of mice' }],
    ['adults', { wrong: 'kind' }],
    ['include: ', { wrong: 'kind' }],
    ['exclude (third): x', { wrong: 'stage' }],
    ['# include: adults', undefined],
    ['  ', undefined],
  ])('%j is read', (line, read) => {
    expect(readCriterionLine(line)).toEqual(read);
  });

  it.each([
    ['adults', { kind: 'exclude', text: 'adults' }],
    ['adults | grown, old\r', { kind: 'exclude', text: 'adults', words: ['grown', 'old'] }],
    ['* adults | grown', { kind: 'exclude', text: 'adults', words: ['grown'] }],
    ['include: adults', { kind: 'include', text: 'adults' }],
    ['exclude (full-text): x', { kind: 'exclude', text: 'x', stage: 'full-text' }],
    ['| words only', { wrong: 'kind' }],
  ])('%j is of the kind that is given, unless it says another', (line, read) => {
    expect(readCriterionLine(line, 'exclude')).toEqual(read);
  });
});

it('words behind the bar are no part of a name in a list as JSON', () => {
  const given = [
    { kind: 'include', text: 'adults | adult, aged 18' },
    { kind: 'exclude', text: 'mice', words: ['mouse'] },
  ];
  expect(readCriteria(JSON.stringify(given), 'criteria.json')).toEqual([
    { kind: 'include', text: 'adults', words: ['adult', 'aged 18'] },
    { kind: 'exclude', text: 'mice', words: ['mouse'] },
  ]);
});
