import { describe, expect, it } from 'vitest';
import { readPapers } from '../../src/faces/sdk/formats.ts';

const csv = async (header: string, ...rows: string[]) =>
  readPapers([header, ...rows, ''].join('\n'), { format: 'csv' });

describe('numbers and years of spreadsheets', () => {
  it('are whole although a program wrote them with a decimal', async () => {
    const { papers, problems } = await csv(
      'title,year,volume,issue,pmid',
      'Invented reef title of version 2.0,2018.0,12.0,3.0,12345678.0',
    );
    expect(problems).toEqual([]);
    expect(papers[0]).toMatchObject({
      title: 'Invented reef title of version 2.0',
      year: 2018,
      volume: '12',
      issue: '3',
      pmid: '12345678',
    });
  });

  it.each([
    ['11-Sep', '9-11'],
    ['Nov-19', '11-19'],
    ['10-Jul', '7-10'],
    ['e12-Sep', 'e12-Sep'],
  ])('pages taken for the date %s are %s', async (cell, pages) => {
    const { papers } = await csv('title,year,pages,number', `A reef,2018,${cell},1`);
    expect(papers[0]).toMatchObject({ pages });
  });

  it('may have the tags of RIS as names of columns', async () => {
    const { papers } = await csv(
      'TY,AU,PY,TI,JO,SP,EP,VL,DO,UR',
      'JOUR,"Weevil, Ada and Limpet, Bo",2019,A reef,Reef Journal,22,24,8,10.5555/r.1,https://toys.example/1',
    );
    expect(papers[0]).toMatchObject({
      title: 'A reef',
      authors: 'Ada Weevil, Bo Limpet',
      journalName: 'Reef Journal',
      pages: '22-24',
      doi: '10.5555/r.1',
    });
  });

  it.each([
    ...['2018', '2018.0', '2018 May', 'May 2018', '2018-05-01', '01/05/2018', '2018/05', '(2018)', 'c2018', '[2018]'],
    ...[
      '2018a',
      '2018–2019',
      '2018*',
      '20180501',
      '2018; in press',
      'Spring 2018',
      'circa 2018',
      '2018?',
      '2018年',
      '1398 [2018]',
      '٢٠١٨',
      '۲۰۱۸',
      '２０１８年',
      '२०१८',
    ],
  ])('%s is of 2018', async (year) => {
    const { papers, problems } = await csv('title,authors,year', `"A reef","Alpha, A","${year}"`);
    expect([papers[0]?.year, problems]).toEqual([2018, []]);
  });

  it.each(['18', 'in press', 'forthcoming', '20188', '۱۳۹۸', '1439 هـ'])(
    '%s is told with its row, and the paper is read',
    async (year) => {
      const { papers, problems } = await csv('title,year', 'One reef,2017', `Another reef,${year}`);
      expect(papers.map((paper) => paper.year ?? undefined)).toEqual([2017, undefined]);
      expect(problems).toEqual([{ line: 3, reason: `its year was not understood: ${year}` }]);
    },
  );
});

describe('cells of spreadsheets', () => {
  it.each(['nan', 'NaN', 'None', 'NULL', 'NA', 'N/A', '#N/A', '<NA>'])('that say %s are empty', async (missing) => {
    const { papers, problems } = await csv(
      'title,year,volume,doi,journal',
      `A reef,${missing},${missing},${missing},${missing}`,
    );
    expect(problems).toEqual([]);
    expect(papers[0]).toMatchObject({ title: 'A reef', year: null, doi: null, journalName: null });
    expect(papers[0]?.volume).toBeUndefined();
  });

  it('keep a title that is such a word', async () => {
    expect((await csv('title,authors,year', 'None,"Alpha, A",2018')).papers[0]?.title).toBe('None');
  });

  it('give a number as a power of ten only where all its digits are there', async () => {
    const { papers, problems } = await csv('title,pmid', 'One reef,1.2345678E7', 'Two reefs,1.23E+07');
    expect(papers.map(({ pmid }) => pmid)).toEqual(['12345678', undefined]);
    expect(problems).toEqual([{ line: 3, reason: 'its PubMed number was not understood: 1.23E+07' }]);
  });

  it('may begin decimals with a comma where semicolons separate them, and pages are no thousands', async () => {
    const { papers } = await csv('title;year;volume;pages', 'A reef;2018,0;12,0;101,105');
    expect(papers[0]).toMatchObject({ year: 2018, volume: '12', pages: '101,105' });
  });
});

