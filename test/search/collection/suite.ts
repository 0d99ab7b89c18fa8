import { describe, expect, it } from 'vitest';
import type { ChoosingFilter } from '../../../src/contract/filter-table.ts';
import type { Filters } from '../../../src/contract/filters.ts';
import type { RequestBody } from '../../../src/contract/requests.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { REAL_TIMERS, type Timers } from '../../../src/lib/timers.ts';
import { toIndexed } from '../../../src/library/engine/index/indexed-paper.ts';
import { memorySegment } from '../../../src/library/engine/index/segment/memory-segment.ts';
import type { ImportCheckpoint } from '../../../src/library/ports/library.ts';
import { judgeFilter, toFilterFields, toFilterValues } from '../../../src/papers/filters/filter-meaning.ts';
import { type Paper, toPaper } from '../../../src/papers/paper.ts';
import { parseQuery } from '../../../src/papers/query/query.ts';
import { openCollectionAdmin } from '../../../src/search/collection/collection-admin.ts';
import { openCollection } from '../../../src/search/collection/opensearch.ts';
import { countInCollection, searchCollection } from '../../../src/search/federated/collection-search.ts';
import { searchIndex } from '../../../src/search/federated/library-search.ts';

const { signal } = new AbortController();

/** Long enough for an engine on a busy machine. */
const PATIENT: Timers = { ...REAL_TIMERS, after: (ms, call) => REAL_TIMERS.after(ms * 50, call) };

const TOPICS = ['river sensors', 'coral reef bleaching', 'kidney transplant rejection', 'graph neural networks'];
const METHODS = ['a cohort study', 'measured in the field', 'a survey of methods', 'with low-cost devices', 'in mice'];
const TYPES = ['journal', 'conference', 'book series', undefined];

/** 80 papers: 20 of each topic, with all fields that filters read, some unknown. */
export const PAPERS: readonly Paper[] = Array.from({ length: 80 }, (_, at) => {
  const topic = TOPICS[at % 4] as string;
  const paper = toPaper({
    key: `p${at}`,
    title: at % 3 === 0 ? `${topic} ${METHODS[at % 5]}` : `Notes ${METHODS[(at + 2) % 5]}`,
    abstract: `${topic}. ${`We studied ${topic} ${METHODS[at % 5]}. `.repeat(1 + (at % 4))} Number ${at}.`,
    year: at % 7 === 0 ? undefined : 1990 + (at % 30),
    citationCount: at % 5 === 0 ? undefined : at * 3,
    publicationType: TYPES[at % 4],
    fieldsOfStudy: at % 6 === 0 ? [] : [at % 2 === 0 ? 'Medicine' : 'Biology', 'Computer Science'].slice(at % 2),
    quartile: at % 3 === 0 ? undefined : `Q${1 + (at % 4)}`,
    isOpenAccess: at % 4 === 0 ? undefined : at % 3 === 0,
    downloadable: at % 5 === 1,
  });
  if (typeof paper === 'string') throw new Error(paper);
  return paper;
});

async function withAdmin<T>(url: string, work: (admin: Awaited<ReturnType<typeof openCollectionAdmin>>) => Promise<T>) {
  const admin = await openCollectionAdmin(new Secret(url), PATIENT);
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}

function load(url: string, papers: readonly Paper[], replace = false): Promise<number> {
  return withAdmin(url, async (admin) => {
    const loading = await admin.load(replace, signal);
    await loading.add(papers);
    return loading.finish(signal);
  });
}

/** The papers that a search of the collection gives, best first. */
async function search(url: string, body: RequestBody, filters: Filters = { limit: 100 }) {
  const collection = openCollection(new Secret(url), PATIENT);
  try {
    const { outcome, unknown } = await searchCollection(collection, parseQuery({ body, filters }), signal);
    return { ...outcome, unknown, keys: outcome.records.map(({ key }) => key as string) };
  } finally {
    await collection.close();
  }
}

