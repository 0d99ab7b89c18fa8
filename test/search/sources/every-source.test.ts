import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELDS_OF_STUDY, PUBLICATION_TYPES, QUARTILES } from '../../../src/contract/rules.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { LIVE_SOURCE_NAMES } from '../../../src/contract/source-facts.ts';
import type { SourceName } from '../../../src/contract/source-names.ts';
import { readDoi } from '../../../src/papers/identifiers.ts';
import { toPaper } from '../../../src/papers/paper.ts';
import { SOURCES } from '../../../src/search/sources/all-sources.ts';
import type {
  LookUpKind,
  PaperSource,
  SourceAnswer,
  SourcePage,
  SourceRequest,
  SourceSearch,
  SourceSettings,
} from '../../../src/search/sources/source.ts';
import { ANY_CHARACTER } from '../../helpers/any-character.ts';
import { runs, some } from '../../helpers/runs.ts';
import { answerOf, questionOf, recordsOf } from '../../helpers/sources/asking.ts';
import { ODD_BODIES, value } from '../../helpers/sources/odd-bodies.ts';
import { STRICT_SERVERS } from '../../helpers/sources/strict-servers.ts';
import { httpServers } from '../../service/scraping/http-servers.ts';

/** What every source of the registry does, against a strict server of its own and against odd answers. */

const start = httpServers();

async function send({ url, method = 'GET', headers = {}, body }: SourceRequest): Promise<SourceAnswer> {
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Page after page, as the runner asks, until there are as many as were wanted. */
async function searchAll(source: PaperSource, question: SourceSearch, settings: SourceSettings) {
  const found = [];
  let requests = 0;
  for (let request: SourceRequest | undefined = source.search(question, settings); request; requests++) {
    const page = source.readPage(await send(request), request, question);
    found.push(...recordsOf(page));
    request = 'next' in page && found.length < question.count ? page.next : undefined;
  }
  return { found, requests };
}

it('has a strict server and odd answers for every source', () => {
  const names = SOURCES.map(({ name }) => name).sort();
  expect(names).toEqual([...LIVE_SOURCE_NAMES].sort());
  expect(Object.keys(STRICT_SERVERS).sort()).toEqual(names);
  expect(Object.keys(ODD_BODIES).sort()).toEqual(names);
});

/** Works of one search that can be had at all, where a job may want more. */
const REACHABLE: Partial<Record<SourceName, number>> = { doaj: 1_000 };
const KEYWORDS = { keywords: ['river sensors', 'mesh'] };
const TERMS = { terms: ['river', 'sensors', 'river sensors'] };

/** Unpaywall looks works up and searches for none. */
const SEARCHED = SOURCES.filter((source) => source.cannotAnswer(questionOf(KEYWORDS)) === undefined);

it('all sources but one can be searched', () => {
  expect(SOURCES.filter((source) => !SEARCHED.includes(source)).map(({ name }) => name)).toEqual(['unpaywall']);
});

const ASKED = [
  { asked: KEYWORDS, count: 300, all: 1_000, least: 300 },
  { asked: KEYWORDS, count: 300, all: 120, least: 120 },
  { asked: KEYWORDS, count: 1_200, all: 5_000, least: 1_200 },
  { asked: KEYWORDS, count: 100, all: 0, least: 0 },
  { asked: TERMS, count: 300, all: 1_000, least: 300 },
  { asked: TERMS, count: 800, all: 900, least: 800 },
  { asked: TERMS, count: 300, all: 120, least: 120 },
  { asked: TERMS, count: 100, all: 0, least: 0 },
];

describe.each(SEARCHED)('a strict $title that is searched', (source) => {
  const strict = STRICT_SERVERS[source.name];

  it.each(some(ASKED, { first: SEARCHED.indexOf(source) }))(
    'asked $asked for $count of $all works gives them, none twice',
    async ({ asked, count, all, least }) => {
      const { url } = await start(strict(all));
      const { found, requests } = await searchAll(source, questionOf({ ...asked, count }), { baseUrl: url });
      expect(found.length).toBeGreaterThanOrEqual(Math.min(least, REACHABLE[source.name] ?? least));
      expect(new Set(found.map((record) => record.doi)).size).toBe(found.length);
      // The most that a job asks for.
      if (count <= 300)
        expect(requests, 'requests for 300 works, within maxRequests').toBeLessThanOrEqual(source.maxRequests);
    },
  );

  it('understands whatever is asked', async () => {
    const { url } = await start(strict(3));
    const anyOf = <T>(values: readonly T[]) =>
      fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });
    const filters = fc.record({
      fieldsOfStudy: anyOf(FIELDS_OF_STUDY),
      quartileRanking: anyOf(QUARTILES),
      publicationTypes: anyOf(PUBLICATION_TYPES),
      minCitationCount: fc.option(fc.integer({ min: 1 }), { nil: undefined }),
      openAccessPdf: fc.option(fc.boolean(), { nil: undefined }),
      downloadable: fc.option(fc.boolean(), { nil: undefined }),
      year: fc.option(fc.constantFrom('2020', '2019:2023', '2020:2020'), { nil: undefined }),
    });
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      // What query languages are made of, within words.
      fc
        .array(fc.constantFrom(...'river sensör 水 AND OR NOT a-b "x ( ) [ : \\ | * ~ + % & # \' , ! C++'.split(' ')))
        .map((words) => words.join(' ')),
    );
    const texts = fc.array(text, { maxLength: 12 });
    const asked = fc.oneof(
      fc.record({ keywords: texts.map((more) => ['rivers', ...more]), terms: texts }),
      fc.record({ terms: texts.map((more) => ['rivers', ...more]) }),
    );
    const settings = fc.constantFrom<SourceSettings>(
      {},
      { key: new Secret(' '), contactEmail: '' },
      { key: new Secret('k'), contactEmail: 'me@lab.example' },
    );
    await fc.assert(
      fc.asyncProperty(asked, fc.oneof(fc.constant({}), filters), settings, async (words, wanted, set) => {
        const question = questionOf({ ...words, filters: wanted });
        fc.pre(source.cannotAnswer(question) === undefined);
        const request = source.search(question, { ...set, baseUrl: url });
        const page = source.readPage(await send(request), request, question);
        expect(page).toMatchObject({ total: 3 });
      }),
      { seed: 11, numRuns: runs(60) },
    );
  });
});

