import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBibtex } from '../../src/formats/bibtex/read-bibtex.ts';
import { runs } from '../helpers/runs.ts';
import { wholeNames } from '../helpers/whole-names.ts';

async function metadataOf(entry: string) {
  const { entries } = await readBibtex(entry);
  return entries[0]?.metadata;
}

describe('a BibTeX entry', () => {
  it.each([
    ['as it is', String.raw`\documentclass[12pt]{minimal} \usepackage{amsmath} \begin{document}$\alpha$\end{document}`],
    ['cut', String.raw`$\alpha$ \documentclass[12pt]{minimal} \usepackage{amsmath}`],
  ])('has the formula of a document of LaTeX, %s', async (_, latex) => {
    const metadata = await metadataOf(`@article{key, title = {Angles}, abstract = {We measure ${latex}}}`);
    expect(metadata?.abstract).toBe('We measure α');
  });

  it('gives every fact that it has', async () => {
    const metadata = await metadataOf(`@Article{key,
      title = {A Title},
      author = {Lovelace, Ada and Alan Turing},
      abstract = {What it says.},
      journal = "Nature",
      volume = 12,
      number = {3},
      pages = {101--118},
      editor = {Hopper, Grace and Edsger Dijkstra},
      isbn = {978-3-16-148410-0},
      language = {english},
      year = 2020,
      doi = {10.1000/x},
      url = {https://example.org/a_b},
      note = {a note}
    }`);
    const { bibtex, ...paper } = metadata ?? {};
    expect(bibtex).toMatchObject({ key: 'key', type: 'article', fields: { note: 'a note', pages: '101--118' } });
    expect(paper).toEqual({
      dated: '2020',
      title: 'A Title',
      authors: [{ family: 'Lovelace', given: 'Ada' }, 'Alan Turing'],
      abstract: 'What it says.',
      venue: 'Nature',
      volume: '12',
      issue: '3',
      pages: '101–118',
      editors: [{ family: 'Hopper', given: 'Grace' }, 'Edsger Dijkstra'],
      isbns: ['978-3-16-148410-0'],
      language: 'english',
      year: 2020,
      publicationType: 'article',
      doi: '10.1000/x',
      link: 'https://example.org/a_b',
      fieldsOfStudy: [],
      keywords: [],
      notes: ['a note'],
      issns: [],
    });
  });

  it.each([
    [
      'accents',
      `Caf{\\'e}, M\\"uller, {\\O}re, \\c{c}a, \\v{S}koda, Erd{\\H{o}}s`,
      'Café, Müller, Øre, ça, Škoda, Erdős',
    ],
    ['letters', '{\\ss}, {\\ae}, {\\l}, {\\aa}', 'ß, æ, ł, å'],
    ['escaped signs', 'R\\&D, 100\\%, a\\_b', 'R&D, 100%, a_b'],
    ['dashes', '1--2 and 3---4', '1–2 and 3—4'],
    ['protected capitals', 'The {DNA} of {E}uropeans', 'The DNA of Europeans'],
    ['mathematics', 'CO$_2$ and $x^2$ of $\\alpha$', 'CO₂ and x² of α'],
    ['Unicode as it is', 'Über 太陽', 'Über 太陽'],
    ['an accent on a dotless i', "Garc{\\'\\i}a, Garc{\\'{\\i}}a, na\\\"\\i ve", 'García, García, naïve'],
    [
      "an accent on mathematics' dotless letters",
      "Garc{\\'{\\imath}}a, $\\acute{\\imath}\\check{\\jmath}$",
      'García, íǰ',
    ],
    ['accents as tabbing has them', "Garc{\\a'\\i}a, p\\a`ere, \\a={o}", 'García, père, ō'],
    ['quotes', "``a'' and Luk\\textquotesingle yanov, \\enquote{b}", "“a” and Luk'yanov, “b”"],
    ['chemistry', '\\ce{H2O}, \\ce{SO4^{2-}}, \\ce{Na+}', 'H₂O, SO₄²⁻, Na⁺'],
    ['degrees and letters below', '25 $^\\circ$C, In$_x$Ga$_{1-x}$N', '25 °C, InₓGa₁₋ₓN'],
    ['Cyrillic letters', '\\cyrchar\\CYRA. and {\\CYRB}', 'А. and Б'],
    ['commands that nobody knows', '\\foo{in} \\bar 100\\%', 'in 1̄00%'],
    ['commands that are names', '{\\TUG}: \\MF, \\PS{} fonts\\Dash and {\\Large big}', 'TUG: MF, PS fonts—and big'],
    ['empty groups and blanks', '\\O{} \\ss b {}c\\~{}d a~b', 'Ø ßb c~d a b'],
    ['a percent sign by itself', '99.9% of it', '99.9% of it'],
  ])('reads LaTeX %s as Unicode', async (_what, latex, text) => {
    // The record composes the letters later, so only the composed form is compared.
    expect((await metadataOf(`@article{key, title = {${latex}}}`))?.title?.normalize('NFC')).toBe(text);
  });

  it.each([
    ['Lovelace, Ada', ['Ada Lovelace']],
    ['Ada Lovelace', ['Ada Lovelace']],
    ['M{\\"u}ller, J{\\\'o}zef and van der Berg, Anna', ['Józef Müller', 'Anna van der Berg']],
    ['Smith, Jr., John', ['John Smith Jr.']],
    ['{World Health Organization}', ['World Health Organization']],
  ])('reads the authors %s, given name first', async (author, names) => {
    const metadata = await metadataOf(`@article{key, title = {T}, author = {${author}}}`);
    expect(wholeNames(metadata?.authors).map((name) => name.normalize('NFC'))).toEqual(names);
  });

  it.each([
    ['year = 2020', 2020, undefined],
    ['year = {c. 2020}', 2020, undefined],
    ['date = {2021-05-03}', 2021, '2021-05-03'],
    ['date = {2021-05}', 2021, '2021-05'],
    ['year = {forthcoming}', undefined, undefined],
    ['year = 2020, month = mar', 2020, '2020-03'],
    ['year = 2020, month = {3}', 2020, '2020-03'],
    ['year = 2020, month = {March}', 2020, '2020-03'],
    ['year = 2020, month = "10~" # mar', 2020, '2020-03-10'],
    ['year = 2020, month = mar, day = 4', 2020, '2020-03-04'],
    ['year = 2020, month = {Spring}', 2020, undefined],
  ])('reads %s', async (field, year, publishedAt) => {
    expect(await metadataOf(`@article{key, title = {T}, ${field}}`)).toMatchObject({ year, publishedAt });
  });

  it.each([
    ['journaltitle = {A}', 'A'],
    ['booktitle = {Proceedings}', 'Proceedings'],
    ['series = {Lecture Notes}, booktitle = {Proceedings}', 'Proceedings'],
  ])('takes its venue from %s', async (fields, venue) => {
    expect((await metadataOf(`@inproceedings{key, title = {T}, ${fields}}`))?.venue).toBe(venue);
  });

  it.each([
    ['\\mnras', 'Monthly Notices of the Royal Astronomical Society'],
    ['{\\apj}', 'Astrophysical Journal'],
    ['\\unknown Letters', 'Letters'],
    ['\\constructor', undefined],
  ])('takes the journal for the command %s', async (latex, venue) => {
    expect((await metadataOf(`@article{key, title = {T}, journal = {${latex}}}`))?.venue).toBe(venue);
  });

  it('uses the abbreviations of its file', async () => {
    const { entries } = await readBibtex('@string{nat = "Nature"}\n@article{key, title = {T}, journal = nat}');
    expect(entries).toMatchObject([{ line: 2, metadata: { venue: 'Nature' } }]);
  });
});

