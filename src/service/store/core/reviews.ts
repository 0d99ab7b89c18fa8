import type { SealedEvent } from '../../../jobs/ports/reviews.ts';
import { LOG_START, type LogEnd } from '../../../platform/sealed-log.ts';
import { isOwners, isWrittenBy } from '../../../review/check-writer.ts';
import { openEvents } from '../../../review/sealed-log.ts';
import {
  type Appended,
  type KeptReview,
  MAX_REVIEWS_OF_ACCOUNT,
  type RecordPart,
  type ReviewRefusal,
  type ReviewRole,
  type ReviewsStore,
  type TooMany,
  type UploadedRecords,
} from '../reviews-port.ts';
import { readName } from './accounts.ts';
import { findMember, inviteMember, joinReview, listMembers, removeMember } from './review-members.ts';
import { isoTime, type Moment, query, type Run, type Steps } from './steps.ts';

/** Maximum bytes of an answer with events, unless a single event is longer. */
const MAX_PAGE_BYTES = 2_000_000;
const MAX_PAGE_EVENTS = 2_000;
/** Maximum uploaded parts of an account that no append has used. */
const MAX_WAITING_PARTS = 500;
/** Maximum that one member may add to one review; checked every `EVENTS_BETWEEN_CHECKS` events of the log. */
const MAX_MEMBER_EVENTS = 200_000;
const MAX_MEMBER_BYTES = 64_000_000;
const EVENTS_BETWEEN_CHECKS = 64;
/** Maximum characters of a question in a list. */
const MAX_LISTED_QUESTION = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The reviews of a store. */
export function reviewsIn(run: Run): ReviewsStore {
  return {
    open: (account, opening) => run.transaction(() => openReview(account, opening)),
    list: (account) => run.read(listReviews(account)),
    events: (...args) => run.read(readEvents(...args)),
    records: (...args) => run.read(readRecords(...args)),
    upload: (...args) => run.transaction(() => upload(...args)),
    append: (...args) => run.transaction(() => append(...args)),
    putAside: (...args) => run.transaction(() => putAside(...args)),
    members: (...args) => run.read(listMembers(...args)),
    invite: (...args) => run.transaction(() => inviteMember(...args)),
    join: (...args) => run.transaction(() => joinReview(...args)),
    remove: (...args) => run.transaction(() => removeMember(...args)),
  };
}

function* openReview(account: number, opening: SealedEvent): Steps<number | { refused: 'chain' | 'writer' } | TooMany> {
  const owner = yield* readName(account);
  const { events, damagedAt } = openEvents(LOG_START, [opening]);
  const [event] = events;
  if (damagedAt !== undefined || event?.what !== 'open') return { refused: 'chain' };
  if (!isWrittenBy(owner, event.who)) return { refused: 'writer' };
  const known = yield* findOpening(account, opening.hash);
  if (known !== undefined) return known;
  const [count] = yield* query<{ opened: number }>(
    'SELECT count(*)::int AS opened FROM reviews WHERE owner = $1',
    account,
  );
  if ((count?.opened ?? 0) >= MAX_REVIEWS_OF_ACCOUNT.opened) return { refused: 'too-many-reviews' };
  const [made] = yield* query<{ number: number }>(
    `INSERT INTO reviews (owner, opening, question, created_at) VALUES ($1, $2, $3, now())
     ON CONFLICT (owner, opening) DO NOTHING RETURNING number`,
    ...[account, opening.hash, listedQuestion(event.question)],
  );
  if (!made) return (yield* findOpening(account, opening.hash)) ?? 0;
  yield* query(
    `INSERT INTO review_members (review, account, role, invited_at, joined_at) VALUES ($1, $2, 'owner', now(), now())`,
    ...[made.number, account],
  );
  yield* addEvents(account, made.number, [opening]);
  return made.number;
}

/** PostgreSQL cannot store NUL in a text. */
function listedQuestion(question: string): string {
  return question.slice(0, MAX_LISTED_QUESTION).replaceAll('\0', ' ').toWellFormed();
}

function* findOpening(account: number, hash: string): Steps<number | undefined> {
  const [known] = yield* query<{ number: number }>(
    'SELECT number FROM reviews WHERE owner = $1 AND opening = $2',
    ...[account, hash],
  );
  return known?.number;
}

function* addEvents(account: number, review: number, events: readonly SealedEvent[]): Steps<void> {
  for (const { n, text, hash } of events) {
    yield* query(
      'INSERT INTO review_events (review, n, text, hash, account, at) VALUES ($1, $2, $3, $4, $5, now())',
      ...[review, n, text, hash, account],
    );
  }
}

