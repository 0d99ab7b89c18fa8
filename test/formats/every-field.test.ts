import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { EXPORT_FORMAT_NAMES, type ExportFormat } from '../../src/formats/format-facts.ts';
import { metadataFromJson } from '../../src/formats/json/jsonl.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { toRecord } from '../../src/papers/found-paper.ts';
import { type Paper, toPaper } from '../../src/papers/paper.ts';
import { fromWire, toWire } from '../../src/papers/wire.ts';
import { readRisTags, readWithCitationJs } from '../helpers/citation-js.ts';
import { fullPaper } from '../helpers/full-paper.ts';

const NAMES = Object.keys(fullPaper()) as (keyof Paper)[];

function write(format: ExportFormat, paper: Paper = fullPaper()): string {
  return writePapers(format, [
    { ref: 'J1-1', key: 'lovelace2021', paper: fromWire(toWire({ ...paper, search: { score: 0.5 } })) },
  ]);
}

/** A paper out of a line of JSON, as an import reads it. */
function imported(line: string): Paper | string {
  const input = metadataFromJson(JSON.parse(line));
  return typeof input === 'string' ? input : toPaper(input);
}

describe('a paper on the wire', () => {
  it('has every field under its name in the contract', () => {
    expect(toWire({ ...fullPaper(), search: { score: 0.5 } })).toEqual({
      id: 'key-1',
      title: 'Frozen lakes remember winds',
      abstract: 'Ice keeps traces. They last.',
      tldr: 'Ice remembers.',
      authors: 'Ada Lovelace, Alan Turing',
      familyNames: { 'Ada Lovelace': 'Lovelace' },
      year: 2021,
      publishedAt: '2021-03-04',
      journalName: 'Journal of Ice',
      publicationType: 'journal',
      fieldsOfStudy: ['Physics', 'Geology'],
      impactFactor: { citationCount: 17, influentialCitationCount: 3, referenceCount: 41 },
      isOpenAccess: true,
      isPrePrint: false,
      hasMoreAuthors: true,
      downloadable: true,
      doi: '10.1234/ice.5',
      arxivId: '2101.00001',
      pmid: '31452104',
      pmcid: 'PMC6712345',
      openAlexId: 'W2741809807',
      corpusId: '215416146',
      studyTypes: ['randomized-trial'],
      issns: ['1234-5679', '2434-561X'],
      publisherPlace: 'Tromsø',
      edition: '2',
      series: 'Frozen Things',
      seriesNumber: '7',
      keywords: ['Ice memory', 'lake ice; winter', 'Wind (meteorology)'],
      notes: ['Borrowed from the station.\nReturn it.', 'Second reading'],
      databases: [{ name: 'GeoRef', accessionNumber: '2021-012345' }, { name: 'Scopus' }],
      volume: '12',
      issue: '3-4',
      pages: '101-118',
      editors: ['Grace Hopper', 'Edsger Dijkstra'],
      isbns: ['9783161484100'],
      language: 'en',
      isRetracted: true,
      retraction: { kind: 'corrected', from: 'crossref', date: '2022-05-06', reasons: ['Error in Data'] },
      link: 'https://example.org/ice',
      pdfLink: 'https://example.org/ice.pdf',
      referencedWorks: ['doi:10.1234/wind.1', 'openalex:W11'],
      bibtex: { key: 'lovelace:ice', type: 'article', fields: { series: 'Frozen {Things}', file: 'ice.pdf' } },
      engine: 'openalex,crossref',
      provenance: {
        title: { from: 'crossref', on: '2026-11-20' },
        isRetracted: { from: 'openalex', on: '2026-11-21' },
      },
      quartileSource: 'scimago',
      quartileYear: 2020,
      score: 0.5,
      v_country: 'Norway',
      v_journal_name: 'Journal of Ice',
      v_publisher: 'North Press',
      v_quartile_ranking: 'Q2',
    });
  });

  it.each(NAMES)('comes back as it was, also with nothing but key, title and %s', (name) => {
    expect(toRecord(fromWire(toWire({ ...fullPaper(), search: { score: 0.5 } })))).toEqual(fullPaper());
    const { quartile, quartileSource, quartileYear } = fullPaper();
    const isRanking = name.startsWith('quartile');
    const bare: Paper = { key: 'k', title: 'T', authors: [], fieldsOfStudy: [], downloadable: false };
    const alone = {
      ...bare,
      ...(isRanking ? { quartile, quartileSource, quartileYear } : { [name]: fullPaper()[name] }),
      // It is said of a name that is there.
      ...(name === 'familyNames' && { authors: ['Ada Lovelace'] }),
      // The address that a DOI has anyway.
      ...(name === 'doi' && { link: 'https://doi.org/10.1234/ice.5' }),
    } as Paper;
    const expected = { ...alone };
    // Of a field that is not there, nothing can have been learned.
    if (name === 'provenance') expected.provenance = { title: { from: 'crossref', on: '2026-11-20' } };
    expect(toRecord(fromWire(toWire(alone)))).toEqual(expected);
  });
});