/** The papers that our own index gives for the same papers. */
function searchOwn(body: RequestBody, filters: Filters = { limit: 100 }): string[] {
  const segment = memorySegment(PAPERS.map((paper, at) => toIndexed(paper, at + 1)));
  const { hits } = searchIndex({ segments: [segment] }, parseQuery({ body, filters }));
  return hits.map(({ id }) => PAPERS[id - 1]?.key as string);
}

const KEYWORDS = { keywords: ['river sensors', 'low-cost devices', 'kidney transplant'] };
const TEXT = { query: 'Which low-cost sensors measure rivers in the field, and how do methods of surveys compare?' };

/** Every filter: the type asks for a new one. */
const FILTER_VALUES: { [Name in ChoosingFilter]: readonly unknown[] } = {
  year: ['2000:2010', '2010'],
  minCitationCount: [90],
  fieldsOfStudy: [['Medicine']],
  openAccessPdf: [true],
  downloadable: [true],
  quartileRanking: [['Q1', 'Q2']],
  publicationTypes: [['conference']],
};
const FILTERS = (Object.keys(FILTER_VALUES) as ChoosingFilter[]).flatMap((name) =>
  FILTER_VALUES[name].map((value): [ChoosingFilter, Partial<Filters>] => [name, { [name]: value }]),
);

type Engine = { url: string; close(): Promise<void> };

/** What equally good papers have in common: their texts without their numbers. */
export function textOf(key: string): string {
  const { title, abstract = '' } = PAPERS.find((paper) => paper.key === key) as Paper;
  return `${title}\n${abstract.replace(/Number \d+\./, '')}`;
}

/**
 * The behaviour of a collection, over an engine of its own for each test. `placed` is what the order of papers has to
 * be the same in: engines of several shards return equally good ones in an order of their own.
 */
