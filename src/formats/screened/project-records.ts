import { toPaper } from '../../papers/paper.ts';
import { type AsreviewProject, fromAsreviewProject } from './asreview-project.ts';
import type { ReadRecords } from './read-record.ts';

/** The records of an ASReview project with its decisions, in the form that a review imports. */
export function recordsOfProject(project: AsreviewProject): ReadRecords {
  const read: ReadRecords = { records: [], problems: [] };
  for (const [index, { metadata, screening }] of fromAsreviewProject(project).entries()) {
    const paper = toPaper(metadata);
    const row = index + 1;
    if (typeof paper === 'string') read.problems.push({ row, line: row, reason: paper });
    else read.records.push({ row, paper, screening });
  }
  return read;
}
