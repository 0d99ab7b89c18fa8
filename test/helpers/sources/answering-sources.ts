import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { USUAL_SOURCES } from '../../../src/contract/source-facts.ts';
import type { SourceName } from '../../../src/contract/source-names.ts';
import { toArxiv, toCrossref, toEuropePmc, toOpenAlex, toSemanticScholar, type Work } from './works.ts';

/**
 * Stand-ins of the usual sources for the built program: each a server on loopback that answers in the source's
 * documented shape with the given works, counts its requests, and fails on demand in all the ways of networks.
 */

type UsualSource = (typeof USUAL_SOURCES)[number];

export type Asked = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

export type Holdings = {
  works?: readonly Work[];
  /** By relation: works related to any work that the source knows. */
  related?: Partial<Record<'references' | 'citations' | 'similar' | 'author', readonly Work[]>>;
  /** People, as OpenAlex shows them; every name finds all of them. */
  authors?: readonly { id: string; orcid?: string }[];
};

/** Takes the place of the usual answer. */
export type Mood = (response: ServerResponse, asked: Asked) => void;

export const NO_ANSWER: Mood = () => {};

/** Sends a byte now and then, so that no time-out for silence helps. */
export const TRICKLE: Mood = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const dripping = setInterval(() => response.write(' '), 300);
  response.on('close', () => clearInterval(dripping));
};

/** Sends the beginning of a good answer, and then closes the connection. */
export const CUT: Mood = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
  response.write('{"status":"ok","results":[{"id":"https://openalex.org/W1",');
  setTimeout(() => response.destroy(), 20);
};

export const HTML: Mood = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<!doctype html><html><head><title>Sign in to the library network</title></head></html>');
};

export function status(code: number, headers: Record<string, string> = {}): Mood {
  return (response) => {
    response.writeHead(code, { 'content-type': 'text/html', ...headers });
    response.end(`<html><body>${code}</body></html>`);
  };
}

export class LiveSource {
  readonly asked: Asked[] = [];
  mood: Mood | undefined;
  holdings: Holdings;
  readonly #name: UsualSource;
  readonly #server: Server;

  private constructor(name: UsualSource, holdings: Holdings) {
    this.#name = name;
    this.holdings = holdings;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(name: UsualSource, holdings: Holdings = {}): Promise<LiveSource> {
    const source = new LiveSource(name, holdings);
    source.#server.listen(0, '127.0.0.1');
    await once(source.#server, 'listening');
    return source;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += chunk;
    const asked = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    this.asked.push(asked);
    if (this.mood) return this.mood(response, asked);
    const [type, text] = ANSWERS[this.#name](new URL(asked.url, 'http://x'), this.holdings);
    response.writeHead(200, { 'content-type': type }).end(text);
  }
}

type Answer = [type: string, text: string];
const json = (value: unknown): Answer => ['application/json', JSON.stringify(value)];

const ANSWERS: Record<UsualSource, (url: URL, holdings: Holdings) => Answer> = {
  openalex: answerOfOpenAlex,
  crossref: ({ searchParams }, { works = [] }) => {
    const items = works.slice(Number(searchParams.get('offset') ?? 0)).map(toCrossref);
    return json({ status: 'ok', message: { 'total-results': works.length, items } });
  },
  europepmc: ({ searchParams }, { works = [], related = {} }) => {
    const found = searchParams.get('query')?.startsWith('CITES:') ? (related.citations ?? []) : works;
    return json({ version: '6.9', hitCount: found.length, resultList: { result: found.map(toEuropePmc) } });
  },
  arxiv: (_url, { works = [] }) => [
    'application/atom+xml; charset=utf-8',
    `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">
  <opensearch:totalResults>${works.length}</opensearch:totalResults>
  ${works.map(toArxiv).join('\n  ')}
</feed>`,
  ],
  semanticscholar: answerOfSemanticScholar,
};

const FILTERS = {
  cited_by: 'references',
  cites: 'citations',
  related_to: 'similar',
  'authorships.author.id': 'author',
  'authorships.author.orcid': 'author',
} as const;

function answerOfOpenAlex(
  { pathname, searchParams }: URL,
  { works = [], related = {}, authors = [] }: Holdings,
): Answer {
  if (pathname === '/authors') {
    const [, orcid] = /^orcid:(.*)$/.exec(searchParams.get('filter') ?? '') ?? [];
    const results = authors.filter((author) => orcid === undefined || author.orcid === `https://orcid.org/${orcid}`);
    return json({ meta: { count: results.length }, results });
  }
  if (pathname !== '/works') return json({ meta: { count: 0 }, results: [] });
  const [name = '', value = ''] = (searchParams.get('filter') ?? '').split(/:(.*)/s);
  const dois = name === 'doi' ? value.toLowerCase().split('|') : undefined;
  const found =
    name in FILTERS
      ? (related[FILTERS[name as keyof typeof FILTERS]] ?? [])
      : works.filter(({ doi }) => !dois || (doi !== undefined && dois.includes(doi.toLowerCase())));
  return json({ meta: { count: found.length }, results: found.map(toOpenAlex) });
}

function answerOfSemanticScholar({ pathname }: URL, { works = [], related = {} }: Holdings): Answer {
  const list = (relation: keyof typeof related) => (related[relation] ?? []).map(toSemanticScholar);
  if (pathname.includes('/recommendations/')) return json({ recommendedPapers: list('similar') });
  if (pathname.endsWith('/references')) return json({ data: list('references').map((citedPaper) => ({ citedPaper })) });
  if (pathname.endsWith('/citations')) return json({ data: list('citations').map((citingPaper) => ({ citingPaper })) });
  return json({ total: works.length, token: null, data: works.map(toSemanticScholar) });
}

/** The setting that sends the program to these addresses instead of the public ones. */
export function sourceUrls(urls: Partial<Record<SourceName, string>>): string {
  return Object.entries(urls)
    .map(([name, url]) => `${name}=${url}`)
    .join(',');
}
