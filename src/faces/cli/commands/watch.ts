import { type Command, Option } from 'commander';
import { PaperqueueError } from '../../../contract/errors.ts';
import { writeRss } from '../../../formats/rss.ts';
import type { NewPaper, WatchRun, WatchView } from '../../../jobs/watches.ts';
import { counted } from '../../../lib/counted.ts';
import { isNote } from '../../../wording/notes.ts';
import type { CliCommand, CommandContext } from '../io.ts';
import {
  addOutputOptions,
  checkDestination,
  type Destination,
  writeOutput,
  writeResult,
  writeText,
} from '../output.ts';
import {
  addPaperOutputOptions,
  isReferenceOnly,
  type PaperOutputOptions,
  pageToPrint,
  printAnswer,
  printReference,
} from '../paper-output.ts';
import { chooseStyle } from '../print/terminal.ts';
import { formatColumns } from '../print/text-columns.ts';
import { withProgress } from '../progress-bar.ts';
import { CLI_WORDING, toJson } from '../wording.ts';

const FORMATS = ['text', 'json', 'rss'] as const;
type RunOptions = Destination & {
  format: (typeof FORMATS)[number];
  json?: boolean;
  callback?: string;
  acceptPossibleDoubleCharge?: boolean;
};

const ACCEPT = [
  '--accept-possible-double-charge',
  'run it again although an earlier run may have been charged',
] as const;

/** Maximum papers in a feed: feed readers remember those they have seen. */
const MAX_FEED_PAPERS = 200;

/** `paperqueue watch`: searches that cron or a timer repeats to find new papers. */
export const watchCommand: CliCommand = {
  examples: ['paperqueue watch add J3', 'paperqueue watch run --format rss'],
  add: addWatchCommand,
};

function addWatchCommand(program: Command, context: CommandContext): void {
  const watch = program.command('watch').description('run searches again and report what is new');
  const watches = () => context.app().watches();

  watch
    .command('add')
    .description('watch the search of a job')
    .argument('<ref>', 'the job (J3)')
    .option('--json', 'as JSON')
    .action(async (ref: string, { json }: { json?: boolean }) => {
      const added = (await watches()).add(ref);
      const run = `Run it with: paperqueue watch run ${added.watch}`;
      await writeResult(context.io, json, added, `${formatWatches(context, [added])}\n${run}`);
    });

  watch
    .command('list')
    .description('list the watched searches')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const list = (await watches()).list();
      await writeResult(
        context.io,
        json,
        { watches: list },
        list.length > 0 ? formatWatches(context, list) : NOTHING_WATCHED,
      );
    });

  watch
    .command('remove')
    .description('watch a search no longer; its jobs stay')
    .argument('<watch>', 'such as W1')
    .action(async (ref: string) => {
      const all = await watches();
      const number = ref.trim().replace(/^w/i, '');
      const named = all.list().find(({ watch: each }) => each === `W${number}`);
      // As with papers and jobs: to remove what is not there is no wrong use of the command.
      if (!named) throw new Error(`there is no watch ${ref}; nothing was removed`);
      all.remove(named.watch);
    });

  const command = watch
    .command('run')
    .description('run watched searches again, each a job that costs what a search does; print papers that are new')
    .argument('[watch]', 'such as W1; default: all')
    .addOption(new Option('--format <format>', 'rss: a feed of all runs').choices(FORMATS).default('text'))
    .option('--json', 'the same as --format json')
    .option('--callback <url>', 'send what is new as JSON to this https address, too')
    .option(...ACCEPT);
  addOutputOptions(command).action((ref: string | undefined, options: RunOptions) => run(context, ref, options));
}

async function run(context: CommandContext, ref: string | undefined, options: RunOptions): Promise<void> {
  const { io } = context;
  // Checked before anything is spent.
  checkDestination(options);
  const send = options.callback === undefined ? undefined : await context.app().reportAddress(options.callback);
  const watches = await context.app().watches();
  const runs: WatchRun[] = [];
  const { acceptPossibleDoubleCharge } = options;
  for await (const each of watches.run(ref, {
    signal: io.signal,
    startedAt: io.startedAt,
    acceptPossibleDoubleCharge,
  })) {
    runs.push(each);
  }
  const format = options.json ? 'json' : options.format;
  if (format === 'text')
    await writeText(io, inWords(runs), options, chooseStyle(io.stdout, context.machine.environment));
  else
    await writeOutput(
      io,
      forPrograms(format, runs, () => watches.newPapers(ref)),
      options,
    );
  const news = runs.filter(hasNews);
  if (send && news.length > 0) await send({ runs: news.map(runToJson) }, io.signal);
  // Marked as reported only now: if a crash, a full disk or the receiver prevented the report, the next run repeats it
  // at no cost.
  for (const each of runs) watches.markReported(each);
  // The other results have been printed; the exit code reports the failure.
  for (const each of runs) if ('error' in each) throw new PaperqueueError(each.error);
}

