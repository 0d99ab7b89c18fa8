import type { AsreviewProject } from '../../formats/screened/asreview-project.ts';

declare module '../../jobs/features.ts' {
  interface OperatorFeatures {
    asreviewFiles(): Promise<AsreviewFiles>;
  }
}

/** Larger project files are not read. */
export const MAX_ASREVIEW_BYTES = 100 * 1024 * 1024;

/** Reads and writes ASReview's project files (`.asreview`), which are archives with a database. */
export type AsreviewFiles = {
  /** `dataset`: the same records, in the same order, as a file that the user could have imported there. */
  write(project: AsreviewProject, dataset: { name: string; text: string }): Uint8Array;
  /** Reads an external file with limits on time and memory; rejects with the signal's reason. */
  read(bytes: Uint8Array, signal: AbortSignal): Promise<AsreviewProject | { problem: AsreviewProblem }>;
};

/**
 * Why a file is not accepted as a project: it is not an archive, or is damaged, of another version (if it states one),
 * has views, virtual tables or computed columns in place of ASReview's plain tables, or exceeds a limit.
 */
export type AsreviewProblem =
  | { kind: 'unreadable' | 'no-project' | 'no-plain-tables' | 'too-large' | 'took-too-long' }
  | { kind: 'other-version'; version: number };