describe('a preprint', () => {
  it.each([
    ['archivePrefix = {arXiv}, eprint = {2304.00001}', { isPrePrint: true, arxivId: '2304.00001' }],
    ['eprinttype = {arxiv}, eprint = {2304.00001v2}', { isPrePrint: true, arxivId: '2304.00001v2' }],
    ['journal = {arXiv preprint arXiv:2304.00001}', { isPrePrint: true, arxivId: '2304.00001', venue: 'arXiv' }],
    ['journal = {CoRR}, volume = {abs/2304.00001}', { isPrePrint: true, arxivId: '2304.00001', venue: 'arXiv' }],
    ['journal = {arXiv: hep-th/9901001}', { isPrePrint: true, arxivId: 'hep-th/9901001', venue: 'arXiv' }],
    ['journal = {bioRxiv}', { isPrePrint: true, venue: 'bioRxiv', publicationType: 'preprint' }],
  ])('is told by %s', async (fields, metadata) => {
    expect(await metadataOf(`@article{key, title = {T}, ${fields}}`)).toMatchObject(metadata);
  });

  it('is none that has come out in a journal', async () => {
    const fields = 'journal = {Nature}, archivePrefix = {arXiv}, eprint = {2304.00001}';
    const metadata = await metadataOf(`@article{key, title = {T}, ${fields}}`);
    expect(metadata).toMatchObject({ arxivId: '2304.00001', publicationType: 'article' });
    expect(metadata).not.toHaveProperty('isPrePrint');
  });
});

