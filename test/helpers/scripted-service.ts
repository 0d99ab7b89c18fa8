import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TOKEN } from './secrets.ts';

/**
 * A hosted service as the contract describes it, written against plain node:http and independent of the product's code:
 * the rules are typed in again here, so that a mistake in the product cannot repeat itself. It counts requests and
 * charges, and behaves oddly on demand.
 */

export type SeenRequest = {
  method: string;
  path: string;
  query: string;
  headers: IncomingMessage['headers'];
  body: unknown;
};

export type ScriptedOptions = {
  token?: string;
  /** Polls that answer `queued` before the job is done. */
  pollsUntilDone?: number;
  /** The name of the keyword list in the body. */
  dialect?: 'keywords' | 'phrases';
  /** Papers of every job. */
  papers?: unknown[];
  /** Final state of every job. */
  outcome?: 'success' | 'error';
  /** Credits per pool; unsaid, no ceiling. */
  credits?: Partial<Record<'basic' | 'pro' | 'privateKey', number>>;
  /** Replaces the usual answer; undefined lets the usual answer through. */
  intercept?: (request: SeenRequest, response: ServerResponse) => boolean;
};

type Job = { polls: number; pool: string; cost: number };

const FIELDS = [
  ...['Computer Science', 'Medicine', 'Chemistry', 'Biology', 'Materials Science', 'Physics', 'Geology', 'Psychology'],
  ...['Art', 'History', 'Geography', 'Sociology', 'Business', 'Political Science', 'Economics', 'Philosophy'],
  ...['Mathematics', 'Engineering', 'Environmental Science', 'Agricultural and Food Sciences', 'Education', 'Law'],
  'Linguistics',
];

const CREATIONS: Record<string, { keywords: boolean; query: boolean; needs: 'any' | 'keywords' | 'query' }> = {
  '/api/v1/job/combinedSearch': { keywords: true, query: true, needs: 'any' },
  '/api/v1/job/keywordSearch': { keywords: true, query: false, needs: 'keywords' },
  '/api/v1/job/querySearch': { keywords: false, query: true, needs: 'query' },
};

export const EXAMPLE_PAPER = {
  id: '204e3073870fae3d05bcbc2f6a8e263d9b72e776',
  title: 'An invented paper on reading glasses for owls',
  abstract: 'We fit owls with reading glasses. They read more. Night vision is unaffected.',
  tldr: 'Owls with reading glasses read more.',
  doi: '10.5555/12345678',
  journalName: 'Journal of Invented Results',
  publicationType: 'journal',
  publishedAt: '2021-03-04',
  authors: 'Ada Example, Ben Sample, Cleo Fiction, Dan Placeholder',
  year: 2021,
  score: 0.93,
  fieldsOfStudy: ['Biology'],
  impactFactor: { citationCount: 12, influentialCitationCount: 2, referenceCount: 30 },
  isOpenAccess: true,
  downloadable: true,
  link: 'https://example.org/owls',
  pdfLink: 'https://example.org/owls.pdf',
  v_quartile_ranking: 'Q2',
};

