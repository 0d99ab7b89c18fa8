import type { SealedEvent } from '../../src/jobs/ports/reviews.ts';
import { LOG_START, sealEvents } from '../../src/platform/sealed-log.ts';
import type { ReviewAct } from '../../src/review/events.ts';
import type { Reader } from '../../src/review/protocol.ts';
import { opening } from '../review/histories.ts';
import { type Generated, TOKENS } from './request-arbitraries.ts';

/** One example of each answer of the routes of reviews; those of a service as it is stand in the order they need. */

type ReviewState = 'usual' | 'limited' | 'broken' | 'faulty' | 'worn' | 'replete';
export type ReviewExample = [path: string, status: number, state: ReviewState, request: Generated];

/** What the limit of one request a minute allows about reviews. */
export const ALLOWED_A_MINUTE = 30;

const AT = '2026-01-05T09:00:00.000Z';
const PATH = '/v1/reviews';
const ONE = `${PATH}/{review}`;
const RICH: Reader = { kind: 'human', name: 'rich' };

const [OPEN, IMPORT] = opening({}, 2) as [ReviewAct, ReviewAct];
const decide = (ref: string): ReviewAct => ({ what: 'decide', stage: 'title-abstract', ref, decision: 'include' });
const seal = (after: Pick<SealedEvent, 'n' | 'hash'>, act: ReviewAct, who: Reader = RICH) =>
  sealEvents(after, [act], who, AT) as [SealedEvent];

const [first] = seal(LOG_START, OPEN);
const [second] = seal(first, IMPORT);
const [third] = seal(second, decide('J1-1'));
const UPLOAD = 'upload-1';
const RECORDS = ['J1-1', 'J1-2'].map((ref) => ({ ref, paper: { title: 'Owls' } }));
const part = (number: number, upload = UPLOAD) => ({ upload, part: number, records: RECORDS });
const adding = { events: [second], records: { upload: UPLOAD, parts: 1 } };

const headersOf = (token: string) => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' });
const rich = headersOf(TOKENS.rich);
const poor = { headers: headersOf(TOKENS.poor) };

/** A request about the only review. */
function asked(method: string, path: string, body?: unknown, more: Partial<Generated> = {}): Generated {
  const target = path.replace('{review}', '1').replace('{name}', 'poor');
  return { method, target, headers: rich, body: body === undefined ? undefined : JSON.stringify(body), ...more };
}

/** What is answered alike on every route. */
function common(method: string, path: string, body?: unknown): ReviewExample[] {
  return [
    [path, 401, 'usual', asked(method, path, body, { headers: {} })],
    [path, 405, 'usual', asked('PUT', path)],
    [path, 429, 'limited', asked(method, path, body)],
    [path, 500, 'faulty', asked(method, path, body)],
    [path, 503, 'broken', asked(method, path, body)],
  ];
}

/** What is answered alike where a body is read. */
function withBody(path: string, body: unknown): ReviewExample[] {
  return [
    ...common('POST', path, body),
    [path, 400, 'usual', asked('POST', path, {})],
    [path, 413, 'usual', asked('POST', path, undefined, { body: 'x'.repeat(9 * 1024 * 1024) })],
    [path, 415, 'usual', asked('POST', path, body, { headers: { ...rich, 'Content-Type': 'text/plain' } })],
  ];
}

const missing = (method: string, path: string, body?: unknown): ReviewExample => [
  path,
  404,
  'usual',
  asked(method, path.replace('{review}', '999'), body),
];

/** A review with a decision, which is made before the examples of a service whose log is damaged. */
export const WORN_REVIEW: readonly Generated[] = [
  asked('POST', PATH, { event: first }),
  asked('POST', `${ONE}/records`, part(0)),
  asked('POST', `${ONE}/events`, adding),
  asked('POST', `${ONE}/events`, { events: [third] }),
  // As many parts as may wait for their events.
  ...Array.from({ length: 500 }, (_, index) => asked('POST', `${ONE}/records`, part(index, 'upload-2'))),
];

