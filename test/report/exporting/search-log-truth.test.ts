import { describe, expect, it } from 'vitest';
import type { SourceReport } from '../../../src/contract/answers.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { normalisePaper } from '../../../src/papers/paper.ts';
import { fromWire } from '../../../src/papers/wire.ts';
import { recordText } from '../../../src/reading/text-as-paper.ts';
import { exportPapers } from '../../../src/report/exporting/export.ts';
import { makeSearchLog } from '../../../src/report/exporting/search-log.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ANEW, exportDeps, newJob, openStore } from '../../jobs/store/stores.ts';

/** What a method record says: who was really asked, with numbers that add up, in the size of an answer. */

const paper = (title: string, rest: WirePaper = {}): WirePaper => ({ title, authors: 'Grace Hopper', ...rest });
const papers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => paper(`The settlement of mussel number ${from + index}`));

function open() {
  const folder = temporaryFolder();
  const store = openStore(folder);
  const deps = exportDeps(store, folder);
  let made = 0;
  /** A finished search of the embedded service. */
  const search = (keywords: string[], found: WirePaper[], sources?: SourceReport[]) => {
    const request = { operation: 'keywordSearch' as const, body: { keywords }, filters: { limit: 100 as const } };
    made += 1;
    const { number } = store.beginCreation(newJob({ mode: 'embedded', request }), ANEW).job;
    store.confirm(number, `embedded-${made}`);
    const gave = sources ?? [{ source: 'openalex', title: 'OpenAlex', gave: found.length }];
    const identified = gave.reduce((sum, source) => sum + source.gave, 0);
    const repeated = identified - found.length;
    const duplicates: Record<string, number> = repeated > 0 ? { 'equal DOI': repeated } : {};
    return store.finish(number, {
      status: 'success',
      papers: found,
      notes: [],
      sources: gave,
      flow: { identified, duplicates, leftOut: {}, returned: found.length },
    });
  };
  const lookUp = (found: WirePaper[]) =>
    store.recordLookUp({
      mode: 'embedded',
      account: 'account',
      notes: [],
      fingerprint: 'looked up',
      sources: [{ source: 'library', title: 'the local library', gave: found.length }],
      papers: found.map(fromWire),
      record: { count: 1, items: found.map((_, at) => ({ item: `item ${at}`, found: 'exact', papers: [] })) },
    });
  const citations = (found: WirePaper[]) =>
    store.recordRelated({
      mode: 'embedded',
      account: 'account',
      notes: [],
      fingerprint: 'cited',
      sources: [{ source: 'openalex', title: 'OpenAlex', gave: found.length }],
      papers: found.map(fromWire),
      record: { ref: 'J1-1', relation: 'citations', limit: 30, title: 'Mussels' },
    });
  /** Related papers that the library of this machine gave. */
  const fromLibrary = (relation: 'similar' | 'author', found: WirePaper[]) =>
    store.recordRelated({
      mode: 'embedded',
      account: 'account',
      notes: [],
      fingerprint: relation,
      sources: [{ source: 'library', title: 'the local library', gave: found.length }],
      papers: found.map(fromWire),
      record: { ref: relation === 'author' ? 'author: Grace Hopper' : 'J1-1', relation, limit: 30 },
    });
  const receipt = async (request: object = {}) =>
    (await exportPapers(deps, { jobId: 'all', format: 'receipt', ...request })).export;
  return { store, deps, search, lookUp, citations, fromLibrary, receipt };
}

const TIDE = ['tide', 'mussel', 'shore'];

/** Every number of the flow, held against the sum that PRISMA draws. */
function expectSum({ prisma }: ReturnType<typeof makeSearchLog>) {
  const { identified, removed, outside, toScreen } = prisma;
  const records = identified.reduce((sum, entry) => sum + entry.records, 0);
  const left = removed.duplicates + removed.byAutomation + removed.otherReasons + (outside?.works ?? 0);
  expect(records - left).toBe(toScreen);
}

