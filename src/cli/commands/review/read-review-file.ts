import { readFile } from 'node:fs/promises';
import { fromAsreviewProject } from '../../../formats/screened/asreview-project.ts';
import type { ReadRecords } from '../../../formats/screened/read-record.ts';
import { startParserThread } from '../../../importing/parse-in-thread.ts';
import { readScreenedFile } from '../../../importing/read-screened-file.ts';
import type { AsreviewProblem } from '../../../jobs/ports/asreview.ts';
import { toPaper } from '../../../papers/paper.ts';
import { type CommandContext, UsageError } from '../../io.ts';
import { planFile } from '../importing/import-files.ts';

/** The records of a file with its decisions. Throws UsageError for a file that cannot be read. */
export async function readReviewFile(context: CommandContext, name: string): Promise<ReadRecords> {
  if (/\.asreview$/i.test(name)) return readProject(context, name);
  const { io } = context;
  const thread = startParserThread({ signal: io.signal });
  try {
    const { file, format } = await planFile(context, thread, name, undefined);
    return await readScreenedFile({ name, format, text: file.text() }, thread.open);
  } finally {
    await thread.close();
  }
}

async function readProject({ app }: CommandContext, name: string): Promise<ReadRecords> {
  const bytes = await readFile(name).catch(() => {
    throw new UsageError(`${name}: no such file`);
  });
  const project = (await app().asreviewFiles()).read(bytes);
  if ('problem' in project) throw new UsageError(`${name}: ${describeProblem(project.problem)}`);
  const read: ReadRecords = { records: [], problems: [] };
  for (const [index, { metadata, screening }] of fromAsreviewProject(project).entries()) {
    const paper = toPaper(metadata);
    const row = index + 1;
    if (typeof paper === 'string') read.problems.push({ row, line: row, reason: paper });
    else read.records.push({ row, paper, screening });
  }
  return read;
}

function describeProblem(problem: AsreviewProblem): string {
  if (problem.is === 'unreadable') return 'is no ASReview project, or is damaged';
  if (problem.is === 'no-project') return 'is a zip archive, but no ASReview project';
  return `is of ASReview's file version ${problem.version}; only 3 is known: open it in ASReview 3 and export it there`;
}
