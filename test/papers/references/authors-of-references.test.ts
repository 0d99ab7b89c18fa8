import { describe, expect, it } from 'vitest';
import { readReference } from '../../../src/papers/references/read-reference.ts';
import { matchReference } from '../../../src/papers/works/match-reference.ts';
import { prepareRecord, prepareReference } from '../../../src/papers/works/prepare-match.ts';
import { record } from '../../helpers/record.ts';

const PAPER = record({
  title: 'Quasinormal modes of invented reef holes',
  authors: ['Shiju Yoshi', 'Nami Uchi', 'Toshi Futa'],
  year: 2010,
  venue: 'Physical Reef D',
  volume: '81',
  pages: '044005',
});

const match = (reference: string, paper = PAPER) =>
  matchReference(prepareReference(readReference(reference)), prepareRecord(paper));

/** The families of styles: names in full or as initials, in either order, before a stop, a colon or a year. */
const STYLES: readonly [style: string, write: (names: [given: string, family: string][]) => string][] = [
  [
    'plain',
    (names) =>
      `[1] ${names.map((name) => name.join(' ')).join(', ')}. ${PAPER.title}. Physical Reef D, 81:044005, 2010.`,
  ],
  ['and', (names) => `${names.map((name) => name.join(' ')).join(' and ')}. ${PAPER.title}. Physical Reef D, 2010.`],
  [
    'colon',
    (names) => `${names.map((name) => name.join(' ')).join(', ')}: ${PAPER.title}. Physical Reef D 81, 044005 (2010)`,
  ],
  [
    'initials before',
    (names) =>
      `${names.map(([given, family]) => `${given[0]} ${family}`).join(' and ')}: ${PAPER.title}. Physical Reef D 81 (2010)`,
  ],
  [
    'MLA',
    ([first, ...names]) =>
      `${first?.[1]}, ${first?.[0]}, ${names.map((name) => `and ${name.join(' ')}`).join(', ')}. ${PAPER.title}. Physical Reef D 81 (2010): 044005.`,
  ],
  [
    'semicolons',
    (names) =>
      `${names.map(([given, family]) => `${family}, ${given}`).join('; ')}. ${PAPER.title}. Physical Reef D 2010, 81, 044005.`,
  ],
  [
    'slashes',
    (names) =>
      `${names.map(([given, family]) => `${family}, ${given}`).join('/')}: ${PAPER.title}. Physical Reef D 81 (2010).`,
  ],
  [
    'ACM',
    (names) =>
      `${names.map((name) => name.join(' ')).join(', ')}. 2010. ${PAPER.title}. Physical Reef D 81 (2010), 044005.`,
  ],
  [
    'APA',
    (names) =>
      `${names.map(([given, family]) => `${family}, ${given[0]}.`).join(', ')} (2010). ${PAPER.title}. Physical Reef D, 81, 044005.`,
  ],
  [
    'Vancouver',
    (names) =>
      `${names.map(([given, family]) => `${family} ${given[0]}`).join(', ')}. ${PAPER.title}. Physical Reef D. 2010;81:044005.`,
  ],
  [
    'commas alone',
    (names) => `${names.map((name) => name.join(' ')).join(', ')}, ${PAPER.title} (Physical Reef D, 2010)`,
  ],
  [
    'marks of affiliations',
    (names) => `${names.map((name) => `${name.join(' ')}*`).join(', ')}. ${PAPER.title}. Physical Reef D, 2010.`,
  ],
];
const RIGHT: [string, string][] = [
  ['Shiju', 'Yoshi'],
  ['Nami', 'Uchi'],
  ['Toshi', 'Futa'],
];
const WRONG: [string, string][] = [
  ['Wrong', 'Persona'],
  ['Other', 'Nemo'],
  ['María', 'Nadie'],
];

describe.each(STYLES)('authors in the style %s', (_, write) => {
  it('are found right where they are', () => {
    expect(match(write(RIGHT))).toMatchObject({ found: 'exact', differs: [] });
    expect(match(write(RIGHT)).notCompared).not.toContain('authors');
  });

  it.each([1, 2, 3])('differ where %i of them are invented', (count) => {
    const { found, differs } = match(write(WRONG.slice(0, count)));
    expect(found).toBe('likely');
    expect(differs.join()).toMatch(/^first author: Shiju Yoshi/);
  });

  it('differ where the first is right and others are invented', () => {
    const { found, differs } = match(write([RIGHT[0] as [string, string], ...WRONG.slice(1)]));
    expect([found, differs.join()]).toEqual(['likely', expect.stringMatching(/^authors: Shiju Yoshi/)]);
  });
});

it.each([
  ['a title that stands first', `${PAPER.title} / Wrong Persona, Other Nemo. – In: Physical Reef D 81 (2010), 044005`],
  ['names behind the title', `${PAPER.title}, by Wrong Persona and Other Nemo, Physical Reef D (2010)`],
  ['no capitals', `wrong persona and other nemo. ${PAPER.title.toLowerCase()}. physical reef d, 2010.`],
  ['a dash for the authors before', `———. 2010. ${PAPER.title}. Physical Reef D.`],
])('says that it did not compare authors: %s', (_, reference) => {
  expect(match(reference)).toMatchObject({ found: 'exact', notCompared: expect.arrayContaining(['authors']) });
});

it.each([PAPER.title, `${PAPER.title}. Physical Reef D 81 (2010): 044005.`, `${PAPER.title}, 2010`])(
  'says nothing of authors where the reference names none: %s',
  (reference) => {
    expect(match(reference)).toMatchObject({ found: 'exact', differs: [], notCompared: [] });
  },
);

it('reads a title with a year or a year in its place as the record has it', () => {
  const book = record({
    title: 'The Year 2000 on the Reef',
    authors: ['Herma Kah', 'Antho J. Wien'],
    year: 1967,
    venue: 'Macmillan',
  });
  expect(
    match('Kah, Herma, and Antho J. Wien. 1967. The Year 2000 on the Reef. New York: Macmillan.', book),
  ).toMatchObject({
    found: 'exact',
    differs: [],
  });
});

it.each(['[doi>10.5555/prd1]', '[DOI: 10.5555/prd1]', '[doi:10.5555/prd1].', '[https://doi.org/10.5555/prd1]'])(
  'reads a DOI in square brackets: %s',
  (doi) => {
    expect(readReference(`Yoshi S. ${PAPER.title}. 2010 ${doi}`).ids.doi).toBe('10.5555/prd1');
  },
);
