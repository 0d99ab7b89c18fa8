type Problem = { is: 'unreadable' } | { is: 'no-project' } | { is: 'other-version'; version: number };

/** Why a file is not read as a project of ASReview, to follow its name. */
export function describeAsreviewProblem(problem: Problem): string {
  if (problem.is === 'unreadable') return 'is no ASReview project, or is damaged';
  if (problem.is === 'no-project') return 'is a zip archive, but no ASReview project';
  return `is of ASReview's file version ${problem.version}; only 3 is known: open it in ASReview 3 and export it there`;
}
