import './all-sentences.ts';
import type { CommandContext, Io } from '../faces/cli/io.ts';
import type { Machine } from '../faces/setup/machine.ts';
import { isLoopback } from '../lib/url.ts';
import { type Config, ConfigError, listSecrets, readConfig } from '../platform/config.ts';
import { createLog, type Log } from '../platform/log.ts';
import { type App, compose } from './compose.ts';

const INTERRUPTED = 130;

const NO_HTTP_TOKEN = {
  field: 'PAPERQUEUE_HTTP_TOKEN',
  message:
    'PAPERQUEUE_HTTP_TOKEN: has to be set when --host is not loopback; clients send it as Authorization: Bearer TOKEN',
};

/** The program's log: on standard error, without the secrets of the configuration. */
export function openLog(config: Config, stderr: Io['stderr']): Log {
  return createLog({ level: config.logLevel, write: (line) => stderr.write(line), secrets: listSecrets(config) });
}

type Surroundings = {
  io: Io;
  machine: Machine;
};

/**
 * Runs one command to its end, closes what it opened and returns the exit code: 0 done, 1 failed, 2 bad usage or
 * invalid input, 3 no source could be reached, 130 interrupted. Only writes to `io`; never throws.
 */
export async function runCommandLine(args: readonly string[], { io, machine }: Surroundings): Promise<number> {
  let app: App | undefined;
  const config = () => readConfig(machine.environment);
  const opened = (settings: Config) => {
    app ??= compose(settings, openLog(settings, io.stderr));
    return app;
  };
  const context: CommandContext = {
    io,
    config,
    machine,
    app() {
      return opened(config());
    },
    async serveMcp(listening) {
      const settings = config();
      const { serveMcpOverHttp } = await import('../mcp/http.ts');
      const { mcpDeps } = await import('./serve-mcp.ts');
      const { httpToken: token } = settings;
      if (!token && !isLoopback(listening.host)) throw new ConfigError([NO_HTTP_TOKEN]);
      return serveMcpOverHttp(mcpDeps(opened(settings), settings, openLog(settings, io.stderr)), {
        ...listening,
        token,
      });
    },
    async serveUi(port, reader) {
      const settings = config();
      const app = opened(settings);
      // Configuration errors are reported here, not in the browser.
      await app.jobs();
      const [{ serveUi }, { PAGES }] = await Promise.all([import('../faces/ui/ui-server.ts'), import('./ui-pages.ts')]);
      const parts = { features: app, asreviewFiles: app.asreviewFiles, folderKey: await app.folderKey(), reader };
      const zotero = settings.zoteroKey ? { zotero: app.zotero } : {};
      return serveUi({ ...parts, ...zotero, log: openLog(settings, io.stderr) }, PAGES, port);
    },
  };
  const { createProgram } = await import('../faces/cli/program.ts');
  const { chooseExitCode } = await import('../faces/cli/exit-codes.ts');
  const { chooseStyle } = await import('../faces/cli/print/terminal.ts');
  const { COMMANDS } = await import('./commands.ts');
  const program = await createProgram(COMMANDS, context, args);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return io.signal.aborted
      ? INTERRUPTED
      : chooseExitCode(
          error,
          io,
          machine.environment.PAPERQUEUE_BASE_URL !== undefined,
          chooseStyle(io.stderr, machine.environment),
        );
  } finally {
    await app?.stop();
  }
}
