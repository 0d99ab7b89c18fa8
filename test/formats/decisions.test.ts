import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScreening } from '../../src/formats/decisions/read-screening.ts';
import {
  type FileDecision,
  type FileResolution,
  readLabel,
  type Screened,
  type Screening,
} from '../../src/formats/decisions/screening.ts';
import type { ScreenedPaper } from '../../src/formats/format.ts';
import { fromAsreviewProject, toAsreviewProject } from '../../src/formats/screened/asreview-project.ts';
import { leftOutOf } from '../../src/formats/screened/left-out.ts';
import { DECISION_FORMATS, type DecisionFormatName, writeRis } from '../../src/formats/screened/write-decisions.ts';
import { detectFormat } from '../../src/library/importing/detect-format.ts';
import { createParser } from '../../src/library/importing/parser.ts';
import { readZip, writeZip } from '../../src/platform/zip.ts';
import { createAsreviewFiles } from '../../src/review/exchange/asreview-files.ts';
import { readAsreview } from '../../src/review/exchange/read-asreview.ts';
import { fullPaper } from '../helpers/full-paper.ts';
import { runs } from '../helpers/runs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** The records of a file as an import reads them. */
function readFile(text: string, fileName: string) {
  const format = detectFormat(text.slice(0, 64 * 1024), fileName);
  if (!format) throw new Error('unknown format');
  const parser = createParser(format);
  const entries = [...parser.push(text), ...parser.end()].flatMap((piece) => piece.entries);
  return entries.map((entry) => {
    if (!('paper' in entry)) throw new Error(`no paper: ${JSON.stringify(entry)}`);
    const { paper, screening: columns } = entry;
    return { title: paper.title, ...readScreening({ columns, notes: paper.notes ?? [] }, fileName) };
  });
}

/** A project file, read here: a process for each generated one would take minutes. */
function readProject(archive: Uint8Array) {
  const read = readAsreview({ archive, database: join(temporaryFolder(), 'results.db') });
  return 'project' in read ? read.project : { problem: read.refused };
}

const fixture = (name: string) => readFileSync(new URL(`../fixtures/screening/${name}`, import.meta.url));

/** One line of words, as names, reasons and notes are, with the signs that formats use. */
const words = fc
  .array(
    fc.constantFrom('Ana', 'Bø', '俊', 'wrong', 'population', '"so"', "O'Neil", '=1+1', 'a\\b', '{x}', '=>', '#2'),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((parts) => parts.join(' '));
const withBars = fc
  .tuple(words, fc.constantFrom('', ' | ', ': ', ' | RAYYAN-LABELS: '))
  .map(([text, sign]) => `${text}${sign && `${sign}x`}`);
const decision = fc.constantFrom('include' as const, 'exclude' as const, 'maybe' as const);
const time = fc.integer({ min: 0, max: 4e9 }).map((seconds) => new Date(seconds * 1_000).toISOString());

const fileDecision = fc.record(
  {
    reader: withBars,
    stage: fc.constantFrom('abstract', 'text'),
    decision,
    reasons: fc.uniqueArray(words, { minLength: 1, maxLength: 3 }),
    note: withBars,
    quote: withBars,
    tags: fc.uniqueArray(words, { minLength: 1, maxLength: 2 }),
    at: time,
  },
  { requiredKeys: ['reader', 'decision'] },
);

/** A record and what counts for it: what one of its readers decided, or nothing yet. */
const screened: fc.Arbitrary<ScreenedPaper> = fc
  .record(
    {
      // Of a reader at a stage one decision stands.
      decisions: fc.uniqueArray(fileDecision, {
        maxLength: 3,
        selector: ({ reader, stage }) => JSON.stringify([reader, stage]),
      }),
      prior: fc.boolean(),
      isSettled: fc.boolean(),
      resolutions: fc.uniqueArray(
        fc.record(
          { stage: fc.constantFrom('abstract', 'text'), decision, by: words, reasons: fc.tuple(words), note: withBars },
          { requiredKeys: ['stage', 'decision'] },
        ),
        { minLength: 1, maxLength: 2, selector: ({ stage }) => stage },
      ),
    },
    { requiredKeys: ['decisions', 'prior', 'isSettled'] },
  )
  .map(({ isSettled, ...record }) => {
    const [first] = record.decisions;
    const verdict = isSettled && first ? { verdict: first.decision } : {};
    return { ...record, ...verdict, ref: 'R1-1', key: 'key', paper: aPaper } as ScreenedPaper;
  });
const { bibtex: _, provenance: __, foundIn: ___, ...aPaper } = fullPaper({ notes: ['A note of the user'] });

const sorted = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).sort();

