import type { Command } from 'commander';
import { REQUESTS_PER_MINUTE } from '../../contract/rules.ts';
import type { CommandContext } from '../io.ts';
import { wholeNumber } from '../whole-number.ts';

const DEFAULTS = { port: '8787', host: '127.0.0.1', jobs: '2', results: '30', open: '1000' };

type ServeOptions = Record<
  'port' | 'host' | 'requestsPerMinute' | 'concurrency' | 'resultsDays' | 'mostOpenJobs',
  string
> & {
  allowedHost?: string[];
  callbackPort?: string[];
  callbackNetwork?: string[];
  callbackCa?: string;
};

/** `paperqueue serve`: the embedded service over HTTP, for the members of a lab. */
export function addServeCommand(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('run the search service over HTTP (accounts: paperqueue account)')
    .option('--port <number>', 'port; 0 takes a free one', DEFAULTS.port)
    .option('--host <address>', 'address to listen on', DEFAULTS.host)
    .option(
      '--allowed-host <name...>',
      'host names that requests may use (default: loopback names, or any name when --host is not loopback)',
    )
    .option('--requests-per-minute <number>', 'requests per account and minute', String(REQUESTS_PER_MINUTE))
    .option('--concurrency <number>', 'jobs that run at the same time', DEFAULTS.jobs)
    .option('--most-open-jobs <number>', 'jobs that may wait or run; beyond it new jobs get 503', DEFAULTS.open)
    .option('--results-days <number>', 'days that results are stored', DEFAULTS.results)
    .option('--callback-port <number...>', 'ports that callbacks may use beside 443')
    .option('--callback-network <cidr...>', 'private networks that callbacks may reach')
    .option('--callback-ca <file>', 'further certificate authorities (PEM) for callbacks')
    .action(async (options: ServeOptions) => {
      const serving = await context.app().serve({
        host: options.host,
        port: wholeNumber('--port', options.port, 0, 65_535),
        allowedHosts: options.allowedHost,
        requestsPerMinute: wholeNumber('--requests-per-minute', options.requestsPerMinute, 1, 1_000_000),
        concurrency: wholeNumber('--concurrency', options.concurrency, 1, 64),
        maxOpenJobs: wholeNumber('--most-open-jobs', options.mostOpenJobs, 1, 1_000_000),
        resultsDays: wholeNumber('--results-days', options.resultsDays, 1, 3_650),
        callbackPorts: (options.callbackPort ?? []).map((text) => wholeNumber('--callback-port', text, 1, 65_535)),
        callbackNetworks: options.callbackNetwork ?? [],
        callbackCaFile: options.callbackCa,
      });
      const { io } = context;
      io.stderr.write(`paperqueue serves at ${serving.address}\n`);
      await io.untilStopped();
      io.stderr.write('paperqueue is stopping: finishing open requests and jobs\n');
      await serving.close();
    });
}
