import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { PaperqueueError } from '../../../contract/errors.ts';
import type { Features } from '../../../jobs/features.ts';
import { isPaperName } from '../../../jobs/job-refs.ts';
import type { Machine } from '../../setup/machine.ts';
import { type CliCommand, type CommandContext, wholeNumber } from '../io.ts';
import { tell, writeOutput } from '../output.ts';
import { unknownPapers } from '../paper-output.ts';

/** If the program has not failed after this time, it counts as successful: some programs run as long as the browser. */
const FAILURE_MS = 3_000;

/** The platform's program for opening files and addresses, with its arguments, which no shell interprets. */
export function chooseOpener(platform: NodeJS.Platform, target: string): [program: string, ...args: string[]] {
  if (platform === 'darwin') return ['open', target];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', target];
  return ['xdg-open', target];
}

/** Opens a file (absolute path) or web address as the user's desktop would; returns false if nothing opens it. */
function openAddress({ platform, environment }: Machine, target: string): Promise<boolean> {
  const [program, ...args] = chooseOpener(platform, target);
  return new Promise((resolve) => {
    const opener = spawn(program, args, { env: environment, stdio: 'ignore', detached: true });
    const timer = setTimeout(() => resolve(true), FAILURE_MS);
    const end = (isOpen: boolean) => {
      clearTimeout(timer);
      resolve(isOpen);
    };
    opener.once('error', () => end(false)).once('exit', (code) => end(code === 0));
    opener.unref();
  });
}

/** `paperqueue open REF...`: jobs as one report, and the pages of papers, in the browser. */
export const openCommand: CliCommand = {
  examples: ['paperqueue open J3 J5', 'paperqueue open J3-1'],
  add: addOpenCommand,
};

function addOpenCommand(program: Command, { io, app, machine }: CommandContext): void {
  program
    .command('open')
    .description('open jobs as one report in the browser, or the pages of papers (free)')
    .argument('<ref...>', 'jobs (J12 J14), all, all:GROUP, or papers (J12-3)')
    .action(async (refs: string[]) => {
      const names = refs.flatMap((ref) => ref.split(','));
      const jobs = names.filter((name) => !isPaperName(name));
      const targets = jobs.length > 0 ? [await writeReport(app(), jobs.join(','))] : [];
      for (const name of names.filter(isPaperName)) targets.push(await findPage(app(), name, io.signal));
      await writeOutput(io, targets.map((target) => `${target}\n`).join(''));
      for (const target of targets) {
        if (await openAddress(machine, target)) continue;
        tell(
          io,
          `No program here opens ${targets.length === 1 ? 'it: open it' : 'them: open them'} in a browser yourself.`,
        );
        return;
      }
    });
}

/** `paperqueue ui`: the local page, served until the command is stopped. */
export const uiCommand: CliCommand = {
  examples: ['paperqueue ui', 'paperqueue ui --port 9000 --no-open'],
  add: addUiCommand,
};

function addUiCommand(program: Command, { io, machine, serveUi }: CommandContext): void {
  program
    .command('ui')
    .description('search, look at papers and export them in the browser; the page is on this machine only')
    .option('--port <number>', 'port; 0 takes a free one, another at each start', '0')
    .option('--no-open', 'only print the address')
    .option('--as <name>', 'who screens; default: me')
    .action(async ({ port, open, as }: { port: string; open: boolean; as?: string }) => {
      const stopped = io.untilStopped();
      const serving = await serveUi(wholeNumber('--port', port, 0, 65_535), as);
      tell(io, `paperqueue serves its page at ${serving.address}`);
      tell(io, 'The address opens it once, in one browser. Ctrl-C ends it; jobs continue.');
      if (open && !(await openAddress(machine, serving.address)))
        tell(io, 'No program here opens it: open the address in a browser yourself.');
      await stopped;
      tell(io, 'paperqueue ui is stopping');
      await serving.close();
    });
}

async function writeReport(app: Pick<Features, 'exports'>, jobId: string): Promise<string> {
  const { export: report } = await (await app.exports()).exportPapers({ jobId, format: 'html' });
  return report.path as string;
}

/** The paper's web page: its DOI, else its source's link. Links of papers are http(s) only. */
async function findPage(app: Pick<Features, 'jobs'>, ref: string, signal: AbortSignal): Promise<string> {
  const answer = await (await app.jobs()).getJob(ref, { view: 'full' }, { waitSeconds: 0, signal });
  const { papers: [paper = {}] = [] } = answer;
  const unknown = unknownPapers(answer);
  if (unknown) throw unknown;
  const { doiLink, link, pdfLink }: Record<string, unknown> = paper;
  const page = doiLink ?? link ?? pdfLink;
  if (typeof page === 'string') return page;
  throw new PaperqueueError({
    code: 'INVALID_INPUT',
    problem: [{ kind: 'not-on-the-web', ref }],
    charged: 'no',
    retryable: false,
    advice: [{ kind: 'see-paper', ref }],
  });
}
