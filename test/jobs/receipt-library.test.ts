import { describe, expect, it } from 'vitest';
import type { Note } from '../../src/contract/notes.ts';
import type { WirePaper } from '../../src/contract/wire-paper.ts';
import { makeSearchLog } from '../../src/jobs/exporting/search-log.ts';
import { searchLogInAnswer } from '../../src/jobs/exporting/search-log-markdown.ts';
import { ANEW, newJob, openStore } from '../store/stores.ts';

/** What a record of searches of the library says of its size, and of what is known of the papers. */

const PAPERS: WirePaper[] = [
  { id: 'a', title: 'Mussels of the shore' },
  { id: 'b', title: 'Tides without a moon' },
];

/** The record of finished searches, each with its notes. */
function record(searches: { notes: Note[]; papers?: WirePaper[] }[]) {
  const store = openStore();
  const jobs = searches.map(({ notes, papers = PAPERS }, at) => {
    const body = { keywords: ['tide', 'mussel', `shore ${at}`] };
    const request = { operation: 'keywordSearch' as const, body, filters: { limit: 100 as const } };
    const { number } = store.beginCreation(newJob({ mode: 'embedded', request }), ANEW).job;
    store.confirm(number, `own-${at}`);
    const [gave, total] = [papers.length, papers.length];
    return store.finish(number, {
      ...{ status: 'success', papers, notes: notes as never },
      sources: [{ source: 'library', title: 'the local library', gave, total }],
      flow: { identified: total, duplicates: {}, leftOut: {}, returned: gave },
    });
  });
  return makeSearchLog({ store, account: 'account', serviceAddress: undefined }, jobs);
}

const held = (papers: number): Note[] => [{ kind: 'library-searched', papers }];

describe('the record of a search of the library', () => {
  it('says how many papers it has beside how many were found, and points to the strategies that are there', () => {
    const { methods } = record([{ notes: held(8038) }]);
    expect(methods).toMatch(/^We searched the local library \(8038 papers; n = 2 found\) with paperqueue/);
    expect(methods).toContain('(1 search; the exact strategies are in the search log)');
  });

  it('says the most it had, where it grew between searches, and nothing where that was not recorded', () => {
    expect(record([{ notes: held(7000) }, { notes: held(8038) }, { notes: [] }]).methods).toContain(
      'the local library (8038 papers; n = 6 found)',
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
