import { describe, expect, it } from 'vitest';
import type { ImportFormat } from '../../../src/formats/import-names.ts';
import { detectFormat } from '../../../src/library/importing/detect-format.ts';
import { type ImportOptions, importPapers } from '../../../src/library/importing/import-papers.ts';
import { createParser, type ReadPiece } from '../../../src/library/importing/parser.ts';
import { CutShort } from '../../../src/library/importing/unzip.ts';
import type { FileIdentity } from '../../../src/library/ports/library.ts';
import { memoryLibrary } from './memory-library.ts';

const NOTHING = { added: 0, merged: 0, completed: 0, journals: 0, passedOver: 0, skipped: 0, problems: [] };

async function* given(chunks: readonly string[]) {
  yield* chunks;
}

function formatOf(text: string, format: ImportFormat) {
  const detected = detectFormat(text, '', format);
  if (!detected) throw new Error('of no format');
  return detected;
}

async function importText(text: string | string[], format: ImportFormat) {
  const chunks = [text].flat();
  const memory = memoryLibrary();
  const source = { text: given(chunks), format: formatOf(chunks.join(''), format) };
  const report = await importPapers(memory.library, source);
  return { ...memory, report, titles: [...memory.records.values()].map(({ title }) => title) };
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `{"id":"p${index}","title":"T"}\n`);

describe('importing BibTeX', () => {
  const shared = `@xdata{press, publisher = {Owl Press}}
@proceedings{proc, title = {Meeting}, year = 2001}\n`;
  const filler = Array.from({ length: 300 }, (_, at) => `@misc{m${at}, title = {M}, note = {${'a'.repeat(1_000)}}}\n`);
  const late = '@inproceedings{late, title = {Late}, crossref = {Proc}, xdata = {press}}\n';

  it.each([0, 1])('takes fields from entries far before, also after %i pieces of an earlier run', (skipPieces) => {
    const parser = createParser(formatOf(shared, 'bibtex'), skipPieces);
    const pieces = [...parser.push(shared + filler.join('') + late), ...parser.end()];
    expect(pieces).toHaveLength(2);
    expect(pieces[1]?.entries.at(-1)).toMatchObject({
      paper: { title: 'Late', venue: 'Meeting', year: 2001, publisher: 'Owl Press' },
    });
  });

  describe('with entries that stand before the one that they name', () => {
    const early = '@inproceedings{early, title = {Early}, crossref = {Proc}, xdata = {press}}\n';
    const lost = '@inproceedings{lost, title = {Lost}, crossref = {nobody}}\n';
    const file = early + lost + filler.join('') + shared;
    const whole = { paper: { title: 'Early', venue: 'Meeting', year: 2001, publisher: 'Owl Press' } };
    const read = (skipPieces: number) => {
      const parser = createParser(formatOf(shared, 'bibtex'), skipPieces);
      return [...parser.push(file), ...parser.end()];
    };
    const titlesIn = (pieces: ReadPiece[]) =>
      pieces.flatMap(({ entries }) => entries.flatMap((entry) => ('paper' in entry ? [entry.paper.title] : [])));

    it('takes fields from it, and gives what names nobody at the end', () => {
      const [first, second, end, ...more] = read(0);
      expect(more).toEqual([]);
      expect(titlesIn([first as ReadPiece])).toContain('M');
      expect(titlesIn([first as ReadPiece])).not.toContain('Early');
      expect(second?.entries[0]).toMatchObject({ line: 1, ...whole });
      expect(end?.entries).toMatchObject([{ line: 2, paper: { title: 'Lost' } }]);
    });

    it.each([0, 1, 2])('gives each entry once when it goes on after %i pieces', (pieces) => {
      const before = titlesIn(read(0).slice(0, pieces));
      const [all, parts] = [titlesIn(read(0)), [...before, ...titlesIn(read(pieces))]];
      expect(parts.toSorted()).toEqual(all.toSorted());
      expect(all.filter((title) => title !== 'M').toSorted()).toEqual(['Early', 'Lost', 'Meeting']);
    });

    it('is not silent about those when the file is cut', async () => {
      async function* cut() {
        yield early + filler.join('');
        throw new CutShort('the gzip file is cut off');
      }
      const { library, records } = memoryLibrary();
      await importPapers(library, { text: cut(), format: formatOf(shared, 'bibtex') });
      expect([...records.values()].map(({ title }) => title)).toContain('Early');
    });
  });

  it('keeps no more of them than memory can bear: the oldest are forgotten', () => {
    const parser = createParser(formatOf(shared, 'bibtex'));
    const books = Array.from(
      { length: 50 },
      (_, at) => `@book{b${at}, title = {B}, note = {${'a'.repeat(100_000)}}}\n`,
    );
    const pieces = [...parser.push(shared + books.join('') + late.replace('Proc', 'b49')), ...parser.end()];
    expect(pieces.length).toBeGreaterThan(2);
    const last = pieces.at(-1)?.entries.at(-1);
    expect(last).toMatchObject({ paper: { title: 'Late' } });
    expect(last).not.toHaveProperty('paper.publisher');
  });
});