describe('searches that count', () => {
  it('is no look-up: its papers are not identified, and who was asked about them is no database', async () => {
    const { deps, search, lookUp, receipt } = open();
    const log = makeSearchLog(deps, [search(TIDE, papers(0, 3)), lookUp(papers(10, 4))]);
    expect(log.prisma).toMatchObject({
      identified: [{ database: 'OpenAlex', records: 3, by: 'database' }],
      toScreen: 3,
    });
    expect(log.totals).toMatchObject({ searches: 1, lookUps: 1 });
    expect(log.methods).toContain('(1 search;');
    expect(log.methods).not.toMatch(/library/);
    expect((await receipt()).text).toContain('- Not a search: J2 looked up 4 references (4 exact)\n');
    expectSum(log);
  });

  it('is apart from citation searching, as PRISMA 2020 draws it', () => {
    const { deps, search, citations } = open();
    const log = makeSearchLog(deps, [search(TIDE, papers(0, 3)), citations([...papers(2, 1), ...papers(10, 4)])]);
    expect(log.prisma).toEqual({
      identified: [
        { database: 'OpenAlex', records: 3, by: 'database' },
        { database: 'citation searching (OpenAlex)', records: 5, by: 'citation searching' },
      ],
      removed: { duplicates: 1, byAutomation: 0, otherReasons: 0 },
      toScreen: 7,
    });
    expect(log.totals).toMatchObject({ searches: 1, citationSearches: 1 });
    expect(log.methods).toContain('Citation searching gave 5 records more.');
  });

  it('names no source where the library alone was asked, and calls only what cites or is cited citation searching', async () => {
    const { deps, search, fromLibrary, receipt } = open();
    const log = makeSearchLog(deps, [
      search(TIDE, papers(0, 3)),
      fromLibrary('similar', papers(10, 4)),
      fromLibrary('author', papers(20, 1)),
    ]);
    expect(log.prisma.identified.slice(1)).toEqual([
      { database: 'papers like one that was found (the local library)', records: 4, by: 'other methods' },
      { database: 'papers of an author (the local library)', records: 1, by: 'other methods' },
    ]);
    expect(log.totals).toMatchObject({ searches: 1, citationSearches: 0, otherMethods: 2 });
    expect(log.prismaS.find(({ name }) => name === 'Citation searching')?.answer).toBe('none by paperqueue');
    expect(log.prismaS.find(({ name }) => name === 'Other methods')?.answer).toBe('J2 (similar), J3 (author)');
    expect(log.methods).not.toMatch(/citation searching|author of author/i);
    expect((await receipt()).text).not.toMatch(/open scholarly sources/);
    expect((await receipt()).text).toContain('papers by Grace Hopper');
    expectSum(log);
  });

  it('has a look-up that read a topic, by name', async () => {
    const { lookUp, store, receipt } = open();
    lookUp(papers(0, 1));
    store.recordLookUp({
      mode: 'embedded',
      account: 'account',
      notes: [],
      fingerprint: 'a topic',
      sources: [],
      papers: [],
      record: { count: 1, items: [{ item: 'mussels of the tide', papers: [] }] },
    });
    expect((await receipt()).text).toContain('- Not a search: J2 looked up 1 reference (1 read as a topic)\n');
  });

  it('says of the paper of a text that it is one, not that a reference was looked up', async () => {
    const { store, receipt } = open();
    const source = { copy: 'attached', from: 'mine.pdf', date: '2026-11-26', hash: 'a' } as const;
    const records = { store, mode: 'embedded', account: 'account' } as const;
    const paper = normalisePaper({ title: 'Tides' });
    await recordText(records, { paper, source, item: 'mine.pdf' }, new AbortController().signal);
    expect((await receipt()).text).toContain('- Not a search: J1 is the paper of an attached or fetched text\n');
    expect((await receipt()).text).not.toContain('looked up');
  });

  it('is once one that was made again: the later run adds what is new', () => {
    const { deps, search } = open();
    const log = makeSearchLog(deps, [search(TIDE, papers(0, 5)), search(TIDE, papers(2, 5))]);
    expect(log.prisma).toMatchObject({
      identified: [
        { database: 'OpenAlex', records: 5 },
        { database: 'J2, an update of J1', records: 2, by: 'update' },
      ],
      toScreen: 7,
    });
    expect(log.methods).toMatch(/J2 repeated J1 on \S+ and gave 2 new papers\./);
    expectSum(log);
  });
});

