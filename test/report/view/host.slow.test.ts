import schema from '@modelcontextprotocol/ext-apps/schema.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realRecords } from '../../helpers/real-papers.ts';
import { ScriptedService } from '../../helpers/scripted-service.ts';
import { envelope } from '../../helpers/served-mcp.ts';
import { ServerHere } from '../../helpers/server-here.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { axeFindings, openBrowser } from './browser.ts';
import { bundleHost, type HostOptions, openHost, type Result } from './host.ts';

/** The view in the official host side of MCP Apps, in a browser, over the server itself. */

const DRAWS = envelope({
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
});
const ROWS = 'table.papers tbody tr';
/** Only there to end what hangs. */
const KEYWORDS = ['memory', 'hippocampus', 'learning'];
const ALL = {
  serverTools: {},
  serverResources: {},
  openLinks: {},
  downloadFile: {},
  message: {},
  updateModelContext: {},
};

function threeHundred(): Record<string, unknown>[] {
  const again = realRecords()
    .slice(0, 100)
    .map((paper, index) => ({
      ...paper,
      id: `again-${index}`,
      doi: `10.5555/again.${index}`,
      title: `${index} again`,
    }));
  return [...realRecords(), ...again];
}

const service = new ScriptedService();
let browser: Browser;
let server: ServerHere;
let html: string;
let script: string;
let ids = 0;

async function ask(method: string, params: Record<string, unknown>): Promise<Result> {
  ids += 1;
  const { result, error } = await server.request(
    ids,
    method,
    { ...params, _meta: { ...(params._meta as object), ...DRAWS } },
    60_000,
  );
  if (!result) throw new Error(JSON.stringify(error));
  return result as Result;
}

beforeAll(async () => {
  await service.start();
  server = new ServerHere({
    PAPERQUEUE_BASE_URL: service.baseUrl,
    PAPERQUEUE_TOKEN: service.token,
    PAPERQUEUE_DATA_DIR: temporaryFolder(),
    PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
    PAPERQUEUE_TASKS: 'off',
  });
  const { contents } = await ask('resources/read', { uri: 'ui://paperqueue/papers.html' });
  html = (contents as { text: string }[])[0]?.text ?? '';
  script = await bundleHost();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.end();
  await service.stop();
});

/** The answer of a search that finds these papers. */
function search(papers: unknown[], args: object = {}): Promise<Result> {
  service.options.papers = papers;
  return ask('tools/call', {
    name: 'keyword_search',
    arguments: { keywords: KEYWORDS, limit: 300, fresh: true, ...args },
  });
}

const open = (options: Partial<HostOptions> = {}) =>
  openHost(browser, script, { html, capabilities: ALL, askServer: ask, ...options });
type Opened = Awaited<ReturnType<typeof open>>;

async function show(opened: Opened, result: Result): Promise<void> {
  await opened.host('sendToolInput', { arguments: { keywords: KEYWORDS } });
  await opened.host('sendToolResult', result);
}

/** Opens the whole report from the card. */
async function openAll({ view }: Opened): Promise<void> {
  await view.getByRole('button', { name: 'Open all' }).click();
  await view.locator(ROWS).first().waitFor();
}

const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(schema);
const REFS = new Map(
  Object.entries<object>(schema.$defs).flatMap(([name, message]) => {
    const { method } = (message as { properties?: { method?: { const?: string } } }).properties ?? {};
    return method?.const === undefined ? [] : [[method.const, `${schema.$id}#/$defs/${name}`] as const];
  }),
);

/** Every message of the view is what the protocol's own schema allows. */
async function expectValid({ sent }: Opened): Promise<void> {
  for (const { method, params } of await sent()) {
    const ref = REFS.get(method ?? '');
    if (ref === undefined) continue;
    const validate = ajv.getSchema(ref);
    expect([method, validate?.({ method, params }), validate?.errors ?? []]).toEqual([method, true, []]);
  }
}