/** What a format that knows one label a record can tell of these decisions. */
const settled = ({ verdict }: ScreenedPaper) => (verdict === 'include' || verdict === 'exclude' ? [verdict] : []);
const decided = ({ decisions }: Screening) => decisions.map((each) => each.decision);
const reasonsIn = ({ decisions, resolutions = [], verdict }: ScreenedPaper) => [
  ...new Set(
    [...decisions, ...resolutions].filter((each) => each.decision === verdict).flatMap(({ reasons = [] }) => reasons),
  ),
];

function through(name: DecisionFormatName, records: readonly ScreenedPaper[]) {
  const { ending } = DECISION_FORMATS[name];
  return readFile(DECISION_FORMATS[name].write(records), `decisions.${ending}`);
}

describe('decisions out and in again', () => {
  const records = fc.array(screened, { minLength: 1, maxLength: 5 });
  const check = (name: DecisionFormatName, same: (record: ScreenedPaper, read: Screening) => void) =>
    fc.assert(
      fc.property(records, (written) => {
        const read = through(name, written);
        expect(read.map(({ title }) => title)).toEqual(written.map(({ paper }) => paper.title));
        written.forEach((record, index) => {
          expect(read[index]?.screening.refused).toBeUndefined();
          if (name !== 'covidence') expect(read[index]?.notes).toContain('A note of the user');
          same(record, read[index]?.screening as Screening);
        });
      }),
      { numRuns: runs(120) },
    );

  it('decisions-csv: everything', () => {
    check('decisions-csv', (record, read) => {
      expect(sorted(read.decisions.map(inOrder))).toEqual(sorted(record.decisions.map(inOrder)));
      expect(read.prior ?? false).toBe(record.prior);
      const byStage = (all: Screening['resolutions'] = []) => sorted(all.map(inOrderOfParts));
      expect(byStage(read.resolutions)).toEqual(byStage(record.resolutions));
    });
  });

  it('decisions-csv: signs of lists and of formulas, and old files', () => {
    const texts = ['a;b', ';', "'=1", "''=1", "'@x;;", '=2;=3', "x;'=4", '"=5', '"\'=6', 'C:\\new', 'a | b'];
    const decisions = [...texts, 'Ana\nBen', 'Ana\r\n=Ben'].map((text) => ({
      reader: text,
      decision: 'exclude' as const,
      reasons: texts,
      tags: texts,
      note: `${text}\n${text}`,
      quote: text,
    }));
    const record: ScreenedPaper = { decisions, ref: 'R1-1', key: 'key', paper: aPaper };
    const [read] = through('decisions-csv', [record]);
    expect(read?.screening.decisions.map(inOrder)).toEqual(decisions.map(inOrder));
    const old = 'title,Ana | decision,Ana | tags,Ana | note\nA study of it,include,"a, b; \'=1","\'=2\n\'=3"\n';
    expect(readFile(old, 'old.csv')[0]?.screening.decisions).toEqual([
      { reader: 'Ana', decision: 'include', tags: ['a, b', '=1'], note: '=2\n=3' },
    ]);
  });

  it('rayyan: who decided what, the reasons of those who excluded it, and notes', () => {
    check('rayyan', (record, read) => {
      const last = [...new Map(record.decisions.map((each) => [each.reader, each])).values()];
      expect(read.decisions.map(({ reader, decision: word, note }) => [reader, word, note])).toEqual(
        last.map(({ reader, decision: word, note }) => [reader, word, note]),
      );
      const excluded = last.filter((each) => each.decision === 'exclude');
      const reasons = excluded.flatMap((each) => each.reasons ?? []);
      for (const each of read.decisions)
        expect(sorted(each.reasons ?? [])).toEqual(each.decision === 'exclude' ? sorted([...new Set(reasons)]) : []);
    });
  });

  it('ris: the label, its reasons and its note', () => {
    check('ris', (record, read) => {
      expect(decided(read)).toEqual(settled(record));
      expect(read.prior ?? false).toBe(record.prior);
      for (const { reasons = [] } of read.decisions)
        expect(sorted(reasons)).toEqual(sorted(reasonsIn(record).map((reason) => reason.replaceAll(':', ' '))));
    });
  });

  it('covidence: what counts, and the reasons of an exclusion', () => {
    check('covidence', (record, read) => {
      expect(decided(read)).toEqual(record.verdict ? [record.verdict] : []);
      for (const { reasons = [], decision: word } of read.decisions)
        expect(sorted(reasons)).toEqual(word === 'exclude' ? sorted(reasonsIn(record)) : []);
    });
  });

  it('asreview: the label, its reasons, note and time', () => {
    fc.assert(
      fc.property(records, (written) => {
        const dataset = { name: 'records.ris', text: writeRis(written) };
        const read = readProject(createAsreviewFiles().write(toAsreviewProject('R1', written), dataset));
        if ('problem' in read) throw new Error(read.problem.kind);
        const back = fromAsreviewProject(read);
        written.forEach((record, index) => {
          const { metadata, screening } = back[index] as (typeof back)[number];
          expect(metadata).toMatchObject({ title: aPaper.title, doi: aPaper.doi, authors: aPaper.authors });
          expect(decided(screening)).toEqual(settled(record));
          const times = record.decisions.flatMap(({ at }) => at ?? []).sort();
          for (const { reasons = [], at } of screening.decisions) {
            expect(sorted(reasons)).toEqual(sorted(reasonsIn(record)));
            expect(at).toBe(times.at(-1));
            expect(screening.prior ?? false).toBe(record.prior);
          }
        });
      }),
      { numRuns: runs(30) },
    );
  });

  const inOrder = ({ reader, stage, decision: word, reasons, note, quote, tags, at }: FileDecision) => ({
    reader,
    stage,
    decision: word,
    reasons,
    note,
    quote,
    tags,
    at,
  });
  const inOrderOfParts = ({ stage, by, decision: word, reasons, note }: FileResolution) => ({
    stage,
    by,
    decision: word,
    reasons,
    note,
  });

  const CRITERION = { C1: 'Adults', C2: 'Wrong population, or animals: mice | rats' };
  const excluded: ScreenedPaper = {
    ref: 'R1-1',
    key: 'key',
    paper: aPaper,
    verdict: 'exclude',
    criteria: CRITERION,
    decisions: [{ reader: 'Ana', decision: 'exclude', reasons: ['C2'] }],
  };

  it('says the reasons in words, to programs that do not know the criteria', () => {
    const text = (name: DecisionFormatName) => DECISION_FORMATS[name].write([excluded]);
    expect(text('rayyan')).toContain('RAYYAN-EXCLUSION-REASONS: Wrong population; or animals: mice / rats');
    expect(text('covidence')).toContain('Exclusion reason: Wrong population, or animals: mice | rats');
    expect(text('ris')).toContain('asreview_tag_reason_Wrong population, or animals mice | rats: 1');
    const [head = '', row = ''] = text('decisions-csv')
      .replace(/^\ufeff/, '')
      .split('\r\n');
    const at = head.split(',').indexOf('reasons in words');
    expect(row.slice(row.indexOf('C2')).startsWith(`C2,"${CRITERION.C2}"`)).toBe(true);
    expect(head.split(',')[at - 1]).toBe('reasons');
    expect(toAsreviewProject('R1', [excluded]).tags[0]?.values).toEqual([{ id: 0, name: CRITERION.C2, export: 'C2' }]);
  });

  it('counts what a format cannot tell', () => {
    const by = (reader: string, stage: string, word: FileDecision['decision'], quote?: string) => ({
      reader,
      stage,
      decision: word,
      ...(quote && { quote }),
    });
    const all: Screened[] = [
      { decisions: [by('Ana', 'abstract', 'maybe')], verdict: 'maybe' },
      { decisions: [by('Ana', 'abstract', 'include', 'so'), by('Ana', 'text', 'exclude')], verdict: 'exclude' },
      { decisions: [by('Ana', 'abstract', 'include'), by('Ben', 'abstract', 'exclude')] },
      {
        decisions: [by('Ana', 'abstract', 'include'), by('Ben', 'abstract', 'exclude')],
        resolutions: [{ stage: 'abstract', decision: 'include' }],
        verdict: 'include',
      },
      { decisions: [] },
    ];
    const { rayyan, covidence, ris, 'decisions-csv': own } = DECISION_FORMATS;
    const inAll = { stages: 2, earlier: 1, resolutions: 1, quotes: 1 };
    expect(leftOutOf(all, own.carries)).toBeUndefined();
    expect(leftOutOf(all, rayyan.carries)).toEqual(inAll);
    expect(leftOutOf(all, covidence.carries)).toEqual({ ...inAll, unsettled: 1, readers: 2 });
    expect(leftOutOf(all, ris.carries)).toEqual({ ...inAll, maybe: 1, unsettled: 1, readers: 2 });
    expect(leftOutOf(all.slice(4), ris.carries)).toBeUndefined();
  });
});

