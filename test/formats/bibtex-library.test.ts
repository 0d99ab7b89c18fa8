import { describe, expect, it } from 'vitest';
import { readBibtex } from '../../src/formats/bibtex/read-bibtex.ts';
import { exportLibrary } from '../../src/library/export-library.ts';
import { importPapers } from '../../src/library/importing/import-papers.ts';
import type { BibtexSource } from '../../src/papers/bibtex-source.ts';
import { citationKeys } from '../../src/papers/citation-keys.ts';
import type { Paper, PaperInput } from '../../src/papers/paper.ts';
import { viewPaper } from '../../src/papers/paper-view.ts';
import { mergeRecords } from '../../src/papers/works/merge.ts';
import { mergeIntoStored } from '../../src/papers/works/refresh-record.ts';
import { record } from '../helpers/record.ts';
import { memoryLibrary } from '../library/importing/memory-library.ts';

/** What becomes of a user's BibTeX between import and export. */

async function libraryOf(source: string) {
  const memory = memoryLibrary();
  async function* text() {
    yield source;
  }
  await importPapers(memory.library, { text: text(), format: { name: 'bibtex', layout: 'text' } });
  return memory;
}

async function throughLibrary(source: string): Promise<string> {
  return [...exportLibrary((await libraryOf(source)).library, 'bibtex')].join('');
}

async function paperOf(source: string): Promise<Paper> {
  return [...(await libraryOf(source)).records.values()][0] as Paper;
}

const written = (paper: Paper) => {
  const { library } = memoryLibrary();
  library.add([paper]);
  return [...exportLibrary(library, 'bibtex')].join('');
};

const ENTRY = `@mastersthesis{Beispiel:2020-river,
  author = {Beispiel, Ada and others},
  title = {On {\\textit{E. coli}} in $x^2$ rivers},
  school = "University of {Examples}",
  type = {Master's thesis},
  year = {2020},
  month = jul,
  address = {Berlin},
  keywords = {river; sensor},
  note = {Read me},
  annote = {Two
    lines},
  file = {:C\\:\\\\Users\\\\ada\\\\a.pdf:PDF},
  date-added = {2021-05-03 10:00:00 +0200},
  bdsk-url-1 = {https://example.org/~ada}
}`;

