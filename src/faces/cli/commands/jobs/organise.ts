import type { Command } from 'commander';
import type { ListedJob } from '../../../../jobs/answers/list.ts';
import { readAll } from '../../../../jobs/answers/several-jobs.ts';
import { readJobRef } from '../../../../jobs/job-refs.ts';
import type { KeptJob } from '../../../../jobs/tidy-jobs.ts';
import { counted } from '../../../../lib/counted.ts';
import { isFree } from '../../../../platform/config.ts';
import { type CommandContext, UsageError } from '../../io.ts';
import { tell, writeResult } from '../../output.ts';
import { localTime } from '../../print/answer-lines.ts';

/**
 * Flags of commands that organise jobs. `optsWithGlobals` is needed because `paperqueue jobs` has its own --json and
 * consumes it wherever it stands.
 */

type Flags = { none?: boolean; json?: boolean };

/** `paperqueue jobs name REF NAME`. */
export function addNameCommand(jobs: Command, { io, app }: CommandContext): void {
  jobs
    .command('name')
    .description('give a job a name, which lists and records of searches show')
    .argument('<ref>', 'the job (J3)')
    .argument('[name...]', 'the name')
    .option('--none', 'take its name away')
    .option('--json', 'as JSON')
    .action(async (ref: string, words: string[], _: Flags, command: Command) => {
      const { none, json } = command.optsWithGlobals<Flags>();
      if (Boolean(none) === words.length > 0) throw new UsageError('give the job a name, or --none');
      const job = await (await app().jobs()).nameJob(ref, none ? null : words.join(' '));
      await writeResult(io, json, job, `${job.ref}  ${job.name ?? '(no name)'}`);
    });
}

/** `paperqueue jobs group REF... GROUP`; without arguments it lists the groups. */
export function addGroupCommand(jobs: Command, { io, app }: CommandContext): void {
  jobs
    .command('group')
    .description('put jobs into a group, such as a project; all:GROUP then means its jobs, in every command')
    .usage('[options] [<ref...> <group>]')
    .argument('[ref...]', 'jobs (J3 J5), then the group; nothing lists the groups')
    .option('--none', 'take jobs out of their group')
    .option('--json', 'as JSON')
    .action(async (words: string[], _: Flags, command: Command) => {
      const { none, json } = command.optsWithGlobals<Flags>();
      const searches = await app().jobs();
      if (words.length === 0 && !none) {
        const groups = searches.listGroups();
        const lines = groups.map(({ group, jobs }) => `${group}  (${counted(jobs, 'job')})`);
        return writeResult(io, json, { groups }, lines.join('\n') || NO_GROUPS);
      }
      const { refs, group } = none ? { refs: words, group: null } : splitGroup(words);
      if (refs.length === 0) throw new UsageError(HOW_TO_GROUP);
      const grouped = await searches.groupJobs(refs.join(','), group);
      await writeResult(io, json, { jobs: grouped }, grouped.map(line).join('\n'));
    });
}

const HOW_TO_GROUP = 'name jobs and one group: paperqueue jobs group J3 J5 thesis';
const NO_GROUPS = `No job is in a group. To make one: paperqueue jobs group J3 J5 thesis`;

/** The one word that is not a job is the group, in any position. */
function splitGroup(words: readonly string[]): { refs: string[]; group: string } {
  const isJob = (word: string) => word.split(',').every((part) => readJobRef(part) ?? readAll(part));
  const [group, ...others] = words.filter((word) => !isJob(word));
  if (group === undefined || others.length > 0) throw new UsageError(HOW_TO_GROUP);
  return { refs: words.filter(isJob), group };
}

function line({ ref, group = '(no group)', name, about }: ListedJob): string {
  return [ref, group, name ?? about].join('  ');
}

type RemoveFlags = { yes?: boolean; json?: boolean };

/** `paperqueue jobs remove REF...`: all of the named jobs or none. */
export function addRemoveCommand(jobs: Command, { io, app, config }: CommandContext): void {
  jobs
    .command('remove')
    .description('remove jobs and their papers; lists them first; more than one needs --yes; the library keeps papers')
    .argument('<ref...>', 'jobs (J3 J5), job ids, or all:GROUP')
    .option('--yes', 'remove more than one job')
    .option('--json', 'as JSON')
    .action(async (names: string[], _: RemoveFlags, command: Command) => {
      const { yes, json } = command.optsWithGlobals<RemoveFlags>();
      const searches = await app().jobs();
      const refs = names.join(',');
      const { jobs, kept } = searches.findRemovable(refs);
      if (kept.length > 0) throw notRemoved(kept);
      for (const { ref, createdAt, papers = 0, name, about } of jobs.slice(0, MAX_LISTED))
        tell(io, [ref, localTime(createdAt), counted(papers, 'paper'), name ?? about].join('  '));
      if (jobs.length > MAX_LISTED) tell(io, `and ${counted(jobs.length - MAX_LISTED, 'more job')}`);
      if (jobs.length > 1 && !yes)
        throw new UsageError(`${jobs.length} jobs would be removed; use --yes to remove them`);
      const isPaidJob = ({ charged, cost }: ListedJob) => !isFree(config()) && charged === 'yes' && cost > 0;
      const once = jobs.filter((job) => job.jobId === null && isPaidJob(job)).map(({ ref }) => ref);
      if (once.length > 0 && !yes)
        throw new UsageError(
          `the service cannot give the papers of ${once.join(', ')} again; use --yes to remove them`,
        );
      const late = await searches.removeJobs(refs);
      if (late.kept.length > 0) throw notRemoved(late.kept);
      if (jobs.some(isPaidJob)) tell(io, 'What was paid stays recorded: paperqueue jobs --status removed');
      await writeResult(io, json, { removed: jobs.length, jobs }, `${counted(jobs.length, 'job')} removed`);
    });
}

/** Maximum jobs listed before they are removed; the others are counted. */
const MAX_LISTED = 20;

const REASONS = {
  sending: 'is being sent',
  running: 'is still running',
  'charge-unknown': 'may have been charged, which is not known yet',
};

function notRemoved(kept: readonly KeptJob[]): Error {
  const reasons = kept.map((job) =>
    'watch' in job
      ? `${job.ref} is watched (paperqueue watch remove ${job.watch})`
      : `${job.ref} ${REASONS[job.why]} (paperqueue job ${job.ref})`,
  );
  return new Error(`${reasons.join('; ')}; nothing was removed`);
}
