import type { Paper } from '../../papers/paper.ts';
import type { Screening } from '../decisions/screening.ts';

/** A record of a file that a review takes in, with what the file says about its screening. */
type ReadRecord = {
  /** Its number among the entries of the file, from 1. */
  row: number;
  paper: Paper;
  screening: Screening;
};

/** What was read of a file, and what was not. */
export type ReadRecords = {
  records: ReadRecord[];
  /** Entries that are no records, with the line that each starts on. */
  problems: { row: number; line: number; reason: string }[];
  /** Why there may be more than was read. */
  cut?: string;
};
