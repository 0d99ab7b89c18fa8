import { type Command, Option } from 'commander';
import { freeFailure, type PaperqueueError } from '../../contract/errors.ts';
import type { JobAnswerView } from '../../jobs/answers/answer-view.ts';
import { readQuestion } from '../../jobs/answers/relevance.ts';
import type { PageRequest } from '../../jobs/answers/show-page.ts';
import type { Feature } from '../../jobs/features.ts';
import { VIEWS, type View } from '../../papers/source-words.ts';
import { isFree } from '../../platform/config.ts';
import { isNote, type Note } from '../../wording/notes.ts';
import { type CommandContext, UsageError, wholeNumber } from './io.ts';
import {
  addOutputOptions,
  checkDestination,
  type Destination,
  outputFile,
  tell,
  tellStyled,
  writeOutput,
  writeStyled,
} from './output.ts';
import { formatPapers } from './paper-text.ts';
import { answerLines, nextSteps } from './print/answer-lines.ts';
import { namedFormat, OUTPUT_FORMATS, type OutputFormat, unknownEnding } from './print/output-format.ts';
import { formatTable } from './print/paper-table.ts';
import { chooseStyle, PLAIN } from './print/terminal.ts';
import { CLI_WORDING, toJson } from './wording.ts';

type ExportRequest = Parameters<Feature<'exports'>['renderExport']>[0];
export type OutputOptions = Destination & { format?: OutputFormat; json?: boolean };
export type PaperOutputOptions = OutputOptions & {
  view?: View;
  count?: string;
  all?: boolean;
  /** The format if neither an option nor the file name specifies one. Default: a table, or text with a view. */
  usual?: OutputFormat;
};

/** Default rows of a table. */
const TABLE_ROWS = 20;
const MAX_COUNT = 999_999;

export function addPaperOutputOptions(
  command: Command,
  formats: readonly (typeof OUTPUT_FORMATS)[number][] = OUTPUT_FORMATS,
): Command {
  const printed = command
    .addOption(new Option('--format <format>', 'how to print papers').choices(formats))
    .option('--json', 'the same as --format json')
    .addOption(new Option('--view <view>', 'what json and text show of a paper; default: full').choices(VIEWS))
    .option('--count <number>', `papers to print; default: ${TABLE_ROWS} in a table, else all`)
    .option('--all', 'all papers in a table, too');
  return addOutputOptions(printed);
}

/** `--group`, for a command that accepts `all`. */
export function addGroupOption(command: Command): Command {
  return command.option('--group <group>', 'with all: only the jobs of this group; the same as all:GROUP');
}

/** The jobs or papers named by arguments, narrowed by `--group`. Throws UsageError if both name jobs. */
export function readJobId(refs: readonly string[], { group }: { group?: string }): string {
  if (group === undefined) return refs.join(',');
  if (refs.some((ref) => ref.trim().toLowerCase() !== 'all'))
    throw new UsageError('--group goes with all, not with named jobs');
  return `all:${group}`;
}

/** The format that the options or the file name specify. */
export function chooseFormat(options: PaperOutputOptions): OutputFormat {
  return namedFormat(options) ?? options.usual ?? (options.view === undefined ? 'table' : 'text');
}

/**
 * The page of papers to request. A terminal has no size limit, unlike a model's context. Throws UsageError for options
 * that no answer can be printed with, and an error if the file exists, before anything is searched.
 */
export function pageToPrint(options: PaperOutputOptions): PageRequest {
  const wrong = unknownEnding(options);
  if (wrong !== undefined) throw new UsageError(wrong);
  checkDestination(options);
  const format = chooseFormat(options);
  // An export is written from the stored papers; this page then only supplies their references.
  const isExported = !['table', 'text', 'json'].includes(format);
  const { view = isExported ? 'abstract' : 'full', count, all } = options;
  const isShort = format === 'table' && !all && outputFile(options) === undefined;
  const rows = isShort ? TABLE_ROWS : Number.MAX_SAFE_INTEGER;
  const maxPapers = count === undefined ? rows : wholeNumber('--count', count, 1, MAX_COUNT);
  return { view, count: maxPapers, limitSize: false, ...(isExported && { facets: false }) };
}

/**
 * Whether only the reference is printed because of `--no-wait`. Throws UsageError if a file or a format of papers is
 * requested, before anything is searched.
 */
