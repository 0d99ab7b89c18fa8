import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobRequest } from '../../src/contract/requests.ts';
import { Secret } from '../../src/contract/secret.ts';
import { submitJob } from '../../src/jobs/spending/submit.ts';
import { createClient } from '../../src/jobs/upstream/upstream-client.ts';
import type * as deadline from '../../src/lib/deadline.ts';
import { UNPACED } from '../../src/platform/net/pacer.ts';
import type * as driver from '../../src/platform/sqlite/driver.ts';
import { IS_DEEP } from '../helpers/runs.ts';
import { factsOf, openBench } from '../jobs/submitting.ts';
import {
  answerToCreation,
  answerToCredits,
  BODIES,
  type BodyKind,
  CREDITS_ANSWERS,
  type CreditsAnswer,
  TELLING,
} from './answers.ts';

/**
 * Every status, with every kind of body, while the credits can be read or not, at an address that has answered before
 * or never: the service takes its credits as soon as a creation arrives, and what then comes back is another matter.
 * With `PAPERQUEUE_TEST_RUNS` every combination; without it the usual statuses with all, others with one body.
 */

vi.mock('../../src/platform/sqlite/driver.ts', async (original) =>
  (await import('../helpers/quick-money.ts')).withoutSync(await original<typeof driver>()),
);
vi.mock('../../src/lib/deadline.ts', async (original) =>
  (await import('../helpers/quick-money.ts')).withoutPauses(await original<typeof deadline>()),
);

const USUAL = [200, 402, 403, 404, 422, 429, 502];
const STATUSES = Array.from({ length: 400 }, (_, index) => 200 + index);
const HISTORIES = ['never answered', 'told credits', 'gave a job'] as const;

type Case = { status: number; body: BodyKind; credits: CreditsAnswer; history: (typeof HISTORIES)[number] };

const EVERY: Case[] = STATUSES.flatMap((status) =>
  BODIES.flatMap((body) =>
    CREDITS_ANSWERS.flatMap((credits) => HISTORIES.map((history) => ({ status, body, credits, history }))),
  ),
);
const EACH = BODIES.length * CREDITS_ANSWERS.length * HISTORIES.length;
/** What a client may treat in a way of its own. */
const KNOWN = [
  201, 202, 204, 301, 302, 304, 307, 308, 400, 401, 402, 405, 408, 409, 410, 413, 414, 415, 421, 422, 423, 425, 428,
  431, 499, 500, 501, 503, 504,
];
/** Of a status that is not usual one combination, another one for each; of those that nobody knows, of every third. */
const CASES = EVERY.filter(
  ({ status }, nth) =>
    IS_DEEP ||
    USUAL.includes(status) ||
    ((KNOWN.includes(status) || status % 3 === 0) && nth % EACH === (status * 7) % EACH),
);

/** Refusals in words of the service, by the contract's table. */
const REFUSALS = [402, 403, 413, 414, 415, 422, 428, 431];

/** Whether the service itself says that it took nothing: by the contract, in its own words. */
function saysUncharged({ status, body }: Case): boolean {
  if (body === 'cut') return false;
  // In front of a service stand filters that put a page of such a status in the place of an answer.
  if (REFUSALS.includes(status)) return TELLING.includes(body) || body === 'other JSON' || body === 'text';
  return status === 400 || status === 401 || status === 429;
}

function expectedOf(one: Case): { code?: string; charged: string } {
  const { status, body, credits, history } = one;
  if (status < 300 && TELLING.includes(body)) return { charged: 'yes' };
  if (saysUncharged(one)) return { charged: 'no' };
  const isWhole = body !== 'cut';
  const isLikeAnother =
    isWhole && (status === 404 || status === 405 || ((status < 300 || status === 403) && body === 'page'));
  const isWrongAddress = isLikeAnother && history === 'never answered' && (credits === '404' || credits === 'page');
  return { charged: 'unknown', code: isWrongAddress ? 'NOT_CONFIGURED' : 'CHARGE_UNKNOWN' };
}

function requestOn(topic: string): JobRequest {
  return { operation: 'keywordSearch', body: { keywords: ['tide', 'mussel', topic] }, filters: { limit: 100 } };
}

describe('a creation that arrived', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is not charged only where the service says so, is not sent again, and counts for the cap of the day', async () => {
    let { store, deps } = openBench({ dailyCreditCap: 1 });
    let answering: Case = CASES[0] as Case;
    let charges = 0;
    const transport = {
      fetch: () => answerToCredits(answering.credits, { basicCreditsBalance: 100 - charges, basicCreditsTotal: 100 }),
      post: async (_url: string, _post: unknown, beforeSend: () => Promise<void>) => {
        await beforeSend();
        if (!saysUncharged(answering)) charges += 1;
        return answerToCreation(answering.status, answering.body, `job-${charges}`);
      },
    };
    const found: object[] = [];
    const wanted: object[] = [];
    for (const [nth, one] of CASES.entries()) {
      // The cap counts a day: what the cases before spent is older.
      vi.setSystemTime(Date.now() + 25 * 3_600_000);
      // A large file is slow.
      if (nth % 100 === 99) ({ store, deps } = openBench({ dailyCreditCap: 1 }));
      answering = one;
      charges = 0;
      const account = `account-${nth}`;
      const service = createClient({
        baseUrl: 'http://service.invalid',
        token: new Secret('token'),
        userAgent: 'test',
        pacer: UNPACED,
        transport,
      });
      const own = { ...deps, service, account };
      const moment = new Date().toISOString();
      if (one.history === 'told credits') store.saveBalances(account, { basic: 100 }, { from: moment, to: moment });
      if (one.history === 'gave a job') store.adopt({ mode: 'hosted', account, jobId: 'earlier' });
      const search = (topic: string) => submitJob(own, requestOn(`${topic} ${nth}`), { creationMs: 1_000 });

      const first = await factsOf(search('first'));
      const [newest] = store.list({ offset: 0, count: 1, status: undefined }).jobs;
      // A search that was certainly refused leaves no job (decision 0040).
      const isOwn = newest?.request?.body.keywords?.includes(`first ${nth}`);
      const expected = expectedOf(one);
      const { charged } = expected;
      found.push({
        ...one,
        charged: isOwn ? newest?.charged : 'no',
        isListed: isOwn === true,
        said: first?.charged ?? 'yes',
        ...(charged === 'unknown' && { code: first?.code }),
      });
      wanted.push({ ...one, ...expected, isListed: charged !== 'no', said: charged });
      if (charged === 'no') continue;
      // Neither the same search again, as it is or anew, nor another one is paid.
      await factsOf(search('first'));
      await factsOf(submitJob(own, requestOn(`first ${nth}`), { creationMs: 1_000, fresh: true }));
      const second = await factsOf(search('second'));
      found.push({ ...one, charges, second: second?.code });
      wanted.push({ ...one, charges: 1, second: 'CREDIT_CAP' });
    }
    expect(found).toEqual(wanted);
    const codes = new Set(wanted.map((entry) => (entry as { code?: string }).code));
    expect(codes).toEqual(new Set([undefined, 'NOT_CONFIGURED', 'CHARGE_UNKNOWN']));
  });
});
