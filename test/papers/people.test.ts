import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCitation } from '../../src/papers/citation.ts';
import { normalisePaper } from '../../src/papers/paper.ts';
import { formatName, readPerson, splitJoined } from '../../src/papers/people.ts';
import { fromWire } from '../../src/papers/wire.ts';
import { nastyPapers } from '../helpers/nasty-papers.ts';
import { realPapers } from '../helpers/real-papers.ts';
import { runs, some } from '../helpers/runs.ts';

describe('a person', () => {
  it.each([
    ['Ada Lovelace', { given: 'Ada', family: 'Lovelace' }],
    ['Edgar F. Codd', { given: 'Edgar F.', family: 'Codd' }],
    ['J.-P. Serre', { given: 'J.-P.', family: 'Serre' }],
    ['Jean-Pierre Serre', { given: 'Jean-Pierre', family: 'Serre' }],
    // Particles, small and capital.
    ['Ludwig van Beethoven', { given: 'Ludwig', particle: 'van', family: 'Beethoven' }],
    ['Anna van der Berg', { given: 'Anna', particle: 'van der', family: 'Berg' }],
    ['José de la Cruz', { given: 'José', particle: 'de la', family: 'Cruz' }],
    ['Maria de Souza Lima', { given: 'Maria de Souza', family: 'Lima' }],
    ['van Gogh', { particle: 'van', family: 'Gogh' }],
    ['Jean d’ Alembert', { given: 'Jean', particle: 'd’', family: 'Alembert' }],
    ["Jean d'Alembert", { given: 'Jean', family: "d'Alembert" }],
    ['Guido Van Rossum', { given: 'Guido', family: 'Van Rossum' }],
    ['Dirk De Ruysscher', { given: 'Dirk', family: 'De Ruysscher' }],
    ['Lieve Van den Broeck', { given: 'Lieve', family: 'Van den Broeck' }],
    ['Jean de La Fontaine', { given: 'Jean', particle: 'de', family: 'La Fontaine' }],
    ['Ludovica Dello Russo', { given: 'Ludovica', family: 'Dello Russo' }],
    ['Moez Ben Ali', { given: 'Moez', family: 'Ben Ali' }],
    ['Saeed Al Ghamdi', { given: 'Saeed', family: 'Al Ghamdi' }],
    ['José de San Martín', { given: 'José', particle: 'de', family: 'San Martín' }],
    ['Van Morrison', { given: 'Van', family: 'Morrison' }],
    ['Thanh Van Nguyễn', { given: 'Thanh Van', family: 'Nguyễn' }],
    ['Quoc V. Le', { given: 'Quoc V.', family: 'Le' }],
    // Double names.
    ['Guillermo A. Cañadas-De la Fuente', { given: 'Guillermo A.', family: 'Cañadas-De la Fuente' }],
    ['Alejandro Sánchez-de Miguel', { given: 'Alejandro', family: 'Sánchez-de Miguel' }],
    ['Wei-De Lin', { given: 'Wei-De', family: 'Lin' }],
    ['Santiago Ramón y Cajal', { given: 'Santiago', family: 'Ramón y Cajal' }],
    ['Ana Costa e Silva', { given: 'Ana', family: 'Costa e Silva' }],
    ['Antônio de Oliveira Filho', { given: 'Antônio', particle: 'de', family: 'Oliveira Filho' }],
    // Suffixes.
    ['Martin Luther King Jr.', { given: 'Martin Luther', family: 'King', suffix: 'Jr.' }],
    ['Henry Ford II', { given: 'Henry', family: 'Ford', suffix: 'II' }],
    ['Oscar de la Renta Sr', { given: 'Oscar', particle: 'de la', family: 'Renta', suffix: 'Sr' }],
    ['Smith AB 3rd', { given: 'AB', family: 'Smith', suffix: '3rd' }],
    // The family name first, as PubMed has it.
    ['Vaswani A', { given: 'A', family: 'Vaswani' }],
    ['Smith JB', { given: 'JB', family: 'Smith' }],
    ['Smith J B', { given: 'J B', family: 'Smith' }],
    ['van der Berg AB', { given: 'AB', particle: 'van der', family: 'Berg' }],
    ['De la Cruz JB', { given: 'JB', family: 'De la Cruz' }],
    ['de Oliveira Filho ASB', { given: 'ASB', particle: 'de', family: 'Oliveira Filho' }],
    ['Smith JB Jr', { given: 'JB', family: 'Smith', suffix: 'Jr' }],
    ['Ivanov II', { given: 'II', family: 'Ivanov' }],
    ['J B', { given: 'J', family: 'B' }],
    // The same as Scopus and Embase have it.
    ['Liu R.', { given: 'R.', family: 'Liu' }],
    ['Sa-Ambo J.M.', { given: 'J.M.', family: 'Sa-Ambo' }],
    ['Serre J.-P.', { given: 'J.-P.', family: 'Serre' }],
    ['Smith J. B.', { given: 'J. B.', family: 'Smith' }],
    ['SMITH J.', { given: 'J.', family: 'SMITH' }],
    ['De Ruysscher D.', { given: 'D.', family: 'De Ruysscher' }],
    ['van Geffen J.', { given: 'J.', particle: 'van', family: 'Geffen' }],
    ['King Jr. M.L.', { given: 'M.L.', family: 'King', suffix: 'Jr.' }],
    ['King Jr. M.L. III', { given: 'M.L.', family: 'King', suffix: 'Jr. III' }],
    ['Manin Yu.I.', { given: 'Yu.I.', family: 'Manin' }],
    ['R. Liu', { given: 'R.', family: 'Liu' }],
    // Other scripts that part given and family name.
    ['Иван Петров', { given: 'Иван', family: 'Петров' }],
    ['Петров И.С.', { given: 'И.С.', family: 'Петров' }],
    ['Петров Иван Сергеевич', { given: 'Иван Сергеевич', family: 'Петров' }],
    ['Анна Сергеевна Янкевич', { given: 'Анна Сергеевна', family: 'Янкевич' }],
    ['Νίκος Παπαδόπουλος', { given: 'Νίκος', family: 'Παπαδόπουλος' }],
    ['محمد بن سلمان', { given: 'محمد', particle: 'بن', family: 'سلمان' }],
    ['דוד בן גוריון', { given: 'דוד', particle: 'בן', family: 'גוריון' }],
    ['आर्या शर्मा', { given: 'आर्या', family: 'शर्मा' }],
    ['Արամ Խաչատրյան', { given: 'Արամ', family: 'Խաչատրյան' }],
    ['ნინო ბერიძე', { given: 'ნინო', family: 'ბერიძე' }],
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
    ...['European Society of Cardiology (ESC)', 'Framingham Heart Study', 'SEARCH Collaborators', 'Fundación Ejemplo'],
    ...['Deutsche Gesellschaft für Beispiele', 'Mayo Clinic', 'Институт математики', 'Dupont et Durand'],
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
          expect(sorted(formatName(readPerson(name)))).toEqual(sorted(name));
        },
      ),
      { numRuns: runs(400) },
    );
  });

  it('give the name back as it was, unless the family name stands first', () => {
    for (const paper of [...nastyPapers(runs(400)), ...some(realPapers())]) {
      const { authors, people } = toCitation(fromWire(paper));
      for (const [index, person] of people.entries()) {
        const name = authors[index] ?? '';
        if (/ (?:\p{Lu}{1,3}|(?:\p{Lu}\p{Ll}?\.)+)(?: (?:[JS]r\.?|II|III|IV))?$/u.test(name)) continue;
        expect(formatName(person)).toBe(name);
      }
    }
  });
});

