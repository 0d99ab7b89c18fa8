import { expect, it } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { dryRunSearch } from '../../../src/jobs/dry-run.ts';
import { submitJob } from '../../../src/jobs/spending/submit.ts';
import { factsOf, OPTIONS, openBench } from '../submitting.ts';

const REQUEST: JobRequest = {
  operation: 'combinedSearch',
  body: { strategy: 'mussel AND shore' },
  filters: { limit: 100 },
};
const ASKING = { signal: new AbortController().signal, budgetMs: 1_000 };

it('a strategy goes to a hosted service that says that it takes strategies', async () => {
  const { deps, service } = openBench();
  service.tells = { basic: 9, takesStrategies: true };
  expect(await dryRunSearch(deps, REQUEST, ASKING)).toMatchObject({ mode: 'hosted', wouldCost: 1, pool: 'basic' });
  expect(service.created).toEqual([]);
  await submitJob(deps, REQUEST, OPTIONS);
  expect(service.created).toEqual([REQUEST]);
});

it.each([
  ['does not say so', { basic: 9 }],
  ['says that it does not', { basic: 9, takesStrategies: false }],
  ['tells no credits', undefined],
])('a service that %s is told apart before anything is created, in a trial too', async (_what, tells) => {
  const { deps, service } = openBench();
  service.tells = tells;
  const refused = { code: 'INVALID_INPUT', charged: 'no' };
  expect(await factsOf(dryRunSearch(deps, REQUEST, ASKING))).toMatchObject(refused);
  expect(await factsOf(submitJob(deps, REQUEST, OPTIONS))).toMatchObject(refused);
  expect(service.created).toEqual([]);
});

it('a strategy that cannot be read is refused without asking the service anything', async () => {
  const { deps, service } = openBench();
  const unreadable = { ...REQUEST, body: { strategy: 'a AND b OR c' } };
  expect(await factsOf(dryRunSearch(deps, unreadable, ASKING))).toMatchObject({ code: 'INVALID_INPUT' });
  expect(service.balanceReads).toBe(0);
});

it.each([
  ['hosted', { keywords: ['statin OR aspirin', 'stroke', 'heart'] }, ['OR']],
  ['embedded', { keywords: ['statin*', 'stroke', 'heart'] }, ['*']],
  [
    'embedded',
    { query: 'Papers on (statin AND stroke) that mention "heart failure" in older people' },
    ['AND', '( )', '"..."'],
  ],
] as const)('a trial says before anything is paid that operators are words: %s', async (mode, body, operators) => {
  const { deps } = openBench({ mode });
  const request: JobRequest = { ...REQUEST, body: body as JobRequest['body'] };
  const { notes } = await dryRunSearch(deps, request, ASKING);
  expect(notes).toContainEqual({ kind: 'operators', operators, isSent: mode === 'hosted', leavesOut: false });
});

it('a trial at a hosted service says to the letter what would be sent, without the scraper key', async () => {
  const { deps } = openBench({ scraperKey: new Secret('sk-4711') });
  const request: JobRequest = {
    operation: 'combinedSearch',
    body: { keywords: ['tide', 'mussel', 'shore'] },
    filters: { limit: 100, year: '2019:2020', openAccessPdf: true },
  };
  const sent = {
    kind: 'would-send',
    path: '/v1/job/combinedSearch?limit=100&openAccessPdf=true&year=2019%3A2020',
    body: '{"keywords":["tide","mussel","shore"]}',
    hasKey: true,
  };
  expect((await dryRunSearch(deps, request, ASKING)).notes).toContainEqual(sent);
  await submitJob(deps, request, OPTIONS);
  const { notes } = await dryRunSearch(deps, request, ASKING);
  expect(notes?.map(({ kind }) => kind)).not.toContain('would-send');
});

it.each([
  ['one search', undefined],
  ['a question in parts', ['tide and mussel', 'shore and wind']],
])('a trial of %s tells its cost, the balance and the cap, and what was paid for before', async (_what, parts) => {
  const { deps, service } = openBench({ dailyCreditCap: 10 });
  service.tells = { basic: 9 };
  const request: JobRequest = {
    operation: 'combinedSearch',
    body: { keywords: ['tide', 'mussel', 'shore'] },
    filters: { limit: 200 },
  };
  const searches = parts ? 3 : 1;
  const told = { pool: 'basic', balance: 9 };
  expect(await dryRunSearch(deps, request, ASKING, { parts })).toMatchObject({
    ...told,
    wouldCost: 2 * searches,
    capLeft: 10,
  });
  await submitJob(deps, request, OPTIONS);
  const again = await dryRunSearch(deps, request, ASKING, { parts });
  expect(again).toMatchObject({ ...told, wouldCost: 2 * (searches - 1), capLeft: 8 });
  if (!parts) expect(again.notes).toContainEqual(expect.objectContaining({ kind: 'reused', job: 'J1' }));
  deps.store.markRunReported(1, '%');
  expect((await dryRunSearch(deps, request, ASKING, { parts, fresh: true })).wouldCost).toBe(2 * searches);
  expect(service.created).toHaveLength(1);
});
