import { describe, expect, it } from 'vitest';
import type { Paper } from '../../../src/papers/paper.ts';
import { compareVenue } from '../../../src/papers/references/compare-venue.ts';
import { matchReference } from '../../../src/papers/works/match-reference.ts';
import { prepareRecord, prepareReference } from '../../../src/papers/works/prepare-match.ts';
import { readItem } from '../../../src/search/look-up/read-item.ts';
import { record } from '../../helpers/record.ts';

const NO_STORE = { byNumber: () => undefined, papers: () => [] };
const DEEP_LEARNING = record({
  title: 'Deep learning',
  authors: ['Yann LeCun', 'Yoshua Bengio', 'Geoffrey Hinton'],
  year: 2015,
  venue: 'Nature',
  volume: '521',
  issue: '7553',
  pages: '436-444',
  doi: '10.1038/nature14539',
});
const VACCINE = record({
  title: 'Safety and Efficacy of the BNT162b2 mRNA Covid-19 Vaccine',
  authors: ['Fernando P. Polack', 'Stephen J. Thomas', 'Nicholas Kitchin'],
  year: 2020,
  venue: 'New England Journal of Medicine',
  volume: '383',
  issue: '27',
  pages: '2603-2615',
});
const PRISMA = record({
  title: 'The PRISMA 2020 statement: an updated guideline for reporting systematic reviews',
  authors: ['Matthew J. Page', 'Joanne E. McKenzie', 'Patrick M. Bossuyt'],
  year: 2021,
  venue: 'BMJ',
  volume: '372',
  pages: 'n71',
});

function check(text: string, paper: Paper) {
  return matchReference(prepareReference(readItem(text, NO_STORE)), prepareRecord(paper));
}

const TRIAL = record({
  title: 'Bread and Zocor™ in adults of the north: a randomised controlled trial [ISRCTN21921919]',
  authors: ['Ann Abel', 'Bob Beta'],
  year: 2012,
  venue: 'Journal of Reefs',
});

const RIGHT: [text: string, paper: Paper][] = [
  // Databases leave out the registration of a trial, and signs of trade marks.
  [
    'Abel A, Beta B. Bread and Zocor in adults of the north: a randomised controlled trial. Journal of Reefs. 2012.',
    TRIAL,
  ],
  [
    'Abel A, Beta B. Bread and Zocor® in adults of the north: a randomised controlled trial (Trial registration: NCT01234567). Journal of Reefs. 2012.',
    TRIAL,
  ],
  ['LeCun Y, Bengio Y, Hinton G. Deep learning. Nature. 2015 May 28;521(7553):436-44.', DEEP_LEARNING],
  ['LeCun, Y., Bengio, Y. & Hinton, G. Deep learning. Nature 521, 436–444 (2015).', DEEP_LEARNING],
  ['LeCun, Y., Bengio, Y., & Hinton, G. (2015). Deep learning. Nature, 521(7553), 436–444.', DEEP_LEARNING],
  [
    'Y. LeCun, Y. Bengio, and G. Hinton, “Deep learning,” Nature, vol. 521, no. 7553, pp. 436–444, May 2015.',
    DEEP_LEARNING,
  ],
  ['LeCun, Yann, Yoshua Bengio, and Geoffrey Hinton. 2015. “Deep Learning.” Nature 521 (7553): 436–44.', DEEP_LEARNING],
  ['LeCun, Y.; Bengio, Y.; Hinton, G. Deep learning. Nature 2015, 521 (7553), 436−444.', DEEP_LEARNING],
  [
    'Polack FP, Thomas SJ, et al. Safety and efficacy of the BNT162b2 mRNA Covid-19 vaccine. N Engl J Med. 2020;383(27):2603-15.',
    VACCINE,
  ],
  ['Polack FP, et al. Safety and efficacy of the BNT162b2 mRNA Covid-19 vaccine. NEJM 2020;383:2603-2615.', VACCINE],
  [
    'Page MJ, McKenzie JE, Bossuyt PM, et al. The PRISMA 2020 statement: an updated guideline for reporting systematic reviews. BMJ 2021;372:n71.',
    PRISMA,
  ],
  [
    '@article{x, title={Deep learning}, author={LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey}, journal={Nature}, year={2015}, volume={521}, number={7553}, pages={436--444}}',
    DEEP_LEARNING,
  ],
];

