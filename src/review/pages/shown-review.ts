import type { Criterion, Decision, Reader } from '../protocol.ts';
import type { Difference } from '../screening/import-decisions.ts';
import type { OpenReview } from '../screening/review-log.ts';
import type { ScreenView } from '../screening/reviewing.ts';
import type { RecordCard } from './record-card.ts';

/** The content of a review's page. */
export type ShownReview = {
  root: string;
  review: OpenReview;
  view: ScreenView;
  who: Reader;
  order: string;
  /** The criteria that apply at the stage. */
  criteria: readonly Criterion[];
  /** The record to decide on; absent if none is left at the stage. */
  card?: RecordCard | undefined;
  /** The labels of the records that count at this stage (relevant or not), in the order of decision. */
  labels: readonly boolean[];
  /** The reader's decisions at the stage, latest first. */
  decided: { ref: string; title: string; decision: Decision; reasons: readonly string[] }[];
  /** The URL of this page, for this reader, with other choices. */
  at(choices: Record<string, string | undefined>, path?: string): string;
  /** The results of the last action, or the reasons why it failed. */
  said: readonly string[];
  problem?: string | undefined;
  /** Unsettled decisions of copies that differ from the reader's. */
  differ: readonly Difference[];
  /** The name and the key of this page, for its own script only. */
  seal: { page: string; key: string };
};
