import { expect, it } from 'vitest';
import { PaperqueueError } from '../../../src/contract/errors.ts';
import type { JobRequest } from '../../../src/contract/requests.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { createHostedTransport } from '../../../src/jobs/upstream/transport.ts';
import { createClient } from '../../../src/jobs/upstream/upstream-client.ts';
import { startDeadline } from '../../../src/lib/deadline.ts';
import { UNPACED } from '../../../src/platform/net/pacer.ts';
import { IS_DEEP } from '../../helpers/runs.ts';
import { secretForms, toldBy } from '../../helpers/secret-forms.ts';
import { OPENALEX_KEY, SCRAPER_KEY, SECRETS, TOKEN } from '../../helpers/secrets.ts';
import { answer, loopbackServers } from './loopback.ts';

const start = loopbackServers();
const transport = createHostedTransport();
const ECHOES = SECRETS.flatMap(secretForms);
const ECHO = ECHOES.join(' | ');
const HEADERS = { 'X-Echo': encodeURIComponent(ECHO).slice(0, 4_000), 'WWW-Authenticate': `Bearer realm="${TOKEN}"` };

const REQUEST: JobRequest = {
  operation: 'keywordSearch',
  body: { keywords: ['owls'], scraperKey: SCRAPER_KEY },
  filters: { limit: 100 },
};

/** Every shape that the contract knows, and some that it does not, with the secrets in each text and name. */
const SHAPES: unknown[] = [
  ...ECHOES.map((echo) => ({ error: echo })),
  { error: ECHOES.slice(0, 30).map((echo) => ({ message: echo, path: echo })) },
  { jobId: TOKEN, status: TOKEN, [TOKEN]: TOKEN },
  { jobId: `job-${OPENALEX_KEY}`, status: 'queued' },
  {
    status: 'success',
    notes: ECHOES,
    sources: ECHOES.map((source) => ({ source, gave: 1, failed: source })),
    results: [],
  },
  { status: 'success', results: [{ title: ECHO, [ECHO]: { deep: [ECHO] }, authors: ECHO, id: TOKEN }] },
  { status: 'error', error: ECHO, message: ECHO },
  { basicCreditsBalance: 1, [TOKEN]: ECHO },
  [ECHO],
  ECHO,
];
const BODIES = [...SHAPES.map((shape) => JSON.stringify(shape)), ECHO, `<html>${ECHO}`, `{"error":"${SCRAPER_KEY}`];

/** What the client treats in a way of its own; of the others every seventh is enough, but deeply. */
const TOLD_APART = [200, 201, 202, 204, 301, 302, 307, 400, 401, 402, 403, 404, 409, 421, 422, 429, 500, 502, 503, 504];

/** All that a failure tells: to the model, to the log, and in its causes. */
function toldOf(failure: unknown): string {
  if (!(failure instanceof Error)) return JSON.stringify(failure);
  const facts = failure instanceof PaperqueueError ? JSON.stringify(failure.details) : '';
  return [facts, failure.message, failure.stack, toldOf(failure.cause ?? null), String(failure)].join('\n');
}

function clientOf(url: string, logged: unknown[] = []) {
  return createClient({
    baseUrl: url,
    token: new Secret(TOKEN),
    secrets: SECRETS.filter((secret) => secret !== SCRAPER_KEY).map((secret) => new Secret(secret)),
    transport,
    pacer: UNPACED,
    userAgent: 'test',
    onFailure: (error) => logged.push(error),
  });
}

async function outcomes(status: number, body: string): Promise<string> {
  const { url } = await start(answer(status, body, HEADERS));
  const logged: unknown[] = [];
  const client = clientOf(url, logged);
  const signal = AbortSignal.timeout(10_000);
  const told = async (work: Promise<unknown>) => toldOf(await work.catch((error: unknown) => error));
  const texts = [await told(client.create(REQUEST, { deadline: startDeadline(5_000, signal) }))];
  // A read that may be tried again would wait for it.
  if (status < 500) texts.push(await told(client.status('job-1', signal)), await told(client.balances(signal)));
  return [...texts, ...logged.map(toldOf)].join('\n');
}

it('of a service that repeats every secret, no status and no answer tells one', async () => {
  const told: string[] = [];
  // Informational answers are no answers, so that the sweep begins at 200.
  const statuses = Array.from({ length: 400 }, (_, at) => at + 200);
  for (const [at, status] of statuses.entries()) {
    if (!IS_DEEP && at % 7 !== 0 && !TOLD_APART.includes(status)) continue;
    const secrets = toldBy(await outcomes(status, BODIES[at % BODIES.length] as string), SECRETS);
    if (secrets.length > 0) told.push(`${status}: ${BODIES[at % BODIES.length]?.slice(0, 80)}`);
  }
  for (const [place, status] of [200, 400, 401, 403, 429].entries()) {
    for (const [at, body] of BODIES.entries()) {
      // Deeply each body with each status, else the forms of a secret with two of the five.
      if (!IS_DEEP && at < ECHOES.length && (at + place) % 5 > 1) continue;
      if (toldBy(await outcomes(status, body), SECRETS).length > 0) told.push(`${status}: ${body.slice(0, 80)}`);
    }
  }
  expect(told).toEqual([]);
});

it('a job id that repeats a secret is not kept: the charge is unknown', async () => {
  expect(await outcomes(200, JSON.stringify({ jobId: TOKEN }))).toContain('CHARGE_UNKNOWN');
});

it('nor is it one from a closed key, where the job would be asked for under a name that nobody has', async () => {
  const { url } = await start(answer(200, JSON.stringify({ jobId: `job-${TOKEN}` })));
  const told = toldOf(
    await clientOf(url)
      .closeKey('key-1', AbortSignal.timeout(10_000))
      .catch((error) => error),
  );
  expect(told).toContain('UPSTREAM_INVALID');
  expect(toldBy(told, SECRETS)).toEqual([]);
});

it('other text comes through', async () => {
  const told = await outcomes(
    400,
    JSON.stringify({ error: [{ message: `the key ${SCRAPER_KEY} is wrong`, path: 'scraperKey' }] }),
  );
  expect(told).toContain('the key [redacted] is wrong');
});
