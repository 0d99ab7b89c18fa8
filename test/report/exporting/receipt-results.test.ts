import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import type { NewJob } from '../../../src/jobs/ports/store.ts';
import { makeReceipt, type Receipt } from '../../../src/report/exporting/receipt.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, newJob, openStore, openStoreFile } from '../../jobs/store/stores.ts';
import { REQUEST } from '../../jobs/submitting.ts';

type Results = NonNullable<Receipt['results']>;

/** A job with these papers, and what its receipt says of them whenever it is asked. */
function open(papers: WirePaper[], facts: Partial<NewJob> = {}) {
  const folder = temporaryFolder();
  const store = openStore(folder);
  const { job: begun } = store.beginCreation(newJob(facts), ANEW);
  store.confirm(begun.number, 'id');
  const job = store.finish(begun.number, { status: 'success', papers, notes: [] });
  const deps = { store, account: 'account', serviceAddress: 'https://example.org/api' };
  return { folder, results: () => makeReceipt(deps, job).results as Results };
}

const resultsOf = (...given: Parameters<typeof open>): Results => open(...given).results();

describe('the counts', () => {
  const MUSSEL: WirePaper = { title: 'Mussel beds between the tides', authors: 'Ada Lovelace', year: 2020 };

  it('tell records, works and what they lack', () => {
    const papers: WirePaper[] = [
      { ...MUSSEL, doi: 'https://doi.org/10.1000/X', abstract: 'Yes.', engine: 'openalex' },
      { ...MUSSEL, isPrePrint: true, year: 2019, engine: 'arxiv' },
      { doi: '10.1000/x', abstract: '', engine: 'openalex', isRetracted: false },
      { doi: 'none', title: 'RETRACTED: Be\u202eds', abstract: 'Tw\u200bo\u0007.', year: 1999 },
    ];
    expect(resultsOf(papers).counts).toEqual({
      requested: 200,
      returned: 4,
      duplicates: 2,
      works: 2,
      withoutDoi: 2,
      withoutAbstract: 2,
      withoutYear: 1,
      retraction: { known: 2, retracted: 1, marks: '1 retracted paper (J1-4)' },
      perYear: { 1999: 1, 2019: 1, 2020: 1 },
      perEngine: { arxiv: 1, openalex: 2 },
      removedCharacters: 3,
    });
  });

  it('name engines cleaned, shortly, and whatever they are called', () => {
    const engines = ['__proto__', 'toString', 'e\u202eed', 'x'.repeat(500)];
    const { perEngine } = resultsOf(engines.map((engine) => ({ engine }))).counts;
    expect(Object.keys(perEngine).sort()).toEqual(['__proto__', 'eed', 'toString', `${'x'.repeat(59)}…`].sort());
    expect(Object.values(perEngine)).toEqual([1, 1, 1, 1]);
  });

  it('have every record under its year or under none', () => {
    const years = [2020, 2020, 1999, 0, -5, null, undefined];
    const { counts } = resultsOf(years.map((year, at) => ({ year, title: `${at}` })));
    const inYears = Object.values(counts.perYear).reduce((sum, count) => sum + count, 0);
    expect(inYears + counts.withoutYear).toBe(years.length);
    expect(counts.perYear).toMatchObject({ 1999: 1, 2020: 2 });
  });

  it('say for every filter that was sent how the facts of the papers agree', () => {
    const request: NewJob['request'] = {
      ...REQUEST,
      filters: { limit: 100, year: '2020', minCitationCount: 5, quartileRanking: ['Q1'], sort: 'year:desc' },
    };
    const papers: WirePaper[] = [
      { year: 2020, impactFactor: { citationCount: 5 }, v_quartile_ranking: 'Q1' },
      { year: 2020, impactFactor: { citationCount: 4 } },
      { year: 1999 },
    ];
    expect(resultsOf(papers, { request }).applied).toEqual({
      year: { met: 2, unmet: 1, unknown: 0 },
      minCitationCount: { met: 1, unmet: 1, unknown: 1 },
      quartileRanking: { met: 1, unmet: 0, unknown: 2 },
    });
  });
});

describe('the hash of the results', () => {
  const papers: WirePaper[] = [{ title: 'Ærøskøbing 字 𝔼', abstract: 'a\ud800b', extra: { kept: [1, null] } }];

  function stored() {
    const { folder, results } = open(papers);
    const file = openStoreFile(folder);
    const row = file.get<{ papers: Uint8Array; sha256: string }>('SELECT papers, sha256 FROM results WHERE job = 1');
    if (!row) throw new Error('nothing is stored');
    const digest = () => results().stored;
    return { file, row, json: gunzipSync(row.papers).toString('utf8'), digest };
  }

  it('is the SHA-256 of the stored JSON, which holds the papers as they came', () => {
    const { row, json, digest } = stored();
    expect(JSON.parse(json)).toEqual(papers);
    const sha256 = createHash('sha256').update(json).digest('hex');
    expect(row.sha256).toBe(sha256);
    expect(digest()).toEqual({ sha256, isIntact: true });
  });

  it('shows a later change of the stored bytes, and stays what was recorded', () => {
    const { file, row, json, digest } = stored();
    file.run('UPDATE results SET papers = ? WHERE job = 1', gzipSync(json.replace('Ærøskøbing', 'Aeroskobing')));
    expect(digest()).toEqual({ sha256: row.sha256, isIntact: false });
    // The same text, packed in other bytes, is the same results.
    file.run('UPDATE results SET papers = ? WHERE job = 1', gzipSync(json, { level: 1 }));
    expect(digest()).toEqual({ sha256: row.sha256, isIntact: true });
  });

  it('of a job that was stored before hashes were is computed, and nothing shows a change', () => {
    const { file, row, digest } = stored();
    file.run('UPDATE results SET sha256 = NULL WHERE job = 1');
    expect(digest()).toEqual({ sha256: row.sha256, isIntact: true });
  });

  it('of bytes that are damaged is none: the receipt fails as the papers do', () => {
    const { file, digest } = stored();
    file.run('UPDATE results SET papers = ? WHERE job = 1', new Uint8Array([1, 2, 3]));
    expect(digest).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ code: 'STORE_UNAVAILABLE' }) }),
    );
  });
});

describe('filters that the service did not keep to', () => {
  const papers: WirePaper[] = [
    { title: 'Of the year', year: 1999 },
    { title: 'Of another', year: 2005 },
    { title: 'Of none' },
  ];

  it('are named in the receipt, with how many papers meet them, do not, or lack the fact', () => {
    const { applied, ignored } = resultsOf(papers);
    expect(applied).toEqual({ year: { met: 1, unmet: 1, unknown: 1 } });
    expect(ignored).toEqual(['year']);
    expect(resultsOf(papers.slice(0, 1)).ignored).toEqual([]);
    // What is not known contradicts nothing.
    expect(resultsOf(papers.slice(2)).ignored).toEqual([]);
  });
});
