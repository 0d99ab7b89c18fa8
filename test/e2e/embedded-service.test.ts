import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { SCRAPER_KEY } from '../helpers/secrets.ts';
import { ServerHere } from '../helpers/server-here.ts';

/** Embedded mode with what a person sets up beside it: a scraping service, and an address to be called back. */

const PAPERS = [
  {
    title: 'Limpets grazing on sheltered shores',
    authors: ['Ada Lovelace'],
    link: 'https://papers.example.org/limpets',
  },
  { title: 'Limpets and barnacles compete for space', authors: ['Grace Hopper'], abstract: 'They do.' },
];
const KEYWORDS = ['limpets', 'shores', 'barnacles'];

/** A scraping service as Firecrawl documents it: what is left of a key, and one page. */
function openScrapingService() {
  const seen: { path: string; authorization: string | undefined; body: string }[] = [];
  const state = { remaining: 500 };
  const page = `<html><head><meta name="citation_title" content="Limpets grazing on sheltered shores">
    <meta name="citation_abstract" content="Limpets graze more where waves are small, as three summers of counting on sheltered and exposed shores have shown."></head></html>`;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
    const usage = { success: true, data: { remainingCredits: state.remaining, planCredits: 1000 } };
    const scraped = { success: true, data: { rawHtml: page, markdown: 'Limpets', metadata: { statusCode: 200 } } };
    const answer = request.url === '/v2/team/credit-usage' ? usage : scraped;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  return { server, seen, state };
}

describe('embedded mode with a scraping service', () => {
  const dataDir = libraryFolder();
  const { server, seen, state } = openScrapingService();
  let paperqueue: ServerHere;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const settings = {
      PAPERQUEUE_DATA_DIR: dataDir,
      PAPERQUEUE_SCRAPER_KEY: SCRAPER_KEY,
      PAPERQUEUE_SCRAPER_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    };
    const file = join(dataDir, 'limpets.jsonl');
    writeFileSync(file, PAPERS.map((paper) => JSON.stringify(paper)).join('\n'));
    expect((await runHere(['import', file], settings)).code).toBe(0);
    paperqueue = new ServerHere(settings);
    await paperqueue.initialize();
  });
  afterAll(async () => {
    await paperqueue.end();
    server.close();
  });

  it('fills in what a paper lacks from its landing page, says so, and takes from the pool of the key', async () => {
    const { json } = await paperqueue.call(1, 'keyword_search', { keywords: KEYWORDS });
    expect(json).toMatchObject({
      job: { status: 'success' },
      credits: { cost: 0, pool: 'privateKey', charged: 'no' },
    });
    const { ref } = json.job as { ref: string };
    const full = await paperqueue.call(2, 'get_job', { jobId: ref, view: 'full', where: { text: 'limpets grazing' } });
    expect(full.json.papers).toMatchObject([
      {
        abstract:
          'Limpets graze more where waves are small, as three summers of counting on sheltered and exposed shores have shown.',
        enriched: { abstract: 'landing page' },
      },
    ]);
    expect(seen[0]).toMatchObject({ path: '/v2/team/credit-usage', authorization: `Bearer ${SCRAPER_KEY}` });
    expect(seen.filter(({ path }) => path === '/v2/scrape').map(({ body }) => JSON.parse(body).url)).toEqual([
      'https://papers.example.org/limpets',
    ]);
  });

  it('refuses a key with too few credits by name, takes nothing, and does not ask for a page', async () => {
    state.remaining = 49;
    const before = seen.length;
    const { isError, json } = await paperqueue.call(3, 'keyword_search', { keywords: KEYWORDS, limit: 200 });
    expect(isError).toBe(true);
    expect(json.error).toMatchObject({
      code: 'INVALID_INPUT',
      charged: 'no',
      fields: [{ field: 'scraperKey', message: expect.stringContaining('49') }],
    });
    expect(seen.slice(before).map(({ path }) => path)).toEqual(['/v2/team/credit-usage']);
  });

  it('leaves the key at home with enrich: false', async () => {
    const before = seen.length;
    const { json } = await paperqueue.call(4, 'keyword_search', { keywords: KEYWORDS, limit: 300, enrich: false });
    expect(json.credits).toMatchObject({ pool: 'basic' });
    expect(seen.length).toBe(before);
  });
});

describe('a callback address', () => {
  it('inside a network, or on a port that is not of the web, is refused before anything is charged', async () => {
    const paperqueue = new ServerHere({ PAPERQUEUE_DATA_DIR: libraryFolder() });
    await paperqueue.initialize();
    const addresses = ['10.1.2.3/hook', '[fd00::1]/hook', '169.254.169.254/latest', 'example.org:8443/'];
    for (const [id, address] of addresses.entries()) {
      const args = { keywords: KEYWORDS, callbackUrl: `https://${address}` };
      const { isError, json } = await paperqueue.call(id + 1, 'keyword_search', args);
      expect([address, isError]).toEqual([address, true]);
      expect(json.error).toMatchObject({ code: 'INVALID_INPUT', charged: 'no', fields: [{ field: 'callbackUrl' }] });
    }
    await paperqueue.end();
  });
});