export function isReferenceOnly({ wait, ...options }: PaperOutputOptions & { wait: boolean }): boolean {
  if (wait || namedFormat(options) === 'json') return false;
  if (outputFile(options) !== undefined || options.format !== undefined)
    throw new UsageError('--no-wait prints only the reference: write the papers with paperqueue export REF -o FILE');
  return true;
}

/** Prints only the reference, for scripts; the job's state goes to stderr. */
export async function printReference({ io, config }: Printing, answer: JobAnswerView): Promise<void> {
  await writeOutput(io, `${answer.job.ref}\n`);
  for (const line of answerLines(answer, { isWholeAnswer: true, isTable: false, isFree: isFree(config()) }))
    tell(io, line);
}

type Printing = Pick<CommandContext, 'io' | 'machine' | 'config'>;

/**
 * Prints a job's answer in the requested format, and its reference, cost and notes on stderr. `shown` describes the
 * printed part, if it is not the whole job in its own order. `isSummaryShown`: notes of the search itself were shown
 * before and are not repeated.
 */
export async function printAnswer(
  context: Printing & Pick<CommandContext, 'app'>,
  answer: JobAnswerView,
  options: PaperOutputOptions,
  selection: Partial<Pick<ExportRequest, 'jobId' | 'sort' | 'where' | 'refs' | 'style'>> = {},
  isSummaryShown = false,
): Promise<void> {
  const { io, machine } = context;
  const { job, page, papers = [] } = answer;
  const format = chooseFormat(options);
  const unknown = unknownPapers(answer);
  if (unknown && page?.total === 0) throw unknown;
  const isFile = outputFile(options) !== undefined;
  const style = isFile ? PLAIN : chooseStyle(io.stdout, machine.environment);
  const exportNotes: Note[] = [];
  if (format === 'json') await writeOutput(io, `${JSON.stringify(toJson(answer), undefined, 2)}\n`, options);
  else if (format === 'table' && papers.length > 0)
    await writeStyled(
      io,
      formatTable(papers, io.stdout.columns, style, await readJobQuestion(context, answer)),
      options,
    );
  else if (format === 'text') await writeStyled(io, formatPapers(papers, io.stdout.columns, style), options);
  else if (format !== 'table' && page) {
    const selected = page.nextOffset === null ? selection : { ...selection, refs: papers.map(({ ref }) => ref) };
    const rendered = await (await context.app().exports()).renderExport(
      { jobId: job.ref, format, ...selected },
      isFile,
    );
    await writeOutput(io, rendered.text, options);
    exportNotes.push(...rendered.notes);
  }
  const shown = {
    isWholeAnswer: format === 'json',
    isTable: format === 'table',
    isSummaryShown,
    isFree: isFree(context.config()),
  };
  const otherNotes = answer.notes?.filter((note) => !isUnknownRefs(note)) ?? [];
  const notes = [...otherNotes, ...exportNotes.filter(({ kind }) => otherNotes.every((note) => note.kind !== kind))];
  const beside = chooseStyle(io.stderr, machine.environment);
  const isFooter = format === 'table' && beside.columns !== undefined && papers.length > 0;
  const lines = answerLines({ ...answer, notes }, { ...shown, isFooter }, beside);
  if (page?.total === 0 && format !== 'json') lines.push(CLI_WORDING.advice(answer.next ?? []));
  const steps = format === 'table' ? nextSteps(answer, selection, beside.columns) : [];
  tellStyled(io, ...lines, ...(isFooter ? steps.map((line) => beside.paint('dim', line)) : steps));
  // The available papers have been printed; the exit code reports that some are missing.
  if (unknown) throw unknown;
}

/** What the searches of an answer asked; undefined for related papers and for groups. */
async function readJobQuestion({ app }: Pick<CommandContext, 'app'>, { job }: JobAnswerView) {
  const jobs = await app().jobs();
  return readQuestion(job.ref.split(',').flatMap((ref) => jobs.jobStatus(ref)?.request ?? []));
}

const isUnknownRefs = isNote('unknown-refs');

/** The error for unknown references, if there were any. */
export function unknownPapers({ notes = [], next, page }: JobAnswerView): PaperqueueError | undefined {
  const problem = notes.find(isUnknownRefs);
  if (problem === undefined) return undefined;
  const isNoneFound = page?.total === 0;
  const advice = next ?? [
    isNoneFound ? ({ kind: 'use-paper-ref', orId: true } as const) : ({ kind: 'take-others' } as const),
  ];
  return freeFailure({ code: 'JOB_NOT_FOUND', problem: [problem], advice });
}
