import { expect, it } from 'vitest';
import { readQuestion, termsOf } from '../../src/evidence/passages/rank-passages.ts';

it.each([
  ['Sample size', 'patients participants'],
  ['How many were studied?', 'patients enrolled'],
  ['Who funded it?', 'grant supported'],
  ['Length of follow-up', 'weeks months'],
])('%s is looked for in the words of answers', (question, answers) => {
  expect(readQuestion(question).terms).toEqual(expect.arrayContaining(termsOf(answers)));
});

it('blood samples are no answer to a sample size', () => {
  expect(readQuestion('Sample size').terms).not.toContain(termsOf('samples')[0]);
});

it('leaves a question that asks for something else as it is', () => {
  const question = 'effect of aspirin on headache compared with placebo';
  expect(readQuestion(question).terms).toEqual(termsOf(question));
});
