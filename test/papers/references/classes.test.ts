import { describe, expect, it } from 'vitest';
import { isNoReference } from '../../../src/papers/references/no-reference.ts';
import { readReference } from '../../../src/papers/references/read-reference.ts';
import { matchReference } from '../../../src/papers/works/match-reference.ts';
import { prepareRecord, prepareReference } from '../../../src/papers/works/prepare-match.ts';
import { record } from '../../helpers/record.ts';

const PAPER = record({
  title: 'Quasinormal modes of invented reef holes in shallow seas',
  authors: ['Shiju Yoshi', 'Nami Uchi', 'Toshi Futa', 'Ada Weevil'],
  year: 2010,
  venue: 'Physical Reef D',
  volume: '81',
  pages: '44-50',
});
const classOf = (text: string) =>
  matchReference(prepareReference(readReference(text)), prepareRecord(PAPER)).class ?? 'none';

const T = PAPER.title;

describe('the class of a wrong reference', () => {
  it.each([
    [`Shiju Yoshi, Nami Uchi, Toshi Futa, and Ada Weevil. ${T}. Physical Reef D, 81:44–50, 2010.`, 'none'],
    [`Yoshi S, Uchi N, et al. ${T}. Physical Reef D. 2010;81:44-50.`, 'none'],
    [`Shiju Yoshi, Nami Uchi, Toshi Futa, and Ada Weevil. ${T}. Physical Reef D, 81:44–50, 2011.`, 'erroneous'],
    [`Shiju Yoshi, Nami Uchi, Toshi Futa, and Ada Weevil. ${T}. Annals of Lagoons, 81:44–50, 2010.`, 'erroneous'],
    [`Shiju Yoshi, Nami Uchi, Toshi Futa, and Ada Weevil. ${T}. Physical Reef D, 12:44–50, 2010.`, 'erroneous'],
    [`Shiju Yoshi, Nami Uchi, and Cy Newcomer. ${T}. Physical Reef D, 81:44–50, 2010.`, 'erroneous'],
    [`Nami Uchi and Shiju Yoshi. ${T}. Physical Reef D, 81:44–50, 2010.`, 'erroneous'],
    [`Shiju Yoshi, Cy Newcomer, Bo Stranger, and Di Alien. ${T}. Physical Reef D, 81:44–50, 2010.`, 'hallucinated'],
    [`Cy Newcomer, Bo Stranger, and Di Alien. ${T}. Physical Reef D, 81:44–50, 2010.`, 'hallucinated'],
  ])('of %s is %s', (text, expected) => {
    expect(classOf(text)).toBe(expected);
  });
});

describe('what is no reference', () => {
  it.each([
    'Table 3 shows the main results of the trial.',
    'Fig. 2',
    'Figure S4: counts of shells',
    'Introduction',
    '2.1 Related Work',
    '## Results',
    'https://www.limpet.example/ponds/tides.html',
    'www.limpet.example/ponds',
    'We show that tides follow the moon in small ponds.',
    'In this paper, we count shells by hand.',
    'Our results suggest that ponds overflow.',
    'However, the tides of ponds are small.',
  ])('is told apart: %s', (text) => {
    expect(isNoReference(text)).toBe(true);
  });

  it.each([
    'Attention is all you need',
    'We should all be feminists',
    'Our mathematical universe: my quest for the ultimate nature of reality',
    'This Is Your Brain on Parasites',
    'Table manners of small crabs',
    'Figure skating and injuries',
    'Section 230 and the internet',
    'However Far the Stream Flows: The Making of the Man Who Rebuilt Faces. 2018.',
    'In this paper world. Limpet A. Shell J 2019;4(2):1-9.',
    'We find ourselves in the tides (Weevil 2020)',
    'https://doi.org/10.1038/nature14539',
    'https://arxiv.org/abs/1706.03762',
    'Results of a trial of tides',
    'Introduction to Algorithms',
    'Background radiation of shells',
    '10.1000/182',
    'microplastics in soil',
    'J3-4',
  ])('is looked up: %s', (text) => {
    expect(isNoReference(text)).toBe(false);
  });
});