describe('the papers of a search', () => {
  it('come with the result, and nothing is asked', async () => {
    const result = await search(threeHundred());
    const opened = await open();
    await show(opened, result);
    await openAll(opened);
    // Most of them come after the first frame.
    await expect.poll(() => opened.view.locator(ROWS).count()).toBe(300);
    expect(opened.calls).toEqual([]);
    expect(opened.problems).toEqual([]);
    await expect.poll(() => opened.height()).toBe(800);
    await expectValid(opened);
    await opened.page.close();
  });

  it.each([
    ['reads them as a resource', { serverResources: {} }, 'resources/read'],
    ['reads them page by page', { serverTools: {} }, 'tools/call'],
  ])('are read by the page where the host cuts them off: it %s', async (_how, capabilities, method) => {
    const { _meta, ...stripped } = await search(threeHundred());
    expect(_meta).toBeDefined();
    const opened = await open({ capabilities });
    await show(opened, stripped);
    await openAll(opened);
    // Most of them come after the first frame.
    await expect.poll(() => opened.view.locator(ROWS).count()).toBe(300);
    expect(new Set(opened.calls.map((call) => call.method))).toEqual(new Set([method]));
    const tools = opened.calls.flatMap(({ params }) => params.name ?? []);
    expect(tools.every((name) => name === 'get_job')).toBe(true);
    await opened.page.close();
  });

  it('are the first page of the answer where the host allows nothing, and the view says so', async () => {
    const { _meta: _, structuredContent: __, ...stripped } = await search(threeHundred());
    const opened = await open({ capabilities: {} });
    await show(opened, stripped);
    await openAll(opened);
    expect(await opened.view.locator(ROWS).count()).toBe(20);
    expect(await opened.view.locator('body').innerText()).toContain('first 20 of 300 papers');
    expect(await opened.view.getByRole('button', { name: /Save|Copy|Ask/ }).count()).toBe(0);
    await opened.page.close();
  });

  it.each([0, 1])('may be %i', async (count) => {
    const opened = await open();
    await show(opened, await search(realRecords().slice(0, count)));
    await opened.view.locator('h1').waitFor();
    expect(await opened.view.locator('.item').count()).toBe(count);
    expect(opened.problems).toEqual([]);
    await opened.page.close();
  });
});

