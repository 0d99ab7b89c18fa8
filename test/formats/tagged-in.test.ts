import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPapers } from '../../src/faces/sdk/formats.ts';
import { readNbib } from '../../src/formats/tagged/nbib.ts';
import { readOvid } from '../../src/formats/tagged/ovid.ts';
import { readRefer } from '../../src/formats/tagged/refer.ts';
import { readRefworks } from '../../src/formats/tagged/refworks.ts';
import { readRis } from '../../src/formats/tagged/ris.ts';
import { readWos } from '../../src/formats/tagged/wos.ts';
import { readDate } from '../../src/papers/dates.ts';
import { recordOf } from './parsed-record.ts';

const UNKNOWN = { pages: undefined, abstract: undefined, pmid: undefined, pmcid: undefined };

describe('a reference in RIS', () => {
  it('is read whole', () => {
    const record = [
      'TY  - JOUR',
      'AU  - Beispiel, Ada',
      'AU  - Muster, Bo, Jr.',
      'A2  - Editor, Some',
      'TI  - A toy survey of',
      'river-sensor networks',
      'T2  - Journal of Invented Hydrology',
      'JA  - J Inv Hydrol',
      'PY  - 2023',
      'DA  - 2023/04/12/',
      'DO  - https://doi.org/10.5555/DEMO.2023.17',
      'SN  - 1234-5679 (Print); 9999-9999',
      'SN  - 978-3-16-148410-0',
      'VL  - 9',
      'IS  - 2',
      'SP  - 1',
      'EP  - 20',
      'LA  - en',
      'UR  - https://journal.example/17',
      'L1  - https://journal.example/17.pdf',
      'PB  - Example Press',
      'KW  - Rivers',
      'KW  - environmental science; computer science',
      'XX  - an unknown tag',
      'AB  - Rivers are measured by sensors.',
      '',
      'ER  - ',
    ].join('\r\n');
    expect(recordOf(readRis(record))).toEqual({
      key: 'doi:10.5555/demo.2023.17',
      title: 'A toy survey of river-sensor networks',
      abstract: 'Rivers are measured by sensors.',
      authors: ['Ada Beispiel', 'Bo Muster Jr.'],
      year: 2023,
      publishedAt: '2023-04-12',
      venue: 'Journal of Invented Hydrology',
      editors: ['Some Editor'],
      volume: '9',
      issue: '2',
      pages: '1-20',
      isbns: ['9783161484100'],
      language: 'en',
      publisher: 'Example Press',
      publicationType: 'journal',
      issns: ['1234-5679'],
      fieldsOfStudy: ['Environmental Science', 'Computer Science'],
      keywords: ['Rivers', 'environmental science', 'computer science'],
      doi: '10.5555/demo.2023.17',
      link: 'https://journal.example/17',
      pdfLink: 'https://journal.example/17.pdf',
      downloadable: true,
    });
  });

  it.each([
    [
      'TY - CONF\nT1 - Loose blanks\nY1 - 1999///\nUR - https://doi.org/10.1000/x',
      { title: 'Loose blanks', year: 1999, publicationType: 'conference', doi: '10.1000/x' },
    ],
    [
      'TY  - UNPB\nTI  - A preprint\nUR  - https://x.example/a.pdf',
      { publicationType: 'preprint', isPrePrint: true, pdfLink: 'https://x.example/a.pdf' },
    ],
    ['TY  - CHAP\nTI  - In a book\nBT  - The book', { publicationType: 'book series', venue: 'The book' }],
    ['TY  - THES\nTI  - T\nAU  - The Group', { publicationType: 'thesis', authors: ['The Group'] }],
    ['TY  - JOUR\nTI  - T\nDB  - PubMed\nAN  - 30000001', { pmid: '30000001' }],
    ['TY  - JOUR\nTI  - T\nN1  - doi: 10.1000/y', { doi: '10.1000/y' }],
    ['TY  - JOUR\nTI  - T\nM3  - 10.1000/y', { doi: '10.1000/y' }],
    ['TY  - JOUR\nTI  - T\nM3  - doi: DOI: 10.1000/y', { doi: '10.1000/y' }],
    ['TY  - JOUR\nTI  - T\nID  - 10.1000/y', { doi: '10.1000/y' }],
    ['TY  - JOUR\nTI  - T\nUR  - https://journal.example/doi/10.1000/y', { doi: '10.1000/y' }],
    ['TY  - JOUR\nTI  - T\nUR  - https://journal.example/doi/abs/10.1000/y?cookie=1#a', { doi: '10.1000/y' }],
    [
      'TY  - JOUR\nTI  - T\nDO  - 10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2',
      {
        doi: '10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2',
      },
    ],
    [
      'TY  - JOUR\nTI  - T\nA1  - Beispiel, Ada\nAU  - Muster, Bo\nAU  - Probe, Cy',
      { authors: ['Ada Beispiel', 'Bo Muster', 'Cy Probe'] },
    ],
    ['TY  - JOUR\nTI  - T\nA1  - Beispiel, Ada\nAU  - Beispiel, Ada', { authors: ['Ada Beispiel'] }],
    ['TY  - JOUR\nTI  - T\nAU  - Beispiel, Ada; Muster, Bo', { authors: ['Ada Beispiel', 'Bo Muster'] }],
    ['TY  - JOUR\nTI  - T\nAU  - Beispiel, Ada and Muster, Bo', { authors: ['Ada Beispiel', 'Bo Muster'] }],
    [
      'TY  - JOUR\nTI  - T\nPY  - 2023\nDA  - Apr 12\nL1  - internal-pdf://0123/a.pdf\nUR  - https://x.example/a.pdf',
      { publishedAt: '2023-04-12', pdfLink: 'https://x.example/a.pdf' },
    ],
  ])('in an odd form is read: %j', (record, facts) => {
    expect(recordOf(readRis(record))).toMatchObject(facts);
  });

  it.each([
    ['C7  - 107538', { pages: '107538' }],
    ['C7  - e13', { pages: 'e13' }],
    ['C7  - search, search', { pages: undefined }],
    ['SP  - 5\nC7  - 13', { pages: '5' }],
    ['VL  - v. 40', { volume: '40' }],
    ['AU  - Beispiel, B. and\nAU  - Muster, C.', { authors: ['B. Beispiel', 'C. Muster'] }],
    ['AB  - NA', { abstract: undefined }],
    ['AB  - We play.\nAB  - Nous jouons.\nAB  - We play.\nN2  - Play', { abstract: 'We play.\nNous jouons.' }],
    ['BN  - 12345679', { issns: ['1234-5679'] }],
    ['PU  - TOY PRESS\nPI  - BERLIN', { publisher: 'TOY PRESS', publisherPlace: 'BERLIN' }],
    ['U1  - 30000001 [PMID]\nU1  - PMC4000001 [PMCID]', { pmid: '30000001', pmcid: 'PMC4000001' }],
    ['U1  - 30000001[pmid]\nU2  - PMC4000001[pmcid]', { pmid: '30000001', pmcid: 'PMC4000001' }],
    ['U1  - 30000001\nU2  - 12[PII]\nC2  - 30000001, 2', { pmid: undefined, pmcid: undefined }],
    ['C2  - PMC4000001', { pmcid: 'PMC4000001' }],
    ['AU  - Toy Inst Min & Met\nAU  - Muster, C', { authors: ['Toy Inst Min & Met', 'C Muster'] }],
  ])('says of %j what it means', (lines, metadata) => {
    const record = recordOf(readRis(`TY  - JOUR\nTI  - T\n${lines}`));
    expect({ ...UNKNOWN, ...(record as object) }).toMatchObject(metadata);
  });

  it('may have no type, as review programs write it', async () => {
    const text = 'C1  - 1001\nAU  - Beispiel, Ada\nTI  - One\nPY  - 2021\nER  - \n\nDB  - x\nTI  - Two\nER  - \n';
    const { format, papers } = await readPapers(text);
    expect([format, papers.map(({ title }) => title)]).toEqual(['ris', ['One', 'Two']]);
  });

  it('may have the journal whole and abbreviated, and its short title alone', () => {
    const record = 'TY  - JOUR\nST  - Toy rivers\nJO  - J Inv Hydrol\nJF  - Journal of Invented Hydrology\nER  - ';
    expect(recordOf(readRis(record))).toMatchObject({ title: 'Toy rivers', venue: 'Journal of Invented Hydrology' });
    const titles = recordOf(readRis('TY  - JOUR\nST  - Toy rivers\nT1  - Toy rivers: a survey\nER  - '));
    expect(titles).toMatchObject({ title: 'Toy rivers: a survey' });
  });

  it('of what is no publication is passed over', () => {
    expect(readRis('TY  - ELEC\nTI  - A page')).toEqual({ passedOver: 'the type ELEC' });
    expect(recordOf(readRis('TY  - JOUR\nTI  - T\nM3  - Journal Article'))).not.toHaveProperty('doi');
    expect(readRis('TY  - JOUR')).toEqual({ passedOver: 'a type alone' });
  });
});

