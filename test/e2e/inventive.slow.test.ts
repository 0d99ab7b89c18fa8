import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSearchClient } from '../../src/faces/sdk/client.ts';
import { RawServer } from '../helpers/built-server.ts';
import { InventiveService, type Plan } from '../helpers/inventive/service.ts';
import { CREATED, FAILED, FINISHED, RUNNING } from '../helpers/inventive/shapes.ts';
import { FACTS, SPELLINGS, WORKS } from '../helpers/inventive/works.ts';
import { runCommand } from '../helpers/run-command.ts';
import { some } from '../helpers/runs.ts';
import { TOKEN } from '../helpers/secrets.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Services of any form end to end: the built server over MCP, the command line, and the exported client. */

let service: InventiveService;
let server: RawServer;
let calls = 0;
const settings = (folder: string) => ({
  PAPERQUEUE_DATA_DIR: folder,
  PAPERQUEUE_BASE_URL: service.baseUrl,
  PAPERQUEUE_TOKEN: TOKEN,
  PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
});

beforeAll(async () => {
  service = await new InventiveService().start();
  server = new RawServer(settings(temporaryFolder()));
  await server.initialize();
});
afterAll(async () => {
  await server.end();
  await service.stop();
});

function call(name: string, args: object) {
  calls += 1;
  return server.call(calls, name, args);
}

let searches = 0;
const newQuery = () => {
  searches += 1;
  return `How do owls that are fitted with reading glasses fare at night? Variation number ${searches}.`;
};

const FORMS = Object.values({ ...WORKS, ...SPELLINGS });
const ENDINGS = ['in winter', 'in spring', 'in summer', 'in autumn', 'at dawn'];

/** Five works in five forms, which are five works. */
function worksFrom(first: number) {
  const papers = ENDINGS.map((ending, nth) => {
    const form = JSON.stringify(FORMS[(first + nth) % FORMS.length]);
    return JSON.parse(
      form
        .replaceAll(FACTS.title, `${FACTS.title} ${ending}`)
        .replaceAll('owls.2016', `owls.2016.${nth}`)
        .replaceAll('"a1"', `"a1-${nth}"`),
    );
  });
  const { year, venue, citationCount: citations, authors } = FACTS;
  const facts = ENDINGS.map((ending, nth) => ({
    title: `${FACTS.title} ${ending}`,
    authors: authors.join(', '),
    year,
    venue,
    doi: `10.5555/owls.2016.${nth}`,
    citations,
  }));
  return { papers, facts };
}

const nthOf = <T>(table: Record<string, T>, nth: number): [string, T] =>
  Object.entries(table)[nth % Object.keys(table).length] as [string, T];

/** A shape of the end, and each time the next of creations, running answers and papers. */
const COMBINATIONS = some(Object.entries(FINISHED), { nth: 5 }).map(([name, shape], nth) => {
  const [created] = nthOf(CREATED, nth);
  const [running, body] = nthOf(RUNNING, nth * 3);
  return { name: `${name}, created ${created}, ${running}`, shape, created, running: [body], nth };
});

type Answer = { job: { ref: string; status: string }; papers?: object[]; page?: { total: number }; error?: Failure };
type Failure = { code: string; message: string; charged: string };

async function search(plan: Plan, args: object = {}) {
  service.plan = plan;
  const before = service.posts.length;
  const query = newQuery();
  const { isError, json } = await call('query_search', { query, waitSeconds: 20, ...args });
  return { query, isError, json: json as Answer & Record<string, unknown>, posts: service.posts.length - before };
}

