import { freeFailure, type PaperqueueError } from '../../contract/errors.ts';
import { shown } from '../../contract/invalid.ts';
import type { ReviewAct, ReviewEvent } from '../../review/events.ts';
import type { Reader } from '../../review/protocol.ts';
import { foldEvents, type ReviewState } from '../../review/review-state.ts';
import type { ReviewRecord, ReviewStore } from '../ports/reviews.ts';
import { LOG_START, type LogEnd, openEvents, type SealedEvent, sealEvents } from '../ports/sealed-log.ts';
import { whenStoreIsFree } from '../ports/when-store-is-free.ts';

/** A review as it was read last. */
export type OpenReview = {
  ref: string;
  number: number;
  state: ReviewState;
  events: ReviewEvent[];
  last: LogEnd;
  /** In the order in which they came, each with its paper. */
  records: Map<string, ReviewRecord>;
  /** The first event that does not fit what stands before it. */
  damagedAt?: number;
};

/** What is to be added to a review, with the records that come with it. */
type Addition = { acts: readonly ReviewAct[]; records?: readonly ReviewRecord[]; who?: Reader };

export type ReviewLog = {
  create(acts: readonly ReviewAct[], who: Reader): Promise<number>;
  numbers(): Promise<readonly number[]>;
  /** Throws JOB_NOT_FOUND if there is none. */
  read(ref: string): Promise<OpenReview>;
  /**
   * Adds what `make` returns for the review as it is now. If another process adds something at the same moment, `make`
   * is asked again, with that. Throws STORE_UNAVAILABLE for a damaged log, which takes no more events.
   */
  write<T extends Addition>(
    ref: string,
    who: Reader,
    make: (review: OpenReview) => T,
  ): Promise<T & { review: OpenReview }>;
  /** Puts what follows a damage aside. Returns how many events. */
  repair(ref: string): Promise<number>;
};

export const reviewRef = (number: number): string => `R${number}`;

/** How often another process may be faster before we give up. */
const MAX_ATTEMPTS = 50;

export function createReviewLog(store: ReviewStore, now: () => Date): ReviewLog {
  const opened = new Map<number, OpenReview>();
  const turns = new Map<number, Promise<unknown>>();
  const inTurn = <T>(number: number, work: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(number) ?? Promise.resolve()).then(work, work);
    turns.set(number, turn);
    return turn;
  };

  const numberOf = async (ref: string): Promise<number> => {
    const number = Number(/^R([1-9]\d{0,9})$/i.exec(ref.trim())?.[1]);
    const numbers = await whenStoreIsFree(() => store.reviews());
    if (!numbers.includes(number)) throw noSuchReview(ref, numbers);
    return number;
  };
  /** Reads on from where this process read last. */
  const sync = async (number: number): Promise<OpenReview> => {
    const known = opened.get(number);
    const from = known?.last ?? LOG_START;
    const sealed = await whenStoreIsFree(() => store.reviewEvents(number, from.n));
    if (known && sealed.length === 0 && known.damagedAt === undefined) return known;
    const { events, last, damagedAt } = openEvents(from, sealed);
    const { damagedAt: _, ...before } = known ?? { ref: reviewRef(number), number, events: [], records: new Map() };
    if (!known && events.length === 0) throw damagedReview(reviewRef(number), 1);
    const review: OpenReview = {
      ...before,
      state: foldEvents(events, known?.state),
      events: [...before.events, ...events],
      last,
      ...(damagedAt !== undefined && { damagedAt }),
    };
    if (events.some(({ what }) => what === 'import')) {
      for (const record of await store.reviewRecords(number, from.n)) {
        if (review.state.records.has(record.ref)) review.records.set(record.ref, record);
      }
    }
    opened.set(number, review);
    return review;
  };
  const append = async (review: OpenReview, sealed: readonly SealedEvent[], records?: readonly ReviewRecord[]) =>
    whenStoreIsFree(() => store.appendEvents(review.number, sealed, records));

  return {
    create: async (acts, who) => {
      const sealed = sealEvents(LOG_START, acts, who, now().toISOString());
      return whenStoreIsFree(() => store.openReview(sealed));
    },
    numbers: async () => whenStoreIsFree(() => store.reviews()),
    read: async (ref) => sync(await numberOf(ref)),
    async write(ref, who, make) {
      const number = await numberOf(ref);
      // Calls of one process take turns; only other processes can be faster.
      return inTurn(number, async () => {
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
          const review = await sync(number);
          if (review.damagedAt !== undefined) throw damagedReview(review.ref, review.damagedAt);
          const made = make(review);
          if (made.acts.length === 0) return { ...made, review };
          const sealed = sealEvents(review.last, made.acts, made.who ?? who, now().toISOString());
          if (await append(review, sealed, made.records)) return { ...made, review: await sync(number) };
        }
        throw freeFailure({
          code: 'STORE_UNAVAILABLE',
          problem: [{ kind: 'review-busy', review: reviewRef(number) }],
          retryable: true,
          advice: [{ do: 'again' }],
        });
      });
    },
    async repair(ref) {
      const review = await sync(await numberOf(ref));
      if (review.damagedAt === undefined) return 0;
      const { damagedAt } = review;
      const lost = await store.reviewEvents(review.number, damagedAt - 1);
      await whenStoreIsFree(() => store.putAside(review.number, damagedAt));
      opened.delete(review.number);
      return lost.length;
    },
  };
}

function noSuchReview(ref: string, numbers: readonly number[]): PaperqueueError {
  return freeFailure({
    code: 'JOB_NOT_FOUND',
    problem: [{ kind: 'no-such-review', given: shown(ref), known: numbers.slice(-10).map(reviewRef) }],
    advice: [{ do: 'name-review' }],
  });
}

export function damagedReview(review: string, n: number): PaperqueueError {
  return freeFailure({
    code: 'STORE_UNAVAILABLE',
    problem: [{ kind: 'damaged-review', review, n }],
    advice: [{ do: 'repair-review', review }],
  });
}