describe('a line break that is none in the format', () => {
  it.each(['\u2028', '\u2029', '\u0085', '\v', '\f'])('is a blank: %j', (sign) => {
    const ris = `TY  - JOUR\nAU  - Beispiel, Ada\nTI  - A${sign}toy\nAB  - We${sign}play.\nER  - `;
    const nbib = `PMID- 1\nFAU - Beispiel, Ada\nTI  - A${sign}toy\nAB  - We${sign}play.\n`;
    const facts = { title: 'A toy', abstract: 'We play.', authors: ['Ada Beispiel'] };
    expect(recordOf(readRis(ris))).toMatchObject(facts);
    expect(recordOf(readNbib(nbib))).toMatchObject(facts);
  });
});

describe('a record of Web of Science', () => {
  const RECORD = [
    'PT J',
    'AU Beispiel, A',
    '   van Muster, BC',
    'AF Beispiel, Ada',
    '   van Muster, Bo Cy',
    'CA The Invented Group',
    'TI A toy survey of',
    '   river-sensor networks',
    'SO JOURNAL OF INVENTED HYDROLOGY',
    'LA English',
    'DT Article; Proceedings Paper',
    'DE rivers; Geology',
    'AB Rivers are measured',
    '   by sensors.',
    'CR Someone A, 2010, J ELSE, V1, P1, DOI 10.5555/other',
    '   Else B, 2012, J ELSE, V2, P5',
    'NR 2',
    'TC 25',
    'PU EXAMPLE PRESS',
    'SN 1234-5679',
    'EI 0028-0836',
    'PD APR 12',
    'PY 2023',
    'VL 17',
    'IS 2',
    'BP 101',
    'EP 118',
    'BE Probe, C',
    'BN 978-3-16-148410-0',
    'DI 10.5555/demo.2023.17',
    'UT WOS:000000000000001',
    'PM 30000001',
    'ER',
  ];

  it.each(['\n', '\r\n'])('is read whole (%j)', (lineEnd) => {
    expect(recordOf(readWos(RECORD.join(lineEnd)))).toEqual({
      key: 'doi:10.5555/demo.2023.17',
      title: 'A toy survey of river-sensor networks',
      abstract: 'Rivers are measured by sensors.',
      authors: ['Ada Beispiel', 'Bo Cy van Muster', 'The Invented Group'],
      year: 2023,
      publishedAt: '2023-04-12',
      venue: 'JOURNAL OF INVENTED HYDROLOGY',
      volume: '17',
      issue: '2',
      pages: '101-118',
      editors: ['C Probe'],
      isbns: ['9783161484100'],
      language: 'English',
      publisher: 'EXAMPLE PRESS',
      publicationType: 'conference',
      issns: ['1234-5679', '0028-0836'],
      fieldsOfStudy: ['Geology'],
      keywords: ['rivers', 'Geology'],
      databases: [{ name: 'Web of Science', accessionNumber: 'WOS:000000000000001' }],
      citationCount: 25,
      referenceCount: 2,
      doi: '10.5555/demo.2023.17',
      pmid: '30000001',
      downloadable: false,
    });
  });

  it('names no address beside an author, and nobody where it says so', () => {
    const record = (authors: string) => recordOf(readWos(`PT J\nAU ${authors}\nTI Toys\nER`));
    const names = 'Beispiel, Ada N. (ada@owls.example)\n   Muster, Bo';
    expect(record(names)).toMatchObject({ authors: ['Ada N. Beispiel', 'Bo Muster'] });
    expect(record('[Anonymous]')).toMatchObject({ authors: [] });
  });

  it('is a review where it is called one', () => {
    expect(recordOf(readWos('PT J\nTI T\nDT Review; Book Chapter\nER'))).toMatchObject({ studyTypes: ['review'] });
  });

  it('is one, too, of a kind that we do not know', async () => {
    const { papers } = await readPapers('PT J\nTI One\nER\n\nPT C\nTI Two\nER\n\nPT J\nTI Three\nER\n\nEF\n');
    expect(papers.map(({ title }) => title)).toEqual(['One', 'Two', 'Three']);
  });

  it('of BIOSIS may have lost its indentation, has its pages in one field and a number of its own', () => {
    const record = 'PT J\nAN BCI:1\nTI Toys\nAU Beispiel, Ada (ada@x.example)\nMuster, Bo A.\nSO J Toys\nPS 7-14\nER';
    expect(recordOf(readWos(record))).toMatchObject({
      authors: ['Ada Beispiel', 'Bo A. Muster'],
      pages: '7-14',
      publicationType: 'journal',
      databases: [{ name: 'Web of Science', accessionNumber: 'BCI:1' }],
    });
  });

  it('is its own source if it is a book', () => {
    const book = recordOf(readWos('PT B\nTI A book of toys.\nAU Muster, B\nSO A BOOK OF TOYS\nER'));
    expect(book).toMatchObject({ publicationType: 'book' });
    expect(book).not.toHaveProperty('venue');
  });

  it('may have short names alone; a patent is no publication', () => {
    expect(recordOf(readWos('PT J\nAU Beispiel, A\nTI T\nDT Retracted Publication\nER'))).toMatchObject({
      authors: ['A Beispiel'],
      isRetracted: true,
    });
    expect(readWos('PT P\nTI A device\nER')).toEqual({ passedOver: 'a patent' });
  });
});