describe('addresses and identifiers of RIS', () => {
  const read = async (...lines: string[]) =>
    (await readPapers(['TY  - JOUR', 'TI  - A reef', ...lines, 'ER  - ', ''].join('\n'), { format: 'ris' })).papers[0];

  it.each([
    'UR  - https://example.org/one https://example.org/two',
    'UR  - https://example.org/one\nhttps://example.org/two',
    'UR  - https://example.org/one;https://example.org/two',
    'UR  - <https://example.org/one>, <https://example.org/two>',
  ])('%s: the first address is the link', async (line) => {
    expect((await read(line))?.link).toBe('https://example.org/one');
  });

  it.each(['[doi>10.5555/prd1]', '<https://doi.org/10.5555/prd1>', '[doi:10.5555/prd1]', 'doi: 10.5555/prd1'])(
    '%s is read as the DOI',
    async (doi) => {
      expect((await read(`DO  - ${doi}`))?.doi).toBe('10.5555/prd1');
    },
  );
});

describe('RIS whose fields stand before the type', () => {
  const record = (title: string, author: string) =>
    `DB  - Reefbase\nTI  - ${title}\nTY  - JOUR\nAU  - ${author}\nPY  - 2006\nER  - \n\n`;

  it('is read as whole records', async () => {
    const { papers, problems } = await readPapers(record('One reef', 'Mara, A.') + record('Two reefs', 'Chac, C.'), {
      format: 'ris',
    });
    expect(problems).toEqual([]);
    expect(papers.map(({ title, authors, year }) => [title, authors, year])).toEqual([
      ['One reef', 'A. Mara', 2006],
      ['Two reefs', 'C. Chac', 2006],
    ]);
  });

  it('parts records whose end is missing at the second type', async () => {
    const lost = 'TY  - JOUR\nTI  - One reef\nTY  - JOUR\nTI  - Two reefs\nER  - \n';
    expect((await readPapers(lost, { format: 'ris' })).papers.map(({ title }) => title)).toEqual([
      'One reef',
      'Two reefs',
    ]);
  });
});

it.each(['https://example.org/one\nhttps://example.org/two', 'https://example.org/one https://example.org/two'])(
  'takes the first of several addresses: %j',
  async (links) => {
    const { papers } = await readPapers(`TY  - JOUR\nTI  - A reef\nUR  - ${links}\nER  - \n`, { format: 'ris' });
    expect(papers[0]?.link).toBe('https://example.org/one');
  },
);

it.each(['@{,\n  Au = {LYT DA}\n}', '@{smith2004,\n  title = {A reef}\n}'])(
  'BibTeX without a type is told: %j',
  async (entry) => {
    const { papers, problems } = await readPapers(entry, { format: 'bibtex' });
    expect([papers, problems.map(({ line }) => line)]).toEqual([[], [1]]);
  },
);

it.each([
  ['1996-13-03', undefined],
  ['1996-00-03', undefined],
  ['1996-05-32', undefined],
  ['1996-05-03', '1996-05-03'],
])('a date of BibTeX is possible or dropped: %s', async (date, publishedAt) => {
  const { papers } = await readPapers(`@article{d1,title={A reef},date={${date}}}`, { format: 'bibtex' });
  expect([papers[0]?.year, papers[0]?.publishedAt ?? undefined]).toEqual([1996, publishedAt]);
});

it.each(['Titel;Autoren;Jahr;Zeitschrift;Band;Heft;Seiten', 'Título;Autores;Año;Revista;Volumen;Número;Páginas'])(
  'columns are known by their names in other languages: %s',
  async (header) => {
    const { papers } = await csv(header, 'Ein Riff;"Alpha, A; Beta, B";2018;Meer;3;2;12-19');
    expect(papers[0]).toMatchObject({ year: 2018, journalName: 'Meer', volume: '3', issue: '2', pages: '12-19' });
  },
);

it('a letter is no publication in a table of Zotero alone', async () => {
  const typed = (column: string) => csv(`title,year,${column}`, 'Reply on reefs,2018,letter');
  const [elsewhere, zotero] = [await typed('type'), await typed('item type')];
  expect([elsewhere.papers.map(({ publicationType }) => publicationType), elsewhere.passedOver]).toEqual([
    ['letter'],
    0,
  ]);
  expect([zotero.papers, zotero.passedOver]).toEqual([[], 1]);
});
