import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import {
  createScrapingService,
  PageUnread,
  ScrapingUnreachable,
} from '../../../src/service/scraping/scraping-service.ts';
import { some } from '../../helpers/runs.ts';
import { secretForms, toldBy } from '../../helpers/secret-forms.ts';
import { SCRAPER_KEY, SECRETS } from '../../helpers/secrets.ts';
import {
  answers,
  breaksOff,
  cutsShort,
  errorOf,
  type Handler,
  httpServers,
  PATIENT,
  shownBy,
  staysSilent,
} from './http-servers.ts';

const start = httpServers();
const KEY = new Secret(SCRAPER_KEY);
const PAGE = 'https://journal.example/demo-17';

async function read(handler: Handler, timeoutMs = 5_000) {
  const { url } = await start(handler);
  return createScrapingService({ baseUrl: url, fetch, timeoutMs }).readPage(KEY, PAGE, PATIENT);
}

function page(data: unknown): Handler {
  return answers(200, { success: true, data });
}

describe('reading a page', () => {
  it('asks for the raw page and its text at the price of one credit', async () => {
    const { url, asked } = await start(page({ rawHtml: '<p>x', metadata: {} }));
    await createScrapingService({ baseUrl: url, fetch, timeoutMs: 20_000 }).readPage(KEY, PAGE, PATIENT);
    expect(asked[0]).toMatchObject({
      method: 'POST',
      url: '/v2/scrape',
      headers: { authorization: `Bearer ${SCRAPER_KEY}`, 'content-type': 'application/json' },
    });
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      url: PAGE,
      formats: ['rawHtml', 'markdown'],
      onlyMainContent: true,
      parsers: [],
      proxy: 'basic',
      skipTlsVerification: false,
      timeout: 18_000,
    });
  });

  it('gives what the service found', async () => {
    const data = {
      rawHtml: '<html><head></head></html>',
      markdown: '# A title',
      metadata: { title: 'A title', citation_author: ['Ada', 'Bo'], statusCode: 200, error: null, odd: { a: 1 } },
    };
    expect(await read(page(data))).toEqual({
      html: '<html><head></head></html>',
      text: '# A title',
      metadata: { title: 'A title', citation_author: ['Ada', 'Bo'], statusCode: '200' },
    });
  });

  it.each([undefined, null, [], 'x', { metadata: null }, { rawHtml: 1, markdown: [], metadata: [1] }])(
    'makes an empty page of %j',
    async (data) => {
      expect(await read(page(data))).toEqual({ metadata: {} });
    },
  );

  it('cuts what is too long and leaves out values of impossible length', async () => {
    const metadata = { long: 'x'.repeat(20_001), many: Array.from({ length: 500 }, String), fine: 'yes' };
    const got = await read(page({ rawHtml: 'h'.repeat(2_000_001), markdown: 't'.repeat(200_001), metadata }));
    expect(got.html).toHaveLength(2_000_000);
    expect(got.text).toHaveLength(200_000);
    expect(Object.keys(got.metadata)).toEqual(['many', 'fine']);
    expect(got.metadata.many).toHaveLength(100);
  });

  it('keeps names that would reach into a prototype as mere names', async () => {
    const got = await read(answers(200, '{"success":true,"data":{"metadata":{"__proto__":"x","constructor":"y"}}}'));
    expect(Object.keys(got.metadata)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(got.metadata)).toBe(Object.prototype);
  });
});