describe('a citation in nbib', () => {
  it('is read whole', () => {
    const record = [
      'PMID- 30000001',
      'OWN - NLM',
      'IS  - 1234-5679 (Print)',
      'IS  - 0028-0836 (Linking)',
      'DP  - 2023 Apr 12',
      'TI  - A toy survey of river-sensor',
      '      networks.',
      'LID - S0000 [pii]',
      'LID - 10.5555/demo.2023.17 [doi]',
      'AB  - Rivers are measured by sensors',
      '      and people.',
      'FAU - Beispiel, Ada',
      'AU  - Beispiel A',
      'FAU - Muster, Bo Jr',
      'AU  - Muster B Jr',
      'CN  - The Invented Group, Inc.',
      'PT  - Journal Article',
      'PT  - Retracted Publication',
      'JT  - Journal of Invented Hydrology',
      'TA  - J Inv Hydrol',
      'PMC - PMC9000001',
      'MH  - *Rivers',
      'OT  - Geology',
      'SO  - J Inv Hydrol. 2023',
    ].join('\n');
    expect(recordOf(readNbib(record))).toEqual({
      key: 'pmid:30000001',
      title: 'A toy survey of river-sensor networks.',
      abstract: 'Rivers are measured by sensors and people.',
      authors: ['Ada Beispiel', 'Bo Jr Muster', 'The Invented Group, Inc.'],
      year: 2023,
      publishedAt: '2023-04-12',
      venue: 'Journal of Invented Hydrology',
      publicationType: 'journal',
      issns: ['1234-5679', '0028-0836'],
      fieldsOfStudy: ['Geology'],
      keywords: ['Geology', 'Rivers'],
      databases: [{ name: 'PubMed', accessionNumber: '30000001' }],
      isOpenAccess: true,
      isPrePrint: false,
      isRetracted: true,
      retraction: { kind: 'retracted', from: 'pubmed' },
      doi: '10.5555/demo.2023.17',
      pmid: '30000001',
      pmcid: 'PMC9000001',
      link: 'https://pubmed.ncbi.nlm.nih.gov/30000001/',
      downloadable: false,
    });
  });

  it.each([
    [
      'PMID- 1\nTI  - [A translated title].\nAU  - van der Berg AB\nAU  - Muster C\nPT  - Preprint',
      {
        title: 'A translated title',
        authors: ['AB van der Berg', 'C Muster'],
        publicationType: 'preprint',
        isPrePrint: true,
      },
    ],
    [
      'PMID- 1\nTI  - T\nDP  - 1998 Winter\nDEP - 19981203\nAID - 10.1000/x [doi]',
      { year: 1998, publishedAt: '1998-12-03', doi: '10.1000/x' },
    ],
    ['PMID- 1\nBTI - A book\nPT  - Book', { title: 'A book', publicationType: 'book' }],
    [
      'PMID- 30000005\nTI  - Owls of the night\nBTI - A book of birds\nPB  - Example Press\nPT  - Book Chapter',
      {
        title: 'Owls of the night',
        venue: 'A book of birds',
        publisher: 'Example Press',
        publicationType: 'book series',
      },
    ],
    ['PMID- 30000006\nBTI - A book of birds\nPT  - Book', { title: 'A book of birds', publicationType: 'book' }],
    ['TI  - Owls at school\nPT  - Journal Articles\nPT  - Reports - Research', { publicationType: 'journal' }],
    ['TI  - Owls at school\nPT  - Dissertations/Theses - Masters Theses', { publicationType: 'dissertation' }],
  ])('in an odd form is read: %j', (record, facts) => {
    expect(recordOf(readNbib(record))).toMatchObject(facts);
  });

  it('of ERIC, which writes no PMID, has the publisher of a report for its journal', async () => {
    const record = (...lines: string[]) =>
      ['OWN - ERIC', 'TI  - Toys at school', 'DP  - 2019', ...lines, ''].join('\n');
    const { format, papers } = await readPapers(
      `${record('JT  - Toy Press', 'PT  - Reports - Research')}\n${record('JT  - J Toys', 'VI  - 3', 'PT  - Reports - Research')}`,
    );
    expect([format, papers]).toMatchObject([
      'nbib',
      [
        { v_publisher: 'Toy Press', journalName: null, publicationType: 'report' },
        { journalName: 'J Toys', v_publisher: null, publicationType: 'journal' },
      ],
    ]);
  });

  it('without number and title is a problem', () => {
    expect(readNbib('AB  - Words.')).toEqual({ problem: 'it has neither a PMID nor a title' });
  });
});

