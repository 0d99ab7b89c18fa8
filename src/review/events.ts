import type { Criterion, Decision, DecisionFile, Protocol, Reader, RecordSource, Stage } from './protocol.ts';

/** What happened to a review. Its log is append-only; everything else about a review follows from it. */
export type ReviewAct =
  /** The first event. */
  | { what: 'open'; question: string; criteria: Criterion[]; protocol: Protocol }
  | { what: 'criteria'; criteria: Criterion[] }
  | { what: 'protocol'; protocol: Protocol }
  /**
   * Records of a source came in: `identified` of them, of which `records` were new and `duplicates` were not: pairs of
   * a reference and the record that stands for it. `contents` are hashes of what the new ones say, in their order.
   */
  | {
      what: 'import';
      source: RecordSource;
      identified: number;
      records: string[];
      duplicates: [string, string][];
      contents?: string[];
    }
  | DecideAct
  /** What the reader notes of a record without a decision, in place of what it noted before: nothing takes it back. */
  | { what: 'note'; ref: string; note?: string; tags?: string[] }
  /** The reader takes back what it decided on a record at this stage. */
  | { what: 'withdraw'; stage: Stage; ref: string }
  /** Settles a conflict. */
  | { what: 'resolve'; stage: Stage; ref: string; decision: Decision; reasons?: string[]; note?: string }
  /**
   * Records were shown to the reader. `labels`: how many decisions the order had learnt from. `seed`: random bytes, of
   * the event that begins the order of chance at a stage.
   */
  | { what: 'serve'; stage: Stage; refs: string[]; order: ServingOrder; labels: number; seed?: string }
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
  /** Absent where it was made here. */
  from?: DecisionFile;
};

export const SERVING_ORDERS = ['likely', 'random', 'uncertain'] as const;
export type ServingOrder = (typeof SERVING_ORDERS)[number];

/** An event of the log. `n` counts from 1, `at` is ISO 8601. */
export type ReviewEvent = { n: number; at: string; who: Reader } & ReviewAct;
export type EventOf<What extends ReviewAct['what']> = Extract<ReviewEvent, { what: What }>;
