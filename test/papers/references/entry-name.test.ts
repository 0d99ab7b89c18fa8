import { expect, it } from 'vitest';
import { nameEntry } from '../../../src/papers/references/entry-name.ts';

it.each([
  ['@article{ice21, booktitle={No}, title={Frozen {Lakes} \\& winds}, year=2021}', 'ice21: Frozen Lakes & winds'],
  [
    '@book(knuth84,\n title = "The {\\TeX}book: G{\\"o}del \\emph{and} na\\"ive sets", year=1984)',
    'knuth84: The TeXbook: Gödel and naïve sets',
  ],
  ['@misc{only, note={none}}', 'only'],
  ['@misc{open, title={never closed', 'open: never closed'],
  ['TY  - JOUR\nAU  - Ice, A\nTI  - Frozen lakes\nPY  - 2021\nER  - ', 'Frozen lakes'],
  ['TY  - JOUR AU  - Ice, A T1  - Frozen lakes: a study PY  - 2021 ER  - ', 'Frozen lakes: a study'],
  ['TY  - JOUR', 'TY  - JOUR'],
  ['10.1234/ice', '10.1234/ice'],
  ['A title={of} a paper', 'A title={of} a paper'],
])('%j is called %j', (item, name) => {
  expect(nameEntry(item)).toBe(name);
});
