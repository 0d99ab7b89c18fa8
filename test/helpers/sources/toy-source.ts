import type { LiveSourceName } from '../../../src/contract/source-names.ts';
import type { PaperInput } from '../../../src/papers/paper.ts';
import { readQueryText } from '../../../src/papers/query/query.ts';
import { SOURCES } from '../../../src/search/sources/all-sources.ts';
import type { PaperSource, SourceAnswer, SourcePage, SourceSearch } from '../../../src/search/sources/source.ts';

type Body = { items?: PaperInput[]; next?: string; total?: number; failure?: never; wait?: number };

function readToy(answer: SourceAnswer, base: string): SourcePage {
  const wait = (JSON.parse(answer.text.startsWith('{') ? answer.text : '{}') as Body).wait;
  const failed = (failure: Extract<SourcePage, { failure: unknown }>['failure']): SourcePage =>
    wait === undefined ? { failure } : { failure, retryAfterSeconds: wait };
  if (answer.status === 429) return failed('rate limited');
  if (answer.status === 402) return failed('quota used up');
  if (answer.status === 401) return failed('key refused');
  if (answer.status >= 400) return failed('refused');
  if (!answer.headers.get('content-type')?.includes('json')) return { failure: 'unreadable' };
  const { items, next, total, failure } = JSON.parse(answer.text) as Body;
  if (failure) return { failure };
  if (!items) return { failure: 'unreadable' };
  return {
    records: items,
    ...(next === undefined ? {} : { next: { url: `${base}${next}` } }),
    ...(total === undefined ? {} : { total }),
  };
}

/** A source that asks `/search?q=` of its base address and reads `{ items, next, total }`. */
export function toySource(name: LiveSourceName = 'crossref', changes: Partial<PaperSource> = {}): PaperSource {
  const originOf = (url: string) => new URL(url).origin;
  return {
    name,
    title: name,
    weight: 1,
    paceMs: 0,
    timeoutMs: 2_000,
    maxBytes: 100_000,
    maxRequests: 3,
    cannotAnswer: () => undefined,
    search: ({ keywords }, { baseUrl, key }) => ({
      url: `${baseUrl}/search?q=${encodeURIComponent(keywords.map(({ text }) => text).join(' '))}`,
      headers: { Accept: 'application/json', ...(key ? { 'X-Api-Key': key.reveal() } : {}) },
    }),
    readPage: (answer, request) => readToy(answer, originOf(request.url)),
    readQuota: ({ headers }) => {
      const left = headers.get('x-left');
      return left === null ? undefined : { remaining: Number(left) };
    },
    lookUp: {
      kinds: ['doi', 'arxiv'],
      // As the source of this name.
      completes: SOURCES.find((source) => source.name === (changes.name ?? name))?.lookUp?.completes ?? [],
      maxIds: 2,
      request: (kind, ids, { baseUrl }) => ({ url: `${baseUrl}/${kind}`, method: 'POST', body: JSON.stringify(ids) }),
      read: (answer) => readToy(answer, ''),
    },
    related: {
      request: ({ doi }, relation, _count, { baseUrl }) => (doi ? { url: `${baseUrl}/${relation}` } : undefined),
      read: (answer, request) => readToy(answer, originOf(request.url)),
    },
    ...changes,
  };
}

export const QUESTION: SourceSearch = {
  keywords: [readQueryText('water quality sensors')],
  terms: [],
  filters: { limit: 100 } as SourceSearch['filters'],
  count: 100,
};
