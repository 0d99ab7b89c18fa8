import { describe, expect, it } from 'vitest';
import { writeOutDashes } from '../../../src/papers/references/authors-above.ts';
import { readReference } from '../../../src/papers/references/read-reference.ts';
import { matchReference } from '../../../src/papers/works/match-reference.ts';
import { prepareRecord, prepareReference } from '../../../src/papers/works/prepare-match.ts';
import { readItem } from '../../../src/search/look-up/read-item.ts';
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

const NO_STORE = { byNumber: () => undefined, papers: () => [], libraryPaper: () => undefined };

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

  it.each([1, 2])('are told to be %i of three where nothing says that there are more', (count) => {
    const { found, differs, notCompared } = match(write(RIGHT.slice(0, count)));
    expect([found, differs]).toEqual(['exact', []]);
    expect(notCompared).toContain(`authors (${count} of 3 named)`);
  });

  it('are not compared where the record has one and the reference more', () => {
    const ofOne = record({ ...PAPER, authors: ['Shiju Yoshi'] });
    expect(match(write(RIGHT), ofOne)).toMatchObject({
      found: 'exact',
      notCompared: expect.arrayContaining(['authors']),
    });
    expect(match(write(RIGHT.slice(0, 1)), ofOne)).toMatchObject({ found: 'exact', differs: [] });
    expect(match(write(RIGHT.slice(0, 1)), ofOne).notCompared).not.toContain('authors');
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

it.each([
  `Yoshi, S., et al. (2010). ${PAPER.title}. Physical Reef D, 81, 044005.`,
  `S. Yoshi and others. ${PAPER.title}. Physical Reef D, 81:044005, 2010.`,
  `Yoshi S, …, Futa T. ${PAPER.title}. Physical Reef D. 2010;81:044005.`,
  `Yoshi S (for the Reef Collaboration). ${PAPER.title}. Physical Reef D. 2010.`,
  `Yoshi 2010, ${PAPER.title}, Physical Reef D`,
  `@article{y, author={Yoshi, Shiju and others}, title={${PAPER.title}}, year=2010}`,
])('takes a list that says that it is short, or is a name alone, as it is: %s', (reference) => {
  expect(matchReference(prepareReference(readItem(reference, NO_STORE)), prepareRecord(PAPER))).toMatchObject({
    found: 'exact',
    differs: [],
    notCompared: [],
  });
});

it.each([PAPER.title, `${PAPER.title}. Physical Reef D 81 (2010): 044005.`, `${PAPER.title}, 2010`])(
  'says nothing of authors where the reference names none: %s',
  (reference) => {
    expect(match(reference)).toMatchObject({ found: 'exact', differs: [], notCompared: [] });
  },
);

it.each([
  'Kah, Herma, and Antho J. Wien. 1967. The Year 2000 on the Reef. New York: Macmillan.',
  'Kah, Herma, and Antho J. Wien. The Year 2000 on the Reef. New York: Macmillan, 1967.',
  'Herma Kah, Antho Wien, The Year 2000 on the Reef (1967)',
  'H. Kah and A. J. Wien, The Year 2000 on the Reef (New York: Macmillan, 1967).',
  'Herma Kah & Antho J. Wien, The Year 2000 on the Reef, Macmillan, New York, 1967, p. 12.',
  'Kah, Herma and Wien, Antho J. The Year 2000 on the Reef. New York: Macmillan 1967.',
])('reads a title with a year or a year in its place as the record has it: %s', (reference) => {
  const book = record({
    title: 'The Year 2000 on the Reef',
    authors: ['Herma Kah', 'Antho J. Wien'],
    year: 1967,
    venue: 'Macmillan',
  });
  const { found, differs, notCompared } = match(reference, book);
  expect([found, differs]).toEqual(['exact', []]);
  // The page of a note is the record's to say.
  expect(notCompared.filter((detail) => detail !== 'pages')).toEqual([]);
});

it.each([
  'Orla Fige, Peasant Reefs, Civil Corals (Oxford: Reef Press, 1989), 45.',
  'Orla Fige, Peasant Reefs, Civil Corals: The Volga Lagoon in Revolution (Oxford: Reef Press, 1989), 45.',
  'O. Fige, Peasant Reefs, Civil Corals (Oxford, 1989), pp. 12-15.',
])('reads a note of a book, whose title has commas: %s', (reference) => {
  const book = record({
    title: 'Peasant reefs, civil corals: The Volga lagoon in revolution, 1917-1921',
    authors: ['Orla Fige'],
    year: 1989,
    venue: 'Reef Press',
  });
  const { found, differs } = match(reference, book);
  expect([found, differs]).toEqual(['likely', [expect.stringMatching(/^title: /)]]);
});

describe('a dash for the authors of the entry above', () => {
  const ABOVE = 'Gel, William. 1807. The geography and antiquities of an invented island. London: Longman.';
  const write = (...entries: string[]) => writeOutDashes([ABOVE, ...entries]).slice(1);

  it.each([
    ['———. 1808. Reefs of Troy.', 'Gel, William. 1808. Reefs of Troy.'],
    ['--- (1809). The third of reefs.', 'Gel, William (1809). The third of reefs.'],
    ['——— 1810. The fourth of reefs.', 'Gel, William 1810. The fourth of reefs.'],
    ['[2] ______. The fifth of reefs. 1811.', '[2] Gel, William. The fifth of reefs. 1811.'],
    ['———, ed. The sixth of reefs. 1812.', 'Gel, William. The sixth of reefs. 1812.'],
    ['———, and Bo Nemo. 1813. The seventh.', 'Gel, William, and Bo Nemo. 1813. The seventh.'],
    ['– – –. The eighth of reefs. 1814.', 'Gel, William. The eighth of reefs. 1814.'],
  ])('is written out: %s', (entry, written) => {
    expect(write(entry)).toEqual([written]);
    // Also where several follow each other.
    expect(write('———. 1806. Another of reefs.', entry)[1]).toBe(written);
  });

  it.each(['— Kah H. A bullet of reefs. 1990.', '-- Kah, H. (1991). A bullet of reefs.', 'Kah H. Reefs. 1990.'])(
    'is none where authors follow: %s',
    (entry) => {
      expect(write(entry)).toEqual([entry]);
    },
  );

  it('stays where no authors stand above', () => {
    const entries = ['———. 1807. The first.', 'Reefs of the world: a title. 1990.', '———. 1991. The second.'];
    expect(writeOutDashes(entries)).toEqual(entries);
  });
});

it.each(['[doi>10.5555/prd1]', '[DOI: 10.5555/prd1]', '[doi:10.5555/prd1].', '[https://doi.org/10.5555/prd1]'])(
  'reads a DOI in square brackets: %s',
  (doi) => {
    expect(readReference(`Yoshi S. ${PAPER.title}. 2010 ${doi}`).ids.doi).toBe('10.5555/prd1');
  },
);
