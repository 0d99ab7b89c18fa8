import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { answerJob } from '../../../src/jobs/answers/answer.ts';
import { countSharedWorks } from '../../../src/jobs/answers/job-candidates.ts';
import { type JobSelectionRequest, selectPapers } from '../../../src/jobs/answers/job-selection.ts';
import { unknownRefsNote } from '../../../src/jobs/answers/selection-notes.ts';
import type { JobRecord } from '../../../src/jobs/ports/store.ts';
import type { Where } from '../../../src/papers/filters/where.ts';
import { VIEWS } from '../../../src/papers/source-words.ts';
import { runs } from '../../helpers/runs.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, newJob, openStore } from '../store/stores.ts';

/** A store in which one job after the other has found these papers: J1, J2 ... */
function found(...jobs: WirePaper[][]) {
  const folder = temporaryFolder();
  const store = openStore(folder);
  const add = (papers: WirePaper[]) => {
    const { job } = store.beginCreation(newJob(), ANEW);
    store.confirm(job.number, `id-${job.number}`);
    return store.finish(job.number, { status: 'success', papers, notes: [] });
  };
  const records = jobs.map(add) as [JobRecord, ...JobRecord[]];
  const select = (request: JobSelectionRequest, chosen: JobRecord[] = [records[0]]) =>
    selectPapers(store, chosen, request);
  const refs = (request: JobSelectionRequest, chosen?: JobRecord[]) =>
    select(request, chosen).papers.map(({ ref }) => ref);
  return { folder, store, add, jobs: records, select, refs };
}

/** Different works, told apart by their title. */
const work = (name: string, facts: WirePaper = {}): WirePaper => ({
  title: `Of the settlement of ${name}`,
  authors: 'Grace Hopper',
  ...facts,
});

const MUSSELS = { title: 'Mussel beds between the tides', authors: 'Ada Lovelace', year: 2020 };
/** Three spellings of one work. */
const PUBLISHED: WirePaper = { ...MUSSELS, doi: '10.1000/mussel' };
const PREPRINT: WirePaper = { ...MUSSELS, authors: 'Lovelace A', year: 2018, doi: '10.1101/2018.01.01.123456' };
const RESPELT: WirePaper = { title: 'Mussel beds', doi: 'https://doi.org/10.1000/MUSSEL', year: 2021 };

describe('a reference', () => {
  const papers = [
    work('limpets', { year: 2001 }),
    work('mussels', { year: 1999 }),
    work('barnacles'),
    work('whelks', { year: 2010 }),
  ];
  const titles = Object.fromEntries(papers.map(({ title }, at) => [`J1-${at + 1}`, title]));

  it('counts the papers in the order of the service, in whatever order they are shown', () => {
    const { select } = found(papers);
    expect(Object.fromEntries(select({}).papers.map(({ ref, paper }) => [ref, paper.title]))).toEqual(titles);
    expect(select({}).papers.map(({ ref }) => ref)).toEqual(['J1-2', 'J1-1', 'J1-3', 'J1-4']);
  });

  it.each<[string, JobSelectionRequest, string[]]>([
    ['sort', { sort: 'year:asc' }, ['J1-2', 'J1-1', 'J1-4', 'J1-3']],
    ['where', { where: { yearFrom: 2000 } }, ['J1-1', 'J1-4']],
    ['where and sort', { where: { yearFrom: 2000 }, sort: 'year:desc' }, ['J1-4', 'J1-1']],
    ['refs', { refs: ['J1-4', 'J1-2'] }, ['J1-4', 'J1-2']],
    ['refs and sort', { refs: ['J1-4', 'J1-2'], sort: 'year:asc' }, ['J1-2', 'J1-4']],
    ['refs and where', { refs: ['J1-4', 'J1-2'], where: { yearTo: 2000 } }, ['J1-2']],
  ])('stays with its paper under %s, also after a restart', (_what, request, expected) => {
    const { select, folder, jobs } = found(papers);
    const again = selectPapers(openStore(folder), jobs, request);
    for (const { papers: chosen } of [select(request), again]) {
      expect(chosen.map(({ ref }) => ref)).toEqual(expected);
      for (const { ref, paper } of chosen) expect(paper.title).toBe(titles[ref]);
    }
  });

  it.each(VIEWS)('stays with its paper in the view %s', (view) => {
    const { store, jobs } = found(papers);
    const { papers: shown = [] } = answerJob(store, jobs[0], { view, sort: 'year:desc' });
    expect(Object.fromEntries(shown.map(({ ref, title }) => [ref, title]))).toEqual(titles);
  });
});

