import { describe, expect, it } from 'vitest';
import { readAuthorList, readJoinedAuthors, readSeparatedAuthors } from '../../src/papers/author-lists.ts';
import { runs, some } from '../helpers/runs.ts';
import { wholeNames } from '../helpers/whole-names.ts';

describe('a list of authors', () => {
  it.each([
    [
      'Scopus until 2023',
      'Beispiel J.C., Muster R., de la Prueba-López M.J.',
      ['J.C. Beispiel', 'R. Muster', 'M.J. de la Prueba-López'],
    ],
    ['Scopus', 'Beispiel J.C.; Muster R.', ['J.C. Beispiel', 'R. Muster']],
    ['Scopus, one author', 'Sa-Muster J.M.', ['J.M. Sa-Muster']],
    ['Scopus, one initial', 'Muster R.', ['R. Muster']],
    ['initials like a suffix', 'Beispiel, IV; Muster, Jr.', ['IV Beispiel', 'Muster Jr.']],
    ['a single name', 'Beispiel, Ada B.', ['Ada B. Beispiel']],
    ['PubMed', 'Beispiel SM, Muster CWC, de Prueba Filho ASB.', ['SM Beispiel', 'CWC Muster', 'ASB de Prueba Filho']],
    ['Publish or Perish', 'AG Beispiel, J Muster, K van Probe', ['AG Beispiel', 'J Muster', 'K van Probe']],
    [
      'BibTeX and CiteSource',
      'Beispiel, J. and Muster, K. L. and van der Probe, A.',
      ['J. Beispiel', 'K. L. Muster', 'A. van der Probe'],
    ],
    ['Abstrackr', 'Beispiel, J.\n and Muster, K.\n and Probe, A.\n', ['J. Beispiel', 'K. Muster', 'A. Probe']],
    ['prose', 'Ada Beispiel, Bo Muster and Cy Probe', ['Ada Beispiel', 'Bo Muster', 'Cy Probe']],
    [
      'prose with a comma before the and',
      'Ada Beispiel, Bo Muster, and Cy Probe',
      ['Ada Beispiel', 'Bo Muster', 'Cy Probe'],
    ],
    ['APA', 'Beispiel, A., Muster, B. C., & van Probe, D.', ['A. Beispiel', 'B. C. Muster', 'D. van Probe']],
    ['commas only', 'Beispiel, Ada, Muster, Bo Maria', ['Ada Beispiel', 'Bo Maria Muster']],
    ['commas only, given names first', 'Ada Beispiel, Bo Muster', ['Ada Beispiel', 'Bo Muster']],
    ['family names', 'Beispiel, Muster, Probe', ['Beispiel', 'Muster', 'Probe']],
    ['one name', 'Beispiel, Ada', ['Ada Beispiel']],
    ['one double name', 'Beispiel Muster, Ada', ['Ada Beispiel Muster']],
    ['one name with its suffix', 'King, Martin Luther, Jr.', ['Martin Luther King Jr.']],
    ['a suffix among initials', 'King, M.L., Jr., Muster, B.', ['M.L. King Jr.', 'B. Muster']],
    ['degrees', 'Ada Beispiel, MD, Bo Muster, PhD', ['Ada Beispiel', 'Bo Muster']],
    ["Python's print", `['Ada Beispiel', "Bo O'Muster"]`, ['Ada Beispiel', "Bo O'Muster"]],
    [
      "Python's print of objects",
      `[{'authorId': '7', 'name': 'Ada Beispiel'}, {'authorId': None, 'name': 'Bo Muster'}]`,
      ['Ada Beispiel', 'Bo Muster'],
    ],
    ['JSON', '["Beispiel, Ada","Muster, Bo"]', ['Ada Beispiel', 'Bo Muster']],
    ["R's print", 'c("Ada Beispiel", "Bo Muster")', ['Ada Beispiel', 'Bo Muster']],
    ['OpenAlex', 'Ada Beispiel|Bo Muster', ['Ada Beispiel', 'Bo Muster']],
    ['DSpace', 'Beispiel, Ada||Muster, Bo', ['Ada Beispiel', 'Bo Muster']],
    ['Chinese names', '王小明, 李小红', ['王小明', '李小红']],
    ['Japanese names', '山田太郎、鈴木花子', ['山田太郎', '鈴木花子']],
    ['Cyrillic names', 'Петров И.С., Сидорова А.', ['И.С. Петров', 'А. Сидорова']],
    ['an organisation', 'Institute of Toys and Games', ['Institute of Toys and Games']],
    [
      'an organisation with a comma',
      'Beispiel, Ada; The Invented Group, Inc.',
      ['Ada Beispiel', 'The Invented Group, Inc.'],
    ],
    ['nobody, says Scopus', '[No author name available]', []],
    ['nobody, says PubMed', '[No authors listed]', []],
    ['some, and others', 'Beispiel A, Muster B, et al.', ['A Beispiel', 'B Muster', 'et al.']],
    ['nothing', ' ', []],
  ])('of %s is parted', (_source, list, names) => {
    expect(wholeNames(readAuthorList(list))).toEqual(names);
  });

  it('that semicolons separate has commas within its names', () => {
    expect(wholeNames(readSeparatedAuthors('Beispiel Muster, Ada Maria'))).toEqual(['Ada Maria Beispiel Muster']);
    expect(wholeNames(readSeparatedAuthors('Beispiel, James C. (7004412345); Muster, Bo (123)'))).toEqual([
      'James C. Beispiel',
      'Bo Muster',
    ]);
  });

  it.each([
    ['Ada BeispielBo Muster', ['Ada Beispiel', 'Bo Muster']],
    ['Yann LeCunIan McDonaldAda Beispiel', ['Yann LeCun', 'Ian McDonald', 'Ada Beispiel']],
    ['Quoc V. LeAda Beispiel', ['Quoc V. Le', 'Ada Beispiel']],
    ['A. (Ada) BeispielB. Muster Jr.Cy Probe', ['A. (Ada) Beispiel', 'B. Muster Jr.', 'Cy Probe']],
  ])('that Springer Link has put together is taken apart: %s', (list, names) => {
    expect(wholeNames(readJoinedAuthors(list))).toEqual(names);
  });

  it.each(some(['A. ', 'a, ', '\n', ' \nand ', ', ', ' and ', '& ', "['", 'a;', 'De', 'DeA', 'Jr., ', '  ']))(
    'of %j over and over is read at once',
    (unit) => {
      expect(readAuthorList(unit.repeat(runs(50_000)))).toBeInstanceOf(Array);
      expect(readJoinedAuthors(unit.repeat(runs(50_000)))).toBeInstanceOf(Array);
    },
  );
});
