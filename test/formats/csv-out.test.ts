import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { exportedOne } from '../helpers/exported.ts';
import { CLEAN_RECORDS, COLLECTIONS, designAsRead, type Expected, linesOf } from '../helpers/exported-papers.ts';

const HEADER =
  'ref,key,title,authors,year,publishedAt,venue,publisher,type,fieldsOfStudy,quartile,citations,influentialCitations,references,' +
  'openAccess,preprint,downloadable,doi,link,pdfLink,abstract,summary,score,engine,country,sameAs,quartileSource,' +
  'retracted,arxivId,pmid,pmcid,openAlexId,corpusId,issns,volume,issue,pages,editors,isbns,language,design,' +
  'retraction,retractionFrom,retractionDate,retractionReasons,' +
  'keywords,notes,publisherPlace,database,accessionNumber,match,ledBy,decision,edition,series,seriesNumber';

/**
 * What a spreadsheet would run as a formula has an apostrophe in front, at the start and wherever another cell may
 * start.
 */
function normal(text: string | undefined): string {
  return text === undefined ? '' : text.replace(/(^|[;\t\n])([ \t\n"]*)([=+\-@＝＋－＠])/g, "$1$2'$3");
}

/** Lists are joined, semicolons in them become commas. */
function normalList(texts: string[] = []): string {
  return normal(texts.map((text) => text.replaceAll(';', ',')).join('; '));
}

function bare(value: number | boolean | undefined): string {
  return value === undefined ? '' : String(value);
}

/** The columns that a generated paper and its line of JSON name alike. */
function cellsOf(expected: Expected): Record<string, string> {
  return {
    title: normal(expected.title),
    publishedAt: normal(expected.publishedAt),
    venue: normal(expected.venue),
    publisher: normal(expected.publisher),
    type: normal(expected.publicationType),
    fieldsOfStudy: normalList(expected.fieldsOfStudy),
    quartile: normal(expected.quartile),
    citations: bare(expected.citationCount),
    influentialCitations: bare(expected.influentialCitationCount),
    references: bare(expected.referenceCount),
    openAccess: bare(expected.isOpenAccess),
    preprint: bare(expected.isPrePrint),
    downloadable: bare(expected.downloadable),
    doi: normal(expected.doi),
    link: normal(expected.link),
    pdfLink: normal(expected.pdfLink),
    abstract: normal(expected.abstract),
    summary: normal(expected.summary),
    score: bare(expected.score),
    engine: normal(expected.engine),
    country: normal(expected.country),
    retracted: bare(expected.isRetracted),
    openAlexId: normal(expected.openAlexId),
  };
}

function read(source: string): Record<string, string>[] {
  const { data, errors } = Papa.parse<Record<string, string>>(source, { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  return data;
}

const NO_NOTICE = { retraction: '', retractionFrom: '', retractionDate: '', retractionReasons: '' };
const NO_WORDS = {
  keywords: '',
  notes: '',
  publisherPlace: '',
  database: '',
  accessionNumber: '',
  match: '',
  ledBy: '',
  decision: '',
  edition: '',
  series: '',
  seriesNumber: '',
};
const NO_PLACE = { volume: '', issue: '', pages: '', editors: '', isbns: '', language: '', design: '' };

describe('CSV, read by Papa Parse', () => {
  it('says of real records what they say themselves', () => {
    const rows = read(
      writePapers(
        'csv',
        CLEAN_RECORDS.map(({ exported }) => exported),
      ),
    );
    const empty = {
      ...NO_NOTICE,
      quartileSource: '',
      arxivId: '',
      pmid: '',
      pmcid: '',
      corpusId: '',
      issns: '',
      ...NO_PLACE,
      ...NO_WORDS,
    };
    const expectedRows = CLEAN_RECORDS.map(({ exported: { ref, key, sameAs }, expected }) => {
      const own = { ref, key, sameAs: normalList(sameAs), year: bare(expected.year), authors: expect.any(String) };
      return { ...empty, ...own, ...cellsOf(expected), design: normal(designAsRead(expected)) };
    });
    expect(rows).toEqual(expectedRows);
  });

  it.each(COLLECTIONS)('says the same as JSON Lines of %s', (_name, papers) => {
    const rows = read(writePapers('csv', papers));
    expect(rows).toEqual(linesOf(papers).map((line) => expect.objectContaining(cellsOf(line))));
    expect(rows.map(({ ref, key }) => ({ ref, key }))).toEqual(papers.map(({ ref, key }) => ({ ref, key })));
  });
});

function write(paper: WirePaper): string {
  return writePapers('csv', exportedOne(paper));
}

describe('a CSV file', () => {
  it('writes family names first, of several words and with particles, and organisations whole', () => {
    const names = 'Gabriel García Márquez; Ludo van den Broeck; Ministry of Health, Division of Water;';
    const familyNames = { 'Gabriel García Márquez': 'García Márquez' };
    const [row] = read(write({ title: 'A', authors: names, familyNames, hasMoreAuthors: true }));
    expect(row?.authors).toBe(
      'García Márquez, Gabriel; van den Broeck, Ludo; Ministry of Health, Division of Water; et al.',
    );
  });

  it('starts with the names of the columns and has CRLF', () => {
    const lines = write({ title: 'T' }).split('\r\n');
    expect(lines).toEqual([HEADER, expect.stringMatching(/^J12-1,anonnd,T,/), '']);
  });

  it('quotes what needs it, in the letters of RFC 4180', () => {
    const text = write({
      title: 'a "b", c',
      journalName: '=x',
      tldr: 'one\rtwo',
      authors: 'Ann Able, Bob Bee',
      year: 2020,
    });
    expect(text.slice(text.indexOf('\r\n') + 2)).toBe(
      'J12-1,able2020,"a ""b"", c","Able, Ann; Bee, Bob",2020,,\'=x,,,,,,,,,,,,,,,one two,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,\r\n',
    );
  });

  it('keeps line breaks and quotes inside a cell', () => {
    const [row] = read(write({ title: 'say "hi"', abstract: 'One.\r\nTwo, three.' }));
    expect(row).toMatchObject({ title: 'say "hi"', abstract: 'One.\nTwo, three.' });
  });
});

describe('cells that a spreadsheet would take for formulas', () => {
  it.each([
    '=HYPERLINK("http://x.example")',
    '+1',
    '-1',
    '@SUM(A1)',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    '\t=1',
    '\r=1',
    ' =1',
    '"=1"',
  ])('%j is text in every column', (evil) => {
    const paper: WirePaper = {
      title: evil,
      abstract: evil,
      tldr: evil,
      journalName: evil,
      authors: evil,
      fieldsOfStudy: [evil],
      publishedAt: evil,
      publicationType: evil,
      engine: evil,
      v_country: evil,
      v_publisher: evil,
      v_quartile_ranking: evil,
      link: evil,
      pdfLink: evil,
      doi: evil,
    };
    const [row = {}] = read(write(paper));
    expect(Object.keys(row).join(',')).toBe(HEADER);
    for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
  });

  it('leaves numbers bare', () => {
    expect(read(write({ title: 'T', score: -0.5 }))[0]?.score).toBe('-0.5');
  });
});