describe('an entry that refers to another', () => {
  it('takes from it what it lacks, and nothing that is of the other alone', async () => {
    const { entries } = readBibtex(`@inproceedings{a, title = {Paper}, author = {A B}, crossref = {Proc}}
      @proceedings{proc, title = {Meeting}, year = 2001, doi = {10.1000/whole}, issn = {1234-5679}}`);
    expect(entries[0]?.metadata).toMatchObject({ title: 'Paper', venue: 'Meeting', year: 2001, issns: ['1234-5679'] });
    expect(entries[0]?.metadata.doi).toBeUndefined();
  });

  it('takes nothing from an entry without a key', () => {
    const { entries } = readBibtex('@book{, title={A}, publisher={P}} @book{b, title={B}}');
    expect(entries[1]?.metadata.publisher).toBeUndefined();
  });

  it('may refer to itself or in a ring', () => {
    const { entries } = readBibtex('@book{a, title={A}, crossref={b}} @book{b, title={B}, crossref={a}}');
    expect(entries.map(({ metadata }) => metadata.title)).toEqual(['A', 'B']);
  });
});

describe('the numbers of a paper', () => {
  it('and the fields of study among its keywords are read', async () => {
    const metadata = await metadataOf(
      '@misc{key, title = {T}, eprint = {2304.00001}, archiveprefix = {arXiv}, issn = {1234-5679}, pmid = {7}, keywords = {rivers, geology}}',
    );
    expect(metadata).toMatchObject({
      arxivId: '2304.00001',
      issns: ['1234-5679'],
      pmid: '7',
      fieldsOfStudy: ['Geology'],
    });
  });
});