/** A review, before its owner has added all that one member may. */
export const REPLETE_REVIEW = WORN_REVIEW.slice(0, 3);
const MANY = new Array<ReviewAct>(64).fill(decide('J1-1'));

const [EVENTS, PARTS, MEMBERS] = [`${ONE}/events`, `${ONE}/records`, `${ONE}/members`];
const [ASIDE, MEMBER, JOIN] = [`${ONE}/aside`, `${ONE}/members/{name}`, `${ONE}/join`];

export const REVIEW_EXAMPLES: readonly ReviewExample[] = [
  ...common('GET', PATH),
  ...withBody(PATH, { event: first }),
  [PATH, 403, 'usual', asked('POST', PATH, { event: first }, poor)],
  [PATH, 200, 'usual', asked('POST', PATH, { event: first })],
  [PATH, 200, 'usual', asked('GET', PATH)],
  [
    PATH,
    422,
    'replete',
    asked('POST', PATH, { event: seal(LOG_START, { ...OPEN, question: 'More?' } as ReviewAct)[0] }),
  ],

  ...common('GET', PARTS),
  ...withBody(PARTS, part(0)),
  missing('GET', PARTS),
  missing('POST', PARTS, part(0)),
  [PARTS, 200, 'usual', asked('POST', PARTS, part(0))],
  [PARTS, 409, 'worn', asked('POST', PARTS, part(0))],

  ...common('GET', EVENTS),
  ...withBody(EVENTS, adding),
  missing('GET', EVENTS),
  missing('POST', EVENTS, adding),
  [EVENTS, 200, 'usual', asked('POST', EVENTS, adding)],
  [EVENTS, 409, 'usual', asked('POST', EVENTS, { events: seal(first, decide('J1-1')) })],
  [EVENTS, 422, 'replete', asked('POST', EVENTS, { events: sealEvents(second, MANY, RICH, AT) })],
  [EVENTS, 200, 'usual', asked('GET', EVENTS)],
  [PARTS, 200, 'usual', asked('GET', PARTS)],

  ...common('GET', MEMBERS),
  ...withBody(MEMBERS, { name: 'poor' }),
  missing('GET', MEMBERS),
  missing('POST', MEMBERS, { name: 'poor' }),
  [MEMBERS, 200, 'usual', asked('POST', MEMBERS, { name: 'poor' })],
  [MEMBERS, 200, 'usual', asked('GET', MEMBERS)],
  [MEMBERS, 409, 'usual', asked('POST', MEMBERS, { name: 'Rich' })],
  [MEMBERS, 422, 'replete', asked('POST', MEMBERS, { name: 'poor' })],

  ...common('POST', JOIN),
  missing('POST', JOIN),
  [JOIN, 200, 'usual', asked('POST', JOIN, undefined, poor)],
  [JOIN, 422, 'replete', asked('POST', JOIN, undefined, poor)],

  [EVENTS, 403, 'usual', asked('POST', EVENTS, { events: [third] }, poor)],
  [PARTS, 403, 'usual', asked('POST', PARTS, part(0), poor)],
  [MEMBERS, 403, 'usual', asked('POST', MEMBERS, { name: 'poor' }, poor)],

  ...withBody(ASIDE, { from: 2 }),
  missing('POST', ASIDE, { from: 2 }),
  [ASIDE, 403, 'usual', asked('POST', ASIDE, { from: 2 }, poor)],
  [ASIDE, 409, 'usual', asked('POST', ASIDE, { from: 2 })],
  [ASIDE, 200, 'worn', asked('POST', ASIDE, { from: 3 })],

  ...common('DELETE', MEMBER),
  missing('DELETE', MEMBER),
  [MEMBER, 403, 'usual', asked('DELETE', MEMBER.replace('{name}', 'rich'), undefined, poor)],
  [MEMBER, 200, 'usual', asked('DELETE', MEMBER)],
];