export function collectionSuite(open: (name: string) => Promise<Engine>, placed = (key: string) => key): void {
  const over = (name: string, work: (url: string) => Promise<void>) =>
    it(name, async () => {
      const engine = await open(name);
      try {
        await work(engine.url);
      } finally {
        await engine.close();
      }
    });

  describe('a search', () => {
    over('finds what our own index finds, in its order', async (url) => {
      expect(await load(url, PAPERS)).toBe(80);
      for (const body of [KEYWORDS, TEXT, { ...KEYWORDS, ...TEXT }]) {
        const { keys, ...outcome } = await search(url, body);
        expect(keys.length).toBeGreaterThan(20);
        expect(outcome.failure).toBeUndefined();
        expect(keys.slice(0, 40).map(placed)).toEqual(searchOwn(body).slice(0, 40).map(placed));
      }
    });

    over('gives the records as they were loaded', async (url) => {
      await load(url, PAPERS);
      const { records } = await search(url, KEYWORDS);
      for (const record of records) expect(record).toEqual(PAPERS.find(({ key }) => key === record.key));
    });

    over('filters by what is known of a paper', async (url) => {
      await load(url, PAPERS);
      for (const [name, filter] of FILTERS) {
        const filters = { limit: 100, ...filter } as Filters;
        const { keys } = await search(url, KEYWORDS, filters);
        const met = PAPERS.filter(
          (paper) => judgeFilter(toFilterFields(paper), name, toFilterValues(filters)) === 'met',
        );
        const found = new Set((await search(url, KEYWORDS)).keys);
        expect([name, keys.length > 0]).toEqual([name, true]);
        expect([...keys].sort()).toEqual(met.flatMap(({ key }) => (found.has(key) ? [key] : [])).sort());
      }
    });

    over('counts what each filter leaves out only because a fact is not known', async (url) => {
      await load(url, PAPERS);
      const all = Object.assign({ limit: 100 }, ...FILTERS.map(([, filter]) => filter), { year: '1990:2100' });
      for (const filters of [...FILTERS.map(([, filter]) => ({ limit: 100, ...filter })), all] as Filters[]) {
        const { unknown } = await search(url, KEYWORDS, filters);
        const found = new Set((await search(url, KEYWORDS)).keys);
        const values = toFilterValues(filters);
        const expected: Record<string, number> = {};
        for (const paper of PAPERS.filter(({ key }) => found.has(key))) {
          const names = [...new Set(FILTERS.map(([name]) => name))];
          const verdicts = names.map((name) => [name, judgeFilter(toFilterFields(paper), name, values)] as const);
          if (verdicts.some(([, verdict]) => verdict === 'unmet')) continue;
          for (const [name, verdict] of verdicts) if (verdict === 'unknown') expected[name] = (expected[name] ?? 0) + 1;
        }
        expect([filters, unknown]).toEqual([filters, expected]);
      }
      expect((await search(url, KEYWORDS, { limit: 100, year: '2000:2010' })).unknown).toMatchObject({
        year: expect.any(Number),
      });
    });

    over('that is only tried out is counted exactly, the whole and each keyword, with the filters', async (url) => {
      await load(url, PAPERS);
      const collection = openCollection(new Secret(url), PATIENT);
      const segment = memorySegment(PAPERS.map((paper, at) => toIndexed(paper, at + 1)));
      // Filters over all papers, so that no limit of a list cuts the count.
      const wordsOf = ({ title, abstract = '' }: Paper) =>
        new Set(`${title} ${abstract}`.toLowerCase().match(/[a-z]+/g));
      try {
        for (const filters of [{ limit: 100 }, { limit: 100, downloadable: true }] as Filters[]) {
          const { hits, keywords, ...rest } = await countInCollection(
            collection,
            parseQuery({ body: KEYWORDS, filters }),
            signal,
          );
          const own = searchIndex({ segments: [segment] }, parseQuery({ body: KEYWORDS, filters }), {
            count: PAPERS.length,
          });
          expect([filters, rest.failure, rest.detail, hits]).toEqual([
            filters,
            undefined,
            undefined,
            own.hits.filter(({ hasQueryTerm }) => hasQueryTerm).length,
          ]);
          // A search says the same of itself.
          expect((await search(url, KEYWORDS, filters)).total).toBe(hits);
          const met = PAPERS.filter((paper) => {
            const verdict = judgeFilter(toFilterFields(paper), 'downloadable', toFilterValues(filters));
            return verdict === 'met';
          });
          // The words as the papers have them: `river sensors` where `river` and `sensor` or `sensors` are.
          const withAll = (...words: RegExp[]) =>
            met.filter((paper) => words.every((word) => [...wordsOf(paper)].some((each) => word.test(each)))).length;
          expect([filters, keywords]).toEqual([
            filters,
            {
              'river sensors': withAll(/^rivers?$/, /^sensors?$/),
              'low-cost devices': expect.any(Number),
              'kidney transplant': withAll(/^kidneys?$/, /^transplants?$/),
            },
          ]);
          expect(withAll(/^kidneys?$/, /^transplants?$/)).toBeGreaterThan(0);
        }
      } finally {
        await collection.close();
      }
    });

    over('without papers says what to run', async (url) => {
      expect(await search(url, KEYWORDS)).toMatchObject({
        failure: 'refused',
        detail: 'no-papers',
      });
    });

    over('refuses an index of another version', async (url) => {
      await load(url, PAPERS.slice(0, 5));
      const body = JSON.stringify({ _meta: { paperqueue: { schema: 1, analysis: 0, titleTimes: 3 } } });
      const headers = { 'content-type': 'application/json' };
      await fetch(`${url}/papers-v1/_mapping`, { method: 'PUT', body, headers });
      const { detail } = await search(url, KEYWORDS);
      expect(detail).toBe('other-version');
      await expect(load(url, PAPERS)).rejects.toMatchObject({ failure: 'refused' });
    });
  });

  describe('a load', () => {
    over('replaces a paper of the same key and counts it', async (url) => {
      await load(url, PAPERS.slice(0, 10));
      await withAdmin(url, async (admin) => {
        const loading = await admin.load(false, signal);
        expect(await loading.add(PAPERS.slice(5, 25))).toEqual({ added: 15, merged: 5 });
        expect(await loading.finish(signal)).toBe(25);
      });
    });

    over('keeps how far the import of a file has come', async (url) => {
      const file = { path: '/data/a.jsonl', size: 10, modifiedAt: 1, head: 'ab', format: 'jsonl', isFinished: false };
      const counts = { merged: 0, completed: 0, journals: 0, passedOver: 0, skipped: 0 };
      const checkpoint = ({ added }: { added: number }): ImportCheckpoint => ({
        ...file,
        pieces: 3,
        counts: { ...counts, added },
      });
      await withAdmin(url, async (admin) => {
        await (await admin.load(false, signal)).add(PAPERS.slice(0, 3), checkpoint);
      });
      await withAdmin(url, async (admin) => {
        const loading = await admin.load(false, signal);
        expect(loading.index).toBe('papers-v1');
        expect(await loading.findCheckpoint('/data/a.jsonl')).toEqual(checkpoint({ added: 3 }));
        expect(await loading.findCheckpoint('/data/b.jsonl')).toBeUndefined();
      });
    });

    over('of another index replaces the first at its end, and not before', async (url) => {
      await load(url, PAPERS.slice(0, 40));
      await withAdmin(url, async (admin) => {
        const loading = await admin.load(true, signal);
        await loading.add(PAPERS);
        expect((await search(url, KEYWORDS)).keys.every((key) => Number(key.slice(1)) < 40)).toBe(true);
        expect(await loading.finish(signal)).toBe(80);
        expect((await search(url, KEYWORDS)).keys).toContain('p60');
        const { indexes } = await admin.status(signal);
        expect(indexes.map(({ name, papers, isSearched }) => [name, papers, isSearched])).toEqual([
          ['papers-v1', 40, false],
          ['papers-v2', 80, true],
        ]);
        expect(await admin.drop(false, signal)).toEqual(['papers-v1']);
        expect(await admin.drop(true, signal)).toEqual(['papers-v2']);
        expect((await admin.status(signal)).indexes).toEqual([]);
      });
    });

    over('of other files begins anew where one was interrupted, and of the same goes on', async (url) => {
      const checkpoint = (path: string): ImportCheckpoint => ({
        path,
        size: 10,
        modifiedAt: 1,
        head: 'ab',
        format: 'jsonl',
        isFinished: false,
        pieces: 3,
        counts: { added: 3, merged: 0, completed: 0, journals: 0, passedOver: 0, skipped: 0 },
      });
      await load(url, PAPERS.slice(0, 40));
      await withAdmin(url, async (admin) => {
        const interrupted = await admin.load(true, signal, ['/data/old.jsonl']);
        await interrupted.add(PAPERS.slice(40, 50), () => checkpoint('/data/old.jsonl'));
        const { indexes } = await admin.status(signal);
        expect(indexes.map(({ name, isUnfinished }) => [name, isUnfinished])).toEqual([
          ['papers-v1', false],
          ['papers-v2', true],
        ]);
        const again = await admin.load(true, signal, ['/data/old.jsonl', '/data/older.jsonl']);
        expect(await again.findCheckpoint('/data/old.jsonl')).toEqual(checkpoint('/data/old.jsonl'));
        const other = await admin.load(true, signal, ['/data/new.jsonl']);
        expect(await other.findCheckpoint('/data/old.jsonl')).toBeUndefined();
        await other.add(PAPERS.slice(50, 60));
        expect(await other.finish(signal)).toBe(10);
      });
    });

    over('of nothing leaves the searched index in its place', async (url) => {
      await load(url, PAPERS.slice(0, 40));
      await expect(load(url, [], true)).rejects.toThrow('nothing was loaded');
      expect((await search(url, KEYWORDS)).keys.length).toBeGreaterThan(5);
    });
  });
}