describe('a date', () => {
  it.each([
    ['2023', { year: 2023 }],
    ['2023-04-12', { year: 2023, publishedAt: '2023-04-12' }],
    ['2023-4', { year: 2023, publishedAt: '2023-04' }],
    ['2023/04/12/', { year: 2023, publishedAt: '2023-04-12' }],
    ['2023///', { year: 2023 }],
    ['2023 Apr 2', { year: 2023, publishedAt: '2023-04-02' }],
    ['12 April 2023', { year: 2023, publishedAt: '2023-04-12' }],
    ['April 12, 2023', { year: 2023, publishedAt: '2023-04-12' }],
    ['04/2023', { year: 2023, publishedAt: '2023-04' }],
    ['2023 Jan-Feb', { year: 2023, publishedAt: '2023-01' }],
    ['2023-13-40', { year: 2023 }],
    ['20230412', { year: 2023, publishedAt: '2023-04-12' }],
    ['20231340', {}],
    ['Start date: 2023/4/12', { year: 2023, publishedAt: '2023-04-12' }],
    ['Start Date: May 2023', { year: 2023, publishedAt: '2023-05' }],
    ['Publication date:2023', { year: 2023 }],
    ['c. 1899', { year: 1899 }],
    ['12023', {}],
    ['soon', {}],
    [undefined, {}],
  ])('%j is %j', (text, date) => {
    expect(readDate(text)).toEqual(date);
  });

  it('may be any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void readDate(text)));
  });
});

