import { describe, expect, it } from 'vitest';
import { type DraftFormat, draftFormat } from '../../../src/evidence/draft/draft.ts';
import { readDraft } from '../../../src/evidence/draft/reading/read-draft.ts';
import { resolve } from '../../../src/evidence/draft/resolve.ts';
import { compareNumbers } from '../../../src/evidence/numbers.ts';
import { writeZip } from '../../../src/platform/zip.ts';

/** Drafts in every form in which people cite: what is cited, where, and with which entry of the references. */

const read = (content: string, format: DraftFormat = 'markdown', ...bibliography: string[]) =>
  readDraft({ content, format, bibliography });

/** What each citation names, in short. */
const citedIn = (content: string, format: DraftFormat = 'markdown', ...bibliography: string[]) =>
  read(content, format, ...bibliography).citations.flatMap(({ cited }) =>
    cited.map((each) => {
      if (each.kind === 'key') return each.key;
      if (each.kind === 'number') return each.number;
      if (each.kind === 'names') return `${each.names.join('+')} ${each.year}`;
      return each.kind === 'paper' ? each.item : `entry ${each.entry}`;
    }),
  );

const NUMBERED = `\n\n## References\n\n${Array.from({ length: 9 }, (_, at) => `[${at + 1}] Weevil, A. (20${10 + at}). Tides of pond ${at}. Shell J, 1, 2.`).join('\n')}\n`;
const NAMED =
  '\n\n# References\n\nLee, A., Bo, C., & Di, E. (2019). Shells of the north. Shell Journal, 4(2), 1–9.\n\nSmith, J., & Jones, K. (2020). Tides in ponds. Pond Letters, 12, 44.\n\nWorld Health Organization. (2018). Report on ponds. WHO.\n\nvan den Berg, T. (2001). Dunes. Sand, 3, 1.\n';