describe('a BibTeX file', () => {
  it('gives entries in order, with the line each starts on', async () => {
    const file =
      '% my papers\n\n@article{a,\n  title = {One}\n}\n@book{b, title = {Two}}\n\n\n  @misc{c,\n title = {Three}}\n';
    const { entries, problems } = await readBibtex(file);
    expect(entries.map(({ line, metadata }) => [line, metadata.title])).toEqual([
      [3, 'One'],
      [6, 'Two'],
      [9, 'Three'],
    ]);
    expect(problems).toEqual([]);
  });

  it('counts lines also when they end in CR LF', async () => {
    const { entries } = await readBibtex(
      '@article{a,\r\n title={One}\r\n}\r\n\r\n@article{b,\r\n title={Two}\r\n}\r\n',
    );
    expect(entries.map(({ line }) => line)).toEqual([1, 5]);
  });

  it.each(['set', 'xdata', 'XData'])('passes over @%s, which stands for other entries', async (type) => {
    const { entries, passedOver } = await readBibtex(`@${type}{a, title = {Both}}\n@article{b, title = {Paper}}`);
    expect([entries.map(({ metadata }) => metadata.title), passedOver]).toEqual([['Paper'], 1]);
  });

  it.each(['online', 'www', 'software', 'dataset', 'misc'])('takes @%s, which people cite', async (type) => {
    expect((await metadataOf(`@${type}{a, title = {Site}}`))?.title).toBe('Site');
  });

  it('calls a volume without a title by that of the book', async () => {
    expect((await metadataOf('@proceedings{a, booktitle = {Meeting}}'))?.title).toBe('Meeting');
  });

  it('passes over comments, preambles and text between entries', async () => {
    const { entries, problems } = await readBibtex('words\n@comment{x}\n@preamble{"y"}\n@article{b, title = {Paper}}');
    expect([entries.map(({ metadata }) => metadata.title), problems]).toEqual([['Paper'], []]);
  });

  it.each([
    ['a brace that is not closed', '@article{bad,\n title = {No end,\n year = 2000\n'],
    ['a quote that is not closed', '@article{bad,\n title = "No end,\n year = 2000\n}\n'],
    ['a missing equals sign', '@article{bad,\n title {No},\n year = 2000\n}\n'],
  ])('keeps the entries around one with %s, and reports that one', async (_fault, bad) => {
    const { entries, problems } = await readBibtex(
      `@article{a, title = {One}}\n${bad}\n@article{c, title = {Three}}\n`,
    );
    expect(entries.map(({ metadata }) => metadata.title)).toEqual(['One', 'Three']);
    expect(problems).toHaveLength(1);
  });

  it('keeps the entry behind one that ends in a stray sign', async () => {
    const { entries, problems } = await readBibtex('@article{a, title = {A}\n#\n@article{b, title = {B}}');
    expect([entries.map(({ metadata }) => metadata.title), problems.map(({ line }) => line)]).toEqual([['B'], [1]]);
  });

  it('swallows none behind a brace that became a backslash at the end of its line', async () => {
    const { entries, problems } = await readBibtex('@article{a, title = {A\\\n@article{b, title = {B}}');
    expect([entries.map(({ metadata }) => metadata.title), problems.map(({ line }) => line)]).toEqual([['B'], [1]]);
  });

  it('says the line of a broken entry at the end', async () => {
    const { problems } = await readBibtex('@article{a, title = {One}}\n\n@article{bad,\n  title = {No end\n');
    expect(problems).toEqual([{ line: 3, reason: 'the entry cannot be read as BibTeX' }]);
  });

  it('never fails, whatever it holds', async () => {
    const piece = fc.constantFrom(
      '@article{',
      'key,',
      'title',
      '=',
      '{',
      '}',
      '"',
      '\\',
      '$',
      '\n',
      'and',
      '@',
      '#',
      ',',
      '%',
      'é',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        expect(await readBibtex(pieces.join(''))).toMatchObject({ entries: expect.any(Array) });
      }),
      { numRuns: runs(80) },
    );
  });
});

it('reports an entry that has a key and no fields', () => {
  const { entries, problems } = readBibtex('@article{a1,\n }\n@article{a2, title = {On Tides}}\n');
  expect(entries.map(({ metadata }) => metadata.title)).toEqual(['On Tides']);
  expect(problems).toEqual([{ line: 1, reason: 'the entry has no fields' }]);
});

it.each(['\n', '\r\n'])('reads an escaped brace that a line break parts from its backslash (%j)', (lineEnd) => {
  const lines = [
    '@article{ WOS:1,',
    'Title = {On Tides},',
    'Abstract = {Of \\{a\\',
    '   } tides.},',
    'Year = {2024},',
    '}',
  ];
  const { entries, problems } = readBibtex(lines.join(lineEnd));
  expect(problems).toEqual([]);
  expect(entries.map(({ metadata }) => metadata)).toMatchObject([{ abstract: 'Of {a} tides.', year: 2024 }]);
});

it('dates an article before its issue by its early access', () => {
  const { entries } = readBibtex('@article{a, title = {On Tides}, EarlyAccessDate = {FEB 2022}}\n');
  expect(entries[0]?.metadata).toMatchObject({ year: 2022, publishedAt: '2022-02' });
});

it("reads Zotero's identifiers in a note, beside other notes", () => {
  const { entries } = readBibtex(
    '@article{a, title = {On Tides}, note = {PMID: 123\nPMCID: PMC45}, annote = {Mine}}\n',
  );
  expect(entries[0]?.metadata).toMatchObject({ pmid: '123', pmcid: 'PMC45' });
});
