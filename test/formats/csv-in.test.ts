import { describe, expect, it } from 'vitest';
import { readPapers } from '../../src/faces/sdk/formats.ts';
import { type CsvHeader, missingColumns, readCsv, readHeader } from '../../src/formats/tables/csv.ts';
import { recordOf } from './parsed-record.ts';

/** Headers as databases write them (test/fixtures/README.md says where they were seen); the records are invented. */
const EXPORTS: [source: string, header: string, record: string, facts: object][] = [
  [
    'Scopus',
    '"Authors","Author full names","Author(s) ID","Title","Year","Source title","Volume","Cited by","DOI","Link","Abstract","ISSN","Document Type","Open Access","Source","EID"',
    '"Beispiel J.C.; Muster R.","Beispiel, James C. (70044); Muster, Rosa (12)","70044; 12","A toy","2021","J Toys","3","55","10.5555/a.1","https://scopus.example/1","[No abstract available]","12345679","Article","All Open Access; Gold Open Access","Scopus","2-s2.0-1"',
    {
      authors: ['James C. Beispiel', 'Rosa Muster'],
      venue: 'J Toys',
      citationCount: 55,
      abstract: undefined,
      isOpenAccess: true,
      issns: ['1234-5679'],
    },
  ],
  [
    'Scopus, a record of nobody',
    '"Authors","Author full names","Title","Year","Source title","DOI","Source"',
    '"[No author name available]","[No author name available]","A toy","2021","","10.5555/a.1","Scopus"',
    { authors: [], year: 2021, venue: undefined },
  ],
  [
    'a library of a society',
    '"Title","Authors","Affiliations","Abstract","Publication","Category","DOI"',
    '"A toy","Ada Beispiel; Bo Muster","X","Toys.","9th Conference on Toys","Conference Publication","10.5555/a.1"',
    { authors: ['Ada Beispiel', 'Bo Muster'], venue: '9th Conference on Toys' },
  ],
  [
    'PubMed',
    'PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,Create Date,PMCID,NIHMS ID,DOI',
    '"30000011","A toy.","Beispiel SM, Muster CWC.","J Toys. 2021 Mar;75(2):101-110.","Beispiel SM","J Toys","2021","2021/01/04","PMC9000001","","10.5555/a.1"',
    {
      authors: ['SM Beispiel', 'CWC Muster'],
      venue: 'J Toys',
      year: 2021,
      pmid: '30000011',
      pmcid: 'PMC9000001',
      volume: '75',
      issue: '2',
      pages: '101-110',
    },
  ],
  [
    'Embase',
    '"Title","Author Names","Source","Publication Year","Publication Type","Abstract","DOI","Medline PMID"',
    '"A toy","Beispiel R., Sa-Muster J.M.","J Toys (2021) 3:4 (1-5)","2021","Article","We play.","10.5555/a.1","30000011"',
    {
      authors: ['R. Beispiel', 'J.M. Sa-Muster'],
      venue: 'J Toys',
      pmid: '30000011',
      publicationType: 'journal',
      volume: '3',
      issue: '4',
      pages: '1-5',
    },
  ],
  [
    'Lens',
    'Lens ID,Title,Date Published,Publication Year,Publication Type,Source Title,ISSNs,Publisher,Author/s,Abstract,PMID,DOI,PMCID,References,Citing Works Count,Is Open Access',
    '001-002,A toy,2021-03-01,2021,journal article,J Toys,12345679; 00280836,Toy Press,Ada Beispiel; Bo Muster,We play.,30000011,10.5555/a.1,,x,7,true',
    { authors: ['Ada Beispiel', 'Bo Muster'], publishedAt: '2021-03-01', citationCount: 7, isOpenAccess: true },
  ],
  [
    'IEEE Xplore',
    '"Document Title","Authors","Author Affiliations","Publication Title","Date Added To Xplore","Publication Year","Abstract","ISSN","DOI","PDF Link","Article Citation Count","Reference Count","Publisher","Document Identifier"',
    '"A toy","A. Beispiel; B. Muster","","J Toys","","2021","We play.","1234-5679","10.5555/a.1","https://xplore.example/1.pdf","12","4","IEEE","IEEE Journals"',
    {
      authors: ['A. Beispiel', 'B. Muster'],
      citationCount: 12,
      referenceCount: 4,
      pdfLink: 'https://xplore.example/1.pdf',
    },
  ],
  [
    'Springer Link',
    'Item Title,Publication Title,Book Series Title,Journal Volume,Journal Issue,Item DOI,Authors,Publication Year,URL,Content Type',
    '"A toy","J Toys","","5","1","10.5555/a.1","Ada BeispielIan McDonald","2021","https://springer.example/1","Article"',
    { authors: ['Ada Beispiel', 'Ian McDonald'], doi: '10.5555/a.1', publicationType: 'journal', volume: '5' },
  ],
  [
    'OpenAlex until 2025',
    'id,doi,display_name,authorships.author.display_name,publication_year,type,primary_location.source.display_name,cited_by_count,open_access.is_oa',
    'https://openalex.org/W123,https://doi.org/10.5555/a.1,A toy,Ada Beispiel|Bo Muster,2021,article,J Toys,42,false',
    {
      authors: ['Ada Beispiel', 'Bo Muster'],
      openAlexId: 'W123',
      venue: 'J Toys',
      citationCount: 42,
      isOpenAccess: false,
    },
  ],
  [
    'OpenAlex',
    'Title,Author,Year,DOI,Type,Source,Citation count,Abstract,ID',
    'A toy,Ada Beispiel|Bo Muster,2021,https://doi.org/10.5555/a.1,article,J Toys,618,We play.,https://openalex.org/W123',
    { authors: ['Ada Beispiel', 'Bo Muster'], openAlexId: 'W123', venue: 'J Toys', citationCount: 618 },
  ],
  [
    'Publish or Perish',
    'Cites,Authors,Title,Year,Source,Publisher,ArticleURL,CitesURL,GSRank,QueryDate,Type,DOI,ISSN,CitationURL,Volume,Issue,StartPage,EndPage,ECC,CitesPerYear,Abstract,FullTextURL',
    '42,"A Beispiel, BC Muster",A toy,2021,J Toys,Toy Press,https://toys.example/1,https://cites.example/,1,2022-01-01,PDF,10.5555/a.1,,,75,2,101,110,42,8.4,We play.,',
    {
      authors: ['A Beispiel', 'BC Muster'],
      venue: 'J Toys',
      citationCount: 42,
      link: 'https://toys.example/1',
      volume: '75',
      issue: '2',
      pages: '101-110',
      publicationType: undefined,
    },
  ],
  [
    'Web of Science, tab-delimited',
    'PT\tAU\tBE\tAF\tTI\tSO\tLA\tDT\tAB\tTC\tPU\tSN\tBN\tPY\tVL\tIS\tBP\tEP\tAR\tDI\tUT\tPM',
    'J\tBeispiel, A; Muster, BC\tProbe, C\tBeispiel, Ada; Muster, Bo Cy\tA toy\tJ TOYS\tEnglish\tArticle\tWe play.\t7\tTOY PRESS\t1234-5679\t978-3-16-148410-0\t2021\t75\t2\t\t\te101\t10.5555/a.1\tWOS:1\t30000011',
    {
      authors: ['Ada Beispiel', 'Bo Cy Muster'],
      venue: 'J TOYS',
      citationCount: 7,
      pmid: '30000011',
      year: 2021,
      ...{
        volume: '75',
        issue: '2',
        pages: 'e101',
        editors: ['C Probe'],
        isbns: ['9783161484100'],
        language: 'English',
      },
    },
  ],
  [
    'Embase of a newer form, whose year is in its source alone',
    'Title,Author Names,Source,Abstract,DOI',
    'A toy,"Beispiel R.",J Toys (2014) 3:3 (152-160). Date of Publication: 2014,We play.,10.5555/a.1',
    { year: 2014, venue: 'J Toys', volume: '3', issue: '3', pages: '152-160' },
  ],
  [
    'Dimensions',
    '"Rank","Publication ID","DOI","PMID","PMCID","Title","Abstract","Source title","Publication Date","PubYear","Authors","Dimensions URL"',
    '"1","pub.1000000001","10.5555/a.1","","","A toy","We play.","J Toys","2021-03-01","2021","Beispiel, Ada; Muster, Bo","https://dimensions.example/1"',
    {
      authors: ['Ada Beispiel', 'Bo Muster'],
      databases: [{ name: 'Dimensions', accessionNumber: 'pub.1000000001' }],
      link: 'https://dimensions.example/1',
    },
  ],
  [
    'ASReview',
    'title,abstract,authors,keywords,doi,included',
    "A toy,We play.,\"['Ada Beispiel', 'Bo Muster']\",toys,10.5555/a.1,1",
    { authors: ['Ada Beispiel', 'Bo Muster'] },
  ],
  [
    'CiteSource',
    'author,year,title,journal,abstract,doi,cite_source',
    '"Beispiel, A. and Muster, B. C.",2021,A toy,J Toys,We play.,10.5555/a.1,pubmed',
    { authors: ['A. Beispiel', 'B. C. Muster'], venue: 'J Toys' },
  ],
];

