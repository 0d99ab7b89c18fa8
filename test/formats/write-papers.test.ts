import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS } from '../../src/formats/format-facts.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { fromWire } from '../../src/papers/wire.ts';
import { exported } from '../helpers/exported.ts';

describe('the export formats', () => {
  it('that scripts rely on keep their names and endings, and no two have one', () => {
    const endings = Object.fromEntries(Object.entries(EXPORT_FORMATS).map(([name, { ending }]) => [name, ending]));
    expect(endings).toMatchObject({
      bibtex: 'bib',
      ris: 'ris',
      'csl-json': 'csl.json',
      csv: 'csv',
      jsonl: 'jsonl',
      markdown: 'md',
    });
    expect(new Set(Object.values(endings)).size).toBe(EXPORT_FORMAT_NAMES.length);
  });

  it.each(EXPORT_FORMAT_NAMES)('%s: the same papers give the same file, in the order given', (format) => {
    const papers = exported([{ title: 'First' }, { title: 'Second' }]);
    const text = writePapers(format, papers);
    expect(writePapers(format, papers)).toBe(text);
    expect(text.indexOf('First')).toBeGreaterThan(-1);
    expect(text.indexOf('Second')).toBeGreaterThan(text.indexOf('First'));
    expect(text.endsWith('\n')).toBe(true);
  });

  it.each(EXPORT_FORMAT_NAMES)('%s: carries the reference and the citation key', (format) => {
    const text = writePapers(format, [{ ref: 'J7-42', key: 'key2020word', paper: fromWire({ title: 'T' }) }]);
    expect(text).toContain('J7-42');
    expect(text).toContain('key2020word');
  });
});

describe('no papers', () => {
  it.each([
    ['bibtex', ''],
    ['ris', ''],
    ['csl-json', '[]\n'],
    ['jsonl', ''],
    ['markdown', '# Papers\n\nNone.\n'],
  ] as const)('give %s that says so', (format, text) => {
    expect(writePapers(format, [])).toBe(text);
  });

  it('give CSV its header', () => {
    const { data, meta } = Papa.parse(writePapers('csv', []), { header: true, skipEmptyLines: true });
    expect(data).toEqual([]);
    expect(meta.fields?.slice(0, 3)).toEqual(['ref', 'key', 'title']);
    expect(writePapers('csv', [])).toMatch(
      /,retractionReasons,keywords,notes,publisherPlace,database,accessionNumber,match,ledBy,decision,edition,series,seriesNumber\r\n$/,
    );
  });
});
