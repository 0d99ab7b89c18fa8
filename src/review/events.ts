import type { SearchedRecords } from './prisma/prisma-flow.ts';
import type { Criterion, Decision, DecisionFile, Protocol, Reader, RecordSource, Stage } from './protocol.ts';

/** The events of a review. Its log is append-only; everything else about a review is derived from it. */
export type ReviewAct =
  /** The first event. */
  | { what: 'open'; question: string; criteria: Criterion[]; protocol: Protocol }
  | { what: 'criteria'; criteria: Criterion[] }
  | { what: 'protocol'; protocol: Protocol }
  /**
   * Records of a source were imported: `identified` is their number; `records` are the new ones, and `duplicates` are
   * pairs of a reference and the record that represents it. `contents` are hashes of the new records' contents, in
   * their order.
   */
  | {
      what: 'import';
      source: RecordSource;
      identified: number;
      records: string[];
      duplicates: [string, string][];
      contents?: string[];
      search?: SearchedRecords;
    }
  | DecideAct
  /** A note on a record without a decision. It replaces the reader's earlier note; no event removes it. */
  | { what: 'note'; ref: string; note?: string; tags?: string[] }
  /** The reader withdraws the decision on a record at this stage. */
  | { what: 'withdraw'; stage: Stage; ref: string }
  /** Resolves a conflict. */
  | { what: 'resolve'; stage: Stage; ref: string; decision: Decision; reasons?: string[]; note?: string }
  /**
   * Records were shown to the reader. `labels`: the number of decisions that the ranking had learnt from. `seed`:
   * random bytes, in the event that starts the random order at a stage.
   */
  | { what: 'serve'; stage: Stage; refs: string[]; order: ServingOrder; labels: number; seed?: string }
  /** Whether the full text of a record was found. */
  | { what: 'retrieve'; ref: string; found: boolean }
  /** A check of the stopping rule. `holds`: whether the protocol's rule was met. */
  | { what: 'stop-check'; stage: Stage; screened: number; relevant: number; holds: boolean };

export type DecideAct = {
  what: 'decide';
  stage: Stage;
  ref: string;
  decision: Decision;
  /** Ids of criteria. */
  reasons?: string[];
  note?: string;
  /** A quotation from the record's text, checked when it was recorded. */
  quote?: string;
  tags?: string[];
  /** The file that it came from; absent if it was made here. */
  from?: DecisionFile;
  /** The assistant whose suggestion the reader confirmed, with all others, in one step. */
  confirms?: string;
};

export const SERVING_ORDERS = ['likely', 'random', 'uncertain'] as const;
export type ServingOrder = (typeof SERVING_ORDERS)[number];

/** An event of the log. `n` counts from 1, `at` is ISO 8601. */
export type ReviewEvent = { n: number; at: string; who: Reader } & ReviewAct;
export type EventOf<What extends ReviewAct['what']> = Extract<ReviewEvent, { what: What }>;