describe('a reference of RefWorks', () => {
  const RECORD = [
    ...[
      'RT Journal Article',
      'SR Electronic(1)',
      'ID 271',
      'A1 Beispiel,Ada',
      'A1 van Muster,Bo',
      'T1 A toy survey of',
    ],
    ...['river-sensor networks', 'JF Journal of Invented Hydrology', 'YR 2023', 'FD Apr', 'VO 17', 'IS 2', 'SP 101'],
    ...['OP 118', 'K1 rivers', 'K1 Geology', 'AB Rivers are measured by sensors.', 'NO x', 'PB Toy Press'],
    ...['SN 1234-5679', 'AN 2002-1', 'LA English', 'DO 10.5555/a.1', 'PMID 30000001', 'UL https://toys.example/1', ''],
  ];

  it.each(['\n', '\r\n'])('is read whole (%j)', (lineEnd) => {
    expect(recordOf(readRefworks(RECORD.join(lineEnd)))).toEqual({
      key: 'doi:10.5555/a.1',
      title: 'A toy survey of river-sensor networks',
      abstract: 'Rivers are measured by sensors.',
      authors: ['Ada Beispiel', 'Bo van Muster'],
      year: 2023,
      publishedAt: '2023-04',
      venue: 'Journal of Invented Hydrology',
      volume: '17',
      issue: '2',
      pages: '101-118',
      publisher: 'Toy Press',
      language: 'English',
      publicationType: 'journal',
      fieldsOfStudy: ['Geology'],
      keywords: ['rivers', 'Geology'],
      notes: ['x'],
      databases: [{ accessionNumber: '2002-1' }],
      doi: '10.5555/a.1',
      pmid: '30000001',
      issns: ['1234-5679'],
      link: 'https://toys.example/1',
      downloadable: false,
    });
  });

  it('may be a chapter, with the editors and the title of its book', () => {
    const record =
      'RT Book, Section\nA1 Muster,Bo\nT1 Owls\nYR 2002\nA2 Probe, C.T.\nT2 Birds\nSN 316148410X (paperback)';
    expect(recordOf(readRefworks(record))).toMatchObject({
      title: 'Owls',
      venue: 'Birds',
      editors: ['C.T. Probe'],
      publicationType: 'book series',
      isbns: ['316148410X'],
    });
  });

  it('of CNKI has no space before its first author, a small volume tag, and names between commas', () => {
    const record =
      'RT Journal Article\nA1王小明\nA1 李华,赵一鸣,欧阳文\nT1 水稻根系\nIS 12\nvo 49\nK1 水稻\nURL https://toys.example/2';
    expect(recordOf(readRefworks(record))).toMatchObject({
      authors: ['王小明', '李华', '赵一鸣', '欧阳文'],
      volume: '49',
      issue: '12',
      keywords: ['水稻'],
      link: 'https://toys.example/2',
    });
  });

  it.each(['Web Page', 'Personal Communication', 'Court Decisions'])('of the type %s is passed over', (type) => {
    expect(readRefworks(`RT ${type}\nT1 T`)).toEqual({ passedOver: `the type ${type}` });
  });
});

