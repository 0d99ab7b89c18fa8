import type { AsreviewProject } from '../../formats/screened/asreview-project.ts';

export type { AsreviewProject } from '../../formats/screened/asreview-project.ts';

declare module '../../jobs/features.ts' {
  interface OperatorFeatures {
    asreviewFiles(): Promise<AsreviewFiles>;
  }
}

/** A larger project file is not read. */
export const MAX_ASREVIEW_BYTES = 100 * 1024 * 1024;

/** Reads and writes ASReview's project files (`.asreview`), which are archives with a database. */
export type AsreviewFiles = {
  /** `dataset`: the same records, in the same order, as the file that the user would have imported there. */
  write(project: AsreviewProject, dataset: { name: string; text: string }): Uint8Array;
  /** Reads a foreign file in bounded time and memory; rejects with the signal's reason. */
  read(bytes: Uint8Array, signal: AbortSignal): Promise<AsreviewProject | { problem: AsreviewProblem }>;
};

/**
 * Why a file is not read as a project: it is no archive or a damaged one, of another version (if it says which), has
 * views, virtual tables or computed columns where ASReview has plain tables, or is more than we read at once.
 */
export type AsreviewProblem =
  | { kind: 'unreadable' | 'no-project' | 'no-plain-tables' | 'too-large' | 'took-too-long' }
  | { kind: 'other-version'; version: number };