describe('references that are asked for', () => {
  const open = () => found([work('limpets'), work('mussels')], [work('crabs')], [work('whelks'), work('eels')]);

  it('may be of several jobs and come in the asked order, whichever job is named', () => {
    const { refs, jobs } = open();
    expect(refs({ refs: ['J3-2', 'J1-1', 'J2-1', 'J3-1'] })).toEqual(['J3-2', 'J1-1', 'J2-1', 'J3-1']);
    expect(refs({ refs: ['J1-2', 'J3-1'] }, [jobs[1] as JobRecord])).toEqual(['J1-2', 'J3-1']);
  });

  it('are read in any case and with blanks around, and shown once', () => {
    expect(open().refs({ refs: ['j1-2', ' J1-2 ', 'J2-1', 'J1-2'] })).toEqual(['J1-2', 'J2-1']);
  });

  it('that are no papers are named as they were written, the others are shown', () => {
    const { select, store, jobs } = open();
    const unknown = ['J1-3', 'J9-1', 'J1', 'J1-0', 'J01-1', 'J1-1x', '', '__proto__', '<b>'];
    const selection = select({ refs: ['J1-1', ...unknown, 'J2-1'] });
    expect(selection.papers.map(({ ref }) => ref)).toEqual(['J1-1', 'J2-1']);
    expect(selection).toMatchObject({ unknown, stored: 2 });
    const [note, ...more] = unknownRefsNote(selection);
    for (const text of unknown) expect(JSON.stringify(note)).toContain(text);
    expect(more).toEqual([]);
    expect(answerJob(store, jobs[0], { refs: ['J1-1', 'J9-1'] }).notes).toContainEqual({
      kind: 'unknown-refs',
      refs: ['J9-1'],
      more: 0,
    });
  });

  it('that are known leave no note', () => {
    const { select } = open();
    expect(unknownRefsNote(select({ refs: ['J1-1'] }))).toEqual([]);
    expect(unknownRefsNote(select({}))).toEqual([]);
  });

  it('many and long unknown ones are named shortly', () => {
    const selection = open().select({ refs: Array.from({ length: 50 }, () => 'x'.repeat(1_000)) });
    const [note] = unknownRefsNote(selection);
    expect(note).toMatchObject({ more: 30 });
    expect(JSON.stringify(note).length).toBeLessThan(2_000);
  });

  it('of a job that has no papers yet are unknown', () => {
    const { store, select } = open();
    store.beginCreation(newJob(), ANEW);
    expect(select({ refs: ['J4-1'] })).toMatchObject({ papers: [], unknown: ['J4-1'] });
  });
});

