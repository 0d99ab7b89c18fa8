import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../src/faces/cli/io.ts';
import type { ViewData, ViewPaper, ViewTexts } from '../../../src/report/data/report-data.ts';
import { writeDecisionsFile } from '../../../src/report/view/decide/decisions-file.ts';
import { scoreByKept } from '../../../src/report/view/decide/order-by-kept.ts';
import { createDecisions } from '../../../src/report/view/decide/person-decisions.ts';
import { exportText } from '../../../src/report/view/export-text.ts';
import { createModel } from '../../../src/report/view/model.ts';
import { readReviewFile } from '../../../src/review/commands/read-review-file.ts';
import { realPapers } from '../../helpers/real-papers.ts';
import { some } from '../../helpers/runs.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { dataOf, openReports } from './reports.ts';

const paper = (number: number, known: Partial<ViewPaper> = {}): ViewPaper => ({
  ref: `J1-${number}`,
  title: `Paper ${number}`,
  authors: [],
  fields: [],
  foundIn: [],
  searches: [0],
  ...known,
});
const PAPERS = [paper(1), paper(2, { also: ['J2-9'] }), paper(3), paper(4)];
const DATA: ViewData = { v: 2, searches: [], papers: PAPERS, topics: [] };

/** A clock that goes on by a second with each look. */
function ticking(from = Date.UTC(2026, 10, 27)) {
  let at = from;
  return () => {
    at += 1_000;
    return new Date(at);
  };
}

const NO_KEYWORDS = { title: 'No keywords', year: 2020, authors: 'Ada Reef', publicationType: 'book' };

describe('decisions', () => {
  it('are counted, changed, taken back and undone one by one', () => {
    const decisions = createDecisions(PAPERS, ticking());
    decisions.change(0, { decision: 'include' });
    decisions.change(1, { decision: 'exclude', note: 'animals' });
    decisions.change(1, { decision: 'maybe' });
    decisions.change(0, { decision: undefined });
    expect(decisions.count()).toEqual({ include: 0, maybe: 1, exclude: 0, undecided: 3 });
    expect(decisions.of(1)).toMatchObject({ decision: 'maybe', note: 'animals' });
    expect([0, 1, 1, 0].map(() => decisions.undo())).toEqual([0, 1, 1, 0]);
    expect(decisions.count()).toEqual({ include: 0, maybe: 0, exclude: 0, undecided: 4 });
    expect(decisions.undo()).toBeUndefined();
  });

  it('of two places count as the newer one of each paper, what was taken back too', () => {
    const [early, late] = [createDecisions(PAPERS, ticking(0)), createDecisions(PAPERS, ticking(1e9))];
    for (const index of [0, 1, 2]) early.change(index, { decision: 'include' });
    late.change(0, { decision: 'exclude' });
    late.change(1, { decision: 'include' });
    late.undo();
    for (const [one, other] of [
      [createDecisions(PAPERS), [early, late]],
      [createDecisions(PAPERS), [late, early]],
    ] as const) {
      for (const each of other) one.take(each.all());
      expect([0, 1, 2, 3].map((index) => one.of(index)?.decision)).toEqual([
        'exclude',
        undefined,
        'include',
        undefined,
      ]);
    }
    expect(early.take(late.all())).toEqual([0, 1]);
  });

  it('on another record of a work, or on a paper that is not here, are kept', () => {
    const decisions = createDecisions(PAPERS);
    const at = '2026-11-27T00:00:00Z';
    expect(decisions.take({ 'J2-9': { decision: 'include', at }, 'J7-1': { decision: 'maybe', at } })).toEqual([1]);
    expect(decisions.of(1)?.decision).toBe('include');
    expect(Object.keys(decisions.all())).toEqual(['J1-2', 'J7-1']);
    expect(decisions.count().maybe).toBe(0);
  });

  it('filter, and the list follows them', () => {
    const model = createModel(DATA);
    const heard: (readonly number[])[] = [];
    model.onDecided((indices) => heard.push(indices));
    model.decide(1, { decision: 'include' });
    model.toggle('decision', 'undecided');
    expect(model.visible).toEqual([0, 2, 3]);
    model.decide(2, { decision: 'exclude' });
    expect(model.visible).toEqual([0, 3]);
    expect(model.undo()).toBe(2);
    expect(model.visible).toEqual([0, 2, 3]);
    expect(heard).toEqual([[1], [2], [2]]);
  });

  it('stay when the view is drawn otherwise, and nothing drawn before hears of them', () => {
    const former = createModel(DATA);
    former.decide(0, { decision: 'include' });
    let heard = 0;
    former.onDecided(() => {
      heard += 1;
    });
    const model = createModel(DATA, former);
    model.decide(1, { decision: 'maybe' });
    expect(model.decisions.count()).toMatchObject({ include: 1, maybe: 1 });
    expect(heard).toBe(0);
  });
});

