import * as z from 'zod';
import { createEraser } from '../contract/eraser.ts';
import { freeFailure, invalidInput, PaperqueueError } from '../contract/errors.ts';
import { invalidField } from '../contract/invalid.ts';
import { REVIEWS_PATH } from '../contract/operations.ts';
import type { Secret } from '../contract/secret.ts';
import { type WirePaper, wirePaperSchema } from '../contract/wire-paper.ts';
import type { Call, Lab, ReviewRecord, SealedEvent } from '../jobs/ports/reviews.ts';
import { answerFailure, invalidAnswer, networkFailure } from '../jobs/upstream/failures.ts';
import { retryLabRequest } from '../jobs/upstream/retries.ts';
import { orAborted, withDeadline } from '../lib/deadline.ts';
import { parseJson } from '../lib/json.ts';
import { readBody } from '../lib/read-body.ts';
import { readRetryAfter } from '../lib/retry-after.ts';
import { shown } from '../lib/shown.ts';
import { fromWire, toWire } from '../papers/wire.ts';
import type { Fetch } from '../platform/net/dial.ts';

type LabOptions = {
  /** With the API prefix, without a trailing slash. */
  baseUrl: string;
  token: Secret;
  /** Erased from answers, like the token. */
  secrets: readonly Secret[];
  fetch: Fetch;
  userAgent: string;
  isKept(signal: AbortSignal): Promise<boolean>;
};

/** Time limit of one request with its retries, even in a call without a deadline, such as a command's. */
const MAX_REQUEST_MS = 45_000;
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/**
 * Maximum JSON characters of records or events in one request. The service accepts 8 MB and a thousand of either, but
 * the proxy before it often refuses what has more than 1 MB, and a character takes up to three bytes.
 */
const MAX_PART_CHARACTERS = 250_000;
const MAX_PART_ITEMS = 500;

const event = z.object({ n: z.number(), text: z.string(), hash: z.string(), takenAt: z.string().optional() });
const role = z.enum(['owner', 'reader']);
const member = z.object({ name: z.string(), role, isInvited: z.boolean(), since: z.string() });
const LIST = z.object({
  account: z.string(),
  reviews: z.array(
    z.object({ review: z.number(), owner: z.string(), role, isInvited: z.boolean(), question: z.string() }),
  ),
});
const EVENTS = z.object({ events: z.array(event), end: z.number() });
const RECORDS = z.object({
  records: z.array(z.object({ ref: z.string(), paper: wirePaperSchema })),
  pages: z.number(),
});

/**
 * Reviews at a lab's service. Each request can be repeated: existing events are recognised by their hash, and records
 * by the events that they belong to.
 */
export function connectLab(options: LabOptions): Lab {
  const askFor = askLab(options);
  return (call) => labReviews(options, askFor(call), call);
}

function labReviews(
  options: LabOptions,
  ask: ReturnType<ReturnType<typeof askLab>>,
  { signal }: Call,
): ReturnType<Lab> {
  const read = async <T>(schema: z.ZodType<T>, ...request: Parameters<typeof ask>): Promise<T> => {
    return readAs(schema, (await ask(...request)).json);
  };
  const pathOf = (review: number, what: string) => `/${review}/${what}`;
  const list = () => read(LIST, 'GET', '');

  return {
    isKept: () => options.isKept(signal),
    list,
    async openReview([opening]) {
      const { status, json } = await ask('POST', '', { event: opening }, [422]);
      if (status === 422) throw tooManyReviews('opened');
      return readAs(z.object({ review: z.number() }), json).review;
    },
    reviews: async () => (await list()).reviews.filter(({ isInvited }) => !isInvited).map(({ review }) => review),
    async reviewEvents(review, after) {
      const all: SealedEvent[] = [];
      for (;;) {
        const { events, end } = await read(EVENTS, 'GET', pathOf(review, `events?after=${all.at(-1)?.n ?? after}`));
        all.push(...events);
        if (events.length === 0 || (all.at(-1)?.n ?? 0) >= end) return all;
      }
    },
    async reviewRecords(review, after) {
      const all: ReviewRecord[] = [];
      for (let page = 0; ; page += 1) {
        const { records, pages } = await read(RECORDS, 'GET', pathOf(review, `records?after=${after}&page=${page}`));
        all.push(...records.map(({ ref, paper }) => ({ ref, paper: fromWire(paper) })));
        if (page + 1 >= pages) return all;
      }
    },
    async appendEvents(review, events, records = []) {
      const parts = split(records.map(toShared));
      const upload = events.at(-1)?.hash ?? '';
      for (const [part, records] of parts.entries())
        await ask('POST', pathOf(review, 'records'), { upload, part, records });
      const uploaded = parts.length > 0 && { records: { upload, parts: parts.length } };
      // Events with records are sent together; many decisions are split over several requests, each valid by itself.
      for (const some of uploaded ? [events] : split(events)) {
        const { status } = await ask('POST', pathOf(review, 'events'), { events: some, ...uploaded }, [409, 422]);
        if (status === 409) return false;
        if (status === 422) throw reviewFull(review);
      }
      return true;
    },
    putAside: async (review, from) => {
      await ask('POST', pathOf(review, 'aside'), { from });
    },
    members: async (review) =>
      (await read(z.object({ members: z.array(member) }), 'GET', pathOf(review, 'members'))).members,
    async invite(review, name) {
      const { status, json } = await ask('POST', pathOf(review, 'members'), { name }, [400, 409, 422]);
      if (status === 400) throw invalidInput([invalidField('with', { kind: 'no-account', given: shown(name) })]);
      if (status === 409) throw invalidInput([invalidField('with', { kind: 'name-of-member', given: shown(name) })]);
      if (status === 422) throw tooManyReviews('invited', name);
      return readAs(member, json);
    },
    join: async (review) => {
      const { status } = await ask('POST', pathOf(review, 'join'), {}, [422]);
      if (status === 422) throw tooManyReviews('joined');
    },
    async remove(review, name) {
      const { status } = await ask('DELETE', pathOf(review, `members/${encodeURIComponent(name)}`), undefined, [409]);
      if (status === 409) throw invalidInput([invalidField('revoke', { kind: 'no-reader', given: shown(name) })]);
    },
  };
}

