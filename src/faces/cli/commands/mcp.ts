import type { Command } from 'commander';
import { type CliCommand, type CommandContext, UsageError, wholeNumber } from '../io.ts';
import { tell } from '../output.ts';

const DEFAULTS = { port: '8788', host: '127.0.0.1' };

type McpOptions = { http?: boolean; port?: string; host?: string; allowedHost?: string[] };

/** `paperqueue mcp --http`. Without the flag main.ts serves stdio, because that server lives until its host exits. */
export const mcpCommand: CliCommand = {
  examples: ['paperqueue mcp --http --port 8788'],
  add: addMcpCommand,
};

function addMcpCommand(program: Command, context: CommandContext): void {
  program
    .command('mcp')
    .description('serve MCP over stdio (the default), or over HTTP')
    .option('--http', 'serve Streamable HTTP at /mcp instead')
    .option('--port <number>', `with --http: port (${DEFAULTS.port}); 0 takes a free one`)
    .option(
      '--host <address>',
      `with --http: address to listen on (${DEFAULTS.host}); any but loopback needs PAPERQUEUE_HTTP_TOKEN`,
    )
    .option(
      '--allowed-host <name...>',
      'with --http: host names that requests may use (default: loopback names, or any name when --host is not loopback)',
    )
    .action(async ({ http, port, host, allowedHost }: McpOptions) => {
      if (!http) throw new UsageError('--port, --host and --allowed-host need --http');
      const { io } = context;
      const serving = await context.serveMcp({
        host: host ?? DEFAULTS.host,
        port: wholeNumber('--port', port ?? DEFAULTS.port, 0, 65_535),
        allowedHosts: allowedHost,
      });
      tell(io, `paperqueue serves MCP at ${serving.address}`);
      await io.untilStopped();
      tell(io, 'paperqueue stops: answers in flight are finished, jobs continue');
      await serving.close();
    });
}