describe('the card', () => {
  it.each([
    [768, 600, 6],
    [768, 400, 4],
    [400, 500, 3],
  ])('shows in a frame of %i x %i at least %i titles, without scrolling in it', async (width, height, least) => {
    const opened = await open({ width, context: { containerDimensions: { maxHeight: height } } });
    await show(opened, await search(threeHundred()));
    await opened.view.locator('.item').first().waitFor();
    const bottoms = (await opened.view
      .locator('.item .title')
      .evaluateAll((titles) =>
        (titles as unknown as { getBoundingClientRect(): { bottom: number } }[]).map(
          (title) => title.getBoundingClientRect().bottom,
        ),
      )) as number[];
    expect(bottoms.filter((bottom) => bottom <= height).length).toBeGreaterThanOrEqual(least);
    expect(await opened.view.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await opened.page.close();
  });

  it('shows more papers when it is asked to, and those of some years', async () => {
    const opened = await open();
    const { view } = opened;
    await show(opened, await search(threeHundred()));
    await view.locator('.item').first().waitFor();
    expect(await view.locator('.item').count()).toBe(6);
    await view.getByRole('button', { name: 'show 6 more' }).click();
    expect(await view.locator('.item').count()).toBe(12);
    const strip = view.locator('.strip');
    const { width = 0 } = (await strip.boundingBox()) ?? {};
    await strip.click({ position: { x: width - 3, y: 15 } });
    const last = Math.max(...realRecords().map(({ year }) => Number(year ?? 0)));
    expect(await view.locator('.item .by').first().innerText()).toContain(String(last));
    await view.getByRole('button', { name: 'all years' }).click();
    expect(await view.locator('.item').count()).toBe(12);
    await opened.page.close();
  });

  it('says first that hardly a paper has what was asked', async () => {
    const opened = await open();
    await show(opened, await search(realRecords().slice(0, 30), { keywords: ['zebrafish', 'volcano', 'glacier'] }));
    await opened.view.getByText(/^None of .* papers has/).waitFor();
    await opened.page.close();
  });
});

describe('decisions', () => {
  const decide = ({ view }: Opened, at: number, name: string) =>
    view
      .locator('.item')
      .nth(at)
      .getByRole('button', { name: new RegExp(`^${name}: `) })
      .click();
  const decided = ({ view }: Opened) =>
    view
      .locator('[data-ref]')
      .evaluateAll((all) =>
        (all as unknown as { dataset: { decision?: string } }[])
          .slice(0, 4)
          .map(({ dataset }) => dataset.decision ?? ''),
      );

  it('of a person on the card are kept in a review of the job, and are there on the full screen and the next day', async () => {
    const result = await search(realRecords().slice(0, 8));
    const opened = await open({ context: { availableDisplayModes: ['inline', 'fullscreen'] } });
    await show(opened, result);
    await opened.view.locator('.item').first().waitFor();
    await decide(opened, 0, 'Keep');
    await decide(opened, 1, 'Out');
    await decide(opened, 2, 'Maybe');
    await decide(opened, 0, 'Out');
    const isSent = () => opened.calls.flatMap(({ params }) => (params.arguments as { decisions?: [] }).decisions ?? []);
    await expect.poll(() => isSent().length).toBe(5);
    await openAll(opened);
    expect(await decided(opened)).toEqual(['out', 'out', 'maybe', '']);
    const refs = await opened.view
      .locator(ROWS)
      .evaluateAll((rows) => (rows as unknown as { dataset: { ref: string } }[]).map(({ dataset }) => dataset.ref));
    expect(await opened.view.locator('.menu .says').last().textContent()).toMatch(/^Kept in the review R\d+\.$/);
    const review = (await opened.view.locator('.menu .says').last().textContent())?.match(/R\d+/)?.[0];
    // As a person: it counts, and is no suggestion.
    const { structuredContent } = await ask('tools/call', { name: 'screen_papers', arguments: { review, next: 0 } });
    expect(structuredContent).toMatchObject({ progress: [{ exclude: 2, maybe: 1, include: 0 }, {}] });
    await opened.page.close();
    const { _meta, ...rest } = await ask('tools/call', {
      name: 'keyword_search',
      arguments: { keywords: KEYWORDS, limit: 300 },
    });
    const next = await open();
    await show(next, { ...rest, _meta });
    await next.view.locator('.item').first().waitFor();
    await expect.poll(() => decided(next)).toEqual(['out', 'out', 'maybe', 'undecided']);
    // Nothing is asked of the host before something is decided.
    expect(next.calls).toEqual([]);
    expect(refs).toHaveLength(8);
    expect(await axeFindings(next.view)).toEqual([]);
    await next.page.close();
  });

  it('of an assistant are an assistant’s, whatever it says of itself', async () => {
    const { structuredContent } = await search(realRecords().slice(0, 3));
    const { ref } = (structuredContent as { job: { ref: string } }).job;
    const answer = await ask('tools/call', {
      name: 'screen_papers',
      arguments: { question: 'Which?', jobs: ref, as: 'me', decisions: [{ ref: `${ref}-1`, decision: 'include' }] },
    });
    expect(answer.structuredContent).toMatchObject({ accepted: 1, progress: [{ include: 0 }, {}] });
  });

  it('are said not to be kept where the host lets the view call no tool, or the server has gone', async () => {
    const result = await search(realRecords().slice(0, 3));
    const none = await open({ capabilities: { message: {} } });
    await show(none, result);
    await none.view.locator('.item').first().waitFor();
    await decide(none, 1, 'Keep');
    expect(await none.view.locator('.urgent').innerText()).toContain('keeps no decisions');
    await none.page.close();
    const gone = await open({ askServer: () => Promise.reject(new Error('the server has gone')) });
    await show(gone, result);
    await gone.view.locator('.item').first().waitFor();
    await decide(gone, 1, 'Keep');
    await gone.view.getByText(/1 decision is not kept yet: .*the server has gone/).waitFor();
    expect(await decided(gone)).toEqual(['undecided', 'kept', 'undecided']);
    await gone.page.close();
  });
});

describe('a search that has no papers yet', () => {
  it('is waited for, and never started again', async () => {
    service.options.pollsUntilDone = 2;
    const creations = service.creations.length;
    const result = await search(realRecords(), { waitSeconds: 0 });
    expect(result.structuredContent).toMatchObject({ job: { status: 'queued' } });
    const opened = await open();
    await show(opened, result);
    await opened.view.locator('.item').first().waitFor();
    expect(opened.calls[0]).toMatchObject({ params: { name: 'get_job', arguments: { waitSeconds: 20 } } });
    expect(service.creations.length).toBe(creations + 1);
    service.options.pollsUntilDone = 0;
    await opened.page.close();
  });

  it.each([
    [
      'that failed',
      (opened: Opened) =>
        opened.host('sendToolResult', {
          isError: true,
          content: [{ type: 'text', text: '{"error":{"message":"No credits.","next":"Top up."}}' }],
        }),
      'No credits. Top up.',
    ],
    ['that was cancelled', (opened: Opened) => opened.host('sendToolCancelled', { reason: 'user' }), 'cancelled'],
    [
      'without a job',
      (opened: Opened) => opened.host('sendToolResult', { content: [{ type: 'text', text: '{"wouldCost":{}}' }] }),
      'no papers to show',
    ],
    [
      'whose answer is no JSON',
      (opened: Opened) => opened.host('sendToolResult', { content: [{ type: 'text', text: 'Hello' }] }),
      'no papers to show',
    ],
  ])('%s says so', async (_what, send, text) => {
    const opened = await open();
    await send(opened);
    await opened.view.getByText(text).waitFor();
    expect(opened.problems).toEqual([]);
    await opened.page.close();
  });

  it('says that the server has gone', async () => {
    const { _meta: _, ...stripped } = await search(realRecords());
    const opened = await open({
      capabilities: { serverTools: {} },
      askServer: () => Promise.reject(new Error('the server has gone')),
    });
    await show(opened, stripped);
    await opened.view.getByText('could not be read').waitFor();
    await opened.page.close();
  });
});

describe('the host', () => {
  it('that answers nothing is named after five seconds', async () => {
    const { page, view } = await openHost(browser, script, { html });
    await view.getByText('Waiting for the papers').waitFor();
    await page.clock.fastForward(5_000);
    await view.getByText('does not answer').waitFor();
    await page.close();
  });

  it('sets theme and colours, and changes them', async () => {
    const opened = await open({
      context: { theme: 'dark', styles: { variables: { '--color-background-primary': '#101010' } } },
    });
    await show(opened, await search(realRecords().slice(0, 3)));
    await opened.view.locator('.item').first().waitFor();
    const look = () =>
      opened.view.evaluate('[document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor]');
    expect(await look()).toEqual(['dark', 'rgb(16, 16, 16)']);
    await opened.host('sendHostContextChange', {
      theme: 'light',
      styles: { variables: { '--color-background-primary': '#fefefe' } },
    });
    await expect.poll(look).toEqual(['light', 'rgb(254, 254, 254)']);
    await opened.page.close();
  });

  it.each(['light', 'dark'])('shows a page in which axe finds nothing, with a %s theme', async (theme) => {
    const opened = await open({ context: { theme, availableDisplayModes: ['inline', 'fullscreen'] } });
    await show(opened, await search(realRecords().slice(0, 8)));
    await opened.view.locator('.item').first().waitFor();
    expect(await axeFindings(opened.view)).toEqual([]);
    await opened.view.locator('.item button.title').first().click();
    await opened.view.locator('.pane:not([hidden]), .more:not([hidden])').first().waitFor();
    expect(await axeFindings(opened.view)).toEqual([]);
    await opened.page.close();
  });

  it('is asked for links, files, the model’s context, a message and the full screen, and for nothing that it lacks', async () => {
    const opened = await open({ context: { displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] } });
    const { view } = opened;
    await show(opened, await search(realRecords().slice(0, 3)));
    await view.locator('.item').first().waitFor();
    const refs = await view
      .locator('.item')
      .evaluateAll((items) => items.map((item) => (item as unknown as { dataset: { ref: string } }).dataset.ref));
    const chosen = refs.slice(0, 2).join(', ');
    const ask = view.getByRole('button', { name: 'Ask about the kept' });
    expect(await ask.isDisabled()).toBe(true);
    for (const ref of refs.slice(0, 2)) await view.getByRole('button', { name: `Keep: ${ref}` }).click();
    await ask.click();
    await openAll(opened);
    // What was kept on the card is kept in the whole report.
    for (const ref of refs.slice(0, 2))
      expect(await view.locator(`[data-ref="${ref}"]`).getAttribute('data-decision')).toBe('kept');
    await view.locator(`${ROWS} .title`).first().click();
    await view.locator('.facts-of-paper a, .links a').filter({ visible: true }).first().click();
    await view.locator('.menu > summary').click();
    await view.getByRole('button', { name: 'Save as BibTeX' }).click();
    await expect.poll(async () => (await opened.asked()).map(([what]) => what)).toContain('downloadFile');
    await view.getByRole('button', { name: 'Leave full screen' }).click();
    await view.locator('.item').first().waitFor();
    const asked = await opened.asked();
    const of = (name: string) => JSON.stringify(asked.filter(([what]) => what === name).at(-1)?.[1]);
    expect(of('updateModelContext')).toContain(chosen);
    expect(of('openLinks')).toContain('https://doi.org/');
    expect(of('message')).toContain(chosen);
    expect(of('downloadFile')).toMatch(/@\w+\{.*@\w+\{/);
    expect(of('downloadFile')).not.toMatch(/@\w+\{.*@\w+\{.*@\w+\{/);
    expect(opened.problems).toEqual([]);
    await expectValid(opened);
    await opened.page.close();
  });

  it('that shows card and report by turns has each act once: keys, and what it is told of the kept', async () => {
    const opened = await open({ context: { displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] } });
    const { view } = opened;
    await show(opened, await search(realRecords().slice(0, 8)));
    for (let turn = 0; turn < 2; turn += 1) {
      await openAll(opened);
      await view.getByRole('button', { name: 'Leave full screen' }).click();
      await view.locator('.item').first().waitFor();
    }
    await openAll(opened);
    const told = async () => (await opened.asked()).filter(([what]) => what === 'updateModelContext').length;
    const before = await told();
    await view.locator('body').press('j');
    await view.locator(':focus').press('j');
    const second = await view.locator(`${ROWS} .title`).nth(1).innerText();
    expect(await view.locator(':focus').innerText()).toBe(second);
    await view.locator(':focus').press('1');
    expect(await view.locator(`${ROWS}[data-decision="kept"]`).count()).toBe(1);
    await expect.poll(told).toBe(before + 1);
    await opened.page.close();
  });

  it('gets an abstract when a paper is opened', async () => {
    const [paper] = realRecords().filter(({ abstract }) => typeof abstract === 'string');
    const opened = await open();
    await show(opened, await search([paper]));
    await opened.view.locator('.item button.title').click();
    await opened.view.getByText(String(paper?.abstract).slice(0, 40)).waitFor();
    await opened.page.close();
  });

  it('may take the view down', async () => {
    const opened = await open();
    expect(await opened.host('teardownResource', {})).toEqual({});
    await opened.page.close();
  });
});

it('draws hostile texts as text', async () => {
  const evil = '</script><img src=x onerror="globalThis.evil=1"><b>bold</b>';
  const [paper] = realRecords();
  const opened = await open();
  await show(opened, await search([{ ...paper, title: evil, abstract: evil, authors: evil, journalName: evil }]));
  await opened.view.locator('.item').first().waitFor();
  await openAll(opened);
  expect(await opened.view.locator('img').count()).toBe(0);
  expect(opened.problems).toEqual([]);
  await opened.page.close();
});