type ListRow = { number: number; role: ReviewRole; joined: number; owner: string; question: string; last: number };

function* listReviews(account: number): Steps<KeptReview[]> {
  const rows = yield* query<ListRow>(
    `SELECT number, role, CASE WHEN joined_at IS NULL THEN 0 ELSE 1 END AS joined, accounts.name AS owner,
       question, coalesce((SELECT max(n) FROM review_events WHERE review = number), 0) AS last
     FROM review_members AS member JOIN reviews ON number = member.review JOIN accounts ON accounts.id = owner
     WHERE member.account = $1 ORDER BY number`,
    account,
  );
  return rows.map(({ number, joined, last, ...shown }) => {
    return { ...shown, review: number, isInvited: joined === 0, end: last };
  });
}

function* readEvents(
  account: number,
  review: number,
  after: number,
): Steps<{ events: SealedEvent[]; end: number } | undefined> {
  if (!(yield* findMember(account, review))) return undefined;
  const rows = yield* query<SealedEvent & { at: Moment }>(
    `SELECT n, text, hash, at FROM review_events
     WHERE review = $1 AND n > $2 AND n <= (
       SELECT max(n) FROM (
         SELECT n, sum(bytes) OVER (ORDER BY n) - bytes AS before FROM (
           SELECT n, octet_length(text) AS bytes FROM review_events
           WHERE review = $1 AND n > $2 ORDER BY n LIMIT $3) AS next) AS page
       WHERE before < $4)
     ORDER BY n`,
    ...[review, after, MAX_PAGE_EVENTS, MAX_PAGE_BYTES],
  );
  const events = rows.map(({ at, ...event }) => ({ ...event, takenAt: isoTime(at) }));
  return { events, end: (yield* endOf(review)).n };
}

function* readRecords(
  account: number,
  review: number,
  after: number,
  page: number,
): Steps<{ zipped: Uint8Array | undefined; pages: number } | undefined> {
  if (!(yield* findMember(account, review))) return undefined;
  const [counted] = yield* query<{ pages: number }>(
    'SELECT count(*)::int AS pages FROM review_records WHERE review = $1 AND n > $2',
    ...[review, after],
  );
  const [row] = yield* query<{ records: Uint8Array }>(
    'SELECT records FROM review_records WHERE review = $1 AND n > $2 ORDER BY n, part LIMIT 1 OFFSET $3',
    ...[review, after, page],
  );
  return { zipped: row?.records, pages: counted?.pages ?? 0 };
}

function* endOf(review: number): Steps<LogEnd> {
  const [end] = yield* query<LogEnd>(
    'SELECT n, hash FROM review_events WHERE review = $1 ORDER BY n DESC LIMIT 1',
    review,
  );
  return end ?? LOG_START;
}

function* upload(
  account: number,
  review: number,
  { upload, part, records, zipped }: RecordPart,
): Steps<boolean | ReviewRefusal> {
  const member = yield* findMember(account, review);
  if (!member) return { refused: 'unknown' };
  if (member.role !== 'owner') return { refused: 'not-owner' };
  const old = `$1 * interval '1 ms'`;
  yield* query(`DELETE FROM review_uploads WHERE at < now() - ${old} OR at > now() + ${old}`, DAY_MS);
  const [waiting] = yield* query<{ parts: number }>(
    'SELECT count(*)::int AS parts FROM review_uploads WHERE account = $1',
    account,
  );
  if ((waiting?.parts ?? 0) >= MAX_WAITING_PARTS) return false;
  yield* query(
    `INSERT INTO review_uploads (review, account, upload, part, count, records, at) VALUES ($1, $2, $3, $4, $5, $6, now())
     ON CONFLICT (review, account, upload, part) DO UPDATE SET count = excluded.count, records = excluded.records`,
    ...[review, account, upload, part, records, zipped],
  );
  return true;
}