describe('the numbers', () => {
  it('are those of the sources, once, wherever they stand', async () => {
    const { deps, search, receipt } = open();
    const found = [
      { source: 'openalex', title: 'OpenAlex', gave: 60 },
      { source: 'crossref', title: 'Crossref', gave: 41 },
    ];
    const log = makeSearchLog(deps, [search(TIDE, papers(0, 100), found)]);
    expect(log.methods).toContain('Of 101 records, 1 duplicate was removed; 100 remained for screening.');
    expectSum(log);
    expect((await receipt()).text).toContain('| Duplicate records removed | 1 |');
  });

  it('of the library are the papers that it gave, of all its hits', async () => {
    const { deps, store, receipt } = open();
    const finish = (at: number, total: object, notRetrieved: number) => {
      const request = {
        operation: 'keywordSearch' as const,
        body: { keywords: TIDE },
        filters: { limit: 100 as const },
      };
      const { number } = store.beginCreation(newJob({ mode: 'embedded', request }), ANEW).job;
      store.confirm(number, `own-${at}`);
      return store.finish(number, {
        status: 'success',
        papers: papers(0, 100),
        notes: [],
        sources: [{ source: 'library', title: 'the local library', gave: 100, ...total }],
        flow: { identified: 100, duplicates: {}, leftOut: {}, returned: 100, notRetrieved },
      });
    };
    const job = finish(1, { total: 7_017 }, 6_917);
    const log = makeSearchLog(deps, [job]);
    expect(log.prisma).toMatchObject({
      identified: [{ records: 100, hits: 7_017 }],
      removed: { duplicates: 0, byAutomation: 0, otherReasons: 0 },
      toScreen: 100,
    });
    expectSum(log);
    const sorted = await exportPapers(deps, { jobId: 'J1', format: 'csv', sort: 'year:desc' });
    expect(sorted.notes?.[0]).toEqual({ kind: 'best-of', papers: 100, of: 7_017, counted: 'words', sort: 'year' });
    expect((await receipt()).text).toContain('| J1 |');
    expect((await receipt()).text).toContain('the local library 100 of 7017');
    expect(log.methods).toContain('the local library (n = 100 of 7017 hits)');
    expect(log.methods).toContain('Of 100 records, 0 duplicates were removed; 100 remained for screening.');
    const none = makeSearchLog(deps, [finish(4, { total: 0, alike: 100 }, 0)]);
    expect(none.methods).toContain('We searched the local library (n = 0)');
    expect(none.prismaS.find(({ name }) => name === 'Database name')?.answer).toBe('the local library');
    expectSum(none);
    expect((await receipt({ jobId: 'J2' })).text).toContain('100 of 0 + 100 records (100 without a word of the search');
    const alike = makeSearchLog(deps, [finish(2, { total: 98, alike: 2 }, 0)]);
    expect(alike.prisma.identified).toMatchObject([{ records: 98 }, { records: 2, by: 'other methods' }]);
    expectSum(alike);
  });

  it('of a search of an earlier version, which counted all hits as records, are those retrieved', () => {
    const { deps, store } = open();
    const request = { operation: 'keywordSearch' as const, body: { keywords: TIDE }, filters: { limit: 100 as const } };
    const { number } = store.beginCreation(newJob({ mode: 'embedded', request }), ANEW).job;
    store.confirm(number, 'earlier');
    // 40 hits of the library, 3 of them given by OpenAlex, too, 30 below the limit, as 5 of OpenAlex's works.
    const job = store.finish(number, {
      status: 'success',
      papers: papers(0, 17),
      notes: [],
      sources: [
        { source: 'library', title: 'the local library', gave: 7, total: 40 },
        { source: 'openalex', title: 'OpenAlex', gave: 15 },
      ],
      flow: {
        identified: 55,
        duplicates: { 'also in the local library': 3 },
        leftOut: { 'ranked below the limit of the job': 35 },
        returned: 17,
      },
    });
    const log = makeSearchLog(deps, [job]);
    expect(log.prisma).toMatchObject({
      identified: [
        { database: 'the local library', records: 7, hits: 40 },
        { database: 'OpenAlex', records: 15 },
      ],
      removed: { duplicates: 0, otherReasons: 5 },
      toScreen: 17,
    });
    expectSum(log);
  });

  it('name facts that are unknown or were not recorded', async () => {
    const { search, receipt } = open();
    // As an earlier version recorded it, and a source that does not say how much it has.
    search(TIDE, papers(0, 100), [{ source: 'library', title: 'the local library', gave: 100 }]);
    expect((await receipt()).text).toContain(
      '| Records identified: the local library (its hits are not known) | 100 |',
    );
    expect((await receipt()).text).toContain('(ranked below the limit) | 0 |');
    search(['insulin', 'pump', 'child'], papers(200, 100), [{ source: 'doaj', title: 'DOAJ', gave: 100 }]);
    search(['kelp', 'urchin', 'otter'], papers(400, 9), [{ source: 'core', title: 'CORE', gave: 9, total: 90 }]);
    const text = (await receipt({ jobId: 'J2,J3' })).text;
    expect(text).toContain('| Records identified: DOAJ (its hits are not known) | 100 |');
    expect(text).toContain('| Records identified: CORE (of 90 hits) | 9 |');
    expect(text).toContain('(ranked below the limit) | 0 |');
  });

  it('pool searches on different questions only with a word', () => {
    const { deps, search } = open();
    const jobs = [
      search(TIDE, papers(0, 2)),
      search(['insulin', 'adolescents', 'pump'], papers(10, 2)),
      search(['mussel beds', 'tide', 'waves'], papers(20, 2)),
    ];
    const log = makeSearchLog(deps, jobs);
    expect(log.topics).toEqual([['J1', 'J3'], ['J2']]);
    expect(log.methods).toContain('These numbers pool searches on 2 topics (J1, J3; J2).');
    expect(
      makeSearchLog(
        deps,
        [jobs[0], jobs[2]].flatMap((job) => job ?? []),
      ).methods,
    ).not.toContain('pool');
  });

  it('say in which searches a source was silent, and not that it never answered', () => {
    const { deps, search } = open();
    const silent = { source: 'openalex', title: 'OpenAlex', gave: 0, failed: 'no answer' };
    const other = { source: 'crossref', title: 'Crossref', gave: 2 };
    const alsoSilent = { ...silent, source: 'arxiv', title: 'arXiv' };
    const jobs = [search(TIDE, papers(0, 2)), search([...TIDE, 'waves'], papers(0, 2), [silent, alsoSilent, other])];
    const { methods } = makeSearchLog(deps, jobs);
    expect(methods).toContain('OpenAlex did not answer 1 of 2 searches (J2).');
    expect(methods).not.toContain('No answer came from OpenAlex');
    expect(makeSearchLog(deps, jobs.slice(1)).methods).toContain('No answer came from OpenAlex and arXiv.');
  });
});

