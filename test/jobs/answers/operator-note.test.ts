import { describe, expect, it } from 'vitest';
import { findOperators, operatorNote } from '../../../src/jobs/answers/operator-note.ts';
import { saidNotes } from '../../helpers/said.ts';

describe('operators of query languages', () => {
  it.each([
    ['coral AND reef', ['AND']],
    ['(coral OR algae) AND bleaching', ['AND', 'OR', '( )']],
    ['coral NOT bleaching', ['NOT']],
    ['NOT bleaching', ['NOT']],
    ['coral -bleaching', ['-word']],
    ['+coral bleaching', ['+word']],
    ['neuroprotect* in stroke', ['*']],
    ['heart NEAR/3 failure', ['NEAR']],
    ['heart ADJ2 failure', ['NEAR']],
    ['stroke[tiab] and aspirin[MeSH Terms]', ['[field]']],
    ['title:stroke author:"Smith J"', ['field:', '"..."']],
    ['TITLE-ABS-KEY(stroke)', ['FIELD( )']],
    ['TS=(stroke)', ['FIELD( )']],
    ['effects of "sea temperature" on corals', ['"..."']],
    ['effects of “sea temperature” on corals', ['"..."']],
  ])('in %j', (query, names) => {
    expect(findOperators({ query })).toEqual(names);
  });

  it.each([
    'How do corals and algae recover or decline, and not only in summer?',
    'Smoking raised the risk (OR 2.1, 95% CI 1.5-2.9); the pooled OR for men was 1.9 and OR = 2.3 for women.',
    'SALT AND PEPPER NOISE OR BLUR NOT SHARP',
    'Title: Frozen lakes. Abstract: Ice keeps traces - and they last -- for years.',
    'State-of-the-art (SOTA) A* search with p<0.05, pre- and post-treatment, +5 °C and -3 °C',
    "Fisher's exact test of the patients' answers",
    'An analysis of TS (title sequence) and AB blood groups',
  ])('not in ordinary text: %j', (query) => {
    expect(findOperators({ query })).toEqual([]);
  });

  it('quotes around a whole keyword say what a keyword says anyway', () => {
    expect(findOperators({ keywords: ['"coral reef"', 'bleaching'] })).toEqual([]);
    expect(findOperators({ keywords: ['"coral reef" fish', 'a OR b'] })).toEqual(['OR', '"..."']);
  });
});

describe('the note', () => {
  it('says what the embedded engine does with them', () => {
    expect(saidNotes(operatorNote('embedded', { query: 'coral NOT "soft coral"' }))).toEqual([
      'Read as plain words, not as operators: NOT, "...". Nothing is excluded. The text condition of where takes "phrases", OR and -not, free; strategy takes a whole Boolean search.',
    ]);
    expect(saidNotes(operatorNote('embedded', { query: 'coral AND reef' }))[0]).toContain(
      'not as operators: AND. The text',
    );
  });

  it('promises nothing for the service', () => {
    expect(saidNotes(operatorNote('hosted', { query: 'coral AND reef' }))).toEqual([
      'Sent to the service as written: AND. Its documentation does not mention operators, so it may treat them as ordinary words. The text condition of where takes "phrases", OR and -not, free.',
    ]);
  });

  it('is absent without operators, and for jobs whose search is not known', () => {
    expect(operatorNote('embedded', { query: 'coral reefs' })).toEqual([]);
    expect(operatorNote('hosted', undefined)).toEqual([]);
  });
});

it('a keyword of abbreviations alone is read as the others are', () => {
  expect(findOperators({ keywords: ['TAVI OR SAVR', 'outcome', 'elderly'] })).toEqual(['OR']);
  expect(findOperators({ keywords: ['TAVI OR SAVR', 'OUTCOME', 'ELDERLY'] })).toEqual([]);
});
