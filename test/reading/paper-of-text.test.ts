import { describe, expect, it } from 'vitest';
import { normalisePaper, type Paper } from '../../src/papers/paper.ts';
import { readDocument } from '../../src/reading/read-document.ts';
import { makeColumn, makePdf, type Placed } from '../helpers/pdf-file.ts';
import { ARTICLE, PAGE, read } from './fixtures.ts';

/** What a text says of its own paper: title, authors, year, identifiers. What it does not say is absent. */

const TEXT = 'Mussels hold on to rocks by threads of protein that harden in the water. '.repeat(8);
const TITLE = 'How mussels hold on to rocks in storms';

const saidBy = async (content: string | Uint8Array, format: 'pdf' | 'jats' | 'html'): Promise<Paper> =>
  normalisePaper(read(await readDocument(content, format)).paper ?? {});

/** A first page with this title and these lines below it, then an abstract; other lines stand at their places. */
const page = (title: string, lines: readonly string[], others: readonly Placed[] = []): Placed[] => [
  ...makeColumn(title, { x: 60, y: 80, letters: 30, size: 18 }),
  ...lines.map((text, at) => ({ text, x: 60, y: 150 + 14 * at })),
  { text: 'Abstract', x: 60, y: 320, isBold: true },
  ...makeColumn(TEXT, { x: 60, y: 340, letters: 70 }),
  ...others,
];
const pdf = (lines: readonly string[], others: readonly Placed[] = [], info: Record<string, string> = {}) =>
  saidBy(makePdf([page(TITLE, lines, others), makeColumn(TEXT, { x: 60, y: 80, letters: 70 })], [], info), 'pdf');
const foot = (text: string): Placed => ({ text, x: 60, y: 760, size: 8 });

describe('an article in JATS', () => {
  it('says what its front matter has', async () => {
    const front = `<contrib-group><contrib contrib-type="author"><name><surname>van der Weevil</surname><given-names>Ada</given-names></name></contrib>
      <contrib contrib-type="author"><collab>Shore Consortium</collab></contrib><contrib contrib-type="editor"><name><surname>Ed</surname><given-names>I</given-names></name></contrib></contrib-group>
      <pub-date pub-type="pmc-release"><year>2018</year></pub-date><pub-date pub-type="epub"><day>3</day><month>4</month><year>2019</year></pub-date>
      <pub-date pub-type="ppub"><year>2020</year></pub-date><volume>7</volume><fpage>1</fpage><lpage>9</lpage>`;
    const xml = ARTICLE.replace('<permissions>', `${front}<permissions>`);
    expect(await saidBy(xml, 'jats')).toMatchObject({
      title: 'How Mytilus holds on',
      authors: ['Ada van der Weevil', 'Shore Consortium'],
      year: 2019,
      publishedAt: '2019-04-03',
      venue: 'Journal of Shores',
      volume: '7',
      pages: '1-9',
      doi: '10.5555/mussel.1',
      pmcid: 'PMC1234567',
    });
  });

  it('has no year and no authors where the front matter has none', async () => {
    const paper = await saidBy(ARTICLE, 'jats');
    expect(paper.authors).toEqual([]);
    expect(paper.year).toBeUndefined();
    expect(paper.pmid).toBeUndefined();
  });
});

describe('a page of arXiv', () => {
  it('says its number, title, authors and the year of the number', async () => {
    expect(await saidBy(PAGE, 'html')).toMatchObject({
      title: 'Sorting shells',
      authors: ['Ada Weevil'],
      arxivId: '2101.00001',
      year: 2021,
    });
  });

  it('is described by its meta tags first', async () => {
    const tags = [
      'citation_author" content="Owl, Bo',
      'citation_doi" content="10.5555/Sort.1',
      'citation_date" content="2022/03/01',
    ];
    const html = PAGE.replace('<head>', `<head>${tags.map((tag) => `<meta name="${tag}">`).join('')}`);
    expect(html).not.toBe(PAGE);
    expect(await saidBy(html, 'html')).toMatchObject({ authors: ['Bo Owl'], doi: '10.5555/sort.1', year: 2022 });
  });
});

describe('a PDF', () => {
  it('says what its first page shows', async () => {
    const lines = [
      'Ada B. Weevil1, Bo van Owl2* and Cy Crab1',
      '1 Institute of Shores, Seaport',
      '2 University of Rocks',
    ];
    expect(await pdf(lines, [foot('J Shores (2019) 7:12. https://doi.org/10.5555/Mussel.7')])).toMatchObject({
      title: TITLE,
      authors: ['Ada B. Weevil', 'Bo van Owl', 'Cy Crab'],
      year: 2019,
      doi: '10.5555/mussel.7',
    });
  });

  it('has a title without the kicker above it, though that is as large', async () => {
    const kicker = { text: 'Research Article', x: 60, y: 60, size: 18 };
    expect(await pdf(['Ada Weevil'], [kicker])).toMatchObject({ title: TITLE, authors: ['Ada Weevil'] });
  });

  it('says the number of arXiv', async () => {
    const paper = await pdf(['Ada Weevil'], [foot('arXiv:2101.00001v2 [cs.DS] 5 Mar 2023')]);
    expect(paper).toMatchObject({ arxivId: '2101.00001', year: 2021, authors: ['Ada Weevil'] });
  });

  it('says what its fields say, where the page does not contradict them', async () => {
    const info = { Title: TITLE, Author: 'Ada Weevil; Bo Owl', Subject: 'J Shores, 2019. doi:10.5555/fields.1' };
    expect(await pdf(['Somewhere'], [], info)).toMatchObject({
      title: TITLE,
      authors: ['Ada Weevil', 'Bo Owl'],
      doi: '10.5555/fields.1',
    });
    const wrong = { Title: 'Microsoft Word - final3.docx', Author: 'admin', CreationDate: 'D:20010101000000Z' };
    const paper = await pdf(['Ada Weevil'], [], wrong);
    expect(paper).toMatchObject({ title: TITLE, authors: ['Ada Weevil'] });
    expect(paper.year).toBeUndefined();
    const publisher = { Author: 'Shore Journals' };
    expect((await pdf(['Ada Weevil', 'Institute of Shores, 12 Rock Street'], [], publisher)).authors).not.toEqual([
      'Shore Journals',
    ]);
    expect((await pdf(['by A. B. Weevil of the Institute of Shores'], [], { Author: 'Ada Weevil' })).authors).toEqual([
      'Ada Weevil',
    ]);
  });

  it.each([
    ['two DOIs of which neither is printed more often', [foot('doi:10.5555/one and doi:10.5555/two')]],
    ['the DOI of its data', [foot('Data are available at https://doi.org/10.5555/data.1')]],
  ])('has no DOI where the page has %s', async (_what, others) => {
    expect((await pdf([], others)).doi).toBeUndefined();
  });

  it.each([
    ['names that may be places', ['Ada Weevil', 'Google Brain', 'Bo Owl']],
    ['names beside other words', ['Ada Weevil Institute of Shores', 'ada@shores.example']],
  ])('has no authors where below the title stand %s', async (_what, lines) => {
    expect((await pdf(lines)).authors).toEqual([]);
  });

  it('has no year where the page names several, and no title where no letters are larger than the text', async () => {
    expect((await pdf([], [foot('Copyright 2018'), { ...foot('(c) 2019'), y: 740 }])).year).toBeUndefined();
    const plain = await saidBy(makePdf([makeColumn(TEXT, { x: 60, y: 80, letters: 70 })]), 'pdf');
    expect(plain.title).toBe('');
  });
});
