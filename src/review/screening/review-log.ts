import { freeFailure, type PaperqueueError } from '../../contract/errors.ts';
import type { Call, ReviewRecord, ReviewStore, SealedEvent } from '../../jobs/ports/reviews.ts';
import { shown } from '../../lib/shown.ts';
import { nameWithTitle } from '../../papers/text.ts';
import { LOG_START, type LogEnd, sealEvents } from '../../platform/sealed-log.ts';
import { whenStoreIsFree } from '../../platform/sqlite/when-store-is-free.ts';
import type { Note } from '../../wording/notes.ts';
import type { ReviewAct, ReviewEvent } from '../events.ts';
import { foldEvents } from '../fold-events.ts';
import type { Criterion, Protocol, Reader } from '../protocol.ts';
import type { ReviewState } from '../review-state.ts';
import { openEvents, withDates } from '../sealed-log.ts';

/** A review as last read. */
export type OpenReview = {
  ref: string;
  number: number;
  state: ReviewState;
  events: ReviewEvent[];
  last: LogEnd;
  /** In the order of import, each with its paper. */
  records: Map<string, ReviewRecord>;
  /** The first event that does not continue the log, or that this version does not know. */
  damagedAt?: number;
  /** Its hash is valid: a newer version may know it. */
  isUnknown?: true;
};

/** The reference of a record and its title. */
export function nameRecord({ records }: Pick<OpenReview, 'records'>, ref: string): string {
  return nameWithTitle(ref, records.get(ref)?.paper.title);
}

export type ReviewSummary = {
  ref: string;
  question: string;
  openedAt: string;
  criteria: Criterion[];
  protocol: Protocol;
  records: number;
};

export function summarize({ ref, state }: Pick<OpenReview, 'ref' | 'state'>): ReviewSummary {
  const { question, openedAt, criteria, protocol } = state;
  return { ref, question, openedAt, criteria, protocol, records: state.records.size };
}

/** Events to add to a review, with their records. */
type Addition = { acts: readonly ReviewAct[]; records?: readonly ReviewRecord[]; who?: Reader };

export type ReviewLog = {
  /** Returns its reference. */
  create(acts: readonly ReviewAct[], who: Reader): Promise<string>;
  /** The references of all reviews, oldest first. */
  refs(): Promise<readonly string[]>;
  /** Throws JOB_NOT_FOUND if there is none. */
  read(ref: string): Promise<OpenReview>;
  /** As `read`, without the papers of the records; undefined if nothing is intact. */
  peek(ref: string): Promise<Omit<OpenReview, 'records'> | undefined>;
  /**
   * Adds the events that `make` returns for the current review. If another process adds something at the same time,
   * `make` is called again with that. Throws STORE_UNAVAILABLE for a damaged log, which accepts no more events.
   */
  write<T extends Addition>(
    ref: string,
    who: Reader,
    make: (review: OpenReview) => T,
  ): Promise<T & { review: OpenReview }>;
  /** Moves the events after the damaged one to a backup. Returns how many events. */
  repair(ref: string): Promise<number>;
};

/** On this machine, or at a lab's service. */
export type ReviewPlace = 'here' | 'lab';

const LETTERS: Record<ReviewPlace, string> = { here: 'R', lab: 'L' };

/** `R1` on this machine, `L1` at a lab's service, where it is the same for all members. */
const reviewRef = (number: number, place: ReviewPlace): string => `${LETTERS[place]}${number}`;

/** The place of the review with a reference. */
export function placeOf(ref: string): ReviewPlace {
  return /^\s*l/i.test(ref) ? 'lab' : 'here';
}

/**
 * How long a cached state of another machine's store may be used for adding: the store refuses an addition if the log
 * has grown.
 */
const FRESH_MS: Record<ReviewPlace, number> = { here: 0, lab: 2_000 };

/** Attempts before giving up if other processes keep adding first. */
const MAX_ATTEMPTS = 50;

/** What this process has read of the logs of a place, and the queue of its writers; kept between calls. */
export type LogMemory = {
  opened: Map<number, OpenReview>;
  syncedAt: Map<number, number>;
  turns: Map<number, Promise<unknown>>;
};

export function emptyMemory(): LogMemory {
  return { opened: new Map(), syncedAt: new Map(), turns: new Map() };
}

type LogOptions = { place?: ReviewPlace; memory?: LogMemory; call?: Call };