function inWords(runs: readonly WatchRun[]): string {
  return runs.flatMap(runLines).join('\n') || NOTHING_WATCHED;
}

function forPrograms(format: 'json' | 'rss', runs: readonly WatchRun[], newPapers: () => NewPaper[]): string {
  if (format === 'json') return `${JSON.stringify({ runs: runs.map(runToJson) }, undefined, 2)}\n`;
  return writeRss('paperqueue: new papers', newPapers().slice(0, MAX_FEED_PAPERS));
}

const isChange = isNote('changed-since');

function runToJson(run: WatchRun): object {
  if ('answer' in run) return { ...run, answer: toJson(run.answer) };
  const { problem, advice, ...error } = run.error;
  const message = CLI_WORDING.notes(problem).join(' ');
  return { ...run, error: { ...error, message, next: CLI_WORDING.advice(advice) } };
}

/** Whether a run found new papers or changes of earlier ones, or failed. */
function hasNews(each: WatchRun): boolean {
  if ('error' in each) return true;
  const { papers = [], notes = [] } = each.answer;
  return papers.length > 0 || notes.some(isChange);
}

/** Whether this run sent nothing and needs consent, because an earlier one may have been charged, or failed charged. */
function waitsForConsent({ code, charged }: PaperqueueError['details']): boolean {
  return code === 'CHARGE_UNKNOWN' && charged === 'no';
}

function runLines(each: WatchRun): string[] {
  if ('error' in each) {
    const { watch, about, error } = each;
    const problem = CLI_WORDING.notes(error.problem).join(' ');
    if (!waitsForConsent(error)) return [`${watch}  failed: ${problem}  ${about}`];
    const accept = `paperqueue watch run ${watch} ${ACCEPT[0]}`;
    return [`${watch}  is paused and spends nothing: ${problem}  ${about}`, `  To pay again: ${accept}`];
  }
  const { papers = [], notes = [], job, page } = each.answer;
  const changes = CLI_WORDING.notes(notes.filter(isChange));
  const state = page ? counted(papers.length, 'new paper') : 'still running';
  return [
    `${each.watch}  ${state}  (${job.ref})  ${each.about}`,
    ...papers.map(({ ref, year, title, venue }) => `  ${[ref, year, title, venue].filter(Boolean).join('  ')}`),
    ...changes.map((note) => `  ${note}`),
  ];
}

const NOTHING_WATCHED = 'Nothing is watched. Watch the search of a job: paperqueue watch add J1';

function formatWatches({ io, machine }: CommandContext, watches: readonly WatchView[]): string {
  const rows = watches.map(({ watch, job, lastRun, about }) => [watch, job, lastRun, about]);
  return formatColumns(['WATCH', 'JOB', 'LAST RUN', 'SEARCH'], rows, chooseStyle(io.stdout, machine.environment));
}

type RerunOptions = PaperOutputOptions & { wait: boolean; acceptPossibleDoubleCharge?: boolean };

/** `paperqueue rerun REF`: repeats a job's search as a new job and prints the new papers. */
export const rerunCommand: CliCommand = {
  examples: ['paperqueue rerun J3'],
  add: addRerunCommand,
};

function addRerunCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('rerun')
    .description('run the search of a job again, as a new job that costs the same; print the papers that are new')
    .argument('<ref>', 'the job (J3)')
    .option(...ACCEPT)
    .option('--no-wait', 'start the job and print only its reference');
  addPaperOutputOptions(command).action(async (ref: string, options: RerunOptions) => {
    const searches = await context.app().jobs();
    const page = pageToPrint(options);
    const isStart = isReferenceOnly(options);
    const { startedAt } = context.io;
    const { acceptPossibleDoubleCharge } = options;
    const waitSeconds = options.wait ? undefined : 0;
    const runOptions = { waitSeconds, startedAt, acceptPossibleDoubleCharge, reportsLater: true };
    const answer = await withProgress(context.io, (call) => searches.rerun(ref, page, { ...call, ...runOptions }));
    if (isStart) return printReference(context, answer);
    await printAnswer(context, answer, options, { where: { notIn: [ref] } });
    if (answer.page) searches.markReported(answer.job.ref);
  });
}
