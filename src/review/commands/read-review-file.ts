import { readFile, stat } from 'node:fs/promises';
import { planFile } from '../../faces/cli/commands/importing/import-files.ts';
import { type CommandContext, UsageError } from '../../faces/cli/io.ts';
import { recordsOfProject } from '../../formats/screened/asreview-project.ts';
import type { ReadRecords } from '../../formats/screened/read-record.ts';
import { isReport, readReportCopy } from '../../formats/screened/read-report-copy.ts';
import { startParserThread } from '../../library/importing/parse-in-thread.ts';
import { readScreenedFile } from '../../library/importing/read-screened-file.ts';
import { type AsreviewProblem, MAX_ASREVIEW_BYTES } from '../exchange/asreview-port.ts';
import { describeAsreviewProblem } from '../exchange/sentences.ts';

/** The records of a file with its decisions. Throws UsageError if the file cannot be read. */
export async function readReviewFile(context: CommandContext, name: string): Promise<ReadRecords> {
  if (/\.asreview$/i.test(name)) return readProject(context, name);
  if (/\.html?$/i.test(name)) {
    const html = await readFile(name, 'utf8').catch(() => undefined);
    const copy = html === undefined ? undefined : readReportCopy(name, html);
    if (copy) return copy;
    if (html !== undefined && isReport(html))
      throw new UsageError(`${name}: nobody decided in this report: decide in it, save it from its menu, import that`);
  }
  const { io } = context;
  const thread = startParserThread({ signal: io.signal });
  try {
    const { file, format } = await planFile(context, thread, name, undefined);
    return await readScreenedFile({ name, format, text: file.text() }, thread.open);
  } finally {
    await thread.close();
  }
}

async function readProject({ io, app }: CommandContext, name: string): Promise<ReadRecords> {
  const found = await stat(name).catch(() => undefined);
  if (!found?.isFile()) throw new UsageError(`${name}: no such file`);
  const refused = (problem: AsreviewProblem) => new UsageError(`${name}: ${describeAsreviewProblem(problem)}`);
  if (found.size > MAX_ASREVIEW_BYTES) throw refused({ kind: 'too-large' });
  const bytes = await readFile(name);
  const project = await (await app().asreviewFiles()).read(bytes, io.signal);
  if ('problem' in project) throw refused(project.problem);
  return recordsOfProject(project);
}