describe('files of other programs', () => {
  it('Rayyan: several readers, labels, reasons, and a note before', () => {
    const [first, second, third] = readFile(
      [
        'TY  - JOUR',
        'AN  - rayyan-14431',
        'TI  - One',
        'N1  -  RAYYAN-INCLUSION: {"Zoe"=>"Excluded", "m.el-gohary"=>"Included"} | RAYYAN-LABELS: M.el-G please review,later',
        'ER  -',
        '',
        'TY  - JOUR',
        'TI  - Two',
        'N1  - Section: 12 p. | RAYYAN-INCLUSION: {"Zoe"=>"Excluded"} | RAYYAN-EXCLUSION-REASONS: wrong drug,wrong intervention | USER-NOTES: {"Zoe"=>["not here", "see 3"]}',
        'ER  -',
        '',
        'TY  - JOUR',
        'TI  - Three',
        'N1  - RAYYAN-LABELS: please review',
        'ER  -',
      ].join('\n'),
      'articles.ris',
    );
    const tags = ['M.el-G please review', 'later'];
    expect(first?.screening.decisions).toEqual([
      { reader: 'Zoe', tags, decision: 'exclude' },
      { reader: 'm.el-gohary', tags, decision: 'include' },
    ]);
    expect(second).toMatchObject({ notes: ['Section: 12 p.'] });
    const reasons = ['wrong drug', 'wrong intervention'];
    expect(second?.screening.decisions).toEqual([
      { reader: 'Zoe', decision: 'exclude', reasons, note: 'not here\nsee 3' },
    ]);
    expect(third).toMatchObject({ screening: { decisions: [] }, notes: ['RAYYAN-LABELS: please review'] });
  });

  it('Rayyan: its table', () => {
    const [one] = readFile(
      'key,title,year,month,day,journal,issn,volume,issue,pages,authors,url,language,publisher,location,abstract,notes,doi,keywords,pubmed_id,pmc_id\n' +
        'rayyan-2,"Burnout: a review",2021,,,,,,,,"Smith, John",,,,,,"RAYYAN-INCLUSION: {""Chris""=>""Excluded"", ""Marie""=>""Maybe""} | RAYYAN-EXCLUSION-REASONS: background article",,"",90000101,\n',
      'articles.csv',
    );
    expect(one?.screening.decisions).toEqual([
      { reader: 'Chris', decision: 'exclude', reasons: ['background article'] },
      { reader: 'Marie', decision: 'maybe' },
    ]);
  });

  it('Rayyan: its BibTeX, with signs that LaTeX knows, and a field that Rayyan alone has', () => {
    const [one, two] = readFile(
      [
        '@article{rayyan-309920001,',
        '  title={Wet chips},',
        '  year={2014},',
        '  author={M, KIM and R, S{\\"U}SS},',
        '  note={RAYYAN-INCLUSION: {"Ana"=>"Included", "Ugo"=>"Maybe"} | RAYYAN-LABELS: gut,>1 organ,synthetic mem},',
        '  chapter={0}',
        '}',
        '',
        '@article{rayyan-309920002,',
        '  title={Dry chips},',
        '  note={RAYYAN-INCLUSION: {"Ana"=>"Excluded"} | RAYYAN-EXCLUSION-REASONS: wrong population,background article}',
        '}',
      ].join('\n'),
      'articles.bib',
    );
    const tags = ['gut', '>1 organ', 'synthetic mem'];
    expect(one?.screening).toEqual({
      decisions: [
        { reader: 'Ana', tags, decision: 'include' },
        { reader: 'Ugo', tags, decision: 'maybe' },
      ],
      program: 'Rayyan',
    });
    expect(two?.screening.decisions).toEqual([
      { reader: 'Ana', decision: 'exclude', reasons: ['wrong population', 'background article'] },
    ]);
  });

  const COVIDENCE =
    'Title,Authors,Abstract,Published Year,Published Month,Journal,Volume,Issue,Pages,Accession Number,DOI,Ref,Covidence #,Study,Notes,Tags\n' +
    'Voluntary work,"Heslop, P.",,1990,,Midwife,26,4,136-140,107520452,,6535,#1581,Heslop 1990,"Exclusion reason: Wrong study design; ",SRH\n' +
    'Paid work,"Heslop, P.",,1991,,Midwife,27,4,1-4,,,6536,#1582,Heslop 1991,,\n';

  it('Covidence: reasons in notes, and the list in the name of the file', () => {
    const read = (name: string) => readFile(COVIDENCE, name).map(({ screening }) => screening.decisions);
    const excluded = [{ decision: 'exclude', reasons: ['Wrong study design'] }];
    expect(read('studies.csv')).toEqual([excluded, []]);
    expect(read('/tmp/review_59500_irrelevant_csv_20190925102123.csv')).toEqual([
      excluded,
      [{ decision: 'exclude', stage: 'abstract' }],
    ]);
    expect(read('mine_review_59500_included_csv_20190925102123.csv')[1]).toEqual([
      { decision: 'include', stage: 'text' },
    ]);
    expect(read('review_59500_screen_csv_20190925102123.csv')[1]).toEqual([]);
  });

  it('Covidence: its table of 2024, whose columns and order ours has', () => {
    const [head = ''] = COVIDENCE.split('\n');
    const row =
      'Key axes,"Yin, C.; Meadows, M.E.",A text,2023,,J. Clean. Prod.,385,,,,10.1016/x.2022.1,,#1,Yin 2023,"",""';
    const [read] = readFile(`${head}\n${row}\n`, 'review_283729_included_csv_20240320131744.csv');
    expect(read).toMatchObject({ title: 'Key axes', notes: [] });
    expect(read?.screening).toEqual({ decisions: [{ decision: 'include', stage: 'text' }], program: 'Covidence' });
    expect(
      DECISION_FORMATS.covidence
        .write([])
        .replace(/^\ufeff/, '')
        .trim(),
    ).toBe(head);
  });

  it('tables for simulations: labels in the usual names and words', () => {
    const labels = (header: string, ...cells: string[]) =>
      readFile(
        [`title,abstract,${header}`, ...cells.map((cell, row) => `Paper ${row},A text,${cell}`)].join('\n'),
        'a.csv',
      ).map(({ screening }) => screening.decisions.map((each) => each.decision).join());
    expect(labels('included', '1', '0', '', '1.0', '-1')).toEqual(['include', 'exclude', '', 'include', '']);
    expect(labels('label_included', 'yes', 'No', 'maybe')).toEqual(['include', 'exclude', 'maybe']);
    expect(labels('final_included', 'TRUE', 'FALSE')).toEqual(['include', 'exclude']);
  });

  it('refuses an unknown label by its name, and takes the rest', () => {
    const read = readFile('title,abstract,included\nOne,A,1\nTwo,B,perhaps not\nThree,C,0\n', 'a.csv');
    expect(read.map(({ screening }) => screening)).toEqual([
      { decisions: [{ decision: 'include' }] },
      { decisions: [], refused: [{ label: 'perhaps not', in: 'included' }] },
      { decisions: [{ decision: 'exclude' }] },
    ]);
    const [rayyan] = readFile(
      'TY  - JOUR\nTI  - A\nN1  - RAYYAN-INCLUSION: {"A"=>"Shrug", "B"=>"Included"}\nER  - \n',
      'a.ris',
    );
    expect(rayyan?.screening).toEqual({
      decisions: [{ reader: 'B', decision: 'include' }],
      program: 'Rayyan',
      refused: [{ label: 'Shrug', in: 'RAYYAN-INCLUSION' }],
    });
    const [asreview] = readFile('TY  - JOUR\nTI  - A\nN1  - ASReview_adored\nER  - \n', 'a.ris');
    expect(asreview?.screening.refused).toEqual([{ label: 'ASReview_adored', in: 'ASReview' }]);
  });

  it('ASReview 3.0.8: its project file, and what it exported of one of ours', () => {
    const project = readProject(fixture('asreview-3.0.8.asreview'));
    if ('problem' in project) throw new Error(project.problem.kind);
    expect(
      fromAsreviewProject(project).map(({ metadata, screening }) => ({ title: metadata.title, ...screening })),
    ).toEqual([
      {
        title: 'Frozen lakes remember winds',
        decisions: [{ decision: 'include', at: '2026-11-26T20:26:37.328Z' }],
        program: 'ASReview',
        prior: true,
      },
      {
        title: 'Warm ponds forget winds',
        decisions: [{ decision: 'exclude', reasons: ['C2'], note: 'wrong water', at: '2026-11-26T20:26:37.351Z' }],
        program: 'ASReview',
      },
      { title: 'Rivers carry everything', decisions: [] },
    ]);
    const expected = {
      'Frozen lakes remember winds': [{ decision: 'include', at: '2026-03-04T10:00:00.000Z' }],
      'Rivers carry everything': [],
      'Puddles dry': [],
      'Warm ponds forget winds': [
        {
          decision: 'exclude',
          reasons: ['C2', 'wrong population'],
          note: 'wrong | water',
          at: '2026-03-04T10:00:01.000Z',
        },
      ],
      'Seas are wide': [{ decision: 'exclude', at: '2026-03-04T10:00:03.000Z' }],
    };
    for (const name of ['asreview-3.0.8.ris', 'asreview-3.0.8.csv'])
      expect(
        Object.fromEntries(
          readFile(fixture(name).toString(), name).map(({ title, screening }) => [title, screening.decisions]),
        ),
      ).toEqual(expected);
  });

  it('knows what is no project of ASReview, or of another version', () => {
    const unreadable = { problem: { kind: 'unreadable' } };
    expect(readProject(Buffer.from('title,abstract'))).toEqual(unreadable);
    expect(readProject(fixture('asreview-3.0.8.asreview').subarray(0, 2_000))).toEqual(unreadable);
    const other = writeZip([{ name: 'a.txt', bytes: Buffer.from('a') }]);
    expect(readProject(other)).toEqual({ problem: { kind: 'no-project' } });
    const old = writeZip([{ name: 'project.json', bytes: Buffer.from('{"project_file_version":2}') }]);
    expect(readProject(old)).toEqual({ problem: { kind: 'other-version', version: 2 } });
  });
});