describe.each(SOURCES)('a strict $title', (source) => {
  const strict = STRICT_SERVERS[source.name];
  it('understands every look-up, and is told of all works in it', async () => {
    const [{ url: poor }, { url: rich }] = [await start(strict(1)), await start(strict(1_000))];
    const first = expect.stringContaining('10.5555/0');
    for (const kind of source.lookUp?.kinds ?? []) {
      const batches = batchesOf(source, kind, IDS[kind]);
      expect(batches.length).toBeGreaterThan(1);
      for (const batch of batches) {
        const lookUp = async (baseUrl: string) => {
          const settings = { baseUrl, contactEmail: 'me@lab.example' };
          const request = source.lookUp?.request(kind, batch, settings) as SourceRequest;
          return source.lookUp?.read(await send(request)) ?? { failure: 'skipped' };
        };
        expect(await lookUp(poor), batch.join(' ')).toMatchObject({ records: [{ doi: first }] });
        expect(recordsOf(await lookUp(rich)).length).toBeGreaterThanOrEqual(batch.length);
      }
    }
  });

  it('understands what is related, where it can tell that', async () => {
    const { url } = await start(strict(250));
    const facts = { openAlexId: 'W1', corpusId: '1', doi: '10.5555/0', pmid: '1' };
    const told: string[] = [];
    for (const relation of ['references', 'citations', 'similar'] as const) {
      const request = source.related?.request(facts, relation, 100, { baseUrl: url });
      if (!request) continue;
      told.push(relation);
      const answer = await send(request);
      expect(recordsOf(source.related?.read(answer, request) ?? { failure: 'skipped' })).toHaveLength(100);
      // The one server here that tells what is left.
      if (source.name === 'openalex') expect(source.readQuota?.(answer)?.remaining).toBe(990);
    }
    expect(told.length > 0).toBe(source.related !== undefined);
  });
});

