import { parse } from '@retorquere/bibtex-parser';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { exportLibrary } from '../../../src/library/export-library.ts';
import { importPapers } from '../../../src/library/importing/import-papers.ts';
import { openShelf } from '../imported-works.ts';

/**
 * A library of 2,000 entries, with what users and programs put into them, through import and export, compared by the
 * parser of Better BibTeX.
 */

const ENTRIES = 2_000;

const word = fc.constantFrom(
  ...[
    'river',
    'Sensor',
    'of',
    '{DNA}',
    '{{NASA}}',
    "caf{\\'e}",
    'M{\\"u}ller',
    '$x^2$',
    'H$_2$O',
    '\\emph{in vivo}',
    'R\\&D',
    '100\\%',
  ],
  ...[
    '\\textit{E. coli}',
    '1--2',
    "``quoted''",
    'Über',
    '太陽',
    '\\alpha',
    '$\\alpha$',
    '{\\O}re',
    '~and',
    'a\\_b',
    '\\url{http://x.example/~a}',
  ],
);
const latex = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
const names = fc
  .array(
    fc.constantFrom(
      "N{\\'u}{\\~n}ez, Ada",
      'van der Berg, B.',
      'Li, Jr., C',
      '{The Group}',
      'Ada Bo Beispiel',
      'others',
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((list) => list.join(' and '));

/** Fields as JabRef, BibDesk, Mendeley, Zotero, DBLP, ADS and people write them. */
const fields = fc.record(
  {
    author: names,
    editor: names,
    journal: latex,
    booktitle: latex,
    series: latex,
    publisher: latex,
    school: latex,
    institution: latex,
    ...{
      address: latex,
      edition: latex,
      note: latex,
      annote: latex,
      howpublished: latex,
      type: latex,
      abstract: latex,
    },
    keywords: latex,
    organization: latex,
    shorttitle: latex,
    location: latex,
    comment: latex,
    eventtitle: latex,
    year: fc.constantFrom('2020', '1999', 'in press'),
    month: fc.constantFrom('jan', '{March}', '{10~apr}', '11'),
    volume: fc.constantFrom('12', 'abs/2304.00001', 'A{\\&}B'),
    number: fc.constantFrom('3', '3-4'),
    pages: fc.constantFrom('101--118', '1-9', 'e101', '5'),
    url: fc.constantFrom('https://a.example/~b/c_d?e=%20f', 'http://a.example/x\\_y'),
    ...{
      archiveprefix: fc.constant('arXiv'),
      primaryclass: fc.constant('cs.LG'),
      issn: fc.constantFrom('1234-5679', 'x'),
    },
    isbn: fc.constantFrom('978-3-16-148410-0', '0-000'),
    language: fc.constantFrom('english', 'de'),
    file: fc.constantFrom(':C\\:\\\\Users\\\\ada\\\\a.pdf:PDF', 'files/1/a.pdf:files/1/a.pdf:application/pdf'),
    'date-added': fc.constant('2021-05-03 10:00:00 +0200'),
    'bdsk-url-1': fc.constant('https://a.example/'),
    owner: fc.constant('ada'),
    timestamp: fc.constant('2021.05.03'),
    'mendeley-groups': fc.constant('Rivers'),
    biburl: fc.constant('https://dblp.example/rec/x.bib'),
    adsurl: fc.constant('http://ads.example/abs/1'),
  },
  { requiredKeys: ['author'] },
);
const TYPES = [
  'article',
  'inproceedings',
  'incollection',
  'book',
  'phdthesis',
  'mastersthesis',
  'techreport',
  'misc',
  'online',
];

const monthOf = (value: string) =>
  /^\{.*\}$|^[a-z]{3}$|^\d+$/.test(value) && !value.includes('} {') ? value : `{${value}}`;

it('loses no field', async () => {
  const entries = fc.sample(fc.record({ type: fc.constantFrom(...TYPES), fields }), { numRuns: ENTRIES, seed: 15 });
  const source = entries
    .map(({ type, fields }, index) => {
      const lines = Object.entries(fields).map(
        ([name, value]) => `  ${name} = ${name === 'month' ? monthOf(value) : `{${value}}`},`,
      );
      return `@${type}{Key:${index}_a-b,\n  title = {Work number ${index} on {River} ${index * 7919}},\n${lines.join('\n')}\n}\n`;
    })
    .join('\n');
  const shelf = openShelf();
  async function* text() {
    yield source;
  }
  const { added, merged, problems } = await importPapers(shelf, {
    text: text(),
    format: { name: 'bibtex', layout: 'text' },
  });
  expect([added + merged, problems]).toEqual([ENTRIES, []]);

  const exported = parse([...exportLibrary(shelf, 'bibtex')].join(''), { raw: true } as never).entries;
  const after = new Map(
    exported.map(({ key, type, fields }) => [key, { type, fields: fields as Record<string, unknown> }]),
  );
  const lost: string[] = [];
  const plain = (value: unknown) => JSON.stringify(value)?.replace(/\s+/g, ' ');
  for (const { key, type, fields } of parse(source, { raw: true } as never).entries) {
    const found = after.get(key);
    if (found?.type !== type) lost.push(`${key}: ${type} is ${found?.type}`);
    for (const [name, value] of Object.entries(fields as Record<string, unknown>)) {
      const [before, now] = [plain(value), plain(found?.fields[name])];
      // An abstract without LaTeX is kept once, as the paper's, and written in LaTeX of ours.
      const isOurs = name === 'abstract' && !/[\\{}$~`]|--/.test(String(value));
      if (isOurs ? now === undefined : now !== before) lost.push(`${key}.${name}: ${before} is ${now}`);
    }
  }
  expect(lost).toEqual([]);
});