describe('a record of Ovid', () => {
  const record = (...lines: string[]) =>
    recordOf(readOvid(['VN  - Ovid Technologies', 'DB  - Ovid MEDLINE(R)', ...lines, '', '<2. >'].join('\r\n')));

  it('is read whole', () => {
    const lines = [
      ...['UI  - 30000001', 'AU  - Beispiel AB', 'AU  - van Muster C', 'FA  - Beispiel, Ada B', 'FA  - van Muster, Cy'],
      ...['TI  - A toy survey of', '      rivers.', 'SO  - Journal of Toys. 75(2):101-110, 2023 Apr.', 'YR  - 2023'],
      ...[
        'DP  - 2023 Apr',
        'AB  - Rivers are measured.',
        '',
        '      By sensors.',
        'KW  - rivers; Geology',
        'LG  - English.',
      ],
      ...['IS  - 1234-5679', 'DO  - 10.5555/a.1', 'PT  - Journal Article'],
    ];
    expect(record(...lines)).toEqual({
      key: 'doi:10.5555/a.1',
      title: 'A toy survey of rivers.',
      abstract: 'Rivers are measured. By sensors.',
      authors: ['Ada B Beispiel', 'Cy van Muster'],
      year: 2023,
      publishedAt: '2023-04',
      venue: 'Journal of Toys',
      volume: '75',
      issue: '2',
      pages: '101-110',
      language: 'English',
      publicationType: 'journal',
      fieldsOfStudy: ['Geology'],
      keywords: ['rivers', 'Geology'],
      databases: [{ name: 'Ovid MEDLINE(R)', accessionNumber: '30000001' }],
      doi: '10.5555/a.1',
      pmid: '30000001',
      issns: ['1234-5679'],
      downloadable: false,
    });
  });

  it.each([
    ['J Toys. Vol.43(5), Sep 2015, pp. 623-634. ', { venue: 'J Toys', volume: '43', issue: '5', pages: '623-634' }],
    [
      "ACM'S Toys & Games Journal January/February 2010;14(1):56",
      { venue: "ACM'S Toys & Games Journal", volume: '14' },
    ],
    ['J Toys August 2011;43(8):647-653', { venue: 'J Toys', volume: '43', issue: '8', pages: '647-653', year: 2011 }],
    ['Journal of Marriage and Family Toys June 2019;1(6):123-456', { venue: 'Journal of Marriage and Family Toys' }],
    ['Journal of Marketing. 75:7-14, 2011.', { venue: 'Journal of Marketing', volume: '75', pages: '7-14' }],
    ['Journal of Toys 12, Winter 2007: 7-14.', { venue: 'Journal of Toys', pages: '7-14', year: 2007 }],
  ])('appeared in %s', (source, metadata) => {
    expect(record('TI  - T', `SO  - ${source}`)).toMatchObject(metadata);
  });

  it('takes no year for a volume', () => {
    expect(record('TI  - T', 'SO  - J Toys June 2011:7-14')).not.toHaveProperty('volume');
  });

  it.each([
    ['Beispiel, Ada B. MD, PhD 1,2,+', 'Ada B. Beispiel'],
    ['Beispiel, Ada B. [Inventor, Reprint Author; E-mail: ada@x.example]', 'Ada B. Beispiel'],
    ['BEISPIEL, Ada.', 'Ada BEISPIEL'],
    ['Beispiel AB', 'AB Beispiel'],
    ['Beispiel, Ada B. R.N.; PhD', 'Ada B. Beispiel'],
  ])('names %s', (name, author) => {
    expect(record('TI  - T', `AU  - ${name}`)).toMatchObject({ authors: [author] });
  });

  it.each([
    ['PT  - Journal Article. Randomized Controlled Trial.'],
    ['PT  - Journal Article; Randomized Controlled Trial'],
  ])('names the design of the study: %s', (types) => {
    expect(record('TI  - T', types)).toMatchObject({ publicationType: 'journal', studyTypes: ['randomized-trial'] });
  });

  it('may have names of fields for tags', async () => {
    const one = (number: number, title: string) =>
      `<${number}>\nScore\n  *****\nAuthor\n  Beispiel, Ada MD; van Muster, Bo\nTitle\n  ${title}.  [Article]\nSource\n  J Toys. 75(2):101-110, April 2015.\nDOI Number\n  10.5555/a.${number}\nAbstract\n  We\n  play.\n\n`;
    const { format, papers } = await readPapers(one(8, 'Owls') + one(9, 'Bats'));
    expect(format).toBe('ovid');
    expect(papers).toMatchObject([
      {
        title: 'Owls.',
        authors: 'Ada Beispiel, Bo van Muster',
        journalName: 'J Toys',
        year: 2015,
        volume: '75',
        pages: '101-110',
        doi: '10.5555/a.8',
        abstract: 'We play.',
      },
      { title: 'Bats.', doi: '10.5555/a.9' },
    ]);
  });

  it.each([
    [
      'SO  - Muster, Bo [Ed]; Probe, Cy [Ed]. (2012). A book of toys: And games. (pp. 11-31). xvii, 254 pp. Ulm: Press.',
    ],
    ['SO  - Muster, Bo [Editor, Reprint Author], Probe, Cy [Editor]. A book of toys: And games.:371-397, 2004.'],
    ['BT  - Muster, Bo [Ed.]; Probe, Cy [Ed.]. [A book of toys: And games.] [Kniga.] 1-254.'],
  ])('may be a chapter of a book with editors: %s', (source) => {
    expect(record('TI  - T', 'DT  - Chapter', source)).toMatchObject({
      venue: 'A book of toys: And games',
      editors: ['Bo Muster', 'Cy Probe'],
    });
  });

  it('may be of another kind, which stands in brackets behind some titles', () => {
    expect(record('TI  - Owls.  [Article]', 'PT  - Dissertation Abstract')).toMatchObject({
      title: 'Owls.',
      publicationType: 'thesis',
    });
    expect(record('AB  - x')).toEqual({ problem: 'it has no title' });
  });
});

