import { describe, expect, it } from 'vitest';
import {
  describeTextCondition,
  meetsTextCondition,
  readTextCondition,
  searchedWords,
} from '../../../src/papers/filters/text-condition.ts';

const TEXTS = ['A meta-analysis of brain metastases', 'Zürich cohort; COVID‐19 and health care in Tromsø', undefined];

const isMet = (condition: string, texts: (string | undefined)[] = TEXTS) =>
  meetsTextCondition(readTextCondition(condition), searchedWords(texts));

describe('a condition on texts, with a body', () => {
  it.each([
    ['brain threads', true],
    ['"byssal threads"', true],
    ['liver OR threads', true],
    ['brain anchors', false],
    // A body of ten thousand words has nearly every word.
    ['brain -threads', true],
    ['(brain byssal) NOT (liver OR threads)', true],
    ['threads -brain', false],
  ])('%s', (condition, isMetWithBody) => {
    const body = () => 'Byssal threads hold.';
    expect(meetsTextCondition(readTextCondition(condition), searchedWords(TEXTS), body)).toBe(isMetWithBody);
  });
});

it.each([
  ['ART', 'Adherence to ART in Nairobi', true],
  ['ART', 'ART-naive adults', true],
  ['rct', 'A review of RCTs', true],
  ['ART', 'An article on arthritis', false],
  ['-ART', 'An article on arthritis', true],
  ['"art"', 'Adherence to ARTs', false],
  ['arth', 'An article on arthritis', true],
])('a short word is whole, or with an s: %s in "%s"', (condition, title, isThere) => {
  expect(isMet(condition, [title])).toBe(isThere);
});

describe('how a condition is read', () => {
  it.each([
    ['(liver OR kidney) "Blood pressure" -child', '(liver OR kidney) AND "blood pressure" AND NOT child'],
    ['ace OR "heart attack" stroke', '(ace OR "heart attack") AND stroke'],
    ['-ace OR liver', 'NOT ace AND liver'],
    ['meta-analysis', 'meta analysis'],
    ['(liver OR kidney) AND stroke NOT child', '(liver OR kidney) AND stroke AND NOT child'],
    ['(liver AND kidney) OR stroke', '((liver AND kidney) OR stroke)'],
    ['(heart failure) OR stroke', '((heart AND failure) OR stroke)'],
    ['brain -(animal OR rat)', 'brain AND NOT (animal OR rat)'],
    ['brain AND NOT (animal rat)', 'brain AND NOT (animal AND rat)'],
    ['((liver OR (kidney stroke', '(liver OR (kidney AND stroke))'],
    ['brain) OR poly(A)', '(brain OR poly a)'],
    [`${'('.repeat(99)}liver OR kidney${')'.repeat(99)} brain`, '(liver OR kidney) AND brain'],
  ])('%s', (condition, words) => {
    expect(describeTextCondition(condition)).toBe(words);
  });
});

describe('a condition on texts', () => {
  it.each([
    ['words from their beginning', 'metast coho'],
    ['another case', 'BRAIN'],
    ['a text with accents, asked without', 'zurich tromso'],
    ['accents, where the text has none', 'bräin'],
    ['a hyphen in the text, asked with a blank', '"meta analysis"'],
    ['a hyphen in the text, asked as one word', 'metaanalysis'],
    ['a hyphen that the text has as a blank', 'health-care'],
    ['another kind of hyphen', 'covid-19'],
    ['a phrase', '"brain metastases"'],
    ['a phrase whose closing quote is missing', '"brain metastases'],
    ['one of two words', 'liver OR brain'],
    ['one of two, and another', 'liver OR brain cohort'],
    ['one of two phrases', '"liver cancer" OR "health care"'],
    ['a word that does not occur', '-liver brain'],
    ['nothing but a word that does not occur', '-liver'],
    ['a phrase that does not occur', '-"brain metastasis"'],
    ['OR without a word beside it', 'OR brain OR'],
    ['words with AND between them', 'brain AND cohort'],
    ['one of two groups', '(liver kidney) OR (brain cohort)'],
    ['a group that does not occur', 'brain NOT (liver AND cohort)'],
  ])('is met by %s', (_what, condition) => {
    expect(isMet(condition)).toBe(true);
  });

  it.each([
    ['the inside of a word', 'tastases'],
    ['half a word in quotes', '"brain metast"'],
    ['words in another order in quotes', '"metastases brain"'],
    ['a phrase across two texts', '"metastases zurich"'],
    ['one word of two that is missing', 'brain liver'],
    ['neither of two words', 'liver OR kidney'],
    ['one of two, but not the other word asked for', 'liver OR brain kidney'],
    ['a word that must not occur', 'brain -zurich'],
    ['a phrase that must not occur', 'brain -"health-care"'],
    ['a word written or', 'liver or brain'],
    ['a word that must not occur, by NOT', 'brain NOT cohort'],
    ['one of a group that must not occur', 'brain -(liver OR cohort)'],
    ['half of each of two groups', '(liver brain) OR (kidney cohort)'],
  ])('is not met by %s', (_what, condition) => {
    expect(isMet(condition)).toBe(false);
  });

  it('finds a word anywhere in scripts without blanks', () => {
    expect(isMet('学习', ['机器学习方法'])).toBe(true);
    expect(isMet('习学', ['机器学习方法'])).toBe(false);
  });

  it.each(['', ' ', '-', '"" - ""', 'OR', 'AND', 'NOT', '()', '...'])('%j has no word', (text) => {
    expect(readTextCondition(text)).toEqual([]);
  });
});
