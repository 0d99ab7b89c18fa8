import { describe, expect, it } from 'vitest';
import type { ExportFormat } from '../../src/formats/format-facts.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { exportLibrary } from '../../src/library/export-library.ts';
import { detectFormat } from '../../src/library/importing/detect-format.ts';
import { importPapers } from '../../src/library/importing/import-papers.ts';
import type { Paper } from '../../src/papers/paper.ts';
import { mergeRecords } from '../../src/papers/works/merge.ts';
import { record } from '../helpers/record.ts';
import { memoryLibrary } from '../library/importing/memory-library.ts';

/** Keywords, notes, place, databases and accession numbers of files, through every format that has fields for them. */

async function imported(text: string, name = 'file.txt'): Promise<Paper[]> {
  const detected = detectFormat(text.slice(0, 65_536), name);
  if (!detected) throw new Error('its format was not told');
  async function* chunks() {
    yield text;
  }
  const { library, records } = memoryLibrary();
  expect((await importPapers(library, { text: chunks(), format: detected })).problems).toEqual([]);
  return [...records.values()];
}

const WORDS = {
  keywords: ['Depression (Emotion)', 'Heart & mind', 'Größe', 'Psychology', 'law', 'zebrafish regeneration'],
  notes: ['Accession from the shelf.', 'Read twice'],
  publisherPlace: 'Washington, DC',
  databases: [{ name: 'PsycINFO', accessionNumber: '2019-65183-001' }],
};

describe('a file of another program', () => {
  it.each([
    [
      'RIS',
      `TY  - JOUR
TI  - Owls
KW  - ${WORDS.keywords.slice(0, 5).join('\nKW  - ')}
zebrafish regeneration
N1  - Accession from the shelf.
N1  - Read twice
CY  - Washington, DC
DB  - PsycINFO
AN  - 2019-65183-001
ER  -
`,
    ],
    [
      'EndNote XML',
      `<xml><records><record><ref-type name="Journal Article">17</ref-type><titles><title>Owls</title></titles>
<keywords>${WORDS.keywords.map((each) => `<keyword><style face="normal">${each.replace('&', '&amp;')}</style></keyword>`).join('')}</keywords>
<notes><style>Accession from the shelf.</style></notes><research-notes>Read twice</research-notes>
<pub-location>Washington, DC</pub-location><accession-num>2019-65183-001</accession-num>
<remote-database-name>PsycINFO</remote-database-name></record></records></xml>`,
    ],
    [
      'RefWorks',
      `RT Journal Article
T1 Owls
K1 ${WORDS.keywords.join('; ')}
NO Accession from the shelf.
NO Read twice
PP Washington, DC
AN 2019-65183-001
DB PsycINFO
`,
    ],
    [
      'EndNote, tagged',
      `%0 Journal Article
%T Owls
%K ${WORDS.keywords.join('\n')}
%Z Accession from the shelf.
%Z Read twice
%C Washington, DC
%M 2019-65183-001
%~ PsycINFO
`,
    ],
    [
      'Ovid',
      `VN  - Ovid Technologies
DB  - PsycINFO
AN  - 2019-65183-001
TI  - Owls
ID  - *Depression (Emotion); Heart & mind
MH  - Größe
SH  - Psychology
SH  - law
KW  - zebrafish regeneration
NT  - Accession from the shelf.
NT  - Read twice
PL  - Washington, DC
`,
    ],
    [
      'CSV',
      `Title,Author Keywords,Index Keywords,Notes,Place of Publication,Database,Accession Number
Owls,"*Depression (Emotion); Heart & mind; Größe","Psychology; law; zebrafish regeneration","Accession from the shelf.

Read twice","Washington, DC",PsycINFO,2019-65183-001
`,
    ],
    [
      'CSL-JSON',
      JSON.stringify([
        {
          type: 'article-journal',
          title: 'Owls',
          keyword: WORDS.keywords.join(', '),
          note: 'Accession from the shelf.\n\nRead twice',
          'publisher-place': 'Washington, DC',
          source: 'PsycINFO',
          custom: { databases: WORDS.databases },
        },
      ]),
    ],
    [
      'Zotero',
      JSON.stringify([
        {
          itemType: 'book',
          title: 'Owls',
          tags: WORDS.keywords.map((tag) => ({ tag })),
          notes: [{ note: '<p>Accession from the shelf.</p>' }, { note: '<p>Read twice</p>' }],
          place: 'Washington, DC',
          libraryCatalog: 'PsycINFO',
          extra: 'Accession Number: 2019-65183-001',
        },
      ]),
    ],
  ])('in %s loses none of its words', async (name, text) => {
    const [paper] = await imported(text);
    expect({ ...paper, keywords: [...(paper?.keywords ?? [])].sort() }).toMatchObject({
      ...WORDS,
      keywords: [...WORDS.keywords].sort(),
      fieldsOfStudy: expect.arrayContaining(['Ovid', 'CSV'].includes(name) ? [] : ['Psychology']),
    });
  });

  it('in BibTeX loses none of its words, and comes back as it was', async () => {
    const source = `@article{a,
  title = {Owls},
  keywords = {Index owls; Night, dark},
  author_keywords = {Owls},
  note = {Read {\\'e}t{\\'e}},
  address = {Troms{\\o}},
  source = {Scopus},
}`;
    const [paper] = await imported(source);
    expect(paper).toMatchObject({
      keywords: ['Index owls', 'Night, dark', 'Owls'],
      notes: ['Read été'],
      publisherPlace: 'Tromsø',
      databases: [{ name: 'Scopus' }],
    });
    const text = writePapers('bibtex', [{ ref: 'R', key: 'a', paper: paper as Paper }]);
    for (const line of source.split('\n').slice(1, -1)) expect(text).toContain(line);
  });

  it('of PubMed and Web of Science names its database', async () => {
    const nbib =
      'PMID- 123\nTI  - Owls.\nOT  - owl sight\nMH  - *Strigiformes/physiology\nGN  - A note\nPL  - Norway\n';
    expect(await imported(nbib)).toMatchObject([
      {
        keywords: ['owl sight', 'Strigiformes/physiology'],
        notes: ['A note'],
        publisherPlace: 'Norway',
        databases: [{ name: 'PubMed', accessionNumber: '123' }],
      },
    ]);
    const wos = 'PT J\nTI Owls\nDE owl sight; night\nID VISION\nPI Oslo\nUT WOS:0001\nER\n';
    expect(await imported(wos)).toMatchObject([
      {
        keywords: ['owl sight', 'night', 'VISION'],
        publisherPlace: 'Oslo',
        databases: [{ name: 'Web of Science', accessionNumber: 'WOS:0001' }],
      },
    ]);
  });

  it.each([
    [`L2  - http://ovidsp.ovid.com/ovidweb.cgi?T=JS&D=psyc16&NEWS=N&AN=2019-1`, 'PsycInfo', '2019-1'],
    [`N2  - Owls see. (PsycINFO Database Record (c) 2019 APA, all rights reserved)`, 'PsycInfo', undefined],
    [`AN  - WOS:0001`, 'Web of Science', 'WOS:0001'],
    [`DP  - EBSCOhost`, 'EBSCOhost', undefined],
    [`AN  - pub.1000000001`, 'Dimensions', 'pub.1000000001'],
    [`UR  - https://lens.org/000-000-000-000-01X`, 'Lens', '000-000-000-000-01X'],
  ])('that names no database is recognised by %s', async (line, name, accessionNumber) => {
    const [paper] = await imported(`TY  - JOUR\nTI  - Owls\n${line}\nER  -\n`);
    expect(paper?.databases).toEqual([{ name, ...(accessionNumber && { accessionNumber }) }]);
  });
});

