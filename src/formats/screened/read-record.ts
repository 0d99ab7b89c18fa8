import type { Paper } from '../../papers/paper.ts';
import type { Screening } from '../decisions/screening.ts';

/** A record of a file for a review, with the file's data about its screening. */
type ReadRecord = {
  /** Its number among the entries of the file, from 1. */
  row: number;
  paper: Paper;
  screening: Screening;
};

/** The records read from a file, and the entries that could not be read. */
export type ReadRecords = {
  records: ReadRecord[];
  /** Entries that could not be read as records, with the line where each starts. */
  problems: { row: number; line: number; reason: string }[];
  /** Why the file may contain more than was read. */
  cut?: string;
  /** The name of the project whose file it is. */
  project?: string;
};