/** The logs of a store. After a call has ended, nothing further is read or written for it. */
export function createReviewLog(
  store: ReviewStore,
  now: () => Date,
  { place = 'here', memory = emptyMemory(), call }: LogOptions = {},
): ReviewLog {
  const { opened, syncedAt, turns } = memory;
  const whenFree = <T>(work: () => T | Promise<T>) => whenStoreIsFree(work, { signal: call?.signal });
  const refOf = (number: number) => reviewRef(number, place);
  const inTurn = <T>(number: number, work: () => Promise<T>): Promise<T> => {
    const begin = () => {
      call?.signal.throwIfAborted();
      return work();
    };
    const turn = (turns.get(number) ?? Promise.resolve()).then(begin, begin);
    turns.set(number, turn);
    return turn;
  };

  const form = new RegExp(`^${LETTERS[place]}([1-9]\\d{0,8})$`, 'i');
  const numberOf = async (ref: string): Promise<number> => {
    const number = Number(form.exec(ref.trim())?.[1]);
    if (opened.has(number)) return number;
    const numbers = await whenFree(() => store.reviews());
    if (!numbers.includes(number)) throw noSuchReview(ref, place, numbers.map(refOf));
    return number;
  };
  /** The events after those that this process read last. */
  const readOn = async (number: number) => {
    const known = opened.get(number);
    const from = known?.last ?? LOG_START;
    const sealed = await whenFree(() => store.reviewEvents(number, from.n));
    const read = openEvents(from, sealed);
    const events = withDates(read.events, sealed, now(), known?.events.at(-1)?.at);
    return { ...read, events, isOpened: known !== undefined || events[0]?.what === 'open' };
  };
  /** The review with further events. It modifies the cached state, so nothing may fail before that is stored again. */
  const extend = (number: number, { events, last, damagedAt, isUnknown }: ReturnType<typeof openEvents>) => {
    const known = opened.get(number);
    return {
      ref: refOf(number),
      number,
      last,
      state: foldEvents(events, known?.state),
      events: [...(known?.events ?? []), ...events],
      ...(damagedAt !== undefined && { damagedAt, isUnknown }),
    };
  };
  const keep = (read: Omit<OpenReview, 'records'>, records: readonly ReviewRecord[]): OpenReview => {
    const review = { ...read, records: opened.get(read.number)?.records ?? new Map<string, ReviewRecord>() };
    for (const record of records) {
      const isNew = review.state.records.has(record.ref) && !review.records.has(record.ref);
      if (isNew) review.records.set(record.ref, record);
    }
    opened.set(review.number, review);
    return review;
  };
  /** Reads the events added since this process last read. */
  const sync = async (number: number): Promise<OpenReview> => {
    const after = opened.get(number)?.last.n ?? 0;
    const startedAt = performance.now();
    const read = await readOn(number);
    if (!read.isOpened) throw damagedReview(refOf(number), 1, read.isUnknown);
    const hasRecords = read.events.some(({ what }) => what === 'import');
    const records = hasRecords ? await whenFree(() => store.reviewRecords(number, after)) : [];
    syncedAt.set(number, startedAt);
    return keep(extend(number, read), records);
  };
  /** The review with events that this process has just added. */
  const advance = (review: OpenReview, sealed: readonly SealedEvent[], records: readonly ReviewRecord[] = []) => {
    const { events, last } = openEvents(review.last, sealed);
    const state = foldEvents(events, review.state);
    return keep({ ...review, state, events: [...review.events, ...events], last }, records);
  };
  const isFresh = (number: number) => performance.now() - (syncedAt.get(number) ?? -FRESH_MS.lab) < FRESH_MS[place];

  return {
    create: async (acts, who) => {
      const sealed = sealEvents(LOG_START, acts, who, now().toISOString());
      return refOf(await whenFree(() => store.openReview(sealed)));
    },
    refs: async () => (await whenFree(() => store.reviews())).map(refOf),
    read: async (ref) => {
      const number = await numberOf(ref);
      return inTurn(number, () => sync(number));
    },
    peek: async (ref) => {
      const number = await numberOf(ref);
      return inTurn(number, async () => {
        if (opened.has(number)) return sync(number);
        const read = await readOn(number);
        return read.isOpened ? extend(number, read) : undefined;
      });
    },
    async write(ref, who, make) {
      const number = await numberOf(ref);
      // Calls of one process take turns, so only other processes can interfere.
      return inTurn(number, async () => {
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
          call?.signal.throwIfAborted();
          const known = attempt === 0 && isFresh(number) ? opened.get(number) : undefined;
          const review = known ?? (await sync(number));
          if (review.damagedAt !== undefined) throw damagedReview(review.ref, review.damagedAt, review.isUnknown);
          const made = make(review);
          if (made.acts.length === 0) return { ...made, review };
          const sealed = sealEvents(review.last, made.acts, made.who ?? who, now().toISOString());
          const isAdded = await whenFree(() => store.appendEvents(number, sealed, made.records));
          if (isAdded) return { ...made, review: advance(review, sealed, made.records) };
        }
        throw freeFailure({
          code: 'STORE_UNAVAILABLE',
          problem: [{ kind: 'review-busy', review: refOf(number) }],
          retryable: true,
          advice: [{ kind: 'again' }],
        });
      });
    },
    async repair(ref) {
      const number = await numberOf(ref);
      return inTurn(number, async () => {
        const { damagedAt } = await sync(number);
        if (damagedAt === undefined) return 0;
        const lost = await store.reviewEvents(number, damagedAt - 1);
        await whenFree(() => store.putAside(number, damagedAt));
        opened.delete(number);
        return lost.length;
      });
    },
  };
}

