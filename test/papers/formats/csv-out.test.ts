import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/paper.ts';
import { citationOf } from '../../../src/papers/citation.ts';
import type { ExportedPaper } from '../../../src/papers/formats/write/export-formats.ts';
import { writePapers } from '../../../src/papers/formats/write/write-papers.ts';
import { quartileSourceName } from '../../../src/papers/vocabulary.ts';
import { COLLECTIONS, exportedOne } from '../../helpers/exported-papers.ts';

const HEADER =
  'ref,key,title,authors,year,publishedAt,venue,publisher,type,fieldsOfStudy,quartile,citations,influentialCitations,references,' +
  'openAccess,preprint,downloadable,doi,link,pdfLink,abstract,summary,score,engine,country,sameAs,quartileSource,' +
  'retracted,arxivId,pmid,pmcid,openAlexId,corpusId,issns';

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

function rowOf({ ref, key, paper, sameAs }: ExportedPaper): Record<string, string> {
  const citation = citationOf(paper);
  return {
    ref,
    key,
    title: normal(citation.title),
    authors: normalList(citation.authors),
    year: bare(citation.issued[0]),
    publishedAt: normal(citation.publishedAt),
    venue: normal(citation.venue),
    publisher: normal(citation.publisher),
    type: normal(citation.publicationType),
    fieldsOfStudy: normalList(citation.fieldsOfStudy),
    quartile: normal(citation.quartile),
    citations: bare(citation.citationCount),
    influentialCitations: bare(citation.influentialCitationCount),
    references: bare(citation.referenceCount),
    openAccess: bare(citation.isOpenAccess),
    preprint: bare(citation.isPrePrint),
    downloadable: bare(citation.downloadable),
    doi: normal(citation.doi),
    link: normal(citation.link),
    pdfLink: normal(citation.pdfLink),
    abstract: normal(citation.abstract),
    summary: normal(citation.summary),
    score: bare(citation.score),
    engine: normal(citation.engine),
    country: normal(citation.country),
    sameAs: normalList(sameAs),
    quartileSource: normal(quartileSourceName(citation.quartileSource, citation.quartileYear)),
    retracted: bare(citation.isRetracted),
    arxivId: normal(citation.arxiv?.id),
    pmid: normal(citation.pmid),
    pmcid: normal(citation.pmcid),
    openAlexId: normal(citation.openAlexId),
    corpusId: normal(citation.corpusId),
    issns: normalList(citation.issns),
  };
}

function read(source: string): Record<string, string>[] {
  const { data, errors } = Papa.parse<Record<string, string>>(source, { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  return data;
}

describe('CSV, read by Papa Parse', () => {
  it.each(COLLECTIONS)('gives back every column of %s', (_name, papers) => {
    const rows = read(writePapers('csv', papers));
    expect(rows.length).toBe(papers.length);
    for (const [index, exported] of papers.entries()) expect(rows[index]).toEqual(rowOf(exported));
  });
});

function write(paper: WirePaper): string {
  return writePapers('csv', exportedOne(paper));
}

describe('a CSV file', () => {
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
    expect(text.slice(HEADER.length + 2)).toBe(
      'J12-1,able2020,"a ""b"", c","Ann Able; Bob Bee",2020,,\'=x,,,,,,,,,,false,,,,,one two,,,,,,,,,,,,\r\n',
    );
  });

  it('keeps line breaks and quotes inside a cell', () => {
    const [row] = read(write({ title: 'say "hi"', abstract: 'One.\r\nTwo, three.' }));
    expect(row).toMatchObject({ title: 'say "hi"', abstract: 'One.\nTwo, three.' });
  });
});

describe('cells that want to be formulas', () => {
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
      ...{ title: evil, abstract: evil, tldr: evil, journalName: evil, authors: evil, fieldsOfStudy: [evil] },
      ...{ publishedAt: evil, publicationType: evil, engine: evil, v_country: evil, v_publisher: evil },
      ...{ v_quartile_ranking: evil, link: evil, pdfLink: evil, doi: evil },
    };
    const [row = {}] = read(write(paper));
    for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
  });

  it('leaves numbers bare', () => {
    expect(read(write({ title: 'T', score: -0.5 }))[0]?.score).toBe('-0.5');
  });
});