function readAs<T>(schema: z.ZodType<T>, json: unknown): T {
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw invalidAnswer('no-status');
  return parsed.data;
}

/** A record in transfer form. Entries of the user's own files stay on the user's machine. */
function toShared({ ref, paper }: ReviewRecord): { ref: string; paper: WirePaper } {
  const { bibtex: _, ...shared } = toWire(paper);
  return { ref, paper: shared };
}

/** Splits items over several requests. */
function split<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const { length } = JSON.stringify(item);
    if (size + length > MAX_PART_CHARACTERS || (parts.at(-1)?.length ?? 0) >= MAX_PART_ITEMS) {
      parts.push([]);
      size = 0;
    }
    size += length;
    parts.at(-1)?.push(item);
  }
  return parts;
}

/** Sends a request until it is answered; `expected` are further statuses, besides 2xx, that count as an answer. */
function askLab({ baseUrl, token, secrets, fetch, userAgent }: LabOptions) {
  const eraser = createEraser([token, ...secrets]);
  const headers = {
    Authorization: `Bearer ${token.reveal()}`,
    Accept: 'application/json',
    'User-Agent': userAgent,
  };
  const once = async (
    method: string,
    path: string,
    body: unknown,
    expected: readonly number[],
    signal: AbortSignal,
  ) => {
    const answer = await fetch(`${baseUrl}${REVIEWS_PATH}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    });
    const json = await eraser.json(parseJson(await readBody(answer, MAX_ANSWER_BYTES, signal)));
    const { status } = answer;
    if ((status >= 200 && status < 300) || expected.includes(status)) return { status, json };
    if (status === 404) throw noSuchReview(path);
    if (status === 403) throw readersMayNot();
    throw answerFailure('read', status, json, readRetryAfter(answer.headers.get('retry-after')));
  };
  return (call: Call) =>
    (method: string, path: string, body?: unknown, expected: readonly number[] = []) =>
      withDeadline(Math.min(MAX_REQUEST_MS, call.remainingMs()), call.signal, (deadline) =>
        retryLabRequest(async () => {
          call.signal.throwIfAborted();
          try {
            return await orAborted(once(method, path, body, expected, deadline.signal), deadline.signal);
          } catch (error) {
            call.signal.throwIfAborted();
            throw error instanceof PaperqueueError ? error : networkFailure('read', error, { address: baseUrl });
          }
        }, deadline),
      );
}

function noSuchReview(path: string) {
  const [, number = ''] = /^\/(\d+)/.exec(path) ?? [];
  return freeFailure({
    code: 'JOB_NOT_FOUND',
    problem: [{ kind: 'no-such-review', given: `L${number}`, known: [], isOfLab: true }],
    advice: [{ kind: 'name-review' }],
  });
}

function reviewFull(review: number) {
  return freeFailure({
    code: 'STORE_UNAVAILABLE',
    problem: [{ kind: 'review-full', review: `L${review}` }],
    retryable: false,
    advice: [{ kind: 'ask-owner' }],
  });
}

function tooManyReviews(what: 'opened' | 'joined' | 'invited', name?: string) {
  return freeFailure({
    code: 'INVALID_INPUT',
    problem: [{ kind: 'too-many-reviews', what, name: name && shown(name) }],
    advice: [{ kind: 'make-room-for-reviews', what }],
  });
}

function readersMayNot() {
  return freeFailure({
    code: 'INVALID_INPUT',
    problem: [{ kind: 'owner-only' }],
    advice: [{ kind: 'ask-owner' }],
  });
}
