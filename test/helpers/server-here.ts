import { PassThrough } from 'node:stream';
import { openLog } from '../../src/app/command-line.ts';
import { compose } from '../../src/app/compose.ts';
import { serveStdio } from '../../src/app/serve-mcp.ts';
import { readConfig } from '../../src/platform/config.ts';
import { environment } from './built-server.ts';
import { RawClient } from './raw-client.ts';

/**
 * The server over stdio in the test's own process, put together as in main.ts, which saves the start of a process (a
 * third of a second of the processor). Test what belongs to the process (signals, its end, two on one data folder) with
 * `RawServer`.
 */
export class ServerHere extends RawClient {
  readonly #end: () => Promise<void>;

  constructor(settings: Record<string, string>) {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    super({ stdin, stdout, stderr });
    const config = readConfig(environment(settings));
    const log = openLog(config, stderr);
    const app = compose(config, log);
    const server = serveStdio(app, config, log, { stdin, stdout });
    this.#end = async () => {
      stdin.end();
      await server.close();
      await app.stop();
    };
  }

  /** Closes stdin and what the server opened. */
  async end(): Promise<void> {
    await this.#end();
  }
}
