import { PassThrough } from 'node:stream';
import { openLog } from '../../src/command-line.ts';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { serveMcpOverStdio } from '../../src/mcp/stdio.ts';
import { environment } from './built-server.ts';
import { RawClient } from './raw-client.ts';

/**
 * The server over stdio within the process of the test, as main.ts puts it together: no start of a process, which takes
 * a third of a second of the processor. What belongs to the process (signals, how it leaves, two of them on one data
 * folder) has to be tested with `RawServer`.
 */
export class ServerHere extends RawClient {
  readonly #end: () => Promise<void>;

  constructor(settings: Record<string, string>) {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    super({ stdin, stdout, stderr });
    const config = readConfig(environment(settings));
    const log = openLog(config, stderr);
    const app = compose(config, log);
    const deps = {
      useCases: app.useCases,
      log,
      tasks: config.tasks,
      describesAnswers: config.describesAnswers,
      fileFolders: config.filesFolders,
    };
    const server = serveMcpOverStdio(deps, { stdin, stdout });
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
