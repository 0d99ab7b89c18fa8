import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExportFormat } from '../../../src/formats/format-facts.ts';
import { exportLibrary } from '../../../src/library/export-library.ts';
import { detectFormat } from '../../../src/library/importing/detect-format.ts';
import { importPapers } from '../../../src/library/importing/import-papers.ts';
import { readStarterCatalogue } from '../../../src/library/starter/starter.ts';
import { type Paper, toPaper } from '../../../src/papers/paper.ts';
import { ANY_CHARACTER } from '../../helpers/any-character.ts';
import { runs } from '../../helpers/runs.ts';
import { memoryLibrary } from './memory-library.ts';

/** What comes of some records when they are exported and imported into an empty library. */
async function throughFile(records: readonly Paper[], format: ExportFormat): Promise<Paper[]> {
  const from = memoryLibrary();
  from.library.add(records);
  const text = [...exportLibrary(from.library, format)].join('').replace(/^\ufeff/, '');
  const detected = detectFormat(text.slice(0, 65_536), 'file.txt');
  if (!detected) throw new Error('its format was not told');
  async function* chunks() {
    yield* text.match(/.{1,5000}/gs) ?? [];
  }
  const to = memoryLibrary();
  const report = await importPapers(to.library, { text: chunks(), format: detected });
  expect(report.problems).toEqual([]);
  return [...to.records.values()];
}

/** A record as it is after being stored, with every fact. */
function whole(title: string, place: number): Paper {
  const record = toPaper({
    key: `key ${place}`,
    title,
    abstract: `${title}\nOn two lines.`,
    summary: title,
    authors: [title, 'Ada Lovelace'],
    year: 2020,
    publishedAt: '2020-05-01',
    venue: title,
    publisher: title,
    volume: '12',
    issue: '3',
    pages: '101-118',
    editors: ['Alan Turing', 'Grace Hopper'],
    isbns: ['9783161484100'],
    language: 'en',
    country: title,
    quartile: 'Q2',
    quartileSource: 'scimago',
    quartileYear: 2024,
    publicationType: 'conference',
    fieldsOfStudy: ['Law', 'Art'],
    citationCount: place,
    influentialCitationCount: 0,
    referenceCount: 12,
    isOpenAccess: false,
    isPrePrint: true,
    doi: `10.1000/${place}`,
    arxivId: '2304.00001',
    pmid: '1',
    pmcid: 'PMC1',
    openAlexId: 'W1',
    corpusId: '1',
    issns: ['1234-5679'],
    isRetracted: true,
    link: 'https://example.org/a?b=c',
    pdfLink: 'https://example.org/a.pdf',
  });
  if (typeof record === 'string') throw new Error(record);
  return record;
}

describe('what we export', () => {
  it('comes back from JSON Lines without loss', async () => {
    const starter = readStarterCatalogue();
    expect(await throughFile(starter, 'jsonl')).toEqual(starter);
    const title = fc.oneof(
      fc.string({ unit: ANY_CHARACTER }),
      fc.constantFrom('"', '\u2028', '<b>x</b>', '&amp;lt;', 'a, b and c'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(title, { minLength: 1, maxLength: 6 }), async (titles) => {
        const records = titles.map((text, place) => whole(`T ${text}`, place));
        expect(await throughFile(records, 'jsonl')).toEqual(records);
      }),
      { numRuns: runs(20) },
    );
  });

  it.each(['bibtex', 'ris', 'csl-json', 'csv'] as const)(
    'comes back from %s with what the format holds',
    async (format) => {
      const starter = readStarterCatalogue().slice(0, 40);
      const found = await throughFile(starter, format);
      const words = (records: readonly Paper[]) =>
        records.map(({ title, year, doi, authors, fieldsOfStudy }) => ({
          // Programs may change quotes and dashes to those of their language.
          title: title.replace(/[^\p{L}\p{N}]+/gu, ' ').trim(),
          year,
          doi,
          authors: authors.length,
          // One of the parsers sorts keywords.
          fieldsOfStudy: [...fieldsOfStudy].sort(),
        }));
      expect(words(found)).toEqual(words(starter));
    },
  );

  it.each(['bibtex', 'ris', 'csl-json', 'csv', 'endnote-xml'] as const)(
    'comes back from %s with all identifiers, also beside a database of its own',
    async (format) => {
      const identifiers = { doi: '10.1000/7', arxivId: '2304.00001', pmid: '1', pmcid: 'PMC1' };
      const others = { openAlexId: 'W1', corpusId: '1', issns: ['1234-5679'] };
      const own = { ...whole('Owls', 7), key: 'doi:10.1000/7' };
      const scopus = { ...own, databases: [{ name: 'Scopus', accessionNumber: '2-s2.0-1' }] };
      for (const paper of [own, scopus]) {
        const [record] = await throughFile([paper], format);
        expect(record).toMatchObject({ ...identifiers, ...others });
        // A retraction is a note for the programs of others.
        expect(record?.notes?.filter((note) => note !== 'Retracted') ?? []).toEqual([]);
      }
    },
  );

  it.each(['csl-json', 'csv'] as const)(
    'comes back from %s with the facts that others have no name for',
    async (format) => {
      const [record] = await throughFile([whole('Owls', 7)], format);
      expect(record).toMatchObject({
        summary: 'Owls',
        country: 'Owls',
        quartile: 'Q2',
        quartileSource: 'scimago',
        quartileYear: 2024,
        citationCount: 7,
        influentialCitationCount: 0,
        referenceCount: 12,
        // Its copy at arXiv is open, which these formats say of the work.
        isOpenAccess: true,
        isPrePrint: true,
        publicationType: 'conference',
        pdfLink: 'https://example.org/a.pdf',
        volume: '12',
        issue: '3',
        pages: '101-118',
        language: 'en',
        isbns: ['9783161484100'],
        editors: ['Alan Turing', 'Grace Hopper'],
        isRetracted: true,
        openAlexId: 'W1',
        corpusId: '1',
      });
    },
  );
});