describe('the citations of a draft', () => {
  it.each<[text: string, cited: (string | number)[], format?: DraftFormat]>([
    ['Tides [@weevil21; see @limpet2019, p. 3; -@x99] rise.', ['weevil21', 'limpet2019', 'x99']],
    ['As @limpet2019 [p. 4] and @{odd.key:2} say; mail a@b2020.org and @somebody.', ['limpet2019', 'odd.key:2']],
    ['Ponds rise [@J1-3; @weevil21], as @L17 says.', ['J1-3', 'weevil21', 'L17']],
    ['See [@fig:one; @tbl-two] and `[@code21]`.', []],
    [
      'Ponds\\cite{a, b}, \\citep[see][12]{c} and \\parencites(pre)(post)[1]{d}[2]{e}.',
      ['a', 'b', 'c', 'd', 'e'],
      'latex',
    ],
    [
      '\\textcite*{a} \\Autocite{b} \\footcite{c} \\citeauthor{d} % \\cite{no}\n\\setcitestyle{x}',
      ['a', 'b', 'c', 'd'],
      'latex',
    ],
    ['100\\% \\cite{a}\n\\begin{verbatim}\\cite{no}\\end{verbatim}\\verb|\\cite{no}|', ['a'], 'latex'],
    [
      '\\newcommand{\\refs}[1]{\\citep{#1}}\\newcommand*\\seeAt[2][]{(see \\citealt[#1]{#2})}\n\\def\\old#1{[\\cite{#1}]}\n' +
        '\\NewDocumentCommand{\\fact}{o m m}{#2 \\autocite[#1]{#3}}\\newcommand{\\many}[1]{\\textbf{#1}}\n\\begin{document}\n' +
        'Ponds \\refs{a,b}, \\old{c}, \\fact[p. 3]{Tides rise}{d}, \\refsnot{x} and \\many{y}. \\parencite[3]{e} \\footcite{f}',
      ['a', 'b', 'c', 'd', 'e', 'f'],
      'latex',
    ],
    ['In the text \\newcommand{\\says}[1]{\\textcite{#1}} ponds \\says{a} rise.', ['a'], 'latex'],
    [`Ponds [3], [3,5-7] and [1], [2] rise.${NUMBERED}`, [3, 3, 5, 6, 7, 1, 2]],
    [`Ponds rise [3]. The loop writes array[4] and x1[2] first, then stops.[5]${NUMBERED}`, [3, 5]],
    [`Ponds rise[3]. Moons[4,5] fall, and so do tides.[6]${NUMBERED}`, [3, 4, 5, 6]],
    [`Values in [0, 1], from [2, 5], a[1](x) and [^2].${NUMBERED}`, []],
    [`Ponds rise.<sup>3,5–7</sup> Moons^2^ too, at 5 m<sup>2</sup>.${NUMBERED}`, [3, 5, 6, 7, 2]],
    [`Ponds rise.³ Moons fall⁴⁻⁶ on 12 km² now.${NUMBERED}`, [3, 4, 5, 6]],
    [
      `(Smith & Jones, 2020; see Lee et al., 2019a, b, p. 3) and Smith and Jones (2020, p. 4).${NAMED}`,
      ['Smith+Jones 2020', 'Lee 2019a', 'Lee 2019b', 'Smith+Jones 2020'],
    ],
    [`In Germany (2020), Table 3 (2019), in May (2019) and Lee et al. (2019).${NAMED}`, ['Lee 2019']],
    [
      `(World Health Organization, 2018), van den Berg (2001), (January 2020).${NAMED}`,
      ['World Health Organization 2018', 'van den Berg 2001'],
    ],
    [
      'J12-3, [L17], L2 norm, doi:10.1000/xyz(1)., arXiv:1706.03762v2, PMID 26017442.',
      ['J12-3', 'L17', '10.1000/xyz(1)', 'arXiv:1706.03762', 'PMID 26017442'],
    ],
    [
      'See [text](https://doi.org/10.1038/nature14539) and https://arxiv.org/abs/1706.03762.',
      ['10.1038/nature14539', 'arXiv:1706.03762'],
    ],
  ])('of %s', (text, cited, format) => {
    expect(citedIn(text, format)).toEqual(cited);
  });

  it('takes a bare key where the file of references has it', () => {
    expect(citedIn('As @ada says, @other not.', 'markdown', '@misc{ada, title={Tides}}')).toEqual(['ada']);
  });

  it('tells LaTeX by its commands', () => {
    expect([draftFormat('\\section{A} x'), draftFormat('As \\citep{a}.'), draftFormat('A [@b] \\ c')]).toEqual([
      'latex',
      'latex',
      'markdown',
    ]);
  });
});

/** For each citation the beginning of its entry, and what is missing. */
function resolved(content: string, format: DraftFormat = 'markdown', ...bibliography: string[]) {
  const draft = read(content, format, ...bibliography);
  const { works, missing } = resolve(draft);
  const uncited = works.filter(({ citation }) => citation === undefined).map(({ reference }) => reference.slice(0, 12));
  return { missing: missing.map(({ name }) => name), uncited };
}

it('names every work that a draft without references cites', () => {
  const { unlisted } = resolve(read('Smith (2020) found shells, as O’Brien (2009a, b) did (Lee et al., 2019).'));
  expect(unlisted.map(({ name }) => name)).toEqual(['Smith 2020', 'O’Brien 2009a', 'O’Brien 2009b', 'Lee 2019']);
});

it('reads the place in a work as no number of the sentence', () => {
  const [first, second] = read(
    'As @limpet2019 [p. 4] say, 12 ponds rose. As @limpet2019 [see 3] say, ponds rose.',
  ).statements;
  expect([first?.claim, second?.claim]).toEqual([expect.not.stringContaining('4'), expect.stringContaining('3')]);
});

