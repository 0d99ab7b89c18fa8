import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { compose } from '../../src/app/compose.ts';
import type { JobRequest } from '../../src/contract/requests.ts';
import { Secret } from '../../src/contract/secret.ts';
import { submitJob } from '../../src/jobs/spending/submit.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { TOKEN } from '../helpers/secrets.ts';
import { errorOf, failure, OPTIONS, openBench, REQUEST } from '../jobs/submitting.ts';

const LOG = createLog({ level: 'error', write: () => {}, secrets: [] });
const PAGE = { offset: 0, count: 10 } as never;

/** The name that an account had when addresses were taken as they were set. */
const formerName = (baseUrl: string) => createHash('sha256').update(`${baseUrl}\n${TOKEN}`).digest('hex').slice(0, 16);

function open(folder: string, baseUrl: string, more: Record<string, string> = {}) {
  const environment = { PAPERQUEUE_BASE_URL: baseUrl, PAPERQUEUE_TOKEN: TOKEN, PAPERQUEUE_DATA_DIR: folder, ...more };
  return compose(readConfig(environment), LOG);
}

/** What an equal search gives today, where one was recorded under that spelling. Nothing listens at the address. */
async function searchAgain(folder: string, baseUrl: string, more: Record<string, string> = {}, request = REQUEST) {
  const app = open(folder, baseUrl, more);
  try {
    const { search, getJob } = await app.jobs();
    const call = { waitSeconds: 0, signal: new AbortController().signal };
    const found = await search(request, PAGE, call).catch((error) => error);
    return { found, again: await getJob('J1', PAGE, call) };
  } finally {
    await app.stop();
  }
}

it.each([
  ['HTTP://LOCALHOST:80/x', 'http://127.0.0.1/x/'],
  ['http://localhost:80/x', 'http://localhost/x'],
  ['http://[::1]:1/x', 'http://LOCALHOST:1/x'],
  ['https://Search.Service.Invalid/api', 'https://Search.Service.Invalid/api/'],
  ['https://SEARCH.SERVICE.INVALID:443', 'https://search.service.invalid'],
  ['https://search.service.invalid.', 'https://search.service.invalid'],
])('a search that was paid under %s is found under %s', async (recorded, configured) => {
  const { deps, store, folder } = openBench({ account: formerName(recorded) });
  await submitJob(deps, REQUEST, OPTIONS);
  store.finish(1, { status: 'success', papers: [], notes: [] });
  const { found, again } = await searchAgain(folder, configured);
  expect(found).toMatchObject({ job: { ref: 'J1', reused: true, status: 'success' }, credits: { cost: 0 } });
  expect(again).toMatchObject({ job: { ref: 'J1', status: 'success' } });
});

it('is found also where a scraper key went with it, whichever it is today', async () => {
  const { deps, store, folder } = openBench({
    account: formerName('http://localhost:1'),
    scraperKey: new Secret('key'),
  });
  const query: JobRequest = {
    operation: 'combinedSearch',
    body: { ...REQUEST.body, query: 'q' },
    filters: { limit: 100 },
  };
  await submitJob(deps, query, OPTIONS);
  store.finish(1, { status: 'success', papers: [], notes: [] });
  const { found } = await searchAgain(folder, 'http://127.0.0.1:1', { PAPERQUEUE_SCRAPER_KEY: 'fc-other' }, query);
  expect(found).toMatchObject({ job: { ref: 'J1', reused: true } });
});

it('is not sent again where nobody knows whether it was charged', async () => {
  const { deps, service, folder } = openBench({ account: formerName('http://LOCALHOST:1') });
  service.fails(failure('CHARGE_UNKNOWN', 'unknown'));
  await errorOf(submitJob(deps, REQUEST, OPTIONS));
  const { found } = await searchAgain(folder, 'http://localhost:1');
  expect(found).toMatchObject({ details: { code: 'CHARGE_UNKNOWN', charged: 'no' } });
});

it('stays with its account where the token is another one', async () => {
  const { deps, store, folder } = openBench({ account: formerName('http://LOCALHOST:1') });
  await submitJob(deps, REQUEST, OPTIONS);
  const app = open(folder, 'http://localhost:1', { PAPERQUEUE_TOKEN: 'another-token' });
  await app.jobs();
  await app.stop();
  expect(store.byNumber(1)?.account).toBe(formerName('http://LOCALHOST:1'));
});