function* append(
  account: number,
  review: number,
  events: readonly SealedEvent[],
  uploaded?: UploadedRecords,
): Steps<Appended> {
  const member = yield* findMember(account, review);
  if (!member) return { refused: 'unknown' };
  // Of two concurrent appends, the second waits here, and sees what the first one added.
  yield* query('SELECT number FROM reviews WHERE number = $1 FOR UPDATE', review);
  const end = yield* endOf(review);
  const last = events.at(-1) as SealedEvent;
  if (last.n <= end.n) {
    const [existing] = yield* query<{ hash: string }>(
      'SELECT hash FROM review_events WHERE review = $1 AND n = $2',
      ...[review, last.n],
    );
    if (existing?.hash === last.hash) return { end };
  }
  if (events[0]?.n !== end.n + 1) return { refused: 'conflict', end };
  const opened = openEvents(end, events);
  if (opened.damagedAt !== undefined) return { refused: 'chain' };
  if (!opened.events.every(({ who }) => isWrittenBy(member.name, who))) return { refused: 'writer' };
  if (member.role !== 'owner' && opened.events.some(isOwners)) return { refused: 'not-owner' };
  if (end.n % EVENTS_BETWEEN_CHECKS >= last.n % EVENTS_BETWEEN_CHECKS || events.length >= EVENTS_BETWEEN_CHECKS) {
    const added = yield* countAdded(account, review);
    if (added.events + events.length > MAX_MEMBER_EVENTS || added.bytes > MAX_MEMBER_BYTES) return { refused: 'full' };
  }
  const isWhole = yield* attach(account, review, last.n, countRecords(opened.events), uploaded);
  if (!isWhole) return { refused: 'records' };
  yield* addEvents(account, review, events);
  return { end: { n: last.n, hash: last.hash } };
}

function* countAdded(account: number, review: number): Steps<{ events: number; bytes: number }> {
  // Neither database has to read a text to count its bytes.
  const [added] = yield* query<{ events: number; bytes: number }>(
    `SELECT count(*)::int AS events, coalesce(sum(octet_length(text)), 0)::int AS bytes
     FROM review_events WHERE review = $1 AND account = $2`,
    ...[review, account],
  );
  return added ?? { events: 0, bytes: 0 };
}

function countRecords(events: ReturnType<typeof openEvents>['events']): number {
  return events.reduce((sum, event) => sum + (event.what === 'import' ? event.records.length : 0), 0);
}

/**
 * Adds the uploaded records to the log, at the nth event. Returns false unless their number equals that of the events.
 */
function* attach(
  account: number,
  review: number,
  n: number,
  expected: number,
  { upload, parts }: UploadedRecords = { upload: '', parts: 0 },
): Steps<boolean> {
  const thisUpload = 'review = $1 AND account = $2 AND upload = $3';
  const [existing] = yield* query<{ parts: number; records: number }>(
    `SELECT count(*)::int AS parts, coalesce(sum(count), 0)::int AS records FROM review_uploads WHERE ${thisUpload}`,
    ...[review, account, upload],
  );
  if (existing?.parts !== parts || existing.records !== expected) return false;
  if (parts === 0) return true;
  yield* query(
    `INSERT INTO review_records (review, n, part, records)
     SELECT review, $4::int, part, records FROM review_uploads WHERE ${thisUpload}`,
    ...[review, account, upload, n],
  );
  yield* query(`DELETE FROM review_uploads WHERE ${thisUpload}`, review, account, upload);
  return true;
}

function* putAside(
  account: number,
  review: number,
  from: number,
): Steps<number | ReviewRefusal | { refused: 'intact' }> {
  const member = yield* findMember(account, review);
  if (!member) return { refused: 'unknown' };
  if (member.role !== 'owner') return { refused: 'not-owner' };
  yield* query('SELECT number FROM reviews WHERE number = $1 FOR UPDATE', review);
  // Unless the log is damaged there, this would remove decisions.
  if (!(yield* isDamagedAt(review, from))) return { refused: 'intact' };
  const where = 'FROM review_events WHERE review = $1 AND n >= $2';
  yield* query(
    `INSERT INTO review_events_aside (review, n, text, hash, account, at, aside_at)
     SELECT review, n, text, hash, account, at, now() ${where}`,
    ...[review, from],
  );
  const gone = yield* query(`DELETE ${where} RETURNING n`, review, from);
  yield* query('DELETE FROM review_records WHERE review = $1 AND n >= $2', review, from);
  return gone.length;
}

/** Whether the first event from `from` on does not continue the chain of the event before it. */
function* isDamagedAt(review: number, from: number): Steps<boolean> {
  const [before] = yield* query<LogEnd>(
    'SELECT n, hash FROM review_events WHERE review = $1 AND n = $2',
    ...[review, from - 1],
  );
  if (!before && from > 1) return false;
  const next = yield* query<SealedEvent>(
    'SELECT n, text, hash FROM review_events WHERE review = $1 AND n >= $2 ORDER BY n LIMIT 1',
    ...[review, from],
  );
  return openEvents(before ?? LOG_START, next).damagedAt !== undefined;
}
