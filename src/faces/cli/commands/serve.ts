import type { Command } from 'commander';
import { REQUESTS_PER_MINUTE } from '../../../contract/rules.ts';
import { counted } from '../../../lib/counted.ts';
import { isLoopback } from '../../../lib/url.ts';
import { networkProblem } from '../../../platform/net/address-policy.ts';
import { VERSION } from '../../../platform/version.ts';
import { type CliCommand, type CommandContext, type Io, readInput, UsageError, wholeNumber } from '../io.ts';
import { tell, writeResult } from '../output.ts';

const DEFAULTS = { port: '8787', host: '127.0.0.1', jobs: '2', results: '30', open: '1000' };

type WorkOptions = Record<'concurrency' | 'resultsDays', string> & {
  callbackPort?: string[];
  callbackNetwork?: string[];
  callbackCa?: string;
};

type ServeOptions = WorkOptions &
  Record<'port' | 'host' | 'requestsPerMinute' | 'mostOpenJobs', string> & {
    allowedHost?: string[];
    behindProxy?: boolean;
  };

/** `paperqueue serve`: the embedded service over HTTP, for the members of a lab. */
export const serveCommand: CliCommand = {
  examples: ['paperqueue serve --port 8787', 'paperqueue serve --concurrency 0'],
  add: addServeCommand,
};

function addServeCommand(program: Command, context: CommandContext): void {
  const serve = program
    .command('serve')
    .description('run the search service over HTTP (accounts: paperqueue account)')
    .option('--port <number>', 'port; 0 takes a free one', DEFAULTS.port)
    .option('--host <address>', 'address to listen on', DEFAULTS.host)
    .option('--behind-proxy', 'a proxy adds TLS: needed to listen on another address than loopback')
    .option(
      '--allowed-host <name...>',
      'host names that requests may use (default: loopback names, or any name when --host is not loopback)',
    )
    .option('--requests-per-minute <number>', 'requests per account and minute', String(REQUESTS_PER_MINUTE))
    .option('--concurrency <number>', 'jobs that run at the same time; 0 leaves them to paperqueue work', DEFAULTS.jobs)
    .option('--most-open-jobs <number>', 'jobs that may wait or run; beyond it new jobs get 503', DEFAULTS.open);
  addWorkOptions(serve).action(async (options: ServeOptions) => {
    if (!options.behindProxy && !isLoopback(options.host)) throw new UsageError(plainHttp(options.host));
    const serving = await context.app().serve({
      host: options.host,
      port: wholeNumber('--port', options.port, 0, 65_535),
      allowedHosts: options.allowedHost,
      requestsPerMinute: wholeNumber('--requests-per-minute', options.requestsPerMinute, 1, 1_000_000),
      concurrency: wholeNumber('--concurrency', options.concurrency, 0, 64),
      maxOpenJobs: wholeNumber('--most-open-jobs', options.mostOpenJobs, 1, 1_000_000),
      ...(await workSettings(options, context.io)),
    });
    const { io } = context;
    const { dataDir } = context.config();
    tell(io, `paperqueue serves at ${serving.address}\n${startLines(dataDir, serving).join('\n')}`);
    await io.untilStopped();
    tell(io, 'paperqueue is stopping: finishing open requests and jobs');
    await serving.close();
  });
}

function plainHttp(host: string): string {
  return (
    `--host ${host}: the tokens of the members would cross the network in plain HTTP. ` +
    'Listen on loopback behind a proxy that adds TLS, or say with --behind-proxy that one is there.'
  );
}

type Holds = {
  address: string;
  library?: { papers: number; starter: number };
  accounts: number;
  hasWorker: boolean;
  hasAdminToken: boolean;
};

/** The papers that searches can find: those that came with the program only as long as there are no others. */
function searchedPapers({ papers, starter }: { papers: number; starter: number }): string {
  return papers > starter
    ? counted(papers - starter, 'paper')
    : `no papers but the ${starter} of the starter catalogue`;
}

