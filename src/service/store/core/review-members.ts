import {
  MAX_REVIEWS_OF_ACCOUNT,
  type ReviewMember,
  type ReviewRefusal,
  type ReviewRole,
  type TooMany,
} from '../reviews-port.ts';
import { isoTime, type Moment, query, type Steps } from './steps.ts';

/** Membership of reviews: the owner invites an account, and the account joins. */

type MemberRow = { account: number; name: string; role: ReviewRole; invited_at: Moment; joined_at: Moment | null };

const MEMBERS = `SELECT account, name, role, invited_at, joined_at FROM review_members AS member
  JOIN accounts ON accounts.id = member.account`;

/** The account as a member that has joined; undefined if it has not. */
export function* findMember(account: number, review: number): Steps<{ name: string; role: ReviewRole } | undefined> {
  const [row] = yield* query<MemberRow>(
    `${MEMBERS} WHERE review = $1 AND account = $2 AND joined_at IS NOT NULL`,
    ...[review, account],
  );
  return row;
}

export function* listMembers(account: number, review: number): Steps<ReviewMember[] | undefined> {
  if (!(yield* findMember(account, review))) return undefined;
  const rows = yield* query<MemberRow>(`${MEMBERS} WHERE review = $1 ORDER BY invited_at, account`, review);
  return rows.map(toMember);
}

function toMember({ name, role, invited_at, joined_at }: MemberRow): ReviewMember {
  return { name, role, isInvited: joined_at === null, since: isoTime(joined_at ?? invited_at) };
}

function* asOwner(account: number, review: number): Steps<ReviewRefusal | undefined> {
  const member = yield* findMember(account, review);
  if (!member) return { refused: 'unknown' };
  return member.role === 'owner' ? undefined : { refused: 'not-owner' };
}

export function* inviteMember(
  account: number,
  review: number,
  name: string,
): Steps<ReviewMember | ReviewRefusal | { refused: 'no-account' | 'same-name' } | TooMany> {
  const refusal = yield* asOwner(account, review);
  if (refusal) return refusal;
  // Two concurrent invitations must not both pass the check of names.
  yield* query('SELECT number FROM reviews WHERE number = $1 FOR UPDATE', review);
  const [invited] = yield* query<{ id: number }>(
    'SELECT id FROM accounts WHERE name = $1 AND revoked_at IS NULL',
    name,
  );
  if (!invited) return { refused: 'no-account' };
  const [same] = yield* query(
    `${MEMBERS} WHERE review = $1 AND lower(name) = lower($2) AND account <> $3`,
    ...[review, name, invited.id],
  );
  if (same) return { refused: 'same-name' };
  const find = () => query<MemberRow>(`${MEMBERS} WHERE review = $1 AND account = $2`, review, invited.id);
  const [existing] = yield* find();
  if (existing) return toMember(existing);
  const waiting = yield* countWaiting(invited.id, account);
  const most = MAX_REVIEWS_OF_ACCOUNT;
  if (waiting.all >= most.waiting || waiting.ofOwner >= most.waitingOfOwner) return { refused: 'too-many-invitations' };
  yield* query(
    `INSERT INTO review_members (review, account, role, invited_at) VALUES ($1, $2, 'reader', now())
     ON CONFLICT (review, account) DO NOTHING`,
    ...[review, invited.id],
  );
  const [row] = yield* find();
  return toMember(row as MemberRow);
}

/** Numbers of invitations that the account has not answered: all of them, and those of one owner. */
function* countWaiting(account: number, owner: number): Steps<{ all: number; ofOwner: number }> {
  const [counted] = yield* query<{ all: number; ofOwner: number }>(
    `SELECT count(*)::int AS "all", coalesce(sum(CASE WHEN owner = $2 THEN 1 ELSE 0 END), 0)::int AS "ofOwner"
     FROM review_members JOIN reviews ON number = review WHERE account = $1 AND joined_at IS NULL`,
    ...[account, owner],
  );
  return counted ?? { all: 0, ofOwner: 0 };
}

export function* joinReview(account: number, review: number): Steps<boolean | TooMany> {
  const [others] = yield* query<{ joined: number }>(
    `SELECT count(*)::int AS joined FROM review_members
     WHERE account = $1 AND joined_at IS NOT NULL AND role = 'reader' AND review <> $2`,
    ...[account, review],
  );
  if ((others?.joined ?? 0) >= MAX_REVIEWS_OF_ACCOUNT.joined) return { refused: 'too-many-joined' };
  const rows = yield* query(
    `UPDATE review_members SET joined_at = coalesce(joined_at, now()) WHERE review = $1 AND account = $2
     RETURNING review`,
    ...[review, account],
  );
  return rows.length > 0;
}

export function* removeMember(
  account: number,
  review: number,
  name: string,
): Steps<ReviewRefusal | { removed: boolean }> {
  const [member] = yield* query<MemberRow>(`${MEMBERS} WHERE review = $1 AND account = $2`, review, account);
  if (!member) return { refused: 'unknown' };
  // An invited account can decline the invitation; it can see and do nothing else.
  if (member.name !== name && member.joined_at === null) return { refused: 'unknown' };
  if (member.name !== name && member.role !== 'owner') return { refused: 'not-owner' };
  const gone = yield* query(
    `DELETE FROM review_members WHERE review = $1 AND role = 'reader'
       AND account = (SELECT id FROM accounts WHERE name = $2) RETURNING account`,
    ...[review, name],
  );
  return { removed: gone.length > 0 };
}