describe('refs and where', () => {
  it('narrow the record, which says how many works are outside of it', async () => {
    const { search, receipt, deps } = open();
    search(TIDE, [paper('Mussels', { year: 2020 }), paper('Crabs', { year: 1990 }), paper('Whelks', { year: 2021 })]);
    const narrowed = await receipt({ where: { yearFrom: 2000 } });
    expect(narrowed.text).toContain('1 is outside of this record (not yearFrom: 2000); 2 remained for screening.');
    expect(narrowed.papers).toBe(2);
    expect((await receipt({ refs: ['J1-2'] })).text).toContain(
      '2 are outside of this record (not among the papers named); 1 r',
    );
    expect((await receipt({ jobId: 'J1-2,J1-3' })).papers).toBe(2);
    const jobs = deps.store.list({ offset: 0, count: 5, status: undefined }).jobs;
    expectSum(makeSearchLog(deps, jobs, { where: { yearFrom: 2000 } }));
  });

  it('distinguish an unmet condition from an unknown one', async () => {
    const { search, receipt, deps } = open();
    const cited = (title: string, citationCount: number) => paper(title, { impactFactor: { citationCount } });
    search(TIDE, [cited('Mussels', 20), cited('Crabs', 3), paper('Whelks'), paper('Limpets')]);
    const { text } = await receipt({ where: { minCitations: 10 } });
    expect(text).toContain('1 is outside of this record (not minCitations: 10)');
    expect(text).toContain(
      '2 were left out because it is unknown whether they meet minCitations: 10; 1 remained for screening.',
    );
    expect(text).toContain('| Works left out as unknown: minCitations: 10 | 2 |');
    const jobs = deps.store.list({ offset: 0, count: 5, status: undefined }).jobs;
    expectSum(makeSearchLog(deps, jobs, { where: { minCitations: 10 } }));
  });
});