describe('a page that does not come', () => {
  it.each<[string, Handler, string]>([
    ['a page that its server refuses', page({ metadata: { statusCode: 403 }, markdown: 'Forbidden' }), 'page failed'],
    ['400', answers(400, { success: false, code: 'BAD_REQUEST', error: 'Bad Request' }), 'page failed'],
    ['403', answers(403, { success: false, error: 'This website is not supported' }), 'page failed'],
    ['408', answers(408, { success: false, code: 'SCRAPE_TIMEOUT', error: 'timed out' }), 'page failed'],
    ['engines that gave up', answers(500, { success: false, code: 'SCRAPE_ALL_ENGINES_FAILED' }), 'page failed'],
    ['a failure under 200', answers(200, { success: false, error: 'no' }), 'page failed'],
    ['401', answers(401, { success: false, error: 'Unauthorized' }), 'key refused'],
    ['402', answers(402, { success: false, error: 'Insufficient credits' }), 'quota used up'],
  ])('because of %s', async (_what, handler, reason) => {
    const error = await errorOf(read(handler));
    expect(error).toBeInstanceOf(PageUnread);
    expect(error.reason).toBe(reason);
    expect(shownBy(error)).not.toContain(SCRAPER_KEY);
    expect(shownBy(error)).not.toContain('journal.example');
  });

  it.each<[string, Handler]>([
    ['429', answers(429, { success: false, error: 'Rate limit exceeded' })],
    ['502 with an HTML page', answers(502, '<html>')],
    ['500 without a word of the page', answers(500, { success: false, error: 'oops' })],
    ['403 of something in between', answers(403, '<html>')],
    ['HTML under 200', answers(200, '<html>')],
    ['too much', answers(200, `"${'x'.repeat(9 * 1024 * 1024)}"`)],
    ['a connection that breaks', breaksOff],
    ['an answer that is cut short', cutsShort],
  ])('because the service cannot be asked: %s', async (_what, handler) => {
    const error = await errorOf(read(handler));
    expect(error).toBeInstanceOf(ScrapingUnreachable);
    expect(shownBy(error)).not.toContain(SCRAPER_KEY);
  });

  it('because of silence', async () => {
    expect(await errorOf(read(staysSilent, 50))).toBeInstanceOf(ScrapingUnreachable);
  });

  it('because the key could not be sent', async () => {
    const { url, asked } = await start(page({}));
    const service = createScrapingService({ baseUrl: url, fetch });
    const error = await errorOf(service.readPage(new Secret('two words'), PAGE, PATIENT));
    expect(error.reason).toBe('key refused');
    expect(asked).toEqual([]);
  });
});

/** Those that the client tells apart, and one or two of each hundred that it does not. */
const STATUSES = [200, 201, 204, 299, 301, 304, 400, 401, 402, 403, 404, 408, 421, 429, 499, 500, 502, 503, 520, 599];

it('of a service that repeats every secret, no status and no answer tells one', async () => {
  const echo = SECRETS.flatMap(secretForms).join(' | ');
  const secrets = SECRETS.filter((secret) => secret !== SCRAPER_KEY).map((secret) => new Secret(secret));
  const shapes = [
    {
      success: true,
      data: { rawHtml: echo, markdown: echo, metadata: { title: echo, [echo]: [echo], statusCode: 200 } },
    },
    { success: true, data: { remainingCredits: 1_000, [echo]: echo } },
    { success: false, code: `SCRAPE_${echo}`, error: echo },
  ];
  const told: string[] = [];
  const headers = { 'X-Echo': encodeURIComponent(echo).slice(0, 4_000) };
  // The status that the address begins with.
  const { url: everyStatus } = await start((asked, answer, nth) => {
    const status = Number(asked.url.split('/')[1]);
    answers(status, shapes[status % 3], headers)(asked, answer, nth);
  });
  for (const status of some(STATUSES)) {
    const service = createScrapingService({ baseUrl: `${everyStatus}/${status}`, fetch, secrets });
    const outcomes = await Promise.allSettled([service.readPage(KEY, PAGE, PATIENT), service.checkKey(KEY, PATIENT)]);
    const texts = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : shownBy(outcome.reason)));
    if (toldBy(JSON.stringify(texts), SECRETS).length > 0) told.push(`status ${status}`);
  }
  expect(told).toEqual([]);
  const { url } = await start(answers(200, shapes[0]));
  const { text } = await createScrapingService({ baseUrl: url, fetch, secrets }).readPage(KEY, PAGE, PATIENT);
  expect(text).toContain('[redacted]');
});

describe('a page inside somebody’s network', () => {
  it.each([
    ['https://wiki.example/page', ['10.0.0.7']],
    ['https://wiki.example/page', ['93.184.215.14', '127.0.0.1']],
    ['https://wiki.example/page', ['fd00::1']],
    ['https://wiki.example/page', ['169.254.169.254']],
    ['http://127.0.0.1/', []],
    ['http://[::1]/', []],
    ['http://0x7f.1/', []],
  ])('is not handed on: %s means %j', async (url, addresses) => {
    const { url: baseUrl, asked } = await start(page({ rawHtml: '<p>x', metadata: {} }));
    const service = createScrapingService({ baseUrl, fetch, lookup: async () => addresses });
    await expect(service.readPage(KEY, url, PATIENT)).rejects.toMatchObject({ reason: 'not public' });
    expect(asked).toEqual([]);
  });

  it.each([[['93.184.215.14']], [['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']]])(
    'is another than one of the public internet: %j',
    async (addresses) => {
      const { url: baseUrl, asked } = await start(page({ rawHtml: '<p>x', metadata: {} }));
      const service = createScrapingService({ baseUrl, fetch, lookup: async () => addresses });
      await service.readPage(KEY, PAGE, PATIENT);
      expect(asked).toHaveLength(1);
    },
  );
});
