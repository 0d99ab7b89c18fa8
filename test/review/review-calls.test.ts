import { describe, expect, it } from 'vitest';
import { connectReviews } from '../../src/app/connect-reviews.ts';
import { Secret } from '../../src/contract/secret.ts';
import type { Call } from '../../src/jobs/ports/reviews.ts';
import { openJobStore } from '../../src/jobs/store/job-store.ts';
import type { Fetch } from '../../src/platform/net/dial.ts';
import { LOG_START, sealEvents } from '../../src/platform/sealed-log.ts';
import { connectLab } from '../../src/review/lab-reviews.ts';
import { personNamed } from '../../src/review/protocol.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { turns, until } from '../helpers/until.ts';
import { storeFolder } from '../jobs/store/stores.ts';
import { openReviewApp } from '../service/review-app.ts';
import { opening } from './histories.ts';

/** A call on a lab's reviews ends when it is cancelled or its time is over, whatever the service does. */

const ME = personNamed();
const stores: { close(): unknown }[] = [];
afterEachTest(async () => {
  for (const store of stores.splice(0)) await store.close();
});

/** A call that the test ends. */
function openCall(): Call & { cancel(): void; expire(): void } {
  const ended = new AbortController();
  return {
    signal: ended.signal,
    remainingMs: () => Number.POSITIVE_INFINITY,
    cancel: () => ended.abort(new Error('cancelled')),
    expire: () => ended.abort(new DOMException('over', 'TimeoutError')),
  };
}

/** Ana's review L1 at a service that answers until it is told to be silent, and what was asked of it since. */
async function openLab() {
  const { app, tokenOf } = await openReviewApp(1_000);
  const asked: { request: string; signal: AbortSignal | null | undefined }[] = [];
  let isSilent = false;
  const fetch: Fetch = async (url, init) => {
    if (!isSilent) return app.request(url, init as object);
    asked.push({ request: `${init?.method} ${new URL(url).pathname}`, signal: init?.signal });
    return new Promise(() => {});
  };
  const lab = connectLab({
    baseUrl: 'http://lab.test',
    token: new Secret(tokenOf('ana')),
    secrets: [],
    fetch,
    userAgent: 'test',
    isKept: async () => true,
  });
  const store = openJobStore(storeFolder(), 1);
  stores.push(store);
  const during = connectReviews(store, { account: 'a', lab });
  const [open] = opening();
  if (!open) throw new Error('no opening');
  await lab(openCall()).openReview(sealEvents(LOG_START, [open], personNamed('ana'), '2026-01-05T09:00:00.000Z'));
  await during(openCall()).read('L1');
  return {
    during,
    asked,
    fallSilent: () => {
      isSilent = true;
    },
  };
}

describe('a call on the reviews of a lab that does not answer', () => {
  it('stops when it is cancelled, and so does its request', async () => {
    const { during, asked, fallSilent } = await openLab();
    fallSilent();
    const call = openCall();
    const listing = during(call).list();
    const ended = expect(listing).rejects.toThrow('cancelled');
    await until(() => asked.length > 0);
    call.cancel();
    await ended;
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true]);
    await turns();
    expect(asked).toHaveLength(1);
  });

  it('says that there was no answer when its time is over', async () => {
    const { during, asked, fallSilent } = await openLab();
    fallSilent();
    const call = openCall();
    const reviews = during(call);
    const all = [
      reviews.list(),
      reviews.read('L1'),
      reviews.members('L1'),
      reviews.join('L1'),
      reviews.screen({ review: 'L1', next: 1 }, ME),
      reviews.methods('L1'),
    ];
    const ends = Promise.all(
      all.map((each) =>
        expect(each).rejects.toMatchObject({ details: { code: 'UPSTREAM_UNAVAILABLE', charged: 'no' } }),
      ),
    );
    await until(() => asked.length > 0);
    call.expire();
    await ends;
  });

  it('does nothing in its turn, if it was over before that came', async () => {
    const { during, asked, fallSilent } = await openLab();
    fallSilent();
    const [first, second] = [openCall(), openCall()];
    const reading = during(first).read('L1');
    const ends = [expect(reading).rejects.toThrow('cancelled')];
    await until(() => asked.length === 1);
    const waiting = during(second).checkStop('L1', ME);
    ends.push(expect(waiting).rejects.toThrow('cancelled'));
    second.cancel();
    await ends[1];
    expect(asked).toHaveLength(1);
    first.cancel();
    await Promise.all(ends);
    await turns();
    expect(asked).toHaveLength(1);
  });
});

it('what one call has read, another one knows', async () => {
  const { during } = await openLab();
  expect(during(openCall()).read).not.toBe(during(openCall()).read);
  const [one, other] = await Promise.all([during(openCall()).read('L1'), during(openCall()).read('L1')]);
  expect(one.state).toBe(other.state);
});
