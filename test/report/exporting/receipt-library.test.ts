import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import type { JobSelectionRequest } from '../../../src/jobs/answers/job-selection.ts';
import { makeSearchLog } from '../../../src/report/exporting/search-log.ts';
import { searchLogInAnswer } from '../../../src/report/exporting/search-log-markdown.ts';
import type { Note } from '../../../src/wording/notes.ts';
import { ANEW, newJob, openStore } from '../../jobs/store/stores.ts';

/** What a record of searches of the library says of its size, and of what is known of the papers. */

const PAPERS: WirePaper[] = [
  { id: 'a', title: 'Mussels of the shore' },
  { id: 'b', title: 'Tides without a moon' },
];

/** The record of finished searches, each with its notes. */
function record(searches: { notes: Note[]; papers?: WirePaper[] }[], part: JobSelectionRequest = {}) {
  const store = openStore();
  const jobs = searches.map(({ notes, papers = PAPERS }, at) => {
    const body = { keywords: ['tide', 'mussel', `shore ${at}`] };
    const request = { operation: 'keywordSearch' as const, body, filters: { limit: 100 as const } };
    const { number } = store.beginCreation(newJob({ mode: 'embedded', request }), ANEW).job;
    store.confirm(number, `own-${at}`);
    const [gave, total] = [papers.length, papers.length];
    return store.finish(number, {
      status: 'success',
      papers,
      notes: notes as never,
      sources: [{ source: 'library', title: 'the local library', gave, total }],
      flow: { identified: total, duplicates: {}, leftOut: {}, returned: gave },
    });
  });
  return makeSearchLog({ store, account: 'account', serviceAddress: undefined }, jobs, part);
}

const held = (papers: number): Note[] => [{ kind: 'library-searched', papers }];

describe('the record of a search of the library', () => {
  it('says how many papers it has beside how many were found, and points to the strategies that are there', () => {
    const { methods } = record([{ notes: held(8038) }]);
    expect(methods).toMatch(/^We searched the local library \(8038 papers; n = 2\) with paperqueue/);
    expect(methods).toContain('(1 search; the exact strategies are in the search log)');
  });

  it('says the most it had, where it grew between searches, and nothing where that was not recorded', () => {
    expect(record([{ notes: held(7000) }, { notes: held(8038) }, { notes: [] }]).methods).toContain(
      'the local library (8038 papers; n = 6)',
    );
    expect(record([{ notes: [] }]).methods).toContain('the local library (n = 2)');
  });

  it('gives no number of retracted papers where the status of none is known', () => {
    const shown = (papers: WirePaper[]) => searchLogInAnswer(record([{ notes: [], papers }])).text;
    expect(shown(PAPERS)).toContain('- Retraction status: not known for any of 2 records\n');
    const [first = {}, ...others] = PAPERS;
    expect(shown([{ ...first, isRetracted: false }, ...others])).toContain(
      '- Retraction status: known for 1 of 2 records; 0 retracted\n',
    );
  });
});

describe('papers of the library that match too little of a search', () => {
  const weak = { id: 'c', title: 'Sea cucumbers of the deep' };
  const found = { id: 'd', title: 'Mussels on ropes', explanation: { ranks: { openalex: 1 } } };
  const good = { id: 'e', title: 'Tides, mussels and the shore 0' };
  const papers = [good, weak, found];

  it('are to be screened as all others: a review of the search has as many records', () => {
    const log = record([{ notes: [], papers }]);
    expect(log.methods).toContain('Of 3 records, 0 duplicates were removed; 3 remained for screening');
    expect(searchLogInAnswer(log).text).toContain('| Records to screen | 3 |');
  });

  it.each([
    [{ where: { text: 'mussels' } }, { toScreen: 2, outside: { works: 1 } }],
    [{ where: { text: 'ropes' } }, { toScreen: 1, outside: { works: 2 } }],
    [{ refs: ['J1-2'] }, { toScreen: 1, outside: { works: 2 } }],
  ])('%j: %j', (request, prisma) => {
    expect(record([{ notes: [], papers }], request).prisma).toMatchObject(prisma);
  });
});
