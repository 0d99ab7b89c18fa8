import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { readPapers } from '../../src/faces/sdk/formats.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { exportedOne } from '../helpers/exported.ts';
import { CLEAN_RECORDS, COLLECTIONS } from '../helpers/exported-papers.ts';

/** EndNote's XML is well-formed whatever a record holds, and brings back what a reference manager keeps. */

const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'record' });

describe('an export as EndNote XML', () => {
  it.each(COLLECTIONS)('of %s is well-formed, with a record for each paper', (_, papers) => {
    const text = writePapers('endnote-xml', papers);
    expect(XMLValidator.validate(text)).toBe(true);
    expect(parser.parse(text).xml.records.record).toHaveLength(papers.length);
  });

  it('is read back with what it holds', async () => {
    const papers = CLEAN_RECORDS.map(({ exported }) => exported);
    const read = await readPapers(writePapers('endnote-xml', papers));
    expect([read.format, read.problems, read.passedOver]).toEqual(['endnote-xml', [], 0]);
    const found = read.papers.map(({ title, year, doi, authors }) => ({
      title,
      year,
      doi: doi?.replace('https://doi.org/', ''),
      authors: authors?.split(', '),
    }));
    const expected = CLEAN_RECORDS.map(({ expected: { title, year, doi, authors } }) => ({
      title,
      year,
      doi,
      authors,
    }));
    expect(found.map(({ title }) => title)).toEqual(expected.map(({ title }) => title));
    expect(found.map(({ year, doi }) => [year, doi])).toEqual(expected.map(({ year, doi }) => [year, doi]));
    expect(found.map(({ authors }) => authors?.length ?? 0)).toEqual(expected.map(({ authors }) => authors.length));
  });

  it('says of which kind a work is, as EndNote numbers kinds', () => {
    const typeOf = (publicationType: string) =>
      parser.parse(writePapers('endnote-xml', exportedOne({ title: 'T', publicationType }))).xml.records.record[0][
        'ref-type'
      ];
    expect(typeOf('journal')).toEqual({ '#text': 17, '@_name': 'Journal Article' });
    expect(typeOf('conference')).toEqual({ '#text': 10, '@_name': 'Conference Proceedings' });
    expect(typeOf('thesis')).toEqual({ '#text': 32, '@_name': 'Thesis' });
  });

  it('of no papers is an empty list', () => {
    expect(parser.parse(writePapers('endnote-xml', [])).xml.records).toBe('');
  });
});