describe('importing JSON Lines', () => {
  it('adds each record in the vocabulary of the contract', async () => {
    const json = '{"id":"acl:1","title":"One","fields":["Computer science"],"publicationType":"proceedings-article"}';
    const { report, records } = await importText(json, 'jsonl');
    expect(report).toEqual({ ...NOTHING, format: 'jsonl', added: 1 });
    expect([...records.values()]).toEqual([
      {
        key: 'acl:1',
        title: 'One',
        authors: [],
        fieldsOfStudy: ['Computer Science'],
        publicationType: 'conference',
        downloadable: false,
      },
    ]);
  });

  it('counts a record whose paper is there already as merged', async () => {
    const { report, titles } = await importText('{"id":"a","title":"Old"}\n{"id":"a","title":"New"}\n', 'jsonl');
    expect([report, titles]).toEqual([{ ...NOTHING, format: 'jsonl', added: 1, merged: 1 }, ['New']]);
  });

  it('reports bad lines by number and reason, and goes on', async () => {
    const text = '{"title":"One"}\n\nnot json\n[1]\n{"id":"bare"}\n   \n{"title":"Two"}';
    const { report, titles } = await importText(text, 'jsonl');
    expect(titles).toEqual(['One', 'Two']);
    expect(report).toEqual({
      ...NOTHING,
      format: 'jsonl',
      added: 2,
      skipped: 3,
      problems: [
        { line: 3, reason: 'it is not valid JSON' },
        { line: 4, reason: 'it is not a JSON object' },
        { line: 5, reason: 'it has neither a title nor an abstract' },
      ],
    });
  });

  it('reads CR LF, and lines cut by the stream', async () => {
    const { report, titles } = await importText(['{"tit', 'le":"One"}\r', '\n{"title":"Two"}', '\r\nbad'], 'jsonl');
    expect(titles).toEqual(['One', 'Two']);
    expect(report.problems).toEqual([{ line: 3, reason: 'it is not valid JSON' }]);
  });

  it('lists the first 20 problems and counts all', async () => {
    const { report } = await importText('bad\n'.repeat(50), 'jsonl');
    expect(report.skipped).toBe(50);
    expect(report.problems.map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('keeps everything of a large file, in several transactions', async () => {
    const { report, records, transactions } = await importText(lines(2_100), 'jsonl');
    expect([report.added, records.size]).toEqual([2_100, 2_100]);
    expect(transactions.length).toBeGreaterThan(1);
  });

  it('keeps what it had read when the file breaks off, and fails', async () => {
    const { library, records } = memoryLibrary();
    async function* broken() {
      yield* lines(2_100);
      throw new Error('the disk is gone');
    }
    const source = { text: broken(), format: formatOf('{}', 'jsonl') };
    await expect(importPapers(library, source)).rejects.toThrow('the disk is gone');
    expect(records.size).toBeGreaterThanOrEqual(2_000);
  });

  it('of an empty file adds nothing', async () => {
    expect((await importText('', 'jsonl')).report).toEqual({ ...NOTHING, format: 'jsonl', empty: true });
  });
});

describe('importing BibTeX', () => {
  it('adds each entry, cleaned', async () => {
    const text = `@article{a, title = {On \\textit{E. coli}}, author = {M{\\"u}ller, Anna}, doi = {10.1000/X}, year = 2020}`;
    const { records } = await importText(text, 'bibtex');
    expect([...records.values()]).toEqual([
      {
        key: 'doi:10.1000/x',
        title: 'On E. coli',
        authors: ['Anna Müller'],
        year: 2020,
        doi: '10.1000/x',
        publicationType: 'journal',
        fieldsOfStudy: [],
        downloadable: false,
        bibtex: {
          key: 'a',
          type: 'article',
          fields: { title: 'On \\textit{E. coli}', author: 'M{\\"u}ller, Anna', doi: '10.1000/X', year: '2020' },
        },
      },
    ]);
  });

  it('reports entries that cannot be kept, and goes on', async () => {
    const text = '@article{a, title = {One}}\n@article{b, year = 2000}\n@article{c, title = {Three}}\n';
    const { report, titles } = await importText(text, 'bibtex');
    expect(titles).toEqual(['One', 'Three']);
    expect(report).toEqual({
      ...NOTHING,
      format: 'bibtex',
      added: 2,
      skipped: 1,
      problems: [{ line: 2, entry: 2, reason: 'it has neither a title nor an abstract' }],
    });
  });

  it('reads a file that comes in pieces', async () => {
    expect((await importText(['@article{a, ti', 'tle = {On', 'e}}'], 'bibtex')).titles).toEqual(['One']);
  });
});

const FILE: FileIdentity = { path: '/papers.jsonl', size: 1, modifiedAt: 1, head: 'h' };

describe('an import that is run again', () => {
  /** Runs the import of a file of `all` lines, one batch and a little, which breaks off after `after` of them. */
  async function run(
    { library }: ReturnType<typeof memoryLibrary>,
    { all = 2_100, after = all, ...options }: ImportOptions & { all?: number; after?: number } = {},
  ) {
    let read = 0;
    async function* text() {
      for (const line of lines(all)) {
        if (read === after) throw new Error('killed');
        read += 1;
        yield line;
      }
    }
    const report = await importPapers(
      library,
      { text: text(), format: formatOf('{}', 'jsonl'), identity: FILE },
      options,
    ).catch(() => undefined);
    return { report, read };
  }

  it('goes on after the last batch that was kept: nothing is lost and nothing counted twice', async () => {
    const memory = memoryLibrary();
    await run(memory, { after: 2_050 });
    expect(memory.records.size).toBe(2_000);
    expect(memory.checkpoints.get(FILE.path)).toMatchObject({
      pieces: 2_000,
      counts: { added: 2_000 },
      isFinished: false,
    });
    const { report } = await run(memory);
    expect(report).toEqual({ ...NOTHING, format: 'jsonl', added: 2_100, resumedAfter: 2_000 });
    expect(memory.transactions.reduce((sum, size) => sum + size, 0)).toBe(2_100);
  });

  it('is not read when it was read to its end, unless told so', async () => {
    const memory = memoryLibrary();
    await run(memory, { all: 5 });
    const second = await run(memory, { all: 5 });
    expect(second).toEqual({ report: { ...NOTHING, format: 'jsonl', alreadyThere: 5, unchanged: true }, read: 0 });
    expect((await run(memory, { all: 5, again: true })).report).toEqual({ ...NOTHING, format: 'jsonl', merged: 5 });
  });

  it.each([
    ['could not be read', 'a,b\n1,2\n'],
    ['held nothing', 'Title,Year\n'],
  ])('of a file that %s is not remembered', async (_, text) => {
    const { library } = memoryLibrary();
    const source = () => ({ text: given([text]), format: { name: 'csv', layout: 'text' } as const, identity: FILE });
    const first = await importPapers(library, source());
    expect(first).toMatchObject({ added: 0, merged: 0 });
    expect(await importPapers(library, source())).toEqual(first);
  });

  it.each([{ size: 2 }, { modifiedAt: 2 }, { head: 'i' }])(
    'begins anew when the file has changed: %j',
    async (change) => {
      const { library } = memoryLibrary();
      const again = (identity: FileIdentity) =>
        importPapers(library, { text: given(lines(5)), format: formatOf('{}', 'jsonl'), identity });
      const half = { ...FILE, format: 'jsonl', pieces: 3, counts: { ...NOTHING, added: 3 }, isFinished: false };
      library.add([], () => half);
      expect(await again({ ...FILE, ...change })).toEqual({ ...NOTHING, format: 'jsonl', added: 5 });
      library.add([], () => half);
      expect(await again(FILE)).toMatchObject({ merged: 2, resumedAfter: 3 });
    },
  );

  it('keeps what it has read when it is interrupted, and says so', async () => {
    const memory = memoryLibrary();
    const stop = new AbortController();
    const onProgress = () => memory.records.size >= 2_000 && stop.abort();
    const first = await run(memory, { signal: stop.signal, onProgress });
    expect(first.report).toMatchObject({ added: 2_000, interrupted: true });
    expect((await run(memory)).report).toMatchObject({ added: 2_100, resumedAfter: 2_000 });
  });

  it('has the parser go on while it stores what was found, but not further than 4 million characters', async () => {
    const { library } = memoryLibrary();
    const steps: string[] = [];
    const parser = createParser(formatOf('{}', 'jsonl'));
    const push = (chunk: string) => {
      steps.push('read');
      return parser.push(chunk);
    };
    const openParser = () => ({ push, end: parser.end });
    const onProgress = ({ added }: { added: number }) => void steps.push(`has ${added}`);
    const large = lines(5).map((line) => `${line.trim().padEnd(1_500_000)}\n`);
    await importPapers(library, { text: given(large), format: formatOf('{}', 'jsonl') }, { openParser, onProgress });
    const meanwhile = ['has 1', 'read', 'has 2', 'read', 'has 3'];
    expect(steps).toEqual(['read', 'read', 'read', ...meanwhile, 'has 4', 'has 5', 'has 5']);
  });

  it('keeps what came before a cut, says so, and is not finished', async () => {
    const memory = memoryLibrary();
    async function* cut() {
      yield '{"title":"One"}\n{"title":"Tw';
      throw new CutShort('the gzip file is cut off');
    }
    const source = { text: cut(), format: formatOf('{}', 'jsonl'), identity: FILE };
    const report = await importPapers(memory.library, source);
    expect(report).toEqual({ ...NOTHING, format: 'jsonl', added: 1, cut: 'the gzip file is cut off' });
    expect(memory.checkpoints.get(FILE.path)).toMatchObject({ pieces: 1, isFinished: false });
  });

  it('remembers what later pieces depend on: the header of a CSV file, the abbreviations of BibTeX', async () => {
    const memory = memoryLibrary();
    const first = 'Title,Journal\nOne,A\n';
    const known = { ...FILE, format: 'csv', pieces: 2, counts: { ...NOTHING, added: 1 }, isFinished: false };
    memory.library.add([], () => known);
    const source = { text: given([first, 'Two,B\n']), format: formatOf(first, 'csv'), identity: FILE };
    expect(await importPapers(memory.library, source)).toMatchObject({ added: 2, resumedAfter: 2 });
    expect([...memory.records.values()]).toMatchObject([{ title: 'Two', venue: 'B' }]);
  });
});

describe('importing a table', () => {
  it.each(['sep=;\n', '"SEARCH QUERY";"owl:ti"\n-----\n;;;\n'])(
    'may have lines before its header: %j',
    async (before) => {
      const { report, titles } = await importText(`${before}Title;Journal\nOne;A\nTwo;B\n`, 'csv');
      expect(titles).toEqual(['One', 'Two']);
      expect(report).toMatchObject({ added: 2, skipped: 0 });
    },
  );

  it.each([1, 9, 10, 11, 30])('without a header has as many problems as records (%i)', async (count) => {
    const { report } = await importText('Otsikko,Tekija\n'.repeat(count), 'csv');
    expect(report).toMatchObject({ added: 0, skipped: count });
    expect(report.problems.map(({ line }) => line)).toEqual(
      Array.from({ length: Math.min(count, 20) }, (_, at) => at + 1),
    );
  });

  it('has no header far behind its beginning', async () => {
    const { report } = await importText(`${'Otsikko,Tekija\n'.repeat(10)}Title,Journal\nOne,A\n`, 'csv');
    expect(report).toMatchObject({ added: 0, skipped: 12 });
  });
});

describe('importing tagged references', () => {
  it('tells of a reference whose tags are all damaged', async () => {
    const damaged = '%\u0000 Web Page\nT Bats\n';
    const { report, titles } = await importText(
      `%0 Journal Article\n%T Owls\n\n${damaged}\n%T Larks\n%A B, A\n`,
      'refer',
    );
    expect(titles).toEqual(['Owls', 'Larks']);
    expect(report).toMatchObject({ added: 2, skipped: 1, problems: [{ line: 4 }] });
  });
});

describe('files that hold nothing but texts', () => {
  it('complete papers that are there, by their number', async () => {
    const papers = '{"corpusid":1,"title":"One","externalids":null}\n{"corpusid":2,"title":"Two"}\n';
    const texts =
      '{"corpusid":2,"abstract":"What it says."}\n{"corpusid":3,"abstract":"Of nothing."}\n{"corpusid":1,"model":"m","text":"Short."}\n';
    const { report, records } = await importText(papers + texts, 'semantic-scholar');
    expect(report).toMatchObject({ added: 2, completed: 2, skipped: 0 });
    expect(records.get('s2:1')).toMatchObject({ title: 'One', summary: 'Short.' });
    expect(records.get('s2:2')).toMatchObject({ title: 'Two', abstract: 'What it says.' });
  });
});

describe('large files', () => {
  it('of which one entry is beyond all measure keep the others', async () => {
    const huge = `{"title":"${'x'.repeat(17 * 1024 * 1024)}"}`;
    const { report, titles } = await importText(
      ['{"title":"One"}\n', huge.slice(0, 9e6), huge.slice(9e6), '\n{"title":"Two"}'],
      'jsonl',
    );
    expect(titles).toEqual(['One', 'Two']);
    expect(report.problems).toEqual([{ line: 2, reason: 'it is longer than 4 million characters' }]);
  });
});