describe("a reference of EndNote's tagged format", () => {
  it('begins also behind a separator of lines or a mark that a program left there', async () => {
    const text = '\u2028%T Owls\n\n\ufeff%T Bats\n';
    const { papers } = await readPapers(text, { format: 'refer' });
    expect(papers).toMatchObject([{ title: 'Owls' }, { title: 'Bats' }]);
  });

  it('is read whole', () => {
    const record = [
      '%T A toy survey of',
      'river-sensor networks',
      '%0 Journal Article',
      '%A Beispiel, Ada',
      '%A van Muster, Bo',
      '%E Probe, Cy',
      '%J Journal of Invented Hydrology',
      '%D 2023',
      '%8 April  12, 2023',
      '%V 9',
      '%N 2',
      '%P 1-20',
      '%@ 1234-5679',
      '%I Example Press',
      '%G en',
      '%K Environmental Science; rivers',
      '%R 10.5555/demo.2023.17',
      '%U https://journal.example/17',
      '%> https://journal.example/17.pdf',
      '%X Rivers are measured by sensors.',
    ].join('\r\n');
    expect(recordOf(readRefer(record))).toEqual({
      key: 'doi:10.5555/demo.2023.17',
      title: 'A toy survey of river-sensor networks',
      abstract: 'Rivers are measured by sensors.',
      authors: ['Ada Beispiel', 'Bo van Muster'],
      editors: ['Cy Probe'],
      year: 2023,
      publishedAt: '2023-04-12',
      venue: 'Journal of Invented Hydrology',
      volume: '9',
      issue: '2',
      pages: '1-20',
      issns: ['1234-5679'],
      publisher: 'Example Press',
      language: 'en',
      publicationType: 'journal',
      fieldsOfStudy: ['Environmental Science'],
      keywords: ['Environmental Science', 'rivers'],
      doi: '10.5555/demo.2023.17',
      link: 'https://journal.example/17',
      downloadable: true,
      pdfLink: 'https://journal.example/17.pdf',
    });
  });

  it.each([
    ['Book Section', 'book series'],
    ['Conference Proceedings', 'conference'],
    ['Thesis', 'thesis'],
  ])('of the type %s is a %s, in what its second title names', (type, publicationType) => {
    const record = `%0 ${type}\n%T Owls\n%B Birds`;
    expect(recordOf(readRefer(record))).toMatchObject({ publicationType, venue: 'Birds' });
  });

  it('is passed over where it is no publication', () => {
    expect(readRefer('%0 Web Page\n%T Owls')).toEqual({ passedOver: 'the type Web Page' });
  });

  it('may have paragraphs in its abstract', async () => {
    const { papers } = await readPapers(
      '%0 Thesis\n%T Owls\n%X One.\n\n\n  Two.\n\nThree.\n%D 2006\n\n%0 Thesis\n%T Bats\n%U https://toys.example/1\n\nnotes\n',
    );
    expect(papers).toMatchObject([{ title: 'Owls', abstract: 'One. Two. Three.', year: 2006 }, { title: 'Bats' }]);
  });

  it('ends at a blank line', async () => {
    const { papers } = await readPapers('%T One\n%A B, A\n\n\n%A C, D\n%T Two\n', { format: 'refer' });
    expect(papers.map(({ title }) => title)).toEqual(['One', 'Two']);
  });

  it.each([
    '%0 Journal Article\n%T One\n%A B, A\n%0 Book\n%T Two\n',
    '%T One\n%0 Journal Article\n%A B, A\n%T Two\n%0 Book\n',
  ])('ends where the next file begins, of those that somebody joined: %j', async (text) => {
    const { papers } = await readPapers(text, { format: 'refer' });
    expect(papers).toMatchObject([
      { title: 'One', publicationType: 'journal' },
      { title: 'Two', publicationType: 'book' },
    ]);
  });
});
