import { describe, expect, it } from 'vitest';
import { readAuthorId, readAuthorQuery, readOrcid } from '../../src/papers/references/author-query.ts';
import { isNameOfAuthor, testAuthor } from '../../src/papers/references/name-of-author.ts';

describe('an ORCID', () => {
  // The example of ORCID's own documentation, and one whose check character is X.
  it.each([
    ['0000-0002-1825-0097', '0000-0002-1825-0097'],
    ['https://orcid.org/0000-0002-1825-0097', '0000-0002-1825-0097'],
    ['orcid.org/0000-0002-1825-0097/', '0000-0002-1825-0097'],
    ['ORCID: 0000-0002-1825-0097', '0000-0002-1825-0097'],
    ['0000000218250097', '0000-0002-1825-0097'],
    ['0000-0002-1694-233x', '0000-0002-1694-233X'],
  ])('is read from %j', (text, orcid) => {
    expect(readOrcid(text)).toBe(orcid);
  });

  it.each(['0000-0002-1825-0098', '0000-0002-1694-2330', '0000-0002-1825', '10.1038/nature14539', ''])(
    'is not %j',
    (text) => {
      expect(readOrcid(text)).toBeUndefined();
    },
  );
});

describe('an author', () => {
  it.each([
    ['A5023888391', { openAlexId: 'A5023888391' }],
    ['https://openalex.org/A5023888391', { openAlexId: 'A5023888391' }],
    ['https://openalex.org/authors/a5023888391', { openAlexId: 'A5023888391' }],
    ['0000-0002-1825-0097', { orcid: '0000-0002-1825-0097' }],
    ['author: 0000-0002-1825-0097', { orcid: '0000-0002-1825-0097' }],
    ['author: Ada Lovelace', { name: 'Ada Lovelace' }],
    ['Author:Łukasz Żółć', { name: 'Łukasz Żółć' }],
  ])('is asked for by %j', (text, author) => {
    expect(readAuthorQuery(text)).toEqual(author);
  });

  it.each(['Ada Lovelace', 'Authors: a study of names', 'author:', 'author: 12', 'W2741809807', 'A 502', 'A1'])(
    'is not asked for by %j',
    (text) => {
      expect(readAuthorQuery(text)).toBeUndefined();
    },
  );

  it('is identified by a number, never by a name', () => {
    expect(readAuthorId('author: Ada Lovelace')).toBeUndefined();
  });
});

it.each([
  ['Ada Lovelace', 'Ada Lovelace', true],
  ['lovelace, ada', 'Augusta Ada Lovelace', true],
  ['A. Lovelace', 'Ada Lovelace', true],
  ['Ada Lovelace', 'A. Lovelace', true],
  ['Jorg Muller', 'Jörg Müller', true],
  ['Ada Lovelace', 'Ada Byron', false],
  ['Bea Lovelace', 'Ada Lovelace', false],
  ['Goldenberg DL', 'Don L. Goldenberg', true],
  ['Goldenberg DL', 'Don L Goldenberg', true],
  ['Don L. Goldenberg', 'Goldenberg DL', true],
  ['Goldenberg DL', 'Goldenberg DL', true],
  ['Goldenberg DL', 'Brandon T. Goldenberg', false],
  ['Goldenberg DL', 'Dana Goldenberg', false],
  ['Andrew A. Smith', 'Jennifer A. Smith', false],
  ['Andrew A. Smith', 'Chloé Z. A. Smith', false],
  ['Andrew A. Smith', 'Douglas A Smith', false],
  ['Andrew A. Smith', 'D. A. Smith', false],
  ['Andrew A. Smith', 'Andrew A. Smith', true],
  ['Andrew A. Smith', 'A. A. Smith', true],
  ['Andrew A. Smith', 'Smith AA', true],
  ['Smith, Andrew A.', 'Jennifer A. Smith', false],
  ['A. Smith', 'Jennifer A. Smith', false],
  ['Smith A', 'Jennifer A. Smith', false],
  ['Smith JA', 'Jennifer A. Smith', true],
  ['Smith', 'Jennifer A. Smith', true],
  ['LI Wei', 'Wei Li', true],
  ['LI WEI', 'Wei Luo Ivanov', false],
  ['Smith JA', 'Smith JB', false],
  ['Smith JA', 'J. Smith', true],
  ['Mueller H', 'Hans Müller', true],
  ['OBrien RM', 'Robert M. O’brien', true],
])('%j can be %j: %j', (asked, name, fits) => {
  expect(isNameOfAuthor(asked, name)).toBe(fits);
});