describe('a label', () => {
  it('is a decision, nothing, or unknown', () => {
    expect(['Included', ' 1 ', 'IRRELEVANT', 'Maybe'].map(readLabel)).toEqual([
      'include',
      'include',
      'exclude',
      'maybe',
    ]);
    expect(['', 'NaN', 'not_seen'].map(readLabel)).toEqual([null, null, null]);
    expect(['2', 'later'].map(readLabel)).toEqual([undefined, undefined]);
  });
});

describe('a zip archive', () => {
  it('gives what was put in', () => {
    const files = fc.uniqueArray(
      fc.record({
        name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
        bytes: fc.uint8Array({ maxLength: 2_000 }),
      }),
      { selector: ({ name }) => name, maxLength: 5 },
    );
    fc.assert(
      fc.property(files, (written) => {
        const read = readZip(writeZip(written));
        expect([...read].map(([name, file]) => [name, file.length, [...file.bytes()]])).toEqual(
          written.map(({ name, bytes }) => [name, bytes.length, [...bytes]]),
        );
      }),
      { numRuns: runs(100) },
    );
  });

  it('refuses damage, and unpacks no more than it says', () => {
    const bytes = Buffer.from(writeZip([{ name: 'a', bytes: Buffer.alloc(5_000, 'paper') }]));
    const lying = Buffer.from(bytes);
    lying.writeUInt32LE(4_999, lying.length - 22 - 47 + 24);
    expect(readZip(lying).get('a')?.length).toBe(4_999);
    expect(() => readZip(lying).get('a')?.bytes()).toThrow();
    bytes[35] = (bytes[35] as number) ^ 0xff;
    expect(() => readZip(bytes).get('a')?.bytes()).toThrow();
  });
});