describe('an entry of BibTeX', () => {
  it('comes back as it was: key, type, and every field with its LaTeX', async () => {
    const text = await throughLibrary(ENTRY);
    expect(text).toMatch(/^@mastersthesis\{Beispiel:2020-river,\n/);
    for (const line of [
      'author = {Beispiel, Ada and others},',
      'title = {On {\\textit{E. coli}} in $x^2$ rivers},',
      'school = {University of {Examples}},',
      "type = {Master's thesis},",
      'month = jul,',
      'address = {Berlin},',
      'keywords = {river; sensor},',
      'note = {Read me},',
      'annote = {Two\n    lines},',
      'file = {:C\\:\\\\Users\\\\ada\\\\a.pdf:PDF},',
      'date-added = {2021-05-03 10:00:00 +0200},',
      'bdsk-url-1 = {https://example.org/~ada},',
    ])
      expect(text).toContain(`  ${line}\n`);
    expect(text.match(/ (?:author|title|year|month|publisher|institution) =/g)).toHaveLength(4);
  });

  it('is the same after a second import, and after JSON Lines', async () => {
    const paper = await paperOf(ENTRY);
    expect((await paperOf(written(paper))).bibtex?.fields).toMatchObject(paper.bibtex?.fields ?? {});
    const memory = memoryLibrary();
    async function* lines() {
      yield* exportLibrary((await libraryOf(ENTRY)).library, 'jsonl');
    }
    await importPapers(memory.library, { text: lines(), format: { name: 'jsonl', layout: 'json-lines' } });
    expect([...memory.records.values()]).toEqual([paper]);
  });

  it('says what has changed since, and keeps what has not', async () => {
    const paper = await paperOf(
      '@article{early, title = {Owls}, author = {A B}, journal = {arXiv preprint arXiv:2304.00001}, year = 2020, note = {mine}}',
    );
    const published: PaperInput = { title: 'Owls', authors: ['A B'], year: 2021, venue: 'J Owls', doi: '10.1000/owls' };
    const text = written(mergeRecords(paper, record({ ...published, publicationType: 'journal', isPrePrint: false })));
    expect(text).toMatch(/^@article\{early,\n/);
    expect(text).toContain('journal = {J Owls},');
    expect(text).toContain('year = {2021},');
    expect(text).toContain('note = {mine},');
    expect(text).not.toContain('arXiv preprint');
  });

  it('keeps its note beside a retraction', async () => {
    const paper = await paperOf('@article{a, title = {Owls}, note = {mine}}');
    expect(written({ ...paper, isRetracted: true })).toContain('note = {Retracted. mine},');
  });

  it('writes what it inherits out, and names its parent only where that is in the file', async () => {
    const source = `@inproceedings{a, title = {Paper}, crossref = {proc}}
      @proceedings{proc, title = {Meeting}, year = 2001}
      @inproceedings{b, title = {Other}, year = 1999, crossref = {elsewhere}}`;
    const text = await throughLibrary(source);
    expect(text).toContain('crossref = {proc},\n  booktitle = {Meeting},');
    expect(text).toContain('crossref = {elsewhere},');
    const [alone] = (await libraryOf(source)).records.values();
    expect(written(alone as Paper)).not.toContain('crossref');
  });

  it('writes out what it takes from @xdata, of which no export has any', async () => {
    const text = await throughLibrary(`@xdata{Press, ids = {house}, publisher = {Owl Press}, xdata = {place, ring}}
      @xdata{place, location = {Grimble}, series = {Night}}
      @xdata{ring, xdata = {press}, note = {A note}}
      @book{a, title = {Owls}, series = {Own}, xdata = {house, Elsewhere}}`);
    for (const field of ['publisher = {Owl Press}', 'location = {Grimble}', 'series = {Own}', 'note = {A note}']) {
      expect(text).toContain(`${field},`);
    }
    expect(text).toContain('xdata = {Elsewhere},');
    expect(text).not.toContain('ids');
  });

  it('writes out single values that it takes from @xdata, whole or one of a list', async () => {
    const text = await throughLibrary(`@xdata{two, author = {Muster, Bo and Probe, Cy}, title = {Some owls}}
      @book{a, title = {xdata=two-title}, author = {Beispiel, Ada and xdata = two-author-2}, note = {xdata=two-author-3}}`);
    expect(text).toContain('title = {Some owls},');
    expect(text).toContain('author = {Beispiel, Ada and Probe, Cy},');
    expect(text).toContain('note = {xdata=two-author-3},');
  });

  it('takes no more from @xdata than memory can bear: the reference stays', () => {
    const shared = `@xdata{x, note = {${'a'.repeat(40_000)}}}`;
    const entries = Array.from({ length: 1_000 }, (_, at) => `@book{b${at}, title = {Owls ${at}}, xdata = {x}}`);
    const read = readBibtex([shared, ...entries].join('\n')).entries.map(({ metadata }) => metadata.bibtex?.fields);
    expect(read.filter((fields) => fields?.note !== undefined)).toHaveLength(25);
    expect(read.filter((fields) => fields?.xdata === 'x')).toHaveLength(975);
  });

  it('keeps the field of its date when another entry of the work knows the month', async () => {
    const entry = (key: string, date: string) =>
      `@software{${key}, title = {Software for counting owls}, author = {Beispiel, Ada}, date = {${date}}}`;
    const text = await throughLibrary(`${entry('a', '1994')}\n${entry('b', '1994-01')}`);
    expect(text).toContain('date = {1994-01},');
    expect(text).not.toMatch(/year =|month =/);
  });

  it('keeps fields and commands with the names of what every object of JavaScript has', async () => {
    const source = '@book{a, title = {Counting \\toString{owls} by \\constructor}, constructor = {v}, valueof = {w}}';
    expect((await paperOf(source)).title).toBe('Counting owls by');
    const text = await throughLibrary(source);
    for (const line of ['constructor = {v},', 'valueof = {w},']) expect(text).toContain(`  ${line}\n`);
  });

  it.each([
    [731, '0731'],
    [-44, '-0044'],
  ])('writes the corrected year %i as biblatex reads it', async (year, date) => {
    const paper = await paperOf('@book{a, title = {Software for counting owls}, date = {1994}}');
    expect(written({ ...paper, year })).toContain(`date = {${date}},`);
  });

  it('keeps the subtitle of a part that has no title but that of its book', async () => {
    const text = await throughLibrary(`@inbook{a, subtitle = {A part about owls}, crossref = {b}}
      @book{b, title = {Birds}, year = 1974}`);
    expect(text).toContain('subtitle = {A part about owls},');
  });

  it('keeps the papers on two releases of a program, though they are versions of one preprint', async () => {
    const entry = (version: number) => `@article{v${version}, title = {The Owl Library, Version 8.${version}},
      author = {Beispiel, Ada}, year = 2013, url = {http://arxiv.org/abs/1312.22660v${version + 3}}}`;
    expect((await throughLibrary(`${entry(1)}\n${entry(0)}`)).match(/^@\w+/gm)).toHaveLength(2);
  });

  it('keeps a journal by its command, and all files of an entry', async () => {
    const text = await throughLibrary('@article{a, title = {Owls}, journal = {\\aap}, file = {a.pdf}, file = {b.pdf}}');
    expect(text).toContain('journal = {\\aap},');
    expect(text).toContain('file = {a.pdf;b.pdf},');
  });

  it('keeps the commands of biblatex and reads its hyphen', async () => {
    const source = '@article{a, title = {Owl\\hyphen like}, note = {\\autocap{e}xcerpt}}';
    expect((await paperOf(source)).title).toBe('Owl-like');
    const text = await throughLibrary(source);
    expect(text).toContain('title = {Owl\\hyphen like},');
    expect(text).toContain('note = {\\autocap{e}xcerpt},');
  });

  it('keeps all notes of an entry, and fields whose names have a blank', async () => {
    const text = await throughLibrary(
      '@mastersthesis{a, title = {Owls}, note = {Copyright - mine}, note = {Last updated - 2024},' +
        ' key words = {birds}, keywords = {night}, funding_text\u00a01 = {Owl Fund}}',
    );
    expect(text).toContain('funding_text1 = {Owl Fund},');
    expect(text).toContain('note = {Copyright - mine; Last updated - 2024},');
    expect(text).toContain('keywords = {birds; night},');
  });

  it('keeps the school of a part beside the publisher of the book it is in', async () => {
    const text = await throughLibrary(`@inbook{a, title = {Part}, school = {School of Owls}, crossref = {b}}
      @book{b, title = {Whole}, publisher = {Grimble}, year = 1974}`);
    expect(text).toContain('school = {School of Owls},');
    expect(text).not.toMatch(/inbook[^@]*Grimble/);
  });

  it('keeps a thesis beside the article of its title and year', async () => {
    const entry = (type: string, key: string) => `@${type}{${key}, title = {Modeling of moving contact lines in fluids},
      author = {Beispiel, Ada}, year = 2016}`;
    for (const type of ['phdthesis', 'mastersthesis', 'thesis']) {
      const text = await throughLibrary(`${entry('article', 'a')}\n${entry(type, 'b')}`);
      expect(text.match(/^@\w+/gm)).toEqual(['@article', `@${type}`]);
    }
  });

  it.each(['{\\cal CP} violation', 'MHS$^\\text{\\small 2}$', '$\\slashed{E}$', 'China{\\textquotesingle}s'])(
    'keeps commands that only print: %s',
    async (latex) => {
      expect(await throughLibrary(`@article{a, title = {${latex}}}`)).toContain(`title = {${latex}},`);
    },
  );

  it.each([
    ['\\input{/etc/passwd} text', '/etc/passwd text'],
    ['\\immediate\\write18{ls} text', '18ls text'],
    ['^^5cinput{x} text', '{\\textasciicircum}{\\textasciicircum}5cinputx text'],
    ['a \\{ brace', 'a {\\textbraceleft} brace'],
    ['\\href{https://example.org}{\\emph{here}}', '\\href{https://example.org}{\\emph{here}}'],
    ['\\href{run:evil}{here}', 'here'],
  ])('runs nothing in TeX: %s', async (latex, expected) => {
    const memory = memoryLibrary();
    memory.library.add([record({ title: 'T', bibtex: { key: 'k', fields: { note: latex } } })]);
    expect([...exportLibrary(memory.library, 'bibtex')].join('')).toContain(`note = {${expected}},`);
  });

  it.each<BibtexSource>([
    { key: 'a b' },
    { key: 'a}b' },
    { key: 'a^^5cinput' },
    { key: 'a\u202eb' },
    { type: 'string' },
    { type: 'a{' },
    { fields: { 'a}': 'x', '': 'y', note: '' } },
    { fields: { note: 'x'.repeat(50_001) } },
    {},
  ])('is not made of %j', (bibtex) => {
    expect(record({ title: 'T', bibtex })).not.toHaveProperty('bibtex');
  });

  it('is shown in the full view alone', async () => {
    const paper = await paperOf(ENTRY);
    expect(viewPaper('J1-1', paper, 'full')).toMatchObject({
      citationKey: 'Beispiel:2020-river',
      notes: ['Read me', 'Two lines'],
      publisherPlace: 'Berlin',
      keywords: ['river', 'sensor'],
      bibtex: { type: "Master's thesis" },
    });
    for (const view of ['compact', 'abstract'] as const)
      expect(JSON.stringify(viewPaper('J1-1', paper, view))).not.toMatch(/Read me|Beispiel:2020/);
  });
});

describe('two entries of one work', () => {
  const paper = (key: string, note: string, more: PaperInput = {}) =>
    record({ title: 'Owls', doi: '10.1000/owls', ...more, bibtex: { key, type: 'article', fields: { [note]: note } } });

  it('are one with the fields of both, and biblatex finds it by both keys', () => {
    const { bibtex } = mergeRecords(paper('a', 'file'), paper('b', 'howpublished', { key: 'other' }));
    expect(bibtex).toEqual({
      key: 'a',
      type: 'article',
      fields: { file: 'file', howpublished: 'howpublished', ids: 'b' },
    });
  });

  it('are not mixed in what a paper has fields for', () => {
    const other = paper('b', 'journal', { key: 'other' });
    expect(mergeRecords(paper('a', 'volume'), other).bibtex?.fields).toEqual({ volume: 'volume', ids: 'b' });
  });

  it('stay when a source has the work, too', () => {
    const live = record({ key: 'openalex:W1', title: 'Owls', doi: '10.1000/owls', citationCount: 3 });
    expect(mergeIntoStored(paper('a', 'file'), live)).toMatchObject({
      citationCount: 3,
      bibtex: { key: 'a', fields: { file: 'file' } },
    });
  });
});

describe('citation keys', () => {
  const imported = (key: string) => record({ title: 'Cells', year: 2020, bibtex: { key } });
  const plain = record({ title: 'Cells', year: 2020 });

  it('are those of the import; others get out of their way', () => {
    expect(citationKeys([plain, imported('anon2020cells'), imported('DBLP:x/Y-2'), plain])).toEqual([
      'anon2020cells-2',
      'anon2020cells',
      'DBLP:x/Y-2',
      'anon2020cells-3',
    ]);
  });

  it('are told apart where two works were imported under one', () => {
    expect(citationKeys([imported('a'), imported('a'), imported('a-2'), imported('a')])).toEqual([
      'a',
      'a-3',
      'a-2',
      'a-4',
    ]);
  });
});
