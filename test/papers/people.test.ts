import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { citationOf } from '../../src/papers/citation.ts';
import { nameOf, readPerson } from '../../src/papers/people.ts';
import { realPapers } from '../helpers/exported-papers.ts';
import { nastyPapers } from '../helpers/nasty-papers.ts';

describe('a person', () => {
  it.each([
    ['Ada Lovelace', { given: 'Ada', family: 'Lovelace' }],
    ['Edgar F. Codd', { given: 'Edgar F.', family: 'Codd' }],
    ['Jean-Pierre Serre', { given: 'Jean-Pierre', family: 'Serre' }],
    ['Ludwig van Beethoven', { given: 'Ludwig', particle: 'van', family: 'Beethoven' }],
    ['Anna van der Berg', { given: 'Anna', particle: 'van der', family: 'Berg' }],
    ['José de la Cruz', { given: 'José', particle: 'de la', family: 'Cruz' }],
    ['Maria de Souza Lima', { given: 'Maria de Souza', family: 'Lima' }],
    ['Guido Van Rossum', { given: 'Guido Van', family: 'Rossum' }],
    ['van Gogh', { particle: 'van', family: 'Gogh' }],
    ['Martin Luther King Jr.', { given: 'Martin Luther', family: 'King', suffix: 'Jr.' }],
    ['Henry Ford II', { given: 'Henry', family: 'Ford', suffix: 'II' }],
    ['Oscar de la Renta Sr', { given: 'Oscar', particle: 'de la', family: 'Renta', suffix: 'Sr' }],
    ['Vaswani A', { given: 'A', family: 'Vaswani' }],
    ['Smith JB', { given: 'JB', family: 'Smith' }],
    ['van der Berg AB', { given: 'AB', particle: 'van der', family: 'Berg' }],
    ['De la Cruz JB', { given: 'JB', family: 'De la Cruz' }],
    ['Smith JB Jr', { given: 'JB', family: 'Smith', suffix: 'Jr' }],
    ['Ivanov II', { given: 'II', family: 'Ivanov' }],
    ['J B', { given: 'J', family: 'B' }],
  ])('%s has parts', (name, parts) => {
    expect(readPerson(name)).toEqual(parts);
  });

  it.each([
    ...['Madonna', 'World Health Organization', 'ATLAS Collaboration', 'The Cancer Genome Atlas Research Network'],
    ...[
      'International Consortium',
      'RECOVERY Investigators',
      'Ministry of Health',
      'Universität Wien',
      'Working Groups',
    ],
    ...[
      '王小明',
      '王 小明',
      'やまだ たろう',
      '김 철수',
      'Smith and Jones',
      'Jones & Co',
      'et al.',
      'and others',
      'X for the Y',
    ],
    ...['Dr. (hon.) Foo', 'R2 D2', 'a=b c'],
  ])('%s is one whole', (name) => {
    expect(readPerson(name)).toEqual({ literal: name });
  });

  it('may have the word of an organisation inside a longer one', () => {
    expect(readPerson('Ada Teamster')).toEqual({ given: 'Ada', family: 'Teamster' });
  });
});

describe('the parts of a name', () => {
  const sorted = (name: string) => name.split(' ').sort();

  it('are all of its words, whatever the name', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('Ada', 'van', 'de', 'Jr.', 'II', 'JB', 'A', 'Ö.', 'x', 'al-Din'), { minLength: 1 }),
        (words) => {
          const name = words.join(' ');
          expect(sorted(nameOf(readPerson(name)))).toEqual(sorted(name));
        },
      ),
    );
  });

  it('give the name back as it was, unless PubMed wrote it', () => {
    for (const paper of [...nastyPapers(1_000), ...realPapers()]) {
      const { authors, people } = citationOf(paper);
      for (const [index, person] of people.entries()) {
        const name = authors[index] ?? '';
        if (/ \p{Lu}{1,3}(?: (?:[JS]r\.?|II|III|IV))?$/u.test(name)) continue;
        expect(nameOf(person)).toBe(name);
      }
    }
  });
});