describe('the references of a draft', () => {
  it('are found by names and years, with letters, particles, groups and their initials', () => {
    const text = `(Smith & Jones, 2020), Lee (2019), (WHO, 2018), (Berg, 2001), (Nobody & Else, 1999).${NAMED}`;
    expect(resolved(text)).toEqual({ missing: ['Nobody, Else 1999'], uncited: [] });
  });

  it('are found by number, also without numbers in the list', () => {
    const list = '\n\nLiteraturverzeichnis\n\nWeevil A. Tides. 2001.\nLimpet B. Shells. 2002.\n';
    expect(resolved(`Ponds [1] and [3].${list}`, 'text')).toEqual({ missing: ['[3]'], uncited: ['Limpet B. Sh'] });
  });

  it.each([
    'References',
    '# Bibliography',
    '**Works cited**',
    '## 7. Références',
    'Литература',
    '参考文献',
    'REFERENCES:',
  ])('follow the heading %s', (heading) => {
    expect(read(`Text.\n\n${heading}\n\nWeevil A. Tides. 2001.\n\nLimpet B. Shells. 2002.\n`).entries).toHaveLength(2);
  });

  it('are those of thebibliography, of a file, and of what is only listed by nocite', () => {
    const tex =
      '\\nocite{c}\\cite{a,x}\\begin{thebibliography}{9}\\bibitem[A(1)]{a} A. Weevil. \\emph{Tides in ponds}. 2001.\n\\bibitem{b} B. Limpet. Shells. 2002.\\end{thebibliography}';
    expect(resolved(tex, 'latex', '@misc{c, title={Cited nowhere}, author={Newt, C.}}')).toEqual({
      missing: ['x'],
      uncited: ['B. Limpet. S'],
    });
  });

  it('are read from BibTeX, RIS and CSL-JSON', () => {
    const files = [
      '@string{j="Shell J"}\n@article{a, title={T\\"ides}, author={Weevil, Ada}, year=2001, journal=j}',
      'TY  - JOUR\nTI  - Shells\nAU  - Limpet, Bo\nPY  - 2002\nER  - \n',
      '[{"id":"c","type":"article-journal","title":"Newts","author":[{"family":"Newt","given":"C"}],"issued":{"date-parts":[[2003]]}}]',
    ];
    const { entries } = read('x', 'markdown', ...files);
    expect(entries.map(({ key, firstAuthor, year }) => [key, firstAuthor, year])).toEqual([
      ['a', 'Weevil', 2001],
      [undefined, 'Limpet', 2002],
      ['c', 'Newt', 2003],
    ]);
    expect(entries[0]?.item).toContain('TI  - Tïdes\nAU  - Weevil, Ada');
  });

  it('are footnotes that hold a reference', () => {
    const text =
      'Tides.[^1] Notes.[^2]\n\n[^1]: Weevil, A. (2001). Tides in ponds. Shell J, 1, 2.\n[^2]: This is a remark.';
    expect(citedIn(text)).toEqual(['^1']);
  });

  it('names the files that the draft asks for', () => {
    expect(
      read('\\addbibresource[a=b]{x/refs.bib}\n%\\bibliography{no}\n\\bibliography{a,b}', 'latex').bibliographies,
    ).toEqual(['x/refs.bib', 'a.bib', 'b.bib']);
    expect(read('---\ntitle: A\nbibliography: [a.bib, "b.json"]\n---\nText').bibliographies).toEqual([
      'a.bib',
      'b.json',
    ]);
  });
});