describe('a table of', () => {
  it.each(EXPORTS)('%s is read', (_source, header, record, facts) => {
    const columns = readHeader(header);
    if (!columns) throw new Error('no header');
    const paper = recordOf(readCsv(record, columns));
    if (typeof paper === 'string' || !('title' in paper)) throw new Error(`no paper: ${JSON.stringify(paper)}`);
    expect(paper).toMatchObject({ title: expect.stringMatching(/^A toy\.?$/), doi: '10.5555/a.1' });
    const read = Object.fromEntries(Object.keys(facts).map((name) => [name, paper[name as keyof typeof paper]]));
    expect(read).toEqual(facts);
  });

  it('a review program may have abstracts and no titles', () => {
    const header = readHeader('record_id,abstract,first_authors,included') as CsvHeader;
    const paper = recordOf(readCsv('1,We play.,"[\'Beispiel, Ada\']",1', header));
    expect(paper).toMatchObject({ abstract: 'We play.', authors: ['Ada Beispiel'] });
  });
});

describe('a header that comes again, in files that somebody joined,', () => {
  it.each(['', '\ufeff'])('is no paper: %j', async (mark) => {
    const head = '"Title","Year","DOI"\n';
    const { papers, problems } = await readPapers(`${head}One,2020,10.5555/1\n${mark}${head}Two,2021,10.5555/2\n`);
    expect([papers.map(({ title }) => title), problems]).toEqual([['One', 'Two'], []]);
  });
});

