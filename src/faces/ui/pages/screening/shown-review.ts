import type { Criterion, Decision, Reader } from '../../../../review/protocol.ts';
import type { OpenReview } from '../../../../review/screening/review-log.ts';
import type { ScreenView } from '../../../../review/screening/reviewing.ts';
import type { RecordCard } from './record-card.ts';

/** What the page of a review shows. */
export type ShownReview = {
  root: string;
  review: OpenReview;
  view: ScreenView;
  who: Reader;
  order: string;
  /** The criteria of the stage. */
  criteria: readonly Criterion[];
  /** The record to decide on; absent if none is left at the stage. */
  card?: RecordCard | undefined;
  /** Whether each record that counts here is relevant, in the order in which they were decided. */
  labels: readonly boolean[];
  /** The reader's decisions at the stage, the last first. */
  decided: { ref: string; title: string; decision: Decision; reasons: readonly string[] }[];
  /** The address of this page, for this reader, with other choices. */
  at(choices: Record<string, string | undefined>, path?: string): string;
  /** What came of what was asked last, or why nothing did. */
  said: readonly string[];
  problem?: string | undefined;
  /** The name and the key of this page, for its script alone. */
  seal: { page: string; key: string };
};