export class ScriptedService {
  readonly requests: SeenRequest[] = [];
  readonly charges: { pool: string; cost: number }[] = [];
  options: ScriptedOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor(options: ScriptedOptions = {}) {
    this.options = options;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api`;
  }

  get token(): string {
    return this.options.token ?? TOKEN;
  }

  get creations(): SeenRequest[] {
    return this.requests.filter((request) => request.method === 'POST');
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const { method = '', headers } = request;
    const seen: SeenRequest = { method, path, query, headers, body: text === '' ? undefined : safeJson(text) };
    this.requests.push(seen);
    if (this.options.intercept?.(seen, response)) return;
    const { status, body } = this.#route(seen);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  #route(seen: SeenRequest): { status: number; body: unknown } {
    if (seen.headers.authorization !== `Bearer ${this.token}`)
      return { status: 401, body: { error: 'API key is required' } };
    if (seen.method === 'POST' && CREATIONS[seen.path]) return this.#create(seen);
    if (seen.method === 'GET' && seen.path === '/api/v1/user/getCredits')
      return { status: 200, body: this.#balances() };
    const id = /^\/api\/v1\/job\/([^/]+)$/.exec(seen.path)?.[1];
    if (seen.method === 'GET' && id) return this.#status(decodeURIComponent(id));
    return { status: 404, body: { error: 'Not found' } };
  }

  #create(seen: SeenRequest): { status: number; body: unknown } {
    const wrong = [...this.#wrongInBody(seen), ...wrongInQuery(seen.query)];
    if (wrong.length > 0)
      return { status: 400, body: { error: wrong.map((path) => ({ message: `${path} is invalid`, path })) } };
    const body = seen.body as Record<string, unknown>;
    const pool = body.scraperKey ? 'privateKey' : body.enrich ? 'pro' : 'basic';
    const cost = Number(new URLSearchParams(seen.query).get('limit') ?? 100) / 100;
    if (this.#left(pool) < cost) return { status: 403, body: { error: 'Insufficient credits' } };
    this.charges.push({ pool, cost });
    const jobId = (this.#jobs.size + 1).toString(16).padStart(24, '0');
    this.#jobs.set(jobId, { polls: 0, pool, cost });
    return { status: 200, body: { jobId } };
  }

  #left(pool: 'basic' | 'pro' | 'privateKey'): number {
    const spent = this.charges.filter((charge) => charge.pool === pool).reduce((sum, charge) => sum + charge.cost, 0);
    return (this.options.credits?.[pool] ?? Number.POSITIVE_INFINITY) - spent;
  }

  #balances(): unknown {
    const pools = (['basic', 'pro', 'privateKey'] as const).filter(
      (pool) => this.options.credits?.[pool] !== undefined,
    );
    return {
      ...Object.fromEntries(pools.map((pool) => [`${pool}CreditsBalance`, this.#left(pool)])),
      plan: 'scripted',
    };
  }

  #status(id: string): { status: number; body: unknown } {
    const job = this.#jobs.get(id);
    if (!job) return { status: 404, body: { error: 'Job not found' } };
    job.polls += 1;
    if (job.polls <= (this.options.pollsUntilDone ?? 0)) return { status: 200, body: { status: 'queued' } };
    if (this.options.outcome === 'error') return { status: 200, body: { status: 'error' } };
    return { status: 200, body: { status: 'success', results: this.options.papers ?? [EXAMPLE_PAPER] } };
  }

  #wrongInBody({ path, body }: SeenRequest): string[] {
    const rule = CREATIONS[path];
    if (!rule || typeof body !== 'object' || body === null) return ['body'];
    const given = body as Record<string, unknown>;
    const listName = this.options.dialect ?? 'keywords';
    const known = [
      ...(rule.keywords ? [listName] : []),
      ...(rule.query ? ['query'] : []),
      'callbackUrl',
      'enrich',
      'scraperKey',
    ];
    const wrong = Object.keys(given).filter((name) => !known.includes(name));
    const list = given[listName];
    const isList =
      Array.isArray(list) && list.length >= 3 && list.length <= 10 && list.every((word) => typeof word === 'string');
    const query = given.query;
    const isQuery = typeof query === 'string' && query.length >= 50 && query.length <= 5000;
    if (list !== undefined && !isList) wrong.push(listName);
    if (query !== undefined && !isQuery) wrong.push('query');
    if (rule.needs === 'any' && list === undefined && query === undefined) wrong.push(listName);
    if (rule.needs === 'keywords' && list === undefined) wrong.push(listName);
    if (rule.needs === 'query' && query === undefined) wrong.push('query');
    const url = given.callbackUrl;
    if (url !== undefined && (typeof url !== 'string' || !/^https:\/\/(?!localhost|127\.)/.test(url)))
      wrong.push('callbackUrl');
    if (given.enrich !== undefined && typeof given.enrich !== 'boolean') wrong.push('enrich');
    return wrong;
  }
}

function wrongInQuery(query: string): string[] {
  const listOf = (values: string[]) => (text: string) => text.split(',').every((value) => values.includes(value));
  const oneOf = (pattern: RegExp) => (text: string) => pattern.test(text);
  const rules: Record<string, (text: string) => boolean> = {
    limit: oneOf(/^(100|200|300)$/),
    fieldsOfStudy: listOf(FIELDS),
    minCitationCount: oneOf(/^[1-9]\d*$/),
    openAccessPdf: oneOf(/^(true|false)$/),
    downloadable: oneOf(/^(true|false)$/),
    quartileRanking: listOf(['Q1', 'Q2', 'Q3', 'Q4']),
    publicationTypes: listOf(['journal', 'book series', 'conference']),
    sort: oneOf(/^(score|citationCount|influentialCitationCount|quartileRanking|referenceCount|year):(asc|desc)$/),
    year: oneOf(/^\d{4}(:\d{4})?$/),
  };
  return [...new URLSearchParams(query)].filter(([name, value]) => !rules[name]?.(value)).map(([name]) => name);
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
