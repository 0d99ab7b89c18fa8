import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { answerJob } from '../../../src/jobs/answers/answer.ts';
import { answerJobs, findJobs } from '../../../src/jobs/answers/several-jobs.ts';
import type { Where } from '../../../src/papers/filters/where.ts';
import { said } from '../../helpers/said.ts';
import { ANEW, newJob } from '../store/stores.ts';
import { openBench } from '../submitting.ts';

const JOBS: WirePaper[][] = [
  [
    { title: 'Lactic acidosis in the ward', year: 2001 },
    { title: 'Lactic acidosis after exercise', year: 2012 },
    { title: 'Metformin in adults', year: 2015 },
  ],
  [
    { title: 'Metformin, again', year: 2016 },
    { title: 'Acidosis that is lactic', year: 2017 },
  ],
];

function open() {
  const { store } = openBench();
  for (const papers of JOBS) {
    const { job } = store.beginCreation(newJob(), ANEW);
    store.confirm(job.number, `id-${job.number}`);
    store.finish(job.number, { status: 'success', papers, notes: [] });
  }
  const read = (text: string, where: Where, offset?: number) => {
    const page = { where, offset };
    const jobs = findJobs(store, text, 'a');
    const [job] = jobs;
    return said(
      text.includes(',') || text === 'all' || !job
        ? answerJobs(store, 'hosted', jobs, { text, page })
        : answerJob(store, job, page),
    );
  };
  return { read };
}

describe('a text condition that leaves nothing', () => {
  it.each([
    ['J1', 3, { text: '"lactic acidosis" Metformin' }, '"lactic acidosis": 2, metformin: 1; both: 0'],
    ['J1,J2', 5, { text: '"lactic acidosis" Metformin' }, '"lactic acidosis": 2, metformin: 2; both: 0'],
    ['all', 5, { text: '"lactic acidosis" Metformin' }, '"lactic acidosis": 2, metformin: 2; both: 0'],
    ['J1,J2', 5, { text: 'ward OR adult exercise -2001' }, '(ward OR adult): 2, exercise: 1, NOT 2001: 5; all: 0'],
    // What the text alone finds is told apart from what other conditions exclude.
    ['J1', 3, { text: 'lactic acidosis', yearFrom: 2020 }, 'lactic: 2, acidosis: 2; both: 2'],
    ['J1,J2', 5, { text: 'well-known metformin' }, 'well known: 0, metformin: 2; both: 0'],
  ])('is counted part by part, in %s', (jobs, of, where, counts) => {
    expect(open().read(jobs, where).notes).toContain(`Of ${of} papers, each part of the text matches: ${counts}.`);
  });

  it.each(['J1', 'J1,J2', 'all'])('says what to relax, in %s', (jobs) => {
    const { next } = open().read(jobs, { text: 'metformin', yearFrom: 2020 });
    expect(next).toContain('without yearFrom');
    expect(next).toContain(`get_job with jobId "${jobs}" and another where is free.`);
  });

  it.each([
    ['that has one part', { text: 'warfarin' }],
    ['that leaves papers', { text: 'lactic acidosis' }],
    ['beside which nothing else is asked', { yearFrom: 2020 }],
  ])('has no counts %s', (_what, where) => {
    expect(open().read('J1,J2', where).notes?.join()).not.toContain('by its parts');
  });
});

describe('a text condition', () => {
  it.each(['J1', 'J1,J2', 'all'])('is repeated as it was read, with the first page alone, in %s', (jobs) => {
    const { read } = open();
    expect(read(jobs, { text: 'ward OR Adults -"in vitro"' }).whereRead).toBe('(ward OR adults) AND NOT "in vitro"');
    expect(read(jobs, { text: 'lactic' }, 1)).not.toHaveProperty('whereRead');
    expect(read(jobs, { yearFrom: 2000 })).not.toHaveProperty('whereRead');
  });
});