describe('the file of decisions', () => {
  it('has what was decided or noted, in columns of the reader, and nothing that runs', () => {
    const papers = [paper(1, { title: '=HYPERLINK("x")', doi: '10.1/a' }), paper(2), paper(3)];
    const decisions = createDecisions(papers, ticking());
    decisions.by = 'Ana | B';
    decisions.change(0, { decision: 'exclude', note: '+1; "no"\nnever', tags: ['a;b', 'c'] });
    decisions.change(1, { note: 'read later' });
    decisions.change(2, { decision: 'include' });
    decisions.undo();
    const { data } = Papa.parse<Record<string, string>>(writeDecisionsFile(papers, decisions).slice(1), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({
      ref: 'J1-1',
      doi: '10.1/a',
      title: '\'=HYPERLINK("x")',
      'Ana \\| B | decision': 'exclude',
      'Ana \\| B | note': '\'+1; "no"\nnever',
      'Ana \\| B | tags': 'a;;b; c',
    });
    expect(data[1]).toMatchObject({ 'Ana \\| B | decision': '', 'Ana \\| B | note': 'read later' });
  });
});

describe('the order by what was kept', () => {
  const topic = (words: string, number: number) => paper(number, { title: words, abstract: `${words} study` });
  const papers = [
    ...[1, 2, 3].map((number) => topic('coral reef bleaching', number)),
    ...[4, 5, 6].map((number) => topic('panel flutter of wings', number)),
    ...[7, 8, 9].map((number) => topic('coral flutter', number)),
  ];

  it('has first what is like the kept and unlike what is out, the decided ones last, twice the same', async () => {
    const model = createModel({ ...DATA, papers });
    model.decide(0, { decision: 'include' });
    model.decide(3, { decision: 'exclude' });
    const keys = await scoreByKept(papers, model.decisions);
    model.sort({ by: 'kept', keys });
    expect(model.visible).toEqual([1, 2, 6, 7, 8, 4, 5, 0, 3]);
    expect(await scoreByKept(papers, model.decisions)).toEqual(keys);
  });
});

describe('exports of decided papers', () => {
  const context = { io: { signal: new AbortController().signal } } as unknown as CommandContext;

  it.each(some(['bibtex', 'ris', 'csv'] as const))(
    'as %s are read with their decisions, and nothing else is changed',
    async (name) => {
      const folder = temporaryFolder();
      const papers = [
        ...realPapers().slice(0, 10),
        { ...NO_KEYWORDS, series: 'Notes, of "Reefs"', seriesNumber: '7', edition: '2' },
      ];
      const reports = openReports([{ papers }]);
      const html = reports.report();
      const data = dataOf(html);
      const texts: ViewTexts = JSON.parse(
        inflateRawSync(Buffer.from(dataOf(html, 'texts') as unknown as string, 'base64')).toString(),
      );
      const refs = data.papers.map(({ ref }) => ref);
      const decisions = createDecisions(data.papers);
      const read = async (text: string) => {
        const path = join(folder, `file.${{ bibtex: 'bib', ris: 'ris', csv: 'csv' }[name]}`);
        writeFileSync(path, text);
        return (await readReviewFile(context, path)).records;
      };
      expect(exportText(data, texts, { name }, refs, decisions)).toBe(reports.exported(name, { refs }));
      const plain = await read(reports.exported(name, { refs }));
      expect(plain).toHaveLength(11);
      decisions.change(0, { decision: 'include', note: 'fits, "well"' });
      decisions.change(10, { decision: 'exclude' });
      const text = exportText(data, texts, { name }, refs, decisions);
      const decided = await read(text);
      // Our own keyword is none of the paper's when it is read again.
      for (const [index, { paper, screening }] of decided.entries()) {
        const decision = decisions.of(index)?.decision;
        if (name === 'csv')
          expect(screening.decisions.map((each) => each.decision)).toEqual(decision ? [decision] : []);
        expect({ ...paper, bibtex: '' }).toEqual({ ...plain[index]?.paper, bibtex: '' });
      }
      if (name !== 'csv') expect(text.match(/decision: \w+/g)).toEqual(['decision: include', 'decision: exclude']);
      reports.close();
    },
  );
});