describe('marks', () => {
  const RETRACTED = paper('RETRACTED: Mussels and the moon', { doi: '10.1000/moon', year: 1990 });

  it('are of the papers of the record, each once', async () => {
    const { search, receipt } = open();
    search(TIDE, [paper('Crabs', { year: 2020 }), RETRACTED]);
    search([...TIDE, 'waves'], [RETRACTED, paper('Whelks', { year: 2021 })]);
    expect((await receipt()).text).toContain('- Marked: 1 retracted paper (J1-2)\n');
    expect((await receipt({ where: { yearFrom: 2000 } })).text).not.toContain('Marked');
    expect((await receipt({ where: { yearTo: 2000 } })).text).toContain('- Marked: 1 retracted paper (J1-2)\n');
  });

  it('in an export are of what it holds, and it says of how many papers it is the beginning', async () => {
    const { search, deps } = open();
    search(TIDE, [paper('The tide and the mussel on the shore'), RETRACTED]);
    const notes = async (count?: number) =>
      (await exportPapers(deps, { jobId: 'J1', format: 'csv', ...(count !== undefined && { count }) })).notes;
    expect(await notes()).toEqual([{ kind: 'marked', marks: [{ mark: 'retracted', refs: ['J1-2'] }] }]);
    expect(await notes(1)).toEqual([{ kind: 'first-in-export', papers: 1, of: 2 }]);
  });
});

describe('how strategies and databases are told', () => {
  it('speaks of addresses only where requests were sent to some', async () => {
    const { deps, search } = open();
    const strategies = (sources: SourceReport[]) => {
      const log = makeSearchLog(deps, [search(TIDE, papers(0, 3), sources)]);
      return log.prismaS.find(({ name }) => name === 'Full search strategies')?.answer;
    };
    expect(strategies([{ source: 'library', title: 'the local library', gave: 3 }])).toBe('Under each search below.');
    const request = 'https://api.openalex.org/works?search=tide';
    expect(strategies([{ source: 'openalex', title: 'OpenAlex', gave: 3, request }])).toContain('the address of every');
  });
});

describe('the record in an answer', () => {
  const NAMES = ['OpenAlex', 'Crossref', 'Europe PMC', 'arXiv', 'PubMed', 'Semantic Scholar', 'DOAJ', 'CORE'];

  function openLong(searches: number) {
    const opened = open();
    for (let at = 0; at < searches; at += 1) {
      const sources = NAMES.map((title) => ({ source: title.toLowerCase(), title, gave: 3 }));
      const keywords = [`topic ${at} of a review`, 'intertidal settlement of larvae', 'x'.repeat(90)];
      opened.search(keywords, papers(at * 10, 5), sources);
    }
    return opened;
  }

  it.each([1, 20, 60])('of %s searches has at most 6,000 characters: paragraph, numbers, table', async (searches) => {
    const { receipt } = openLong(searches);
    const { text = '', path } = await receipt();
    expect(text.length).toBeLessThanOrEqual(6_000);
    const [title, , paragraph = ''] = text.split('\n');
    expect(title).toBe('# Search log');
    expect(paragraph.split(/\s+/).length).toBeLessThanOrEqual(120);
    expect(text.indexOf('PRISMA 2020')).toBeLessThan(text.indexOf('## Searches'));
    expect(text).toContain('| J1 |');
    // The whole is in a file as soon as the answer has not all of it.
    expect(path === undefined).toBe(searches === 1);
    if (searches === 20) expect(text).toContain('| J20 |');
    if (searches === 60) expect(text).toMatch(/\d+ more searches/);
  });

  it('as text writes no file', async () => {
    expect(await openLong(20).receipt({ as: 'text' })).not.toHaveProperty('path');
  });
});