const MANY = Array.from({ length: 120 }, (_, number) => number);
const ODD_DOIS = ['a"b', 'a,b', 'a|b', 'a!b', 'a\\b', "a'b", 'a&b=c+d%25', '(sici)1097<1::aid>3.0.co;2-#', 'ü/水?x'];
/** As look-ups read them from records. */
const IDS: Record<LookUpKind, string[]> = {
  doi: [
    ...MANY.map((number) => `10.5555/${'long'.repeat(number)}${number}`),
    ...ODD_DOIS.flatMap((odd) => readDoi(`10.5555/${odd}`) ?? []),
  ],
  arxiv: [...MANY.map((number) => `2101.${String(number).padStart(5, '0')}`), 'math/0309136', 'hep-th/9901001'],
  pmid: MANY.map((number) => String(number + 1)),
  pmcid: MANY.map((number) => `PMC${number + 1}`),
  openalex: MANY.map((number) => `W${number + 1}`),
};

function batchesOf({ lookUp }: PaperSource, kind: LookUpKind, ids: readonly string[]): string[][] {
  if (!lookUp) return [];
  if (lookUp.batches) return lookUp.batches(kind, ids);
  const starts = ids.map((_, place) => place).filter((place) => place % lookUp.maxIds === 0);
  return starts.map((from) => ids.slice(from, from + lookUp.maxIds));
}

const SEED = { seed: 7, numRuns: runs(40) };
const STATUSES = fc.constantFrom(200, 200, 200, 204, 400, 403, 404, 429, 500, 503, 504);
const QUESTIONS = [questionOf({ keywords: ['river sensor'] }), questionOf({ terms: ['river', 'sensor'] })];

/** What a source reads out of an answer, first as that to each of the searches. */
function pagesOf(source: PaperSource, body: unknown, status = 200): SourcePage[] {
  const answer = answerOf(body, status, { 'content-type': 'application/json' });
  const searches = QUESTIONS.map((question) => ({ question, request: source.search(question, {}) }));
  source.readQuota?.(answer);
  return [
    ...searches.map(({ question, request }) => source.readPage(answer, request, question)),
    ...(source.lookUp ? [source.lookUp.read(answer)] : []),
    ...searches.flatMap(({ request }) => source.related?.read(answer, request) ?? []),
  ];
}

/** Whatever comes is read or is a failure: nothing throws, and what was read can be kept. */
function expectWhole(found: readonly SourcePage[]): void {
  for (const page of found) {
    if ('failure' in page) expect(page.failure).toMatch(/\w/);
    else for (const record of page.records) expect(typeof toPaper(record)).toMatch(/object|string/);
  }
}

describe.each(SOURCES)('odd answers of $title', (source) => {
  const { framed = fc.constant(undefined), other = fc.constant(undefined) } = ODD_BODIES[source.name];

  it('any JSON and any text', () => {
    const body = fc.oneof(value, fc.string(), fc.string({ unit: ANY_CHARACTER }));
    fc.assert(
      fc.property(body, STATUSES, (any, status) => expectWhole(pagesOf(source, any, status))),
      SEED,
    );
  });

  it('anything in its own frames', () => {
    fc.assert(
      fc.property(framed, other, (page, odd) => {
        expectWhole(pagesOf(source, odd ?? ''));
        if (page === undefined) return;
        const found = pagesOf(source, page);
        expectWhole(found);
        for (const read of found.slice(0, QUESTIONS.length)) expect(read).toHaveProperty('records');
      }),
      SEED,
    );
  });
});