describe('JSON Lines', () => {
  it.each(NAMES)('of a job hold %s as the library has it', (name) => {
    expect(JSON.parse(write('jsonl'))[name]).toEqual(fullPaper()[name]);
  });

  it('of a job and of the library are imported without loss, but a file may not claim who said what', () => {
    const { foundIn: _, provenance: __, ...told } = fullPaper();
    expect(imported(write('jsonl'))).toEqual(told);
    expect(imported(JSON.stringify(fullPaper()))).toEqual(told);
  });
});

describe('what an answer says of where a field was learned', () => {
  it.each([
    [{ title: { from: 'somebody', on: '2026-11-20' } }],
    [{ title: { from: 'openalex', on: 'yesterday' } }],
    [{ nothing: { from: 'openalex', on: '2026-11-20' } }],
    [{ ['__proto__']: { from: 'openalex', on: '2026-11-20' } }],
  ])('%j is not taken over', (provenance) => {
    expect(toRecord(fromWire({ title: 'T', engine: 'nobody', provenance }))).toEqual({
      key: 'title:t::',
      title: 'T',
      authors: [],
      fieldsOfStudy: [],
      downloadable: false,
    });
  });
});

describe('a retraction and all identifiers', () => {
  const values = ['10.1234/ice.5', '2101.00001', '31452104', 'PMC6712345', 'W2741809807', '215416146', '2434-561X'];

  it.each(EXPORT_FORMAT_NAMES)('are in %s', (format) => {
    const text = write(format);
    for (const value of values) expect(text).toContain(value);
    expect(text).toMatch(/retracted/i);
  });

  it.each(EXPORT_FORMAT_NAMES)('are in %s of a paper that came from JSON Lines', (format) => {
    const text = write(format, imported(JSON.stringify(fullPaper())) as Paper);
    for (const value of values) expect(text).toContain(value);
    expect(text).toMatch(/retracted/i);
  });

  it.each(EXPORT_FORMAT_NAMES.filter((format) => !['jsonl', 'csv', 'csl-json'].includes(format)))(
    'are not claimed in %s of a paper that is not retracted',
    (format) => {
      for (const isRetracted of [false, undefined]) {
        const { isRetracted: _, ...rest } = fullPaper();
        const paper: Paper = { ...rest, ...(isRetracted !== undefined && { isRetracted }) };
        expect(write(format, paper)).not.toMatch(/retracted/i);
      }
    },
  );

  it('have their own fields in BibTeX', () => {
    const lines = write('bibtex')
      .split('\n')
      .map((line) => line.trim());
    expect(lines).toEqual(
      expect.arrayContaining([
        'pmid = {31452104},',
        'pmcid = {PMC6712345},',
        'openalex = {W2741809807},',
        'corpusid = {215416146},',
        'issn = {1234-5679, 2434-561X},',
        'eprint = {2101.00001},',
        'note = {Retracted. Borrowed from the station. Return it. Second reading},',
      ]),
    );
    expect(readWithCitationJs('bibtex', write('bibtex'))[0]).toMatchObject({
      note: 'Retracted. Borrowed from the station. Return it. Second reading',
      PMID: '31452104',
    });
  });

  it('are notes and serial numbers in RIS, as citation-js reads it', () => {
    expect(readRisTags(write('ris'))[0]).toMatchObject({
      SN: ['9783161484100', '1234-5679', '2434-561X'],
      N1: [
        'Retracted',
        'Borrowed from the station. Return it.',
        'Second reading',
        'paperqueue: J1-1',
        'PMID: 31452104',
        'PMCID: PMC6712345',
        'arXiv: 2101.00001',
        'OpenAlex: W2741809807',
        'CorpusId: 215416146',
      ],
    });
  });

  it('have the variables of CSL', () => {
    expect(JSON.parse(write('csl-json'))[0]).toMatchObject({
      PMID: '31452104',
      PMCID: 'PMC6712345',
      ISSN: '1234-5679, 2434-561X',
      status: 'retracted',
      note: 'Retracted\n\nBorrowed from the station.\nReturn it.\n\nSecond reading',
      custom: { retracted: true, arxivId: '2101.00001', openAlexId: 'W2741809807', corpusId: '215416146' },
    });
    expect(JSON.parse(write('csl-json', fullPaper({ isRetracted: false })))[0]).not.toHaveProperty('status');
  });

  it('have columns in CSV, as Papa Parse reads it', () => {
    const { data } = Papa.parse(write('csv'), { header: true, skipEmptyLines: true });
    expect(data[0]).toMatchObject({
      retracted: 'true',
      arxivId: '2101.00001',
      pmid: '31452104',
      pmcid: 'PMC6712345',
      openAlexId: 'W2741809807',
      corpusId: '215416146',
      issns: '1234-5679; 2434-561X',
    });
  });

  it('are the first of what Markdown says', () => {
    expect(write('markdown')).toContain('winds\n\n- **Retracted:** yes\n- **Reference:** J1-1\n');
  });
});