describe('the sentences and quotations of a draft', () => {
  it.each<[string, string[], DraftFormat?]>([
    ["They say 'the shells don't move before noon at all' [@a].", ["the shells don't move before noon at all"]],
    ["The dogs' tails of the '90s were long, as the cats' tails were [@a].", []],
    ["It is 'only one word' and 'the dogs' tails were longer than before' [@a].", []],
    [
      "They say `the shells don't move before noon at all' \\cite{a}.",
      ["the shells don't move before noon at all"],
      'latex',
    ],
  ])('are quoted in single marks, too: %s', (text, quoted, format = 'markdown') => {
    expect(read(text, format).quotations.map((each) => each.text.replaceAll('’', "'"))).toEqual(quoted);
  });

  it('stand in their lines, with what is cited beside them', () => {
    const { statements, quotations } = read(
      [
        '# Title',
        '',
        'First, e.g. Fig. 3, of Smith et al. is 12.5. It said “every small pond follows the moon closely”',
        '[@a1]. Then [@b2] said "every other pond follows the sun at noon" too.',
        '',
        '> A quotation of its own has six words.',
        '> And goes on [@c3, p. 2].',
      ].join('\n'),
    );
    expect(statements.map(({ at, claim }) => [at, claim])).toEqual([
      [3, 'It said “every small pond follows the moon closely”.'],
      [4, 'Then said "every other pond follows the sun at noon" too.'],
    ]);
    expect(quotations.map(({ at, text, cited }) => [at, text, cited])).toEqual([
      [3, 'every small pond follows the moon closely', [{ kind: 'key', key: 'a1' }]],
      [4, 'every other pond follows the sun at noon', [{ kind: 'key', key: 'b2' }]],
      [6, 'A quotation of its own has six words. And goes on.', [{ kind: 'key', key: 'c3' }]],
    ]);
  });

  it('begin behind a heading, with and without a blank line', () => {
    const { statements } = read(
      '# Draft\nPonds rise by the moon [@a1].\n### On shells\n\nShells differ by the sea [@b2].\n',
    );
    expect(statements.map(({ at, claim }) => [at, claim])).toEqual([
      [2, 'Ponds rise by the moon.'],
      [5, 'Shells differ by the sea.'],
    ]);
  });

  it.each([
    ['Ponds rise [@a1].', 'as [@b2] says.', ['a1', 'b2']],
    ['As [@a1] says:', 'And [@b2] says otherwise.', ['a1']],
    ['Ponds rise.', 'So [@b2], and ponds. Shells differ [@c3].', ['b2']],
  ])('a quotation of its own may be of what is cited before or behind it: %s %s', (before, behind, keys) => {
    const { quotations } = read(`${before}\n\n> A quotation of its own has six words.\n\n${behind}\n`);
    expect(quotations.map(({ cited }) => cited)).toEqual([keys.map((key) => ({ kind: 'key', key }))]);
  });

  it('are those of LaTeX, as people read them', () => {
    const { quotations, statements } = read(
      [
        "He says ``the tide of every pond is \\emph{small} indeed'' \\cite{a}.",
        '\\enquote{the shells of {large} limpets never move before noon} \\cite{b}',
        '\\begin{quote}',
        "This is a quotation of its own, ``really''. \\cite{c}",
        '\\end{quote}',
      ].join('\n'),
      'latex',
    );
    expect(quotations.map(({ at, text }) => [at, text])).toEqual([
      [1, 'the tide of every pond is small indeed'],
      [2, 'the shells of large limpets never move before noon'],
      [3, 'This is a quotation of its own, “really”.'],
    ]);
    expect(statements[0]?.at).toBe(1);
  });

  it.each([
    [
      'Of 1,200 ponds 40 % (n = 480) rose by .5 cm [@a].',
      'The 1200 ponds; 480 of them (40%) rose by 0.5 cm',
      ['1,200', '40', '480', '.5'],
      [],
    ],
    ['Three of 12 rose 7 times in 2010-2015.', 'Twelve ponds, 2010 to 2014', ['12', '2010'], ['7', '2015']],
    ['Of 31, 30 rose.', 'Thirty ponds rose, and thirty-one did not', ['31', '30'], []],
    ['CO2 and GPT-4 are no numbers.', 'None', undefined, undefined],
  ])('have numbers: %s', (sentence, passage, agree, absent) => {
    const compared = compareNumbers(sentence, passage);
    expect(compared && { agree: compared.agree, absent: compared.absent }).toEqual(agree && { agree, absent });
  });
});

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const run = (text: string, raised = '') => `<w:r>${raised}<w:t>${text}</w:t></w:r>`;
const paragraph = (...runs: string[]) => `<w:p>${runs.join('')}</w:p>`;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
/** A field whose instruction lies in two runs, as Word writes long ones. */
const field = (code: string, shown: string) => {
  const half = Math.floor(code.length / 2);
  const parts = [code.slice(0, half), code.slice(half)].map(
    (part) => `<w:r><w:instrText xml:space="preserve">${escaped(part)}</w:instrText></w:r>`,
  );
  return `${char('begin')}${parts.join('')}${char('separate')}${run(shown)}${char('end')}`;
};
const csl = (id: string, title: string, family: string, year: number) => ({
  id,
  itemData: {
    id,
    type: 'article-journal',
    title,
    author: [{ family, given: 'A' }],
    issued: { 'date-parts': [[year]] },
  },
});
const docx = (body: string) =>
  writeZip([
    { name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') },
    {
      name: 'word/document.xml',
      bytes: Buffer.from(`<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`),
    },
    {
      name: 'word/styles.xml',
      bytes: Buffer.from('<w:styles><w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>'),
    },
  ]);

describe('a Word document', () => {
  const zotero = `ADDIN ZOTERO_ITEM CSL_CITATION ${JSON.stringify({ citationItems: [csl('1', 'Tides in small ponds', 'Weevil', 2021), csl('2', 'Shells of limpets', 'Limpet', 2019)] })}`;
  const endnote =
    'ADDIN EN.CITE <EndNote><Cite><Author>Newt</Author><record><ref-type name="Journal Article">17</ref-type><contributors><authors><author>Newt, C.</author></authors></contributors><titles><title>Newts of the north</title></titles><dates><year>2003</year></dates></record></Cite></EndNote>';
  const mendeley = `MENDELEY_CITATION_v3_${Buffer.from(JSON.stringify({ citationItems: [csl('3', 'Moons of ponds', 'Mussel', 2018)] })).toString('base64')}`;

  it('has the citations of Zotero, Mendeley and EndNote, with their works, and its own list once', () => {
    const draft = readDraft({
      format: 'docx',
      content: docx(
        [
          paragraph(
            run('Ponds rise by 12 cm '),
            field(zotero, '(Weevil, 2021; Limpet, 2019)'),
            run('. Newts swim '),
            field(endnote, '(Newt, 2003)'),
            run('.'),
          ),
          paragraph(
            run('Moons '),
            `<w:sdt><w:sdtPr><w:tag w:val="${mendeley}"/></w:sdtPr><w:sdtContent>${run('(Mussel 2018)')}</w:sdtContent></w:sdt>`,
            run('.'),
          ),
          paragraph(run('Typed by hand (Crab, 2000).')),
          `<w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr>${run('References')}</w:p>`,
          paragraph(run('Weevil, A. (2021). Tides in small ponds.')),
          paragraph(run('Crab, D. (2000). Claws in the sand. Shore, 1, 2.')),
        ].join(''),
      ),
    });
    expect(draft.citations.map(({ at, text }) => [at, text])).toEqual([
      [1, '(Weevil, 2021; Limpet, 2019)'],
      [1, '(Newt, 2003)'],
      [2, '(Mussel 2018)'],
      [3, '(Crab, 2000)'],
    ]);
    const { works, missing } = resolve(draft);
    expect(missing).toEqual([]);
    expect(works.map(({ entry, citation }) => [entry?.firstAuthor, citation?.at])).toEqual([
      ['Weevil', 1],
      ['Limpet', 1],
      ['Newt', 1],
      ['Mussel', 2],
      ['Crab', 3],
    ]);
    expect(draft.statements[0]).toMatchObject({ claim: 'Ponds rise by 12 cm.' });
  });

  it('has raised numbers and a list that Word numbers itself', () => {
    const raised = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>';
    const draft = readDraft({
      format: 'docx',
      content: docx(
        [
          paragraph(run('Ponds rise.'), run('1,2', raised)),
          paragraph(run('References')),
          paragraph(run('Weevil A. Tides in ponds. Shell J. 2001;1:2.')),
          paragraph(run('Limpet B. Shells in ponds. Shell J. 2002;1:2.')),
        ].join(''),
      ),
    });
    expect(draft.citations.map(({ cited }) => cited)).toEqual([
      [
        { kind: 'number', number: 1 },
        { kind: 'number', number: 2 },
      ],
    ]);
    expect(resolve(draft).works.every(({ citation }) => citation !== undefined)).toBe(true);
  });
});
