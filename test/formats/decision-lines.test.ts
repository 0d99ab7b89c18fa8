import { expect, it } from 'vitest';
import { readDecisionLines } from '../../src/formats/tables/decision-lines.ts';

it.each([
  ['commas', 'J1-1,include\nJ1-2,exclude\n'],
  ['a header and semicolons', 'ref;decision\r\nJ1-1;Include\r\nJ1-2;0\r\n'],
  ['tabs', '\ufeffrecord\tlabel\nJ1-1\t1\nJ1-2\texcluded'],
  ['blanks, with an empty line', 'J1-1 include\n\n  J1-2   exclude'],
  ['quotes', '"J1-1","include"\n"J1-2","exclude"'],
  ['undecided ones, which are left out', 'J1-1,include\nJ1-2,exclude\nJ1-3,\nJ1-4,undecided'],
])('reads two columns with %s', (_, text) => {
  expect(readDecisionLines(text)).toEqual([
    { ref: 'J1-1', decision: 'include' },
    { ref: 'J1-2', decision: 'exclude' },
  ]);
});

it('reads reasons from a third column', () => {
  expect(readDecisionLines('J1-1,exclude,C2; C3\nJ1-2,withdraw\n')).toEqual([
    { ref: 'J1-1', decision: 'exclude', reasons: ['C2', 'C3'] },
    { ref: 'J1-2', decision: 'withdraw' },
  ]);
});

it.each([
  ['J1-1,include\nJ1-2,perhaps\n', /^line 2: /],
  ['J1-1,perhaps\n', /^line 1: /],
  ['ref,decision\n', /no decision/],
  ['', /no decision/],
])('says what is wrong in %j', (text, message) => {
  expect(readDecisionLines(text)).toMatch(message);
});