describe('where a paper appeared, as a reference gives it', () => {
  it.each(RIGHT)('is right in the usual styles and abbreviations: %s', (text, paper) => {
    expect(check(text, paper)).toEqual({ found: 'exact', differs: [], notCompared: [] });
  });

  const VANCOUVER = 'LeCun Y, Bengio Y, Hinton G. Deep learning. Nature. 2015;521(7553):436-44.';
  it.each([
    ['Nature.', 'Lancet.', 'venue: Nature, asked Lancet'],
    ['521(', '512(', 'volume: 521, asked 512'],
    ['7553', '7550', 'issue: 7553, asked 7550'],
    ['436-44', '463-71', 'pages: 436-444, asked 463-71'],
    ['436-44', '436-49', 'pages: 436-444, asked 436-49'],
    ['Bengio Y', 'Benzino Q', 'authors: Yann LeCun, Yoshua Bengio, Geoffrey Hinton, asked Benzino Q'],
  ])('is said to differ where it does: %s as %s', (right, wrong, difference) => {
    const text = VANCOUVER.replace(right, wrong);
    expect(check(text, DEEP_LEARNING)).toEqual({
      found: 'likely',
      differs: [difference],
      notCompared: [],
      class: 'erroneous',
    });
  });

  it('is said not to be compared where the record lacks it, and is not mentioned where nobody gives it', () => {
    const { volume: _, pages: __, issue: ___, ...bare } = DEEP_LEARNING;
    expect(check(VANCOUVER, bare)).toEqual({ found: 'exact', differs: [], notCompared: ['volume', 'issue', 'pages'] });
    expect(check('LeCun, Y. (2015). Deep learning. Nature.', bare)).toEqual({
      found: 'exact',
      differs: [],
      notCompared: ['authors (1 of 3 named)'],
    });
  });

  it('is not compared with the record of a preprint, which appeared elsewhere', () => {
    const preprint = { ...DEEP_LEARNING, doi: '10.48550/arxiv.1505.00001', venue: 'arXiv', volume: 'abs/1505.00001' };
    const { differs, notCompared } = check(VANCOUVER, preprint);
    expect({ differs, notCompared }).toEqual({ differs: [], notCompared: ['venue', 'volume', 'issue', 'pages'] });
  });
});

describe('two names of a journal', () => {
  it.each([
    ['N Engl J Med', 'The New England Journal of Medicine'],
    ['J. Am. Chem. Soc.', 'Journal of the American Chemical Society'],
    ['Proc Natl Acad Sci U S A', 'Proceedings of the National Academy of Sciences of the United States of America'],
    ['PNAS', 'Proceedings of the National Academy of Sciences'],
    ['NeurIPS', 'Advances in Neural Information Processing Systems'],
    ['Jpn J Clin Oncol', 'Japanese Journal of Clinical Oncology'],
    ['Eur Arch Otorhinolaryngol', 'European Archives of Oto-Rhino-Laryngology'],
    ['Dtsch Arztebl Int', 'Deutsches Ärzteblatt international'],
    ['Science (New York, N.Y.)', 'Science'],
    ['Pflugers Arch', 'Pflügers Archiv: European journal of physiology'],
    ['Ann N Y Acad Sci', 'Annals of the New York Academy of Sciences'],
    ['JAMA', 'Journal of the American Medical Association'],
    ['Lancet', 'The Lancet'],
  ])('are one: %s, %s', (a, b) => {
    expect([compareVenue(a, b), compareVenue(b, a)]).toEqual(['agrees', 'agrees']);
  });

  it.each([
    ['Nature', 'Nature Medicine'],
    ['Lancet', 'Lancet Oncology'],
    ['N Engl J Med', 'JAMA'],
    ['J Am Chem Soc', 'Journal of the American Ceramic Society'],
    ['Phys Rev Lett', 'Physical Review B'],
    ['Cell', 'Cell Reports'],
    ['BMJ', 'The Lancet'],
  ])('are two: %s, %s', (a, b) => {
    expect([compareVenue(a, b), compareVenue(b, a)]).toEqual(['differs', 'differs']);
  });

  it('are left undecided where one may be a part of the other, or a meeting has many names', () => {
    expect(compareVenue('Journal of Experimental Psychology: Animal Behavior', 'J Exp Psychol Learn Mem Cogn')).toBe(
      'unknown',
    );
    expect(compareVenue('KDD', 'Proceedings of the 22nd Conference on Knowledge Discovery')).not.toBe('differs');
    expect(compareVenue('Computational Linguistics', 'Proceedings of the IJCNLP 2017, Shared Tasks')).toBe('unknown');
  });
});
