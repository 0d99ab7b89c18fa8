import type { AsreviewProject } from '../../formats/screened/asreview-project.ts';

export type { AsreviewProject } from '../../formats/screened/asreview-project.ts';

/** Reads and writes ASReview's project files (`.asreview`), which are archives with a database. */
export type AsreviewFiles = {
  /** `dataset`: the same records, in the same order, as the file that the user would have imported there. */
  write(project: AsreviewProject, dataset: { name: string; text: string }): Uint8Array;
  read(bytes: Uint8Array): AsreviewProject | { problem: AsreviewProblem };
};

/** Why a file is not read as a project: it is no archive or a damaged one, or of another version (if it says which). */
type AsreviewProblem = { is: 'unreadable' } | { is: 'no-project' } | { is: 'other-version'; version: number };