describe('another header, in files that somebody joined,', () => {
  it.each([
    ['has its own names', '\ufeffDOI,"Article Title",Year\r\n10.5555/2,Two,2021\r\n'],
    ['has more columns', 'Title,DOI,Year,Source title\nTwo,10.5555/2,2021,J Toys\n'],
  ])('%s', async (_what, second) => {
    const { papers, problems } = await readPapers(`"Title","Year","DOI"\nOne,2020,10.5555/1\n${second}`);
    const found = papers.map(({ title, doi, year }) => [title, doi, year]);
    const expected = [
      ['One', '10.5555/1', 2020],
      ['Two', '10.5555/2', 2021],
    ];
    expect([found, problems]).toEqual([expected, []]);
  });

  it('is none where a paper has such words', async () => {
    const rows = 'Abstract,2020,de,10.5555/1\nAbstract,,de,\nTitle,"1999",de,10.5555/2\n';
    expect((await readPapers(`Title,Year,Language,DOI\n${rows}`)).papers).toHaveLength(3);
  });
});

describe('a first line that is no header', () => {
  it.each([
    ['Otsikko,Tekijä,Vuosi', 'No column "title" found; columns are: Otsikko, Tekijä, Vuosi'],
    ['\ufeffOtsikko;"Tekijä; kaikki"', 'No column "title" found; columns are: Otsikko, Tekijä; kaikki'],
    ['Title,Signatur', 'No column beside the title is known; columns are: Title, Signatur'],
    [
      'abcdefghijklmnop'.split('').join(','),
      'No column "title" found; columns are: a, b, c, d, e, f, g, h, i, j, k, l, ...',
    ],
  ])('%s', (line, words) => {
    expect(readHeader(line)).toBeUndefined();
    expect(missingColumns(line)).toBe(words);
  });
});