describe('the built server', () => {
  it.each(COMBINATIONS)('delivers and exports every paper: $name', async ({ shape, created, running, nth }) => {
    const { papers, facts } = worksFrom(nth * 5);
    const { json, posts } = await search({ created, running, end: () => shape(papers) });
    expect(json).toMatchObject({ job: { status: 'success' }, credits: { charged: 'yes' }, page: { total: 5 } });
    expect(posts).toBe(1);
    const { ref } = json.job;
    const full = await call('get_job', { jobId: ref, view: 'full' });
    const arrived = (full.json as Answer).papers as { title: string }[];
    const byTitle = (one: { title: string }, other: { title: string }) => one.title.localeCompare(other.title);
    expect(arrived.sort(byTitle)).toMatchObject(facts.toSorted(byTitle));

    const bibtex = (await call('export_papers', { jobId: ref, format: 'bibtex' })).json.export as { text: string };
    expect(bibtex.text.match(/author\s*=\s*\{Smith, Jane and Doe, Bo\}/g)).toHaveLength(5);
    expect(bibtex.text.match(/@\w+\{smith2016reading/g)).toHaveLength(5);
    const csv = (await call('export_papers', { jobId: ref, format: 'csv' })).json.export as { text: string };
    for (const { doi } of facts) expect(csv.text).toContain(doi);
    expect(csv.text).toContain('Smith, Jane');
  });

  it('collects a result in pages', async () => {
    const { papers, facts } = worksFrom(0);
    const end = (page: number) => ({
      status: 'completed',
      results: papers.slice(page * 2 - 2, page * 2),
      nextPage: page < 3 ? page + 1 : null,
    });
    const { json, posts } = await search({ end });
    expect(json).toMatchObject({ job: { status: 'success' }, page: { total: facts.length } });
    expect(posts).toBe(1);
  });

  it.each(Object.entries(FAILED).filter((_, nth) => nth % 2 === 0))(
    'ends a failure with its reason: %s',
    async (_name, { body, reason = '' }) => {
      const { isError, json, posts } = await search({ running: [{ status: 'queued' }], end: () => body });
      expect(isError).toBe(true);
      expect(json.error).toMatchObject({ code: 'JOB_FAILED', charged: 'yes' });
      expect(json.error?.message).toContain(reason);
      expect(posts).toBe(1);
    },
  );

  it('tells a word that nobody knows, and goes on when it changes', async () => {
    let body: unknown = { status: 'simmering', progress: 30 };
    const { json } = await search({ end: () => body }, { waitSeconds: 1 });
    expect(json.job).toMatchObject({ status: 'simmering', serviceProgress: { progress: 30 }, askAgainSeconds: 10 });
    expect(JSON.stringify(json.notes)).toContain('"simmering\\"');
    body = { status: 'served', dishes: worksFrom(0).papers };
    expect((await call('get_job', { jobId: json.job.ref, waitSeconds: 5 })).json).toMatchObject({
      job: { status: 'success' },
      page: { total: 5 },
    });
  });

  it.each<[number, string, string, string, string]>([
    [400, '{"message":"limit too high for you"}', 'INVALID_INPUT', 'limit too high for you', 'application/json'],
    [402, '{"error":{"message":"top up first"}}', 'INSUFFICIENT_CREDITS', 'top up first', 'application/json'],
    [403, '{"detail":"no credits are left"}', 'INSUFFICIENT_CREDITS', 'no credits are left', 'application/json'],
    [403, '{"detail":"plan suspended"}', 'UNAUTHORIZED', 'plan suspended', 'application/json'],
    [413, 'body too big', 'INVALID_INPUT', 'body too big', 'text/plain'],
    [415, '{"title":"Unsupported","detail":"send JSON"}', 'INVALID_INPUT', 'send JSON', 'application/problem+json'],
    [422, '{"detail":[{"loc":["body","query"],"msg":"too plain"}]}', 'INVALID_INPUT', 'too plain', 'application/json'],
  ])('is refused by %i %s, free, and not locked', async (status, body, code, told, type) => {
    const { query, json, posts } = await search({ refusal: { status, body, type }, end: () => ({}) });
    expect(json.error).toMatchObject({ code, charged: 'no' });
    expect(JSON.stringify(json.error)).toContain(told);
    expect(posts).toBe(1);
    service.plan = { end: () => ({ status: 'done', papers: worksFrom(3).papers }) };
    const again = await call('query_search', { query, waitSeconds: 20 });
    expect(again.json).toMatchObject({ job: { status: 'success' }, credits: { charged: 'yes' } });
  });
});

describe('the command line', () => {
  it('ends with the papers of services of other forms, and with the reason of a failure', async () => {
    const folder = temporaryFolder();
    for (const nth of [3, 20, 40, 60]) {
      const [, shape] = nthOf(FINISHED, nth);
      const { papers, facts } = worksFrom(nth);
      service.plan = { created: nthOf(CREATED, nth)[0], running: [{ state: 'STARTED' }], end: () => shape(papers) };
      const before = service.posts.length;
      const found = await runCommand(['search', newQuery(), '--format', 'bibtex'], settings(folder));
      expect(found.code, found.stderr).toBe(0);
      expect(found.stdout.match(/author\s*=\s*\{Smith, Jane and Doe, Bo\}/g)).toHaveLength(facts.length);
      expect(service.posts.length - before).toBe(1);
    }
    const shown = await runCommand(['job', 'J2', '--json'], settings(folder));
    expect(JSON.parse(shown.stdout)).toMatchObject({ job: { ref: 'J2', status: 'success' }, page: { total: 5 } });
    service.plan = { end: () => ({ data: { state: 'FAILED', errors: [{ detail: 'index down' }] } }) };
    const failed = await runCommand(['search', newQuery()], settings(folder));
    expect(failed.code).not.toBe(0);
    expect(failed.stderr).toContain('index down');
  });
});

describe('the exported client', () => {
  it('ends every wait, and gives the papers in the form of the contract', async () => {
    const client = createSearchClient({ baseUrl: service.baseUrl, token: TOKEN, requestsPerMinute: 6000 });
    for (const { shape, created, running, nth } of COMBINATIONS.filter(({ nth }) => nth % 4 === 0)) {
      const { papers, facts } = worksFrom(nth);
      service.plan = { created, running, end: () => shape(papers) };
      const { jobId } = await client.create({ query: newQuery() });
      const job = await client.wait(jobId);
      expect(job).toMatchObject({ status: 'success', isFinal: true, unreadable: 0 });
      expect(job.papers).toMatchObject(
        facts.map(({ title, year, doi, citations }) => ({
          title,
          year,
          doi,
          impactFactor: { citationCount: citations },
        })),
      );
    }
    for (const { body, reason } of Object.values(FAILED).slice(-12)) {
      service.plan = { end: () => body };
      const { jobId } = await client.create({ query: newQuery() });
      const job = await client.wait(jobId);
      expect(job).toMatchObject({ status: 'error', isFinal: true });
      expect(job.notes.join(' ')).toContain(reason ?? '');
    }
    await client.close();
  });
});
