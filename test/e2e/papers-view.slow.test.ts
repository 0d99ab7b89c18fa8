import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ViewData } from '../../src/report/data/report-data.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { realRecords } from '../helpers/real-papers.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';
import { envelope } from '../helpers/served-mcp.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { type Opened, TASKS, TRANSPORTS } from '../helpers/task-transports.ts';

/** What the server gives to hosts that draw MCP Apps. The page itself is tested in test/report/view. */

const UI = 'io.modelcontextprotocol/ui';
const MIME = 'text/html;profile=mcp-app';
const URI = 'ui://paperqueue/papers.html';
const DRAWS = { extensions: { [UI]: { mimeTypes: [MIME] } } };
const KEYWORDS = ['memory', 'hippocampus', 'learning'];

const PAPERS = realRecords().slice(0, 60);
const service = new ScriptedService({ papers: PAPERS });
let settings: Record<string, string>;
beforeAll(async () => {
  await service.start();
  settings = {
    PAPERQUEUE_BASE_URL: service.baseUrl,
    PAPERQUEUE_TOKEN: service.token,
    PAPERQUEUE_DATA_DIR: libraryFolder(),
    PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
  };
});
afterAll(() => service.stop());

type Result = Record<string, unknown> & { _meta?: Record<string, unknown> };
const search = (args: object = {}) => ({ name: 'keyword_search', arguments: { keywords: KEYWORDS, ...args } });
const dataOf = (result: Result | undefined) => result?._meta?.['paperqueue/view'] as ViewData | undefined;

describe.each(TRANSPORTS)('the view over %s', (_transport, { here }) => {
  let server: Opened;
  beforeAll(async () => {
    server = await here(settings);
  });
  afterAll(() => server.close());
  const ask = async (method: string, params: Record<string, unknown>, capabilities: object = DRAWS) =>
    (await server.ask(method, params, envelope(capabilities))).result as Result | undefined;

  it('is offered', async () => {
    expect((await ask('server/discover', {}))?.capabilities).toMatchObject({ extensions: { [UI]: {} } });
    const { tools } = (await ask('tools/list', {})) as { tools?: Result[] };
    const drawn = tools?.filter(({ _meta }) => _meta !== undefined);
    expect(drawn?.map(({ name, _meta }) => [name, _meta])).toEqual(
      ['combined_search', 'keyword_search', 'query_search', 'related_papers'].map((name) => [
        name,
        { ui: { resourceUri: URI } },
      ]),
    );
  });

  it('is one page without data, whatever the job', async () => {
    const { contents } = (await ask('resources/read', { uri: URI })) as { contents?: Record<string, unknown>[] };
    expect(contents).toMatchObject([{ uri: URI, mimeType: MIME, _meta: { ui: { prefersBorder: false } } }]);
    const html = String(contents?.[0]?.text);
    expect(html).toMatch(/^<!doctype html>/);
    // A host would draw a frame of another colour scheme on an opaque ground.
    expect(html).not.toContain('color-scheme"');
    expect(html).not.toContain('Content-Security-Policy');
    expect(Buffer.byteLength(html)).toBeLessThan(76_000);
  });

  it('has the data of all papers beside the answer, without abstracts', async () => {
    const result = await ask('tools/call', search());
    const data = dataOf(result);
    expect(data?.papers.map(({ ref }) => ref)).toHaveLength(PAPERS.length);
    expect(data?.searches).toMatchObject([{ ref: expect.stringMatching(/^J[12]$/), keywords: KEYWORDS }]);
    // That a paper has one is known, so that none is said to lack it.
    const abstracts = new Set(data?.papers.map(({ abstract }) => abstract));
    expect(abstracts).toEqual(new Set(['', undefined]));
    expect(JSON.stringify(result?.structuredContent)).not.toContain('paperqueue/view');
    expect(JSON.stringify(data).length).toBeLessThan(60_000);
  });

  it.each([
    ['another extension', { extensions: { other: {} } }],
    ['no extension', {}],
    ['other kinds of page', { extensions: { [UI]: { mimeTypes: ['text/x-other'] } } }],
  ])('costs a client with %s nothing', async (_what, capabilities) => {
    expect(await ask('tools/call', search(), capabilities)).not.toHaveProperty('_meta.paperqueue/view');
  });

  it('is not added to other tools', async () => {
    const result = await ask('tools/call', { name: 'get_job', arguments: { jobId: 'J1' } });
    expect(dataOf(result)).toBeUndefined();
  });

  it('shows of a repeated search what is new', async () => {
    const data = dataOf(await ask('tools/call', search({ newSince: 'J1' })));
    expect(data?.papers).toEqual([]);
  });

  it('has the whole data as a resource, too', async () => {
    const read = await ask('resources/read', { uri: 'paperqueue://jobs/J1/view.json' });
    const [content] = (read?.contents ?? []) as { text: string; mimeType: string }[];
    const data = JSON.parse(content?.text ?? '') as ViewData;
    expect(content?.mimeType).toBe('application/json');
    expect(data.papers.some(({ abstract }) => abstract !== undefined)).toBe(true);
  });
});

describe('in the older era', () => {
  const asked = async (capabilities: object) => {
    const server = new ServerHere({ ...settings, PAPERQUEUE_DATA_DIR: libraryFolder() });
    await server.initialize(capabilities);
    const { result } = await server.request(1, 'tools/call', search(), 20_000);
    await server.end();
    return dataOf(result as Result);
  };

  it('the data comes where the client said at the start that it draws', async () => {
    expect((await asked(DRAWS))?.papers).toHaveLength(PAPERS.length);
    expect(await asked({})).toBeUndefined();
  });
});

describe('a search that became a task', () => {
  it('ends with the data, where the client draws', async () => {
    const server = new ServerHere({ ...settings, PAPERQUEUE_DATA_DIR: libraryFolder() });
    const ask = async (id: number, method: string, params: object, extensions: object) =>
      (await server.request(id, method, { ...params, _meta: envelope({ extensions }) }, 20_000)).result as Result;
    const [tasks, both] = [{ [TASKS]: {} }, { ...DRAWS.extensions, [TASKS]: {} }];
    service.options.pollsUntilDone = 1_000;
    const { taskId } = await ask(1, 'tools/call', search({ waitSeconds: 0 }), both);
    service.options.pollsUntilDone = 0;
    const [drawn, plain] = [await ask(2, 'tasks/get', { taskId }, both), await ask(3, 'tasks/get', { taskId }, tasks)];
    expect(dataOf(drawn.result as Result)?.papers).toHaveLength(PAPERS.length);
    expect([plain.status, dataOf(plain.result as Result)]).toEqual(['completed', undefined]);
    await server.end();
  });
});
