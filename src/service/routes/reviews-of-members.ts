import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Context, Handler, Hono } from 'hono';
import type * as z from 'zod';
import { isDeeperThan, MAX_LEVELS } from '../../contract/answers.ts';
import { REVIEWS_PATH } from '../../contract/operations.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import type { Answer } from '../answer-schemas.ts';
import type { ServiceDeps, ServiceEnvironment } from '../deps.ts';
import { MAX_REVIEWS_OF_ACCOUNT } from '../store/reviews-port.ts';
import { isReviewEvent, REVIEW_BODIES } from './review-bodies.ts';

type Deps = Pick<ServiceDeps, 'store'>;
type Route = Handler<ServiceEnvironment>;

/** Reviews that members share, an extension of the contract. A review is 404 for accounts that are not members. */
export function addReviewRoutes(app: Hono<ServiceEnvironment>, { store: { reviews, accounts } }: Deps): void {
  const list: Route = async (context) => {
    const account = context.get('account');
    const ownName = await accounts.nameOf(account);
    const kept = await reviews.list(account);
    return context.json({ account: ownName, reviews: kept } satisfies Answer<'Reviews'>);
  };

  const open: Route = async (context) => {
    const body = await readBody(context, REVIEW_BODIES.opening);
    if (body instanceof Response) return body;
    if (!isReviewEvent(body.event.text)) return badEvent(context, 0);
    const opened = await changed(context, () => reviews.open(context.get('account'), body.event));
    if (typeof opened === 'number') return context.json({ review: opened } satisfies Answer<'OpenedReview'>);
    return refuse(context, opened.refused);
  };

  const events: Route = async (context) => {
    const after = readNumber(context, 'after');
    const found = await withReview(context, (account, review) => reviews.events(account, review, after));
    return found ? context.json(found satisfies Answer<'ReviewEvents'>) : notFound(context);
  };

  const append: Route = async (context) => {
    const body = await readBody(context, REVIEW_BODIES.events);
    if (body instanceof Response) return body;
    const wrong = body.events.findIndex(({ text }) => !isReviewEvent(text));
    if (wrong >= 0) return badEvent(context, wrong);
    const appended = await changed(context, () =>
      withReview(context, (account, review) => reviews.append(account, review, body.events, body.records)),
    );
    if (!appended) return notFound(context);
    if (!('refused' in appended)) return context.json({ end: appended.end } satisfies Answer<'ReviewEnd'>);
    if (appended.refused !== 'conflict') return refuse(context, appended.refused);
    return context.json({ error: REFUSALS.conflict[1], end: appended.end } satisfies Answer<'ReviewConflict'>, 409);
  };

  const records: Route = async (context) => {
    const [after, page] = [readNumber(context, 'after'), readNumber(context, 'page')];
    const found = await withReview(context, (account, review) => reviews.records(account, review, after, page));
    if (!found) return notFound(context);
    const { zipped, pages } = found;
    if (zipped === undefined) return context.json({ records: [], pages } satisfies Answer<'ReviewRecords'>);
    // Sent as stored, up to 8 MB: parsing and serialising it would block all other requests.
    const part = (await unzipped(zipped)).toString('utf8');
    return context.body(`{"records":${part},"pages":${pages}}`, 200, { 'Content-Type': 'application/json' });
  };

  const upload: Route = async (context) => {
    const body = await readBody(context, REVIEW_BODIES.records);
    if (body instanceof Response) return body;
    const bytes = await zipped(JSON.stringify(body.records));
    const part = { upload: body.upload, part: body.part, records: body.records.length, zipped: bytes };
    const done = await changed(context, () =>
      withReview(context, (account, review) => reviews.upload(account, review, part)),
    );
    if (done === true) return context.json({ part: body.part } satisfies Answer<'ReviewPart'>);
    return refuse(context, done ? done.refused : done === false ? 'too-many-parts' : 'unknown');
  };

  const aside: Route = async (context) => {
    const body = await readBody(context, REVIEW_BODIES.aside);
    if (body instanceof Response) return body;
    const done = await changed(context, () =>
      withReview(context, (account, review) => reviews.putAside(account, review, body.from)),
    );
    if (typeof done === 'number') return context.json({ events: done } satisfies Answer<'PutAside'>);
    return refuse(context, done?.refused ?? 'unknown');
  };

  const members: Route = async (context) => {
    const found = await withReview(context, reviews.members);
    return found ? context.json({ members: found } satisfies Answer<'ReviewMembers'>) : notFound(context);
  };

  const invite: Route = async (context) => {
    const body = await readBody(context, REVIEW_BODIES.invitation);
    if (body instanceof Response) return body;
    const done = await changed(context, () =>
      withReview(context, (account, review) => reviews.invite(account, review, body.name)),
    );
    if (!done || 'refused' in done) return refuse(context, done?.refused ?? 'unknown');
    return context.json(done satisfies Answer<'ReviewMember'>);
  };

  const join: Route = async (context) => {
    const joined = await changed(context, () => withReview(context, reviews.join));
    if (!joined) return notFound(context);
    if (joined !== true) return refuse(context, joined.refused);
    return context.json({ joined } satisfies Answer<'JoinedReview'>);
  };

  const remove: Route = async (context) => {
    const name = context.req.param('name') ?? '';
    const done = await changed(context, () =>
      withReview(context, (account, review) => reviews.remove(account, review, name)),
    );
    if (!done || 'refused' in done) return refuse(context, done?.refused ?? 'unknown');
    return done.removed
      ? context.json({ removed: true } satisfies Answer<'RemovedMember'>)
      : refuse(context, 'no-reader');
  };

  const reviewPath = `${REVIEWS_PATH}/:review`;
  app.get(REVIEWS_PATH, list);
  app.post(REVIEWS_PATH, open);
  app.get(`${reviewPath}/events`, events);
  app.post(`${reviewPath}/events`, append);
  app.get(`${reviewPath}/records`, records);
  app.post(`${reviewPath}/records`, upload);
  app.post(`${reviewPath}/aside`, aside);
  app.get(`${reviewPath}/members`, members);
  app.post(`${reviewPath}/members`, invite);
  app.delete(`${reviewPath}/members/:name`, remove);
  app.post(`${reviewPath}/join`, join);
}