function noSuchReview(ref: string, place: ReviewPlace, known: readonly string[]): PaperqueueError {
  return freeFailure({
    code: 'JOB_NOT_FOUND',
    problem: [
      {
        kind: 'no-such-review',
        given: shown(ref),
        known: known.slice(-10),
        ...(place === 'lab' && { isOfLab: true as const }),
      },
    ],
    advice: [{ kind: 'name-review' }],
  });
}

/** `isUnknown`: its hash is valid, so a newer version may know the event. */
export function damagedReview(review: string, n: number, isUnknown?: true): PaperqueueError {
  const repair = { kind: 'repair-review', review, ...(n === 1 && { isOpening: true as const }) } as const;
  return freeFailure({
    code: 'STORE_UNAVAILABLE',
    problem: [{ kind: 'damaged-review', review, n, isUnknown }],
    advice: isUnknown ? [{ kind: 'newer-version' }, ...(n > 1 ? [repair] : [])] : [repair],
  });
}

/** Says of a damaged review, which is shown as far as it is intact, that it is not whole. */
export function damageNotes({ ref, damagedAt, isUnknown }: Omit<OpenReview, 'records'>): Note[] {
  return damagedAt === undefined ? [] : [{ kind: 'damaged-review', review: ref, n: damagedAt, isUnknown }];
}

/** Records whose content changed since they were decided on. */
export function changedRecords(review: string, records: readonly string[]): PaperqueueError {
  return freeFailure({
    code: 'STORE_UNAVAILABLE',
    problem: [{ kind: 'changed-records', review, records: records.length }],
    advice: [{ kind: 'look-at-changed' }],
  });
}

/** The logs of this machine and of a lab. A reference shows where its review is. */
export type ReviewLogs = {
  here: ReviewLog;
  /** The logs of a place; those of this machine if there is no lab. */
  at(place: ReviewPlace): ReviewLog;
  all: Omit<ReviewLog, 'create'>;
};

export type LogMemories = Record<ReviewPlace, LogMemory>;

export function emptyMemories(): LogMemories {
  return { here: emptyMemory(), lab: emptyMemory() };
}

export function createReviewLogs(
  { here: local, lab: shared }: { here: ReviewStore; lab: ReviewStore | undefined },
  now: () => Date,
  { memory = emptyMemories(), call }: { memory?: LogMemories; call?: Call } = {},
): ReviewLogs {
  const here = createReviewLog(local, now, { memory: memory.here, call });
  const lab = shared && createReviewLog(shared, now, { place: 'lab', memory: memory.lab, call });
  const at = (place: ReviewPlace) => (place === 'lab' && lab ? lab : here);
  return {
    here,
    at,
    all: {
      refs: async () => [...(await here.refs()), ...((await lab?.refs()) ?? [])],
      read: (ref) => at(placeOf(ref)).read(ref),
      peek: (ref) => at(placeOf(ref)).peek(ref),
      write: (ref, ...parameters) => at(placeOf(ref)).write(ref, ...parameters),
      repair: (ref) => at(placeOf(ref)).repair(ref),
    },
  };
}
