import { describe, expect, it } from 'vitest';
import { firstNounPhrase } from '../../src/report/data/noun-phrases.ts';
import { readTexts } from '../../src/report/data/term-vectors.ts';

/** Papers of two sentences, each the title of one and in the text of another. */
function papersOf(...sentences: string[]) {
  return readTexts(sentences.map((title, at) => ({ title, text: `${sentences[(at + 1) % sentences.length]}.` })));
}

describe('the first noun phrase', () => {
  it.each([
    ['a verb', 'rescu', ['Melatonin rescues the memory of mice', 'Ketamine rescues the sleep of rats']],
    ['an adjective', 'dorsal', ['Lesions of the dorsal hippocampus', 'The dorsal striatum of rats']],
    [
      'the first part of a term',
      'obstruct pulmonari',
      ['Obstructive pulmonary disease', 'Of obstructive pulmonary disease'],
    ],
    ['the last part of a term', 'lung cancer', ['Non-small cell lung cancer', 'Survival of small cell lung cancer']],
    ['a word that goes on', 'vertic take', ['Wings for vertical take-off', 'The vertical take-off of bees']],
    ['what was done', 'polym function', ['A polymer functionalised with silver', 'One polymer functionalised by gold']],
    ['a noun of any subject', 'patient', ['The memory of patients', 'Sleep in patients']],
    ['what is in no paper', 'whale', ['Songs of mice', 'The songs of rats']],
  ])('is not %s', (_, phrase, sentences) => {
    expect(firstNounPhrase([phrase], papersOf(...sentences))).toBeUndefined();
  });

  it.each([
    ['memori', ['Melatonin rescues the memory of mice', 'Sleep, and what it is for memory']],
    ['dorsal hippocampu', ['Lesions of the dorsal hippocampus', 'The dorsal hippocampus of rats']],
    ['vitamin d', ['Vitamin D in winter', 'Falls and vitamin D']],
    ['type 2 diabet', ['Diets for type 2 diabetes', 'Type 2 diabetes of adults']],
    ['lung cancer', ['Smoke and lung cancer', 'The survival of lung cancer']],
    ['gene express profil', ['Gene expression profiling in yeast', 'On gene expression profiling']],
  ])('is %j', (phrase, sentences) => {
    expect(firstNounPhrase([phrase], papersOf(...sentences))).toBe(phrase);
  });

  it('is the first of those that are asked for', () => {
    const papers = papersOf('Melatonin rescues the memory of mice', 'Ketamine rescues the memory of rats');
    expect(firstNounPhrase(['rescu', 'memori', 'melatonin'], papers)).toBe('memori');
  });
});
