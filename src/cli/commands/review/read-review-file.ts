import { readFile } from 'node:fs/promises';
import { describeAsreviewProblem } from '../../../contract/wording/review/asreview-problems.ts';
import { recordsOfProject } from '../../../formats/screened/project-records.ts';
import type { ReadRecords } from '../../../formats/screened/read-record.ts';
import { startParserThread } from '../../../importing/parse-in-thread.ts';
import { readScreenedFile } from '../../../importing/read-screened-file.ts';
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
  if ('problem' in project) throw new UsageError(`${name}: ${describeAsreviewProblem(project.problem)}`);
  return recordsOfProject(project);
}