describe('records of one work', () => {
  it('are shown once, by the published record, and the others can be reached', () => {
    const { select, refs } = found([work('limpets'), PREPRINT, PUBLISHED, RESPELT, work('crabs')]);
    const { papers, folded, stored } = select({});
    expect({ folded, stored }).toEqual({ folded: 2, stored: 5 });
    expect(papers.map(({ ref, sameAs }) => [ref, sameAs])).toEqual([
      ['J1-3', ['J1-2', 'J1-4']],
      ['J1-1', []],
      ['J1-5', []],
    ]);
    expect(refs({ refs: ['J1-2'] })).toEqual(['J1-2']);
  });

  it('are all shown when they are asked for by name, each with the others', () => {
    const { select } = found([PREPRINT, PUBLISHED, RESPELT]);
    const { papers, folded } = select({ refs: ['J1-3', 'J1-1'] });
    expect(folded).toBe(0);
    expect(papers.map(({ ref, sameAs, paper }) => [ref, sameAs, paper.title])).toEqual([
      ['J1-3', ['J1-1', 'J1-2'], RESPELT.title],
      ['J1-1', ['J1-2', 'J1-3'], PREPRINT.title],
    ]);
  });

  it('are filtered before they are folded: a record that meets where is never hidden by one that does not', () => {
    const { select } = found([PREPRINT, PUBLISHED]);
    const chosen = (where: Where) => {
      const { papers, folded } = select({ where });
      return { papers: papers.map(({ ref, sameAs }) => [ref, sameAs]), folded };
    };
    expect(chosen({ yearTo: 2018 })).toEqual({ papers: [['J1-1', ['J1-2']]], folded: 0 });
    expect(chosen({ yearFrom: 2019 })).toEqual({ papers: [['J1-2', ['J1-1']]], folded: 0 });
    expect(chosen({ yearFrom: 2018 })).toEqual({ papers: [['J1-2', ['J1-1']]], folded: 1 });
  });

  it('are folded across the jobs of one selection, and stay apart in each job alone', () => {
    const { select, jobs } = found([PREPRINT], [work('crabs'), PUBLISHED]);
    const { papers, folded } = select({}, jobs);
    expect(papers.map(({ ref, sameAs }) => [ref, sameAs])).toEqual([
      ['J2-2', ['J1-1']],
      ['J2-1', []],
    ]);
    expect(folded).toBe(1);
    expect(select({})).toMatchObject({ folded: 0, papers: [{ ref: 'J1-1', sameAs: [] }] });
  });

  it('of a job that is named twice are not counted twice', () => {
    const { select, jobs } = found([PUBLISHED]);
    expect(select({}, [jobs[0], jobs[0]])).toMatchObject({ stored: 1, folded: 0, papers: [{ sameAs: [] }] });
  });

  it('of any papers: each is shown, in sameAs of one that is shown, or excluded by where', () => {
    const paper = fc.constantFrom(PREPRINT, PUBLISHED, RESPELT, work('crabs'), work('crabs', { year: 2019 }), {});
    const { add, select } = found();
    fc.assert(
      fc.property(fc.array(paper, { maxLength: 8 }), fc.constantFrom(undefined, 2019, 2021), (papers, yearFrom) => {
        const { papers: shown, folded, stored } = select({ where: { yearFrom } }, [add(papers)]);
        const met = papers.filter(({ year }) => yearFrom === undefined || (year ?? 0) >= yearFrom).length;
        expect(shown.length + folded).toBe(met);
        expect(stored).toBe(papers.length);
        const named = shown.flatMap(({ ref, sameAs }) => [ref, ...sameAs]);
        expect(new Set(named).size).toBe(named.length);
        if (yearFrom === undefined) expect(named).toHaveLength(papers.length);
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('works that other jobs found', () => {
  const open = () => found([work('limpets'), PUBLISHED, work('crabs')], [PREPRINT, work('whelks')], [work('CRABS!')]);

  it('are left out by where.notIn, also in other spellings', () => {
    const { refs, select } = open();
    expect(refs({ where: { notIn: ['J2'] } })).toEqual(['J1-1', 'J1-3']);
    expect(refs({ where: { notIn: ['J3'] } })).toEqual(['J1-2', 'J1-1']);
    expect(refs({ where: { notIn: ['j2', 'J3', 'J2'] } })).toEqual(['J1-1']);
    expect(select({ where: { notIn: ['J2'] } })).toMatchObject({ stored: 3, folded: 0 });
  });

  it('are left out together with what other conditions exclude, and of references too', () => {
    const { refs } = open();
    expect(refs({ where: { notIn: ['J2'], text: 'crabs' } })).toEqual(['J1-3']);
    expect(refs({ refs: ['J1-2', 'J1-1'], where: { notIn: ['J2'] } })).toEqual(['J1-1']);
  });

  it('are all works where the job itself is named', () => {
    const { select } = open();
    expect(select({ where: { notIn: ['J1'] } })).toMatchObject({
      papers: [],
      withoutCondition: [{ filter: 'notIn', papers: 3 }],
    });
  });

  it('are known again by the id of the service, where a record has nothing else to be known by', () => {
    const editorial: WirePaper = { id: '5f1d', title: 'Editorial', year: 2020 };
    const { refs, store } = found([editorial, work('crabs')], [work('whelks'), { ...editorial }]);
    expect(refs({ where: { notIn: ['J2'] } })).toEqual(['J1-2']);
    expect(refs({ where: { notIn: ['J1'] } })).toEqual([]);
    expect(countSharedWorks(store, 1, 2)).toBe(1);
  });

  it('of a job without papers are none', () => {
    const { store, refs } = open();
    store.beginCreation(newJob(), ANEW);
    expect(refs({ where: { notIn: ['J4'] } })).toEqual(['J1-2', 'J1-1', 'J1-3']);
  });

  it.each(['J9', 'id-2', 'J1-1', '', 'nonsense'])('are JOB_NOT_FOUND for %j, which is no recorded job', (text) => {
    const { select } = open();
    const error = (() => {
      try {
        return select({ where: { notIn: ['J2', text] } });
      } catch (caught) {
        return caught;
      }
    })();
    expect(error).toBeInstanceOf(PaperqueueError);
    expect(error).toMatchObject({ details: { code: 'JOB_NOT_FOUND', charged: 'no', retryable: false } });
    expect((error as PaperqueueError).details.message).toContain(text);
  });

  it('are counted once each, the same from either side', () => {
    const { store } = open();
    const shared = (a: number, b: number) => [countSharedWorks(store, a, b), countSharedWorks(store, b, a)];
    expect(shared(1, 2)).toEqual([1, 1]);
    expect(shared(1, 3)).toEqual([1, 1]);
    expect(shared(2, 3)).toEqual([0, 0]);
    expect(shared(1, 1)).toEqual([3, 3]);
    expect(shared(1, 9)).toEqual([0, 0]);
    const { store: folded } = found([PUBLISHED, PREPRINT, RESPELT], [RESPELT, PREPRINT]);
    expect([countSharedWorks(folded, 1, 2), countSharedWorks(folded, 2, 1)]).toEqual([1, 1]);
  });
});
