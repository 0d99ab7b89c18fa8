import { describe, expect, it } from 'vitest';
import { bestSentence } from '../../../src/papers/relevance/best-sentence.ts';
import { readQueryTerms } from '../../../src/papers/relevance/query-terms.ts';
import { queryOf } from '../../helpers/query.ts';

const QUESTION = readQueryTerms(queryOf({ keywords: ['tizanidine', 'spasticity', 'multiple sclerosis'] }));
const ABSTRACT =
  'BACKGROUND: Muscle relaxants are prescribed widely. METHODS: We searched five databases. RESULTS: Tizanidine ' +
  'lowered spasticity in multiple sclerosis by 20.5 points. CONCLUSIONS: More trials are needed in children.';

describe('the sentence that answers', () => {
  it('is the one that has most of the question, without the heading of its part', () => {
    expect(bestSentence(ABSTRACT, QUESTION, 240)).toBe(
      'Tizanidine lowered spasticity in multiple sclerosis by 20.5 points.',
    );
  });

  it('is the first one where none has a word of the question, or nothing is asked', () => {
    const first = 'Muscle relaxants are prescribed widely.';
    expect(bestSentence(ABSTRACT, undefined, 240)).toBe(first);
    expect(bestSentence(ABSTRACT, readQueryTerms(queryOf({ keywords: ['ozone'] })), 240)).toBe(first);
  });

  it.each([
    ['Background and aims: mussels hold on to rocks in storms.', 'Mussels hold on to rocks in storms.'],
    ['MATERIALS AND METHODS Mussels were pulled from rocks.', 'Mussels were pulled from rocks.'],
    ['Conclusion - mussels hold on to rocks in storms.', 'Mussels hold on to rocks in storms.'],
    ['Methods Mussels were pulled from rocks in storms.', 'Mussels were pulled from rocks in storms.'],
    ['Methods for pulling mussels from rocks in storms.', 'Methods for pulling mussels from rocks in storms.'],
    ['Results of earlier work: none held on.', 'Results of earlier work: none held on.'],
    ['Study of mussels that hold on to rocks in storms.', 'Study of mussels that hold on to rocks in storms.'],
  ])('%s', (abstract, sentence) => {
    expect(bestSentence(abstract, undefined, 240)).toBe(sentence);
  });

  it('is whole: a longer one that would say more is passed over', () => {
    const long = `Tizanidine, spasticity and multiple sclerosis ${'and more '.repeat(30)}.`;
    const short = 'Spasticity was measured twice a day.';
    expect(bestSentence(`${long} ${short}`, QUESTION, 240)).toBe(short);
  });

  it('is one of the preferred length where there is one, else the shortest that is short enough', () => {
    const best = 'Tizanidine lowered spasticity in multiple sclerosis by 20.5 points.';
    expect(bestSentence(ABSTRACT, QUESTION, 240, 67)).toBe(best);
    expect(bestSentence(ABSTRACT, QUESTION, 240, 66)).toBe('Muscle relaxants are prescribed widely.');
    expect(bestSentence(`${best} ${best.slice(0, -1)} in two studies.`, QUESTION, 240, 10)).toBe(best);
  });

  it('is cut where no sentence is short enough', () => {
    const cut = bestSentence('word '.repeat(100), QUESTION, 240);
    expect(cut.length).toBeLessThanOrEqual(240);
    expect(cut.endsWith('…')).toBe(true);
  });

  it('is not ended by an abbreviation', () => {
    const abstract = 'Patients (e.g. Swiss ones) had spasticity. Others, et al. Smith says, did not.';
    expect(bestSentence(abstract, QUESTION, 240)).toBe('Patients (e.g. Swiss ones) had spasticity.');
  });

  it.each([
    'The authors have no conflicts of interest to disclose.',
    'Conflicts of interest: none of the authors of this paper has any.',
    'Santi declares no conflict of interest.',
    'Disclosure of Interests U. Owl Grant/research support from: Weevil Pharma.',
    'Copyright © 2002 Tizanidine & Sons, Ltd.',
    '© 2007 The Multiple Sclerosis Society.',
    'Funded by the Multiple Sclerosis Society and others.',
    'FUNDING Tizanidine and Spasticity Foundation.',
    'This study was funded by the makers of tizanidine.',
    'This study is registered with ClinicalTrials.gov, number NCT00153101.',
    'ClinicalTrials.gov number, NCT00153101, on spasticity.',
    'Systematic review registration PROSPERO CRD42017053324.',
    'TRIAL REGISTRATION actr.org Identifier: ACTRN012605000159651.',
  ])('is never one that is not of the study: %s', (aside) => {
    expect(bestSentence(`${aside} Mussels hold on to rocks in storms.`, QUESTION, 240)).toBe(
      'Mussels hold on to rocks in storms.',
    );
    expect(bestSentence(aside, QUESTION, 240)).toBe('');
  });

  it.each([
    'Conflicts of interest were common among authors of guidelines on spasticity.',
    'Disclosure of a diagnosis of multiple sclerosis lowered distress.',
    'Funding of care for multiple sclerosis has declined.',
    'Registered nurses gave tizanidine more often than physicians did.',
    'ClinicalTrials.gov was searched for trials of tizanidine.',
    'Copyright law limits the use of scales of spasticity.',
    'This conclusion was supported by experiments on spasticity.',
    'Registries of multiple sclerosis held data of many patients.',
  ])('may be one about such a matter: %s', (sentence) => {
    expect(bestSentence(sentence, QUESTION, 240)).toBe(sentence);
  });
});
