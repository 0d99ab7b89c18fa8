import { describe, expect, it } from 'vitest';
import { writeBibliography } from '../../src/formats/bibliography/bibliography.ts';
import type { BibliographyStyle } from '../../src/formats/export-kinds.ts';
import type { ExportFormat } from '../../src/formats/format-facts.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { detectFormat } from '../../src/library/importing/detect-format.ts';
import { createParser } from '../../src/library/importing/parser.ts';
import { readEdition } from '../../src/papers/clean-fields.ts';
import type { Paper } from '../../src/papers/paper.ts';
import { exported } from '../helpers/exported.ts';

/** Series, number and edition of books, in whatever file they come and go. */

async function read(text: string, name: string): Promise<Paper[]> {
  const format = detectFormat(text, name);
  if (!format) throw new Error('unknown format');
  const parser = await createParser(format, 0);
  const pieces = [...(await parser.push(text)), ...(await parser.end())];
  return pieces.flatMap(({ entries }) => entries.flatMap((entry) => ('paper' in entry ? [entry.paper as Paper] : [])));
}

const partsOf = ({ edition, series, seriesNumber, venue, issue }: Paper) => [
  edition,
  series,
  seriesNumber,
  venue,
  issue,
];

describe('a file', () => {
  it.each([
    [
      'a.bib',
      '@book{b, title={A book}, author={Lee, A}, series={Reef Series}, number={7}, edition={Second}, year=2019}',
    ],
    [
      'b.ris',
      'TY  - BOOK\nAU  - Lee, A\nTI  - A book\nT2  - Reef Series\nSV  - 7\nET  - 2nd ed.\nPY  - 2019\nER  - \n',
    ],
    ['c.ris', 'TY  - BOOK\nAU  - Lee, A\nTI  - A book\nT3  - Reef Series\nIS  - 7\nET  - 2\nPY  - 2019\nER  - \n'],
    [
      'd.json',
      '[{"type":"book","title":"A book","author":[{"family":"Lee"}],"collection-title":"Reef Series","collection-number":"7","edition":2}]',
    ],
    ['e.csv', 'Title,Authors,Edition,Series,Series number\nA book,"Lee, A",2nd edition,Reef Series,7\n'],
  ])('%s has the series of a book, which is no journal', async (name, text) => {
    const [paper] = await read(text, name);
    expect(paper && partsOf(paper)).toEqual(['2', 'Reef Series', '7', undefined, undefined]);
  });

  it.each([
    [
      'a.bib',
      '@inproceedings{b, title={A talk}, author={Lee, A}, booktitle={Proc}, series={LNCS}, number={7}, year=2019}',
    ],
    ['b.ris', 'TY  - CHAP\nAU  - Lee, A\nTI  - A talk\nT2  - Proc\nT3  - LNCS\nSV  - 7\nPY  - 2019\nER  - \n'],
  ])('%s has the series beside the book', async (name, text) => {
    const [paper] = await read(text, name);
    expect(paper && partsOf(paper)).toEqual([undefined, 'LNCS', '7', 'Proc', undefined]);
  });

  it('has the number of an article as its issue', async () => {
    const [paper] = await read(
      '@article{b, title={A b}, author={Lee, A}, journal={J}, number={7}, year=2019}',
      'a.bib',
    );
    expect(paper && partsOf(paper)).toEqual([undefined, undefined, undefined, 'J', '7']);
  });
});

const BOOK = {
  title: 'A book of invented reefs',
  authors: 'Ana Lee',
  year: 2019,
  v_publisher: 'Reef Press',
  publicationType: 'book',
  edition: '2',
  series: 'Reef Series',
  seriesNumber: '7',
};

describe('an export', () => {
  it.each<[ExportFormat, string]>([
    ['bibtex', 'a.bib'],
    ['ris', 'a.ris'],
    ['csl-json', 'a.json'],
    ['csv', 'a.csv'],
    ['jsonl', 'a.jsonl'],
  ])('%s is read back with them', async (format, name) => {
    const [paper] = await read(writePapers(format, exported([BOOK])), name);
    expect(paper && partsOf(paper)).toEqual(['2', 'Reef Series', '7', undefined, undefined]);
  });

  it.each<[ExportFormat, string]>([
    ['bibtex', 'a.bib'],
    ['ris', 'a.ris'],
    ['csl-json', 'a.json'],
    ['endnote-xml', 'a.xml'],
  ])('%s is read back with the editors of a book', async (format, name) => {
    const [paper] = await read(writePapers(format, exported([{ ...BOOK, editors: ['Bo Muster'] }])), name);
    expect(paper?.editors).toEqual(['Bo Muster']);
  });

  it('CSL-JSON has them under the names of CSL', () => {
    const [item] = JSON.parse(writePapers('csl-json', exported([BOOK])));
    expect(item).toMatchObject({ edition: '2', 'collection-title': 'Reef Series', 'collection-number': '7' });
    expect(item).not.toHaveProperty('container-title');
  });

  it.each<[BibliographyStyle, string]>([
    ['apa', 'Lee, A. (2019). A book of invented reefs (2nd ed.). Reef Press.'],
    ['vancouver', '1. Lee A. A book of invented reefs. 2nd ed. Reef Press; 2019. (Reef Series).'],
    ['chicago-author-date', 'Lee, Ana. 2019. A Book of Invented Reefs. 2nd ed. Reef Series 7. Reef Press.'],
    ['ieee', '[1] A. Lee, A book of invented reefs, 2nd ed. in Reef Series, no. 7. Reef Press, 2019.'],
    ['harvard', 'Lee, A. (2019) A book of invented reefs. 2nd edn. Reef Press (Reef Series, 7).'],
  ])('%s prints them as the style of the CSL project does', (style, entry) => {
    expect(writeBibliography(exported([BOOK]), style).trim()).toBe(entry);
  });
});

it.each([
  ['2', '2'],
  ['2nd', '2'],
  ['2nd ed.', '2'],
  ['Second Edition', '2'],
  ['3. Auflage', '3'],
  ['12th edn', '12'],
  ['Revised ed.', 'Revised'],
  ['Rev. and expanded', 'Rev. and expanded'],
  ['', ''],
])('the edition %j is %j', (text, edition) => {
  expect(readEdition(text)).toBe(edition);
});
