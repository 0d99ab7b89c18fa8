import { relative } from 'node:path';
import { counted } from '../../../../lib/counted.ts';
import { lookAtFile } from '../../../../library/importing/import-file.ts';
import { type ImportReport, importedNothing, NOTHING, sumCounts } from '../../../../library/importing/import-papers.ts';
import { type ParserThread, startParserThread } from '../../../../library/importing/parse-in-thread.ts';
import { findTextFiles, listFiles } from '../../../../library/importing/texts/find-text-files.ts';
import { attachTexts, isArticleFile } from '../../import-texts.ts';
import { type CommandContext, UsageError } from '../../io.ts';
import { writeOutput, writeText } from '../../output.ts';
import {
  describeCounts,
  describeDatabases,
  describeFailure,
  type FileFlags,
  type FilePlan,
  importFile,
  settle,
} from './import-files.ts';

/** A file that yielded nothing, and the reason. */
type Skipped = { file: string; reason: string };

/**
 * `paperqueue import FOLDER`: imports all files of a known format in the folder and its subfolders, attaches articles
 * to their papers, and prints one summary that names each file that yielded nothing. Throws if a file could not be
 * read to its end, or if there was nothing to import.
 */
export async function importFolder(context: CommandContext, folder: string, flags: FileFlags): Promise<void> {
  const { io } = context;
  const listed = await listFiles(folder);
  if (!listed) throw new UsageError(`${folder}: no such folder`);
  const named = (path: string) => relative(folder, path) || path;
  const articles = listed.files.filter(isArticleFile);
  const others = listed.files.filter((path) => !articles.includes(path));
  let thread = startParserThread({ signal: io.signal });
  const skipped: Skipped[] = listed.passedOver.map(({ path, reason }) => ({ file: named(path), reason }));
  const failures: Skipped[] = [];
  const read: { file: string; report: ImportReport }[] = [];
  try {
    const library = await context.app().library();
    for (const path of others) {
      const plan = await readPlan(thread, path);
      if (typeof plan === 'string') skipped.push({ file: named(path), reason: plan });
      else {
        const report = await importFile(context, library, thread, plan, flags);
        if (report.interrupted) throw new Error('interrupted');
        if (report.stuck) {
          // A stuck thread cannot be reused; the other files are read in a new one.
          await thread.close();
          thread = startParserThread({ signal: io.signal });
        }
        const broken = report.stuck ?? report.cut;
        const reason = broken ?? describeFailure(report);
        if (reason !== undefined) (broken === undefined ? skipped : failures).push({ file: named(path), reason });
        if (reason === undefined || !importedNothing(report)) read.push({ file: named(path), report });
      }
    }
    if (read.length > 0) await settle(io, library);
  } finally {
    await thread.close();
  }
  const texts = await attachArticles(context, folder, articles);
  skipped.push(...texts.unread.map(({ file, reason }) => ({ file: named(file), reason })));
  const counts = read.map(({ report }) => report).reduce((sum, report) => sumCounts(sum, pickCounts(report)), NOTHING);
  const problems = read.flatMap(({ file, report }) => report.problems.map((problem) => ({ file, ...problem })));
  const databases: Record<string, number> = {};
  for (const { report } of read)
    for (const [name, records] of Object.entries(report.databases ?? {}))
      databases[name] = (databases[name] ?? 0) + records;
  const origins = describeDatabases(databases);
  const report = {
    folder,
    files: read.length,
    ...counts,
    attached: texts.attached,
    ...(origins && { databases }),
    problems,
    notImported: skipped,
  };
  const lines = [
    `${folder}: ${counted(read.length, 'file')} read: ${describeCounts(counts)}; ${counted(texts.attached, 'text')} attached`,
    ...(origins ? [`  records of ${origins}`] : []),
    ...problems.map(({ file, line, reason }) => `  ${file}, line ${line}: ${reason}`),
    ...skipped.map(({ file, reason }) => `  not imported: ${file} (${reason})`),
  ];
  await (flags.json ? writeOutput(io, `${JSON.stringify(report)}\n`) : writeText(io, lines.join('\n')));
  if (failures.length > 0) throw new Error(failures.map(({ file, reason }) => `${file}: ${reason}`).join('\n'));
  if (read.length + texts.attached === 0) throw new Error(`${folder}: there is no file in it that can be imported`);
}

/** How to read a file, or why that is impossible. */
async function readPlan(thread: ParserThread, path: string): Promise<FilePlan | string> {
  const file = await lookAtFile(path);
  if (!file) return 'it cannot be opened';
  if (file.container) return file.container;
  const format = await thread.detect(file.head, path);
  return format ? { file, format } : 'format not recognised';
}

/** The articles of a folder, each with the identifier or title that its name or a bibliography there states. */
async function attachArticles(context: CommandContext, folder: string, articles: readonly string[]) {
  if (articles.length === 0) return { attached: 0, unread: [] };
  const known = new Map((await findTextFiles(folder))?.map((file) => [file.path, file]));
  return attachTexts(
    context,
    articles.map((path) => known.get(path) ?? { path }),
  );
}

function pickCounts({
  added,
  addedAgain,
  merged,
  alreadyThere,
  completed,
  journals,
  passedOver,
  skipped,
}: ImportReport) {
  return {
    added,
    merged,
    completed,
    journals,
    passedOver,
    skipped,
    ...(addedAgain !== undefined && { addedAgain }),
    ...(alreadyThere !== undefined && { alreadyThere }),
  };
}