describe('what we export', () => {
  const PAPER = record({ title: 'Owls', fieldsOfStudy: ['Psychology', 'Medicine'], ...WORDS });

  it.each(['ris', 'endnote', 'csl-json', 'csv', 'jsonl', 'bibtex'] as const)(
    'comes back from %s with its words, and with no field of study among them',
    async (name) => {
      const format = name === 'endnote' ? 'endnote-xml' : name;
      const from = memoryLibrary();
      from.library.add([PAPER]);
      const [paper] = await imported([...exportLibrary(from.library, format as ExportFormat)].join(''));
      const { keywords, publisherPlace, databases, fieldsOfStudy } = paper as Paper;
      expect([...(keywords ?? [])].sort()).toEqual([...WORDS.keywords].sort());
      expect(publisherPlace).toBe(WORDS.publisherPlace);
      expect([...fieldsOfStudy].sort()).toEqual(expect.arrayContaining(['Medicine', 'Psychology']));
      // BibTeX has no field for them.
      if (format !== 'bibtex') expect(databases).toEqual(WORDS.databases);
      const notes = (paper as Paper).notes?.join(' ') ?? '';
      for (const note of WORDS.notes) expect(notes).toContain(note.replace(/\.$/, ''));
      if (format !== 'bibtex') expect((paper as Paper).notes).toEqual(WORDS.notes);
    },
  );

  it('has the fields that other programs read', () => {
    const write = (format: ExportFormat) => writePapers(format, [{ ref: 'J1-1', key: 'owls', paper: PAPER }]);
    const ris = write('ris');
    for (const line of ['KW  - zebrafish regeneration', 'N1  - Read twice', 'CY  - Washington, DC'])
      expect(ris).toContain(`${line}\r\n`);
    expect(ris).toContain('DB  - PsycINFO\r\nAN  - 2019-65183-001\r\n');
    expect(ris).toContain('N1  - paperqueue: J1-1\r\n');
    expect(JSON.parse(write('csl-json'))[0]).toMatchObject({
      keyword: expect.stringContaining('zebrafish regeneration'),
      note: WORDS.notes.join('\n\n'),
      'publisher-place': 'Washington, DC',
      source: 'PsycINFO',
    });
    expect(write('bibtex')).toContain('address = {Washington, DC},');
    expect(write('endnote-xml')).toContain('<pub-location>Washington, DC</pub-location>');
  });

  it('keeps commas within keywords where they part them, too', async () => {
    const comma = record({ title: 'Owls', keywords: ['Depression, Postpartum'] });
    for (const format of ['csl-json', 'bibtex', 'csv', 'ris'] as const) {
      const [paper] = await imported(writePapers(format, [{ ref: 'J1-1', key: 'owls', paper: comma }]));
      expect(paper?.keywords).toEqual(['Depression, Postpartum']);
    }
  });
});

describe('two records of one work', () => {
  it('have the keywords, notes and databases of both, each once', () => {
    const first = record({
      key: 'a',
      title: 'Owls',
      keywords: ['Owls', 'Night'],
      notes: ['One'],
      databases: [{ name: 'Scopus' }],
    });
    const second = record({ key: 'b', title: 'Owls', ...WORDS });
    expect(mergeRecords(first, { ...second, keywords: ['night', 'Sight'] })).toMatchObject({
      keywords: ['Owls', 'Night', 'Sight'],
      notes: ['One', ...WORDS.notes],
      databases: [{ name: 'Scopus' }, ...WORDS.databases],
    });
  });
});