const [zipped, unzipped] = [promisify(gzip), promisify(gunzip)];

/** Runs it for the account and the review in the path; undefined if the path contains no review number. */
async function withReview<T>(
  context: Context<ServiceEnvironment>,
  work: (account: number, review: number) => Promise<T>,
): Promise<T | undefined> {
  const [, digits] = /^([1-9]\d{0,8})$/.exec(context.req.param('review') ?? '') ?? [];
  return digits === undefined ? undefined : work(context.get('account'), Number(digits));
}

function changed<T>(context: Context<ServiceEnvironment>, work: () => Promise<T>): Promise<T> {
  return whenStoreIsFree(work, { signal: context.req.raw.signal });
}

/** A non-negative number in the query string; 0 if it is missing or invalid. */
function readNumber(context: Context<ServiceEnvironment>, name: string): number {
  const text = context.req.query(name) ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

async function readBody<T>(context: Context<ServiceEnvironment>, schema: z.ZodType<T>): Promise<T | Response> {
  if (!/^application\/json\s*(;|$)/i.test(context.req.header('content-type') ?? ''))
    return context.json({ error: 'The body is JSON: Content-Type: application/json' }, 415);
  const json: unknown = await context.req.raw.json().catch(() => undefined);
  const read = schema.safeParse(isDeeperThan(json, MAX_LEVELS) ? undefined : json);
  if (read.success) return read.data;
  const error = read.error.issues.slice(0, 20).map(({ message, path }) => ({ message, path: path.join('.') }));
  return context.json({ error } satisfies Answer<'InvalidFields'>, 400);
}

function badEvent(context: Context<ServiceEnvironment>, index: number): Response {
  const error = [{ message: 'this is not an event of a review that this service knows', path: `events.${index}.text` }];
  return context.json({ error } satisfies Answer<'InvalidFields'>, 400);
}

const REFUSALS = {
  unknown: [404, 'Review not found'],
  'no-account': [400, 'There is no account of this name', 'name'],
  'no-reader': [409, 'The review has no such reader'],
  'not-owner': [403, 'Only the owner of the review may do that'],
  writer: [403, 'An event names another member as its reader'],
  conflict: [409, 'The log has gone on'],
  'same-name': [409, 'A member has this name already, in other letters'],
  intact: [409, 'The log is not damaged there'],
  chain: [400, 'The hashes do not follow the log', 'events'],
  records: [400, 'The uploaded records are not those that the events name', 'records'],
  full: [422, 'You have added as much to this review as one member may: 200,000 events or 64 MB'],
  'too-many-reviews': [422, `You have opened as many reviews as one account may: ${MAX_REVIEWS_OF_ACCOUNT.opened}`],
  'too-many-invitations': [
    422,
    `As many invitations wait for this account as may: ${MAX_REVIEWS_OF_ACCOUNT.waiting}, or ${MAX_REVIEWS_OF_ACCOUNT.waitingOfOwner} of one owner`,
  ],
  'too-many-joined': [422, `You have joined as many reviews as one account may: ${MAX_REVIEWS_OF_ACCOUNT.joined}`],
  'too-many-parts': [409, 'Too many uploaded parts wait for their events'],
} as const satisfies Record<string, readonly [status: number, error: string, path?: string]>;

function refuse(context: Context<ServiceEnvironment>, why: keyof typeof REFUSALS): Response {
  const [status, error, path] = REFUSALS[why];
  if (path !== undefined)
    return context.json({ error: [{ message: error, path }] } satisfies Answer<'InvalidFields'>, 400);
  return context.json({ error } satisfies Answer<'Error'>, status);
}

function notFound(context: Context<ServiceEnvironment>): Response {
  return refuse(context, 'unknown');
}