describe('the place in a journal or book', () => {
  /** As CSL-JSON says it, which citation-js makes of the other formats. */
  const PLACE = {
    volume: '12',
    issue: '3-4',
    page: '101-118',
    editor: [
      { given: 'Grace', family: 'Hopper' },
      { given: 'Edsger', family: 'Dijkstra' },
    ],
    ISBN: '9783161484100',
  };

  it('is in BibTeX, as citation-js reads it', () => {
    expect(readWithCitationJs('bibtex', write('bibtex'))[0]).toMatchObject(PLACE);
    expect(write('bibtex')).toContain('pages = {101--118},');
    expect(write('bibtex', fullPaper({ pages: 'e101' }))).toContain('pages = {e101},');
    expect(write('bibtex', fullPaper({ pages: 'S1-S10, S20' }))).toContain('pages = {S1--S10, S20},');
  });

  it('is in RIS, as citation-js reads it', () => {
    expect(readRisTags(write('ris'))[0]).toMatchObject({
      VL: '12',
      IS: '3-4',
      SP: '101',
      EP: '118',
      A2: ['Hopper, Grace', 'Dijkstra, Edsger'],
      LA: 'en',
    });
  });

  it('is in CSL-JSON and CSV', () => {
    expect(JSON.parse(write('csl-json'))[0]).toMatchObject({ ...PLACE, language: 'en' });
    const { data } = Papa.parse(write('csv'), { header: true, skipEmptyLines: true });
    expect(data[0]).toMatchObject({
      volume: '12',
      issue: '3-4',
      pages: '101-118',
      language: 'en',
      editors: 'Hopper, Grace; Dijkstra, Edsger',
      isbns: '9783161484100',
    });
  });
});
