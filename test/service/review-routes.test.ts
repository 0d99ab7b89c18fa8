import { describe, expect, it } from 'vitest';
import type { SealedEvent } from '../../src/jobs/ports/reviews.ts';
import { LOG_START, sealEvents } from '../../src/platform/sealed-log.ts';
import type { ReviewAct } from '../../src/review/events.ts';
import type { Reader } from '../../src/review/protocol.ts';
import { isReviewEvent } from '../../src/service/routes/review-bodies.ts';
import { createLog, opening } from '../review/histories.ts';
import { openReviewApp } from './review-app.ts';

const AT = '2026-01-05T09:00:00.000Z';
const person = (name: string): Reader => ({ kind: 'human', name });
const [OPEN, IMPORT] = opening({}, 2) as [ReviewAct, ReviewAct];
const decide: ReviewAct = { what: 'decide', stage: 'title-abstract', ref: 'J1-1', decision: 'include' };
const RECORDS = [
  { ref: 'J1-1', paper: { title: 'Owls' } },
  { ref: 'J1-2', paper: { title: 'Mussels' } },
];

async function openApp(requestsPerMinute?: number) {
  const { app, database, tokenOf } = await openReviewApp(requestsPerMinute);
  const call = async (name: string, method: string, path: string, body?: unknown) => {
    const answer = await app.request(`/v1/reviews${path}`, {
      method,
      headers: { Authorization: `Bearer ${tokenOf(name)}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown>, headers: answer.headers };
  };
  return { call, app, database };
}

async function openReview() {
  const { call, database } = await openApp();
  const [open] = sealEvents(LOG_START, [OPEN], person('ana'), AT) as [SealedEvent];
  const { json } = await call('ana', 'POST', '', { event: open });
  expect(json).toEqual({ review: 1 });
  const upload = 'upload-1';
  await call('ana', 'POST', '/1/records', { upload, part: 0, records: RECORDS });
  const events = sealEvents(open, [IMPORT], person('ana'), AT);
  const appended = await call('ana', 'POST', '/1/events', { events, records: { upload, parts: 1 } });
  expect(appended).toMatchObject({ status: 200, json: { end: { n: 2 } } });
  return { call, database, end: events[0] as SealedEvent };
}

describe('the routes of reviews', () => {
  it('keep a review, which an invited member reads and writes', async () => {
    const { call, end } = await openReview();
    expect((await call('ben', 'GET', '')).json).toEqual({ account: 'ben', reviews: [] });
    expect(await call('ana', 'POST', '/1/members', { name: 'ben' })).toMatchObject({
      status: 200,
      json: { name: 'ben', isInvited: true },
    });
    const invited = { review: 1, owner: 'ana', isInvited: true, question: 'Does it work?', end: 2 };
    expect((await call('ben', 'GET', '')).json).toMatchObject({ reviews: [invited] });
    expect((await call('ben', 'GET', '/1/events')).status).toBe(404);
    expect((await call('ben', 'POST', '/1/join')).json).toEqual({ joined: true });
    expect((await call('ben', 'GET', '/1/events?after=1')).json).toMatchObject({ events: [{ n: 2 }], end: 2 });
    expect((await call('ben', 'GET', '/1/records')).json).toMatchObject({ records: RECORDS, pages: 1 });
    const events = sealEvents(end, [decide], person('ben'), AT);
    expect((await call('ben', 'POST', '/1/events', { events })).status).toBe(200);
    expect(
      await call('ana', 'POST', '/1/events', { events: sealEvents(end, [decide], person('ana'), AT) }),
    ).toMatchObject({ status: 409, json: { end: { n: 3 } } });
    expect((await call('ben', 'DELETE', '/1/members/ana')).status).toBe(403);
    expect((await call('ana', 'DELETE', '/1/members/ben')).json).toEqual({ removed: true });
    expect((await call('ben', 'GET', '/1/events')).status).toBe(404);
  });

  it('answer the same to who is no member as if there were no review', async () => {
    const { call } = await openReview();
    for (const review of ['1', '2', '0', '-1', '1.5', 'x', '99999999999']) {
      for (const [method, path, body] of [
        ['GET', 'events'],
        ['GET', 'records'],
        ['GET', 'members'],
        ['POST', 'join'],
        ['POST', 'aside', { from: 2 }],
        ['POST', 'members', { name: 'cleo' }],
        ['POST', 'records', { upload: 'upload-1', part: 0, records: RECORDS }],
        ['POST', 'events', { events: sealEvents(LOG_START, [decide], person('cleo'), AT) }],
        ['DELETE', 'members/ana'],
      ] as const) {
        const { status, json } = await call('cleo', method, `/${review}/${path}`, body);
        expect([method, path, status, json]).toEqual([method, path, 404, { error: 'Review not found' }]);
      }
    }
  });

  it('list a review without reading its opening, which may be long or damaged', async () => {
    const { call, database } = await openReview();
    database.run("UPDATE review_events SET text = 'odd' WHERE n = 1");
    expect((await call('ana', 'GET', '')).json).toMatchObject({ reviews: [{ review: 1, question: 'Does it work?' }] });
  });

  it('list the beginning of a question of any length', async () => {
    const { call } = await openReview();
    const long = { ...OPEN, question: 'Why? '.repeat(4_000) } as ReviewAct;
    const [event] = sealEvents(LOG_START, [long], person('ben'), AT);
    await call('ben', 'POST', '', { event });
    expect((await call('ben', 'GET', '')).json).toMatchObject({ reviews: [{ question: 'Why? '.repeat(100) }] });
  });

  it('refuse bodies that are wrong, and events that no program could read', async () => {
    const { call, end } = await openReview();
    const [event] = sealEvents(end, [decide], person('ana'), AT) as [SealedEvent];
    const odd = { ...decide, stage: 'elsewhere' } as unknown as ReviewAct;
    for (const events of [[], [{ ...event, hash: 'x' }], sealEvents(end, [odd], person('ana'), AT), 'no list']) {
      expect((await call('ana', 'POST', '/1/events', { events })).status).toBe(400);
    }
    expect((await call('ana', 'POST', '/1/events', { events: [event], more: 1 })).status).toBe(400);
    expect((await call('ana', 'POST', '/1/records', { upload: 'upload-1', part: 0, records: [] })).status).toBe(400);
    const large = { upload: 'upload-1', part: 0, records: [{ ref: 'J1-1', paper: { title: 'x'.repeat(9_000_000) } }] };
    expect((await call('ana', 'POST', '/1/records', large)).status).toBe(413);
    expect((await call('ana', 'GET', '/1/events')).json).toMatchObject({ end: 2 });
  });

  it('take of one member what a large review needs, and of the others as before', async () => {
    const { call, database, end } = await openReview();
    await call('ana', 'POST', '/1/members', { name: 'ben' });
    await call('ben', 'POST', '/1/join');
    const many = (count: number, name: string) =>
      sealEvents(end, new Array<ReviewAct>(count).fill(decide), person(name), AT);
    const add = (count: number, name: string) => call(name, 'POST', '/1/events', { events: many(count, name) });
    database.run('UPDATE review_events SET text = text || hex(zeroblob(32000000)) WHERE n = 1');
    const { status, json } = await add(64, 'ana');
    expect([status, json]).toEqual([422, { error: expect.stringContaining('as one member may') }]);
    expect((await call('ana', 'GET', '/1/events?after=1')).json).toMatchObject({ end: 2 });
    expect((await add(64, 'ben')).status).toBe(200);
    const long = { ...decide, note: 'x'.repeat(19_000), reasons: new Array(90).fill('y'.repeat(999)) };
    const [event] = sealEvents(end, [long as ReviewAct], person('ben'), AT);
    expect(isReviewEvent(event?.text ?? '')).toBe(false);
  });

  it('have a limit of their own, 30 times that of searches', async () => {
    const { call, app } = await openApp(1);
    for (let nth = 0; nth < 30; nth += 1) expect((await call('ana', 'GET', '')).status).toBe(200);
    const refused = await call('ana', 'GET', '');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.any(String)]);
    expect((await app.request('/v1/user/getCredits')).status).toBe(401);
    expect((await call('ben', 'GET', '')).status).toBe(200);
  });

  it('know every event that a program writes', () => {
    const log = createLog(opening());
    log.decide(person('ana'), 'title-abstract', [{ ref: 'J1-1', decision: 'exclude', reasons: ['c2'], note: 'why' }]);
    const { question: _, ...plain } = OPEN as Extract<ReviewAct, { what: 'open' }>;
    log.add(
      [
        { what: 'protocol', protocol: { ...plain.protocol, stop: { rule: 'cmh', target: 0.95, confidence: 0.95 } } },
        { what: 'criteria', criteria: plain.criteria },
        { what: 'withdraw', stage: 'title-abstract', ref: 'J1-1' },
        { what: 'note', ref: 'J1-1', note: 'read later', tags: ['mice'] },
        { what: 'resolve', stage: 'title-abstract', ref: 'J1-1', decision: 'include' },
        { what: 'serve', stage: 'title-abstract', refs: ['J1-2'], order: 'likely', labels: 3 },
        { what: 'retrieve', ref: 'J1-1', found: false },
        { what: 'stop-check', stage: 'title-abstract', screened: 2, relevant: 1, holds: false },
      ],
      { kind: 'assistant', name: 'ana/model', model: 'model', criteria: 'abc' },
    );
    expect(log.events.filter((event) => !isReviewEvent(JSON.stringify(event)))).toEqual([]);
    expect(['', '{}', 'null', '{"n":1}'].filter(isReviewEvent)).toEqual([]);
  });
});
