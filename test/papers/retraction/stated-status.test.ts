import { describe, expect, it } from 'vitest';
import { readStatedStatus } from '../../../src/papers/retraction/stated-status.ts';

/** Titles as publishers write them (Elsevier, Springer, Wiley, Hindawi, PLOS, PNAS, JAMA, The Lancet, Cochrane). */
const TITLES = {
  retracted: [
    'RETRACTED: Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in children',
    'RETRACTED ARTICLE: Effects of sleep on memory',
    'Retracted: Effects of sleep on memory',
    'Retracted article: Sensors of rivers',
    '[Retracted] MicroRNA-21 promotes growth',
    '[RETRACTED ARTICLE] MicroRNA-21 promotes growth',
    '(Retracted) Owls of the north',
    'RETRACTED—Hydroxychloroquine with or without a macrolide',
    'RETRACTED Visfatin: a protein secreted by visceral fat',
    'RETRACTED CHAPTER: Fuzzy systems',
    'RETRACTED: EFFECTS OF SLEEP ON MEMORY',
    '<b>RETRACTED:</b> Effects of sleep',
  ],
  withdrawn: ['WITHDRAWN: Antibiotics for acute bronchitis', 'Withdrawn: Antibiotics for acute bronchitis'],
  notice: [
    'Retraction: Effects of sleep on memory',
    'RETRACTION: Effects of sleep on memory',
    'Retraction',
    'Retraction to: Effects of sleep on memory',
    'Retraction for Beispiel et al., Effects of sleep on memory',
    'Retraction of “Effects of sleep on memory”',
    'Retraction—Ileal-lymphoid-nodular hyperplasia',
    'Retraction Note: Effects of sleep on memory',
    'Retraction Note to: Effects of sleep on memory',
    'Retraction notice to "Effects of sleep on memory" [J. Sleep 12 (2010) 1-9]',
    'Retraction notice: Effects of sleep on memory',
    'Retraction notice',
    'Retraction statement: Effects of sleep on memory',
    'Notice of retraction: Effects of sleep on memory',
    'Notice of Retraction and Replacement. Beispiel A, et al. Effects of sleep. JAMA. 2016',
    'Withdrawal notice to: Effects of sleep on memory',
  ],
  'expression-of-concern': [
    'Expression of concern: Effects of sleep on memory',
    'Expression of Concern',
    'Editorial Expression of Concern: Effects of sleep on memory',
    'Expression of Concern to: Effects of sleep on memory',
    'Editorial expression of concern regarding “Effects of sleep on memory”',
  ],
  corrected: [
    'Correction: Effects of sleep on memory',
    'Correction to: Effects of sleep on memory',
    'Author Correction: Effects of sleep on memory',
    'Publisher Correction: Effects of sleep on memory',
    'Correction for Beispiel et al., Effects of sleep on memory',
    'Erratum',
    'Erratum to: Effects of sleep on memory',
    'Corrigendum to “Effects of sleep on memory”',
    'Correction',
  ],
} as const;

const ABOUT = [
  'Retracted papers in oncology: a bibliometric analysis',
  'RETRACTED PAPERS IN ONCOLOGY: A BIBLIOMETRIC ANALYSIS',
  'RETRACTED PAPERS and their citations',
  'Retracted science and the retraction index',
  'Retracted: a study',
  'Retraction of scientific papers: the case of Japan',
  'Retraction notices in the biomedical literature: a survey',
  'Retraction policies of biomedical journals',
  'Retractions: trends since 1970',
  'A survey of retractions: reasons and rates',
  'Notices of retraction and what they say',
  'Expressions of concern in biomedical journals',
  'Expression of concern notices and what follows them',
  'Expression of CD44 in breast cancer',
  'Correction of hyponatraemia in hospital',
  'Correction for multiple testing: is it needed?',
  'Correction to the theory of everything after all',
  'Corrections of the record',
  'Withdrawn drugs and their citations',
  'Withdrawal of antidepressants: a review',
  'Withdrawal symptoms after caffeine',
  'Attention is all you need',
  '',
];

describe('the title of a record says that it is', () => {
  for (const [kind, titles] of Object.entries(TITLES)) {
    it.each(titles)(`${kind}: %s`, (title) => {
      expect(readStatedStatus(title, undefined)).toEqual({ kind, from: 'title' });
    });
  }

  it.each(ABOUT)('nothing of the kind, where it is about such things or about others: %s', (title) => {
    expect(readStatedStatus(title, undefined)).toBeUndefined();
  });
});

