import { expect, it } from 'vitest';
import { createAnalyser } from '../../src/evidence/passages/analyse-text.ts';
import { readQuestion, scorePassages, termsOf } from '../../src/evidence/passages/rank-passages.ts';
import type { Block } from '../../src/reading/document.ts';

const termsNamed = (question: string) => readQuestion(question).concepts.flat();

it.each([
  ['Sample size', 'patients participants'],
  ['How many were studied?', 'patients enrolled'],
  ['Who funded it?', 'grant supported'],
  ['Length of follow-up', 'weeks months'],
  ['Dropouts', 'withdrew lost'],
])('%s is looked for in the words of answers', (question, answers) => {
  expect(termsNamed(question)).toEqual(expect.arrayContaining(termsOf(answers)));
});

it('blood samples are no answer to a sample size', () => {
  expect(termsNamed('Sample size')).not.toContain(termsOf('samples')[0]);
});

it('leaves a question that asks for something else as it is', () => {
  const question = 'effect of aspirin on headache compared with placebo';
  expect(readQuestion(question).concepts).toEqual(termsOf(question).map((term) => [term]));
});

/** The paragraphs of a text, best first. */
function ranked(question: string, ...paragraphs: string[]): string[] {
  const blocks = paragraphs.map((text, nth): Block => ({ kind: 'paragraph', at: `p${nth}`, text: text.padEnd(900) }));
  const sections = [{ id: 'S1', title: 'Text', depth: 1, kind: 'body' as const, blocks }];
  const steps = createAnalyser()({ sections });
  let step = steps.next();
  while (!step.done) step = steps.next();
  return scorePassages(step.value, readQuestion(question))
    .map((score = -Infinity, nth) => ({ score, text: paragraphs[nth] as string }))
    .sort((one, other) => other.score - one.score)
    .map(({ text }) => text);
}

const WALKED = 'The participants, subjects and volunteers were recruited and included, as were the patients enrolled.';

const TREATED =
  'Treatment (versus no treatment) of 30 patients was significantly better than no treatment (P = 0.001).';

it.each([
  ['How many participants dropped out?', 'During the months of training, four women withdrew.'],
  ['How many patients were lost to follow-up?', 'Nine could not be reached and were lost to follow-up.'],
  ['How many participants were randomised?', 'We randomised 54 obese women.'],
  ['How many patients dropped out of treatment?', 'After a month nine withdrew.'],
  ['Dropouts from treatment', 'After a month nine withdrew.'],
  ['What was the mean age?', 'The mean age of those who stayed was 61.'],
  ['What dose was given?', 'Each took 20 mg of it after meals.'],
  ['How long was the training?', 'They trained for twelve weeks.'],
])('%s finds the answer among paragraphs with more of its words', (question, answer) => {
  const others = [WALKED, 'Training was a matter of duration.', TREATED];
  expect(ranked(question, ...others, answer)[0]).toBe(answer);
});