describe('a name in a script that puts the family name first', () => {
  it.each([
    ['陈', '发虎', '陈发虎'],
    ['山田', '太郎', '山田太郎'],
    ['さとう', 'ハナコ', 'さとうハナコ'],
    ['김', '철수', '김철수'],
    ['Chen', '发虎', '发虎 Chen'],
  ])('%s, %s', (family, given, shown) => {
    const paper = normalisePaper({ title: 'Owls at night', authors: [{ family, given }] });
    expect(paper.authors).toEqual([shown]);
    expect(toCitation(paper).people).toEqual([{ family, given }]);
  });
});

describe('several people in one name', () => {
  it.each([
    ['P. Libby, P. R. Maroko, B. E. Sobel', ['P. Libby', 'P. R. Maroko', 'B. E. Sobel']],
    ['Libby P, Maroko PR', ['Libby P', 'Maroko PR']],
    ['Libby, P., Maroko, P. R.', ['Libby, P.', 'Maroko, P. R.']],
    ['Libby, Peter; Maroko, Pam', ['Libby, Peter', 'Maroko, Pam']],
    ['Ada Lovelace, Alan Turing and Grace Hopper', ['Ada Lovelace', 'Alan Turing', 'Grace Hopper']],
    ['P. Libby P. R. Maroko B. E. Sobel', ['P. Libby', 'P. R. Maroko', 'B. E. Sobel']],
    ['Crocco, L. and Lees, L.', ['Crocco, L.', 'Lees, L.']],
    ['Beispiel, B and Muster, AMAC and Probe, BO', ['Beispiel, B', 'Muster, AMAC', 'Probe, BO']],
    ['王小明,李华,赵一鸣', ['王小明', '李华', '赵一鸣']],
    ['王小明、李华', ['王小明', '李华']],
    ['김철수; 이영희', ['김철수', '이영희']],
    ['山田, 太郎', ['山田, 太郎']],
    ['Smith and Sons', ['Smith and Sons']],
    ...[
      'Tolkien, J. R. R.',
      'García Márquez, Gabriel, Jr.',
      'M. Teresa P. Anders',
      'van der Berg, Jan Pieter',
      'Naproxen 901 OF study group Naproxen 901 OC study group',
      'Department of Physics, University of Ada, The Old Town',
    ].map((name): [string, string[]] => [name, [name]]),
  ])('%s', (name, expected) => {
    expect(splitJoined(name)).toEqual(expected);
  });

  it('takes no seconds to look for them among blanks', () => {
    const name = `x${' '.repeat(100_000)}x`;
    const before = process.cpuUsage();
    expect(splitJoined(name)).toEqual([name]);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