describe('the abstract of a record says that it is withdrawn or replaced, and why in its own words', () => {
  it.each([
    [
      'This paper has been withdrawn by the authors due to an error in Lemma 2.',
      { kind: 'withdrawn', reasons: ['by the authors due to an error in Lemma 2'] },
    ],
    [
      'This submission has been withdrawn by arXiv administrators because it is a verbatim copy of arXiv:1001.2345',
      { kind: 'withdrawn' },
    ],
    ['Withdrawn due to a gap in the proof of the main theorem.', { kind: 'withdrawn' }],
    ['The authors have withdrawn this manuscript because the licence of the data forbids it.', { kind: 'withdrawn' }],
    ['This article has been withdrawn at the request of the editor.', { kind: 'withdrawn' }],
    ['This paper has been merged with arXiv:1234.5678.', { kind: 'replaced', reasons: ['with arXiv:1234.5678'] }],
    ['This paper has been withdrawn by the author. It is superseded by arXiv:1234.5678.', { kind: 'replaced' }],
    [
      'This paper had been withdrawn due to some missing cases in Lemma 2.1. The rest holds.',
      { kind: 'withdrawn', reasons: ['due to some missing cases in Lemma 2.1'] },
    ],
    [
      'This submission has been withdrawn by arXiv admin. It is a verbatim copy of arXiv:1001.2345 with another title.',
      {
        kind: 'withdrawn',
        reasons: ['by arXiv admin', 'It is a verbatim copy of arXiv:1001.2345 with another title'],
      },
    ],
    [
      'This paper has been withdrawn by the author. Part of it is now included in arXiv:1234.5678. We bound errors.',
      { kind: 'withdrawn', reasons: ['by the author'] },
    ],
    [
      'This paper has been withdrawn by the author. The material is now part of arXiv:1234.5678, with more examples.',
      {
        kind: 'replaced',
        reasons: ['by the author', 'The material is now part of arXiv:1234.5678, with more examples'],
      },
    ],
    [
      'This paper has been withdrawn by the author. It is shown that errors are small.',
      { kind: 'withdrawn', reasons: ['by the author'] },
    ],
    [
      'This paper is withdrawn by the author; see the expanded, generalized version at arXiv:0801.2345.',
      {
        kind: 'replaced',
        reasons: ['by the author; see the expanded, generalized version at arXiv:0801.2345'],
      },
    ],
    ['This paper is withdrawn, since it was published elsewhere.', { kind: 'replaced' }],
    ['This preprint has been superseded by a journal version.', { kind: 'replaced' }],
    [
      'This paper has been withdrawn due to a serious error; a corrected proof will be included in a new version.',
      { kind: 'withdrawn' },
    ],
    ['Admin note: withdrawn by arXiv admin because of the use of a pseudonym.', { kind: 'withdrawn' }],
    ['The paper has been withdrawn by the authors.', { kind: 'withdrawn', reasons: ['by the authors'] }],
    ['The above named paper has been withdrawn. A colleague has observed a gap.', { kind: 'withdrawn' }],
    ['This submissions has been withdrawn by arXiv administrators.', { kind: 'withdrawn' }],
    ['Paper is withdrawn and superseded by EFI-94-36.', { kind: 'replaced' }],
    [
      'We count states. (Paper is being withdrawn: the conclusion is incorrect for odd ones.)',
      { kind: 'withdrawn', reasons: ['the conclusion is incorrect for odd ones'] },
    ],
  ])('%s', (abstract, status) => {
    expect(readStatedStatus('Effects of sleep on memory', abstract)).toMatchObject({ ...status, from: 'abstract' });
  });

  it('beside a title that has the mark', () => {
    const abstract = 'The editors have withdrawn this review because it is out of date.';
    expect(readStatedStatus('WITHDRAWN: Antibiotics for acute bronchitis', abstract)).toEqual({
      kind: 'withdrawn',
      from: 'title',
      reasons: ['because it is out of date'],
    });
  });

  it.each([
    'This work has been incorporated into the model, and the pump was replaced by a newer version.',
    'The paper was removed from the reactor, merged with the slurry and withdrawn after an hour.',
    'This study was replaced in the clinic by a questionnaire.',
    'Withdrawn patients were followed for a year.',
    'Slow plates (the paper strips are withdrawn from a bath at constant speed) were measured.',
    'The drug (withdrawn in 2004) was compared with others.',
  ])('not of a paper about such things: %s', (abstract) => {
    expect(readStatedStatus('Sleep and paper', abstract)).toBeUndefined();
  });
});

describe('the abstract of a record says that it is retracted', () => {
  it.each([
    'This article has been retracted: please see Elsevier policy on article withdrawal.',
    'The above article is being retracted. See the notice.',
    'Sleep matters. It was measured twice. This article has been retracted at the request of the authors.',
    'We hereby retract our article on sleep, because its data could not be reproduced.',
    'We, the authors, hereby retract this paper.',
    'The editors hereby wish to retract this article.',
    '<p>This article has been <i>retracted</i>.</p>',
  ])('%s', (abstract) => {
    expect(readStatedStatus('Effects of sleep on memory', abstract)).toEqual({ kind: 'retracted', from: 'abstract' });
  });

  it('but the notice is the notice', () => {
    const abstract = 'We hereby retract our article on sleep.';
    expect(readStatedStatus('Retraction: Effects of sleep on memory', abstract)).toMatchObject({ kind: 'notice' });
  });

  it.each([
    ['Sleep and memory', 'We found that the claws are retracted when the cat sleeps.'],
    ['Sleep and memory', 'The withdrawal reflex was measured; the drug was withdrawn in 12 patients.'],
    ['Citations of bad papers', 'We look at notices that say “This article has been retracted” and who cites them.'],
    ['Retracted papers on sleep', 'This article has been retracted, says every third notice that we read.'],
    ['Citations of bad papers', 'Of 1,000 articles, this paper has been the most cited; 20 were retracted.'],
    ['Sleep and memory', undefined],
  ])('not of a paper about others: %s: %s', (title, abstract) => {
    expect(readStatedStatus(title, abstract)).toBeUndefined();
  });
});