function startLines(dataDir: string, { address, library, accounts, hasWorker, hasAdminToken }: Holds): string[] {
  const facts = [
    `version ${VERSION}`,
    `data folder ${dataDir}`,
    library ? searchedPapers(library) : 'library not searched',
    counted(accounts, 'account'),
  ];
  const first = 'Make the first account: paperqueue account create NAME --monthly 100';
  const idle = 'No worker runs: searches wait until `paperqueue work` runs with this PAPERQUEUE_DATABASE_URL.';
  const admin = `The administrator's page is ${address}/admin`;
  const adminHint = 'For a page with accounts, jobs and failures: paperqueue account admin-token';
  return [
    ...[facts.join(', '), ...(accounts === 0 ? [first] : []), ...(hasWorker ? [] : [idle])],
    hasAdminToken ? admin : adminHint,
  ].map((line) => `  ${line}`);
}

/** `paperqueue work`: runs jobs and callbacks of a service that several processes share. */
export const workCommand: CliCommand = {
  examples: ['paperqueue work --concurrency 4'],
  add: addWorkCommand,
};

function addWorkCommand(program: Command, context: CommandContext): void {
  const work = program
    .command('work')
    .description('run jobs of a service in PostgreSQL, beside `paperqueue serve`')
    .option('--concurrency <number>', 'jobs that run at the same time', DEFAULTS.jobs);
  addWorkOptions(work, ' (default: those of the last `serve`)').action(async (options: WorkOptions) => {
    const concurrency = wholeNumber('--concurrency', options.concurrency, 1, 64);
    const { io } = context;
    const working = await context.app().work({ ...(await workSettings(options, io)), concurrency });
    tell(io, `paperqueue runs jobs of the database, ${concurrency} at a time`);
    await io.untilStopped();
    tell(io, 'paperqueue is stopping: finishing jobs');
    await working.close();
  });
}

/** `paperqueue store copy`: moves a service from one machine's files to a shared database. */
export const storeCommand: CliCommand = {
  examples: ['paperqueue store copy'],
  add: addStoreCommand,
};

function addStoreCommand(program: Command, context: CommandContext): void {
  program
    .command('store')
    .description('the accounts, jobs and reviews of `paperqueue serve`')
    .command('copy')
    .description('copy them from the data folder into the empty database of PAPERQUEUE_DATABASE_URL: all, or nothing')
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean }) => {
      const copied = await context.app().copyStore();
      const { accounts, jobs, ledger, deliveries, reviews } = copied;
      const first = `${counted(accounts, 'account')}, ${counted(jobs, 'job')}, ${counted(ledger, 'row')} of the ledger`;
      const text = `Copied ${first}, ${counted(deliveries, 'callback')} and ${counted(reviews, 'review')}; counts, balances, sums and answers agree.
From now on start every process with PAPERQUEUE_DATABASE_URL. serve.sqlite is called serve-copied.sqlite now, and is not served again.`;
      await writeResult(context.io, options.json, { copied }, text);
    });
}

function addWorkOptions(command: Command, otherwise = ''): Command {
  return command
    .option('--results-days <number>', 'days that results are stored', DEFAULTS.results)
    .option('--callback-port <number...>', `ports that callbacks may use beside 443${otherwise}`)
    .option('--callback-network <cidr...>', `private networks that callbacks may reach${otherwise}`)
    .option('--callback-ca <file>', `further certificate authorities (PEM) for callbacks${otherwise}`);
}

/** Throws UsageError naming the flag. */
async function workSettings({ resultsDays, callbackPort, callbackNetwork, callbackCa }: WorkOptions, io: Io) {
  return {
    resultsDays: wholeNumber('--results-days', resultsDays, 1, 3_650),
    callbackPorts: (callbackPort ?? []).map((text) => wholeNumber('--callback-port', text, 1, 65_535)),
    callbackNetworks: (callbackNetwork ?? []).map(checkNetwork),
    callbackCa: callbackCa === undefined ? undefined : await readAuthorities(callbackCa, io),
  };
}

function checkNetwork(text: string): string {
  const problem = networkProblem(text);
  if (problem !== undefined) throw new UsageError(`--callback-network ${text}: ${problem}`);
  return text;
}

async function readAuthorities(file: string, io: Io): Promise<string> {
  return readInput(io, file).catch((error) => {
    throw error instanceof UsageError ? new UsageError(`--callback-ca ${error.message}`) : error;
  });
}
