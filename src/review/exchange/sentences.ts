import type { AsreviewProblem } from './asreview-port.ts';

/** Why a file cannot be read as an ASReview project; follows the file's name. */
export function describeAsreviewProblem(problem: AsreviewProblem): string {
  if (problem.kind === 'other-version')
    return `is of ASReview's file version ${problem.version}; only 3 is known: open it in ASReview 3 and export it there`;
  return {
    unreadable: 'is no ASReview project, or is damaged',
    'no-project': 'is a zip archive, but no ASReview project',
    'no-plain-tables': 'has views or computed columns where ASReview has tables: it was not read',
    'too-large': 'is larger than is read at once (200,000 records, 200 MB of its database)',
    'took-too-long': 'took too long to read, and was given up',
  }[problem.kind];
}
