import { createHash } from 'node:crypto';
import type { Criterion, Decision, Protocol, Reader, RecordSource, Stage } from './review.ts';

/** What happened to a review. Its log is append-only; everything else about a review follows from it. */
export type ReviewAct =
  /** The first event. */
  | { what: 'open'; question: string; criteria: Criterion[]; protocol: Protocol }
  | { what: 'criteria'; criteria: Criterion[] }
  | { what: 'protocol'; protocol: Protocol }
  /**
   * Records of a source came in: `identified` of them, of which `records` were new and `duplicates` were not: pairs of
   * a reference and the record that stands for it.
   */
  | { what: 'import'; source: RecordSource; identified: number; records: string[]; duplicates: [string, string][] }
  | DecideAct
  /** The reader takes back what it decided on a record at this stage. */
  | { what: 'withdraw'; stage: Stage; ref: string }
  /** Settles a conflict. */
  | { what: 'resolve'; stage: Stage; ref: string; decision: Decision; reasons?: string[]; note?: string }
  /** Records were shown to the reader. `labels`: how many decisions the order had learnt from. */
  | { what: 'serve'; stage: Stage; refs: string[]; order: ServingOrder; labels: number }
  /** The full text of a record was sought. */
  | { what: 'retrieve'; ref: string; found: boolean }
  /** Somebody asked whether to stop. `holds`: what the protocol's rule said. */
  | { what: 'stop-check'; stage: Stage; screened: number; relevant: number; holds: boolean };

export type DecideAct = {
  what: 'decide';
  stage: Stage;
  ref: string;
  decision: Decision;
  /** Ids of criteria. */
  reasons?: string[];
  note?: string;
  /** Words of the record's text, checked when they came. */
  quote?: string;
  tags?: string[];
};

const SERVING_ORDERS = ['likely', 'random', 'uncertain'] as const;
type ServingOrder = (typeof SERVING_ORDERS)[number];

/** An event of the log. `n` counts from 1, `at` is ISO 8601. */
export type ReviewEvent = { n: number; at: string; who: Reader } & ReviewAct;
export type EventOf<What extends ReviewAct['what']> = Extract<ReviewEvent, { what: What }>;

/** An event as the log keeps it. `hash` is of the text and the hash before it, so that a change shows. */
export type SealedEvent = { n: number; text: string; hash: string };

/** What the first event follows. */
export const LOG_START: Pick<SealedEvent, 'n' | 'hash'> = { n: 0, hash: '' };

/** Acts of one reader at one moment, as the events that follow `last`. */
export function sealEvents(
  last: Pick<SealedEvent, 'n' | 'hash'>,
  acts: readonly ReviewAct[],
  who: Reader,
  at: string,
): SealedEvent[] {
  let { hash } = last;
  return acts.map((act, index) => {
    const n = last.n + index + 1;
    const text = JSON.stringify({ n, at, who, ...act });
    hash = hashOf(hash, text);
    return { n, text, hash };
  });
}

/**
 * Reads events that follow `last`, up to the first whose number, text or hash does not fit: `damagedAt` is its number,
 * and what stands before it is intact.
 */
export function openEvents(
  last: Pick<SealedEvent, 'n' | 'hash'>,
  sealed: readonly SealedEvent[],
): { events: ReviewEvent[]; last: Pick<SealedEvent, 'n' | 'hash'>; damagedAt?: number } {
  const events: ReviewEvent[] = [];
  let { n, hash } = last;
  for (const next of sealed) {
    const event = next.n === n + 1 && next.hash === hashOf(hash, next.text) ? parseEvent(next.text) : undefined;
    if (event?.n !== n + 1) return { events, last: { n, hash }, damagedAt: n + 1 };
    events.push(event);
    ({ n, hash } = next);
  }
  return { events, last: { n, hash } };
}

function hashOf(previous: string, text: string): string {
  return createHash('sha256').update(`${previous}\n${text}`).digest('hex');
}

function parseEvent(text: string): ReviewEvent | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