it.each([
  ['Berg, A', 'Anne T. Berg', true],
  ['Berg, A', 'Bob Berg', false],
  ['Berg', 'Jan van den Berg', true],
  ['van den Berg J', 'Jan van den Berg', true],
  ['Trapani G', 'G. Di Trapani', true],
  ['Rashid', 'Omar Al-Rashid', true],
  ["D'Amico", "Guglielmo D'Amico", true],
  ['Wei Wang', 'Wei Wang', true],
  ['Wei Wang', 'W. Wang', true],
  ['Wei Wang', 'Wei-Ting Wang', false],
  ['Wang, Wei', 'Hong-Wei Wang', false],
  ['Wei-Ting Wang', 'Wei-Ting Wang', true],
  ['Wei Ting Wang', 'Wei-Ting Wang', true],
  ['Wang W', 'Wei-Ting Wang', true],
  ['Wang WT', 'Wei-Ting Wang', true],
  ['Jean-Pierre Sauvage', 'J.-P. Sauvage', true],
  ['García Pérez', 'María García-Pérez', true],
  ['García', 'María García-Pérez', true],
  ['García, Ana', 'María García-Pérez', false],
  ['Pérez', 'María García-Pérez', true],
  ['Jean-Louis', 'Jean-Louis Colliot-Thélène', false],
  ['Ada', 'Ada Lovelace', false],
  ['Berg', 'Berger A', false],
  ['Chen', 'Chen Wang', false],
  ['World Health Organization', 'World Health Organization', true],
  ['王伟', '王伟', true],
  ['Müller H', 'Folkert Müller-Hoissen', false],
  ['Müller F', 'Folkert Müller-Hoissen', true],
  ['J Smith', 'Stephen J. Montgomery-Smith', false],
  ['S Smith', 'Stephen J. Montgomery-Smith', true],
  // Degrees, initials and the names of other people are no family name.
  ['Packer M', 'F.R.C.P. Paul Adam M.D.', false],
  ['Packer M', 'M.P.H. Jane T. Hickok M.D.', false],
  ['Adam P', 'F.R.C.P. Paul Adam M.D.', true],
  ['Gupta AK', 'Aditya K. Gupta M.D.', true],
  ['Packer M', 'KUMAR P M', false],
  ['Packer M', 'P. Martin', false],
  ['Milton Packer', 'P. Milton', false],
  // Several people in one field, as sources join them, and as such a field was stored.
  ['Packer M', 'P. Meyer, J. Packer, M. Lee', false],
  ['Packer M', 'P. Meyer, M. Packer, J. Lee', true],
  ['Packer M', 'J. Packer M. Lee P. Meyer', false],
  ['Packer M', 'M. Packer M. Lee P. Meyer', true],
  ['Packer M', 'Meyer P, Packer M, Lee J', true],
  ['Packer M', 'Meyer M, Packer J, Lee J', false],
])('with a family name written out, %j asks for %j: %j', (asked, name, fits) => {
  expect(testAuthor(asked)(name)).toBe(fits);
});

it.each([
  ['García', true],
  ['Marquez', true],
  ['García Márquez, Gabriel', true],
  ['García G', true],
  ['García, Ana', false],
  ['Gabriel', false],
])('a family name of two words, as its source gave it, is asked for by %j: %j', (asked, fits) => {
  const name = 'Gabriel García Márquez';
  expect(testAuthor(asked)(name, { [name]: 'García Márquez' })).toBe(fits);
});

it.each([
  ['山田太郎', true],
  ['山田 太郎', true],
  ['山田, 太郎', true],
  ['太郎 山田', true],
  ['山田', true],
  ['太郎', false],
  ['山田花子', false],
])('a name without spaces, as its source gave it in parts, is asked for by %j: %j', (asked, fits) => {
  expect(testAuthor(asked)('山田太郎', { 山田太郎: '山田' })).toBe(fits);
});
