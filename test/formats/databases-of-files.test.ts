import { expect, it } from 'vitest';
import { readPapers } from '../../src/faces/sdk/formats.ts';
import { nameDatabases } from '../../src/formats/databases.ts';

it.each([
  'Authors,Author full names,Title,Year,Source title,Volume,EID',
  'Authors,Author(s) ID,Title,Year,Source title,Volume,DOI',
  'Title,Year,Source title,Document Type,Publication Stage,Open Access',
])('an export of Scopus names its database, whichever columns were chosen: %s', async (header) => {
  const cells = header.split(',').map((column) => (column === 'Title' ? 'A reef' : column === 'Year' ? '2018' : 'x'));
  const { papers } = await readPapers(`${header}\n${cells.join(',')}\n`, { format: 'csv' });
  expect(papers[0]?.databases).toEqual([expect.objectContaining({ name: 'Scopus' })]);
});

it.each([
  'C:\\Users\\ada\\My Library.enl',
  '/home/ada/papers.bib',
  '~/reefs.ris',
  'My EndNote Library.enl',
  'file:///home/ada/library.xml',
])('no path of a file is a database: %s', async (path) => {
  const { papers } = await readPapers(`TY  - JOUR\nTI  - A reef\nDB  - ${path}\nER  - \n`, { format: 'ris' });
  expect(papers[0]?.databases ?? undefined).toBeUndefined();
});

it.each(['APA PsycInfo', 'Web of Science', 'PubMed/MEDLINE', 'Engineering Village (Compendex/Inspec)', 'arXiv.org'])(
  'the name of a database stays: %s',
  async (name) => {
    const { papers } = await readPapers(`TY  - JOUR\nTI  - A reef\nDB  - ${name}\nER  - \n`, { format: 'ris' });
    expect(papers[0]?.databases).toEqual([expect.objectContaining({ name })]);
  },
);

it('a database of two names in a file is one', () => {
  const papers = ['PsycINFO', 'APA PsycInfo', undefined, 'Scopus', 'PsycInfo'].map((name) => ({
    databases: name === undefined ? undefined : [{ name }],
  }));
  expect(nameDatabases(papers)).toEqual(['PsycInfo', 'Scopus']);
});

it.each([
  ['ERIC', 'ERIC'],
  ['NLM', 'PubMed'],
  ['NASA', 'PubMed'],
])('a record in the tags of MEDLINE is of the database that owns it: %s', async (owner, name) => {
  const { papers } = await readPapers(`PMID- 1\nOWN - ${owner}\nTI  - A reef\nDP  - 2012\n`, { format: 'nbib' });
  expect(papers[0]?.databases).toEqual([expect.objectContaining({ name })]);
});

it.each(['Cochrane Database of Systematic Reviews', 'IEEE Software', 'ACM Computing Surveys', 'PubMed Research'])(
  'a journal whose name begins with that of a database stays a journal: %s',
  async (journal) => {
    const { papers } = await readPapers(`Title,Year,Journal\nA reef,2018,${journal}\n`, { format: 'csv' });
    expect(papers[0]).toMatchObject({ journalName: journal });
    expect(papers[0]?.databases).toBeUndefined();
  },
);

it.each(['IEEE Xplore Digital Library', 'MEDLINE (Ovid)', 'Embase Classic+Embase', 'Web of Science Core Collection'])(
  'a column that names a database is no journal: %s',
  async (database) => {
    const { papers } = await readPapers(`Title,Year,Source\nA reef,2018,${database}\n`, { format: 'csv' });
    expect(papers[0]?.journalName).toBeNull();
    expect(papers[0]?.databases).toMatchObject([{ name: database }]);
  },
);
