import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELDS_OF_STUDY, PUBLICATION_TYPES, QUARTILES } from '../../../src/contract/rules.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { crossref } from '../../../src/search/sources/crossref/crossref.ts';
import { openAlex } from '../../../src/search/sources/openalex/openalex.ts';
import type {
  PaperSource,
  SourceAnswer,
  SourceQuestion,
  SourceRequest,
  SourceSettings,
} from '../../../src/search/sources/port.ts';
import { httpServers } from '../../service/scraping/http-servers.ts';
import { questionOf, recordsOf } from './asking.ts';
import { strictCrossref, strictOpenAlex } from './strict-servers.ts';

const start = httpServers();

async function send({ url, headers = {} }: SourceRequest): Promise<SourceAnswer> {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** All records of a search, page after page. */
async function searchAll(source: PaperSource, question: SourceQuestion, settings: SourceSettings) {
  const found = [];
  for (let request: SourceRequest | undefined = source.search(question, settings); request; ) {
    const page = source.readPage(await send(request), request, question);
    found.push(...recordsOf(page));
    request = 'next' in page ? page.next : undefined;
  }
  return found;
}

const CASES = [
  { source: openAlex, server: strictOpenAlex },
  { source: crossref, server: strictCrossref },
];

describe.each(CASES)('a strict $source.title', ({ source, server }) => {
  it.each([
    [300, 1_000, 300],
    [300, 120, 120],
    [800, 5_000, 800],
    [100, 0, 0],
  ])('asked for %i of %i works gives %i, none twice', async (count, all, least) => {
    const { url } = await start(server(all));
    const question = questionOf({ keywords: ['river sensors', 'mesh'], count });
    const found = await searchAll(source, question, { baseUrl: url });
    expect(found.length).toBeGreaterThanOrEqual(least);
    expect(new Set(found.map(({ facts }) => facts.doi)).size).toBe(found.length);
  });

  it('understands whatever is asked', async () => {
    const { url } = await start(server(3));
    const some = <T>(values: readonly T[]) => fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });
    const filters = fc.record({
      fieldsOfStudy: some(FIELDS_OF_STUDY),
      quartileRanking: some(QUARTILES),
      publicationTypes: some(PUBLICATION_TYPES),
      minCitationCount: fc.option(fc.integer({ min: 1 }), { nil: undefined }),
      openAccessPdf: fc.option(fc.boolean(), { nil: undefined }),
      downloadable: fc.option(fc.boolean(), { nil: undefined }),
      year: fc.option(fc.constantFrom('2020', '2019:2023', '2020:2020'), { nil: undefined }),
    });
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { maxLength: 12 });
    const settings = fc.constantFrom<SourceSettings>(
      {},
      { key: new Secret(' '), contactEmail: '' },
      { key: new Secret('k'), contactEmail: 'me@lab.example' },
    );
    await fc.assert(
      fc.asyncProperty(texts, texts, filters, settings, async (keywords, terms, wanted, set) => {
        const question = questionOf({ keywords: ['rivers', ...keywords], terms, filters: wanted });
        const request = source.search(question, { ...set, baseUrl: url });
        const page = source.readPage(await send(request), request, question);
        expect(page).toMatchObject({ total: 3 });
      }),
      { numRuns: 60 },
    );
  });

  it('understands every look-up', async () => {
    const { url } = await start(server(1));
    const dois = Array.from({ length: 120 }, (_, number) => `10.5555/${'long'.repeat(number)}${number}`);
    for (const kind of source.lookUp?.kinds ?? []) {
      const ids = kind === 'doi' ? dois : dois.map((_, number) => String(number + 1));
      for (const batch of source.lookUp?.batches?.(kind, ids) ?? []) {
        const request = source.lookUp?.request(kind, batch, { baseUrl: url }) as SourceRequest;
        expect(source.lookUp?.read(await send(request))).toMatchObject({
          records: [{ facts: { doi: expect.stringContaining('10.5555/0') } }],
        });
      }
    }
  });
});

describe('a strict OpenAlex', () => {
  it('understands what is related, and tells what is left', async () => {
    const { url } = await start(strictOpenAlex(250));
    for (const relation of ['references', 'citations', 'similar'] as const) {
      const request = openAlex.related?.request({ openAlexId: 'W1' }, relation, 100, { baseUrl: url }) as SourceRequest;
      const answer = await send(request);
      expect(recordsOf(openAlex.related?.read(answer, request) ?? { failure: 'skipped' })).toHaveLength(100);
      expect(openAlex.readQuota?.(answer)?.left).toBe(990);
    }
  });
});
