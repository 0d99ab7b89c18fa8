import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { BUILT, environment } from './built-server.ts';
import { keepOutput } from './global-setup.ts';
import { runHere } from './run-here.ts';

export type ServedOptions = {
  dataDir: string;
  /** Beside `--port 0`. */
  args?: string[];
  settings?: Record<string, string>;
};

const PATIENCE_MS = 300_000;

/** The built `paperqueue serve` as a child process on a free port of loopback. */
export class Served {
  stderr = '';
  readonly child: ChildProcessWithoutNullStreams;
  #address = '';

  private constructor({ dataDir, args = [], settings = {} }: ServedOptions) {
    const env = environment({ PAPERQUEUE_DATA_DIR: dataDir, ...settings });
    this.child = spawn(process.execPath, [BUILT, 'serve', '--port', '0', ...args], { env });
    this.child.stdout.setEncoding('utf8').on('data', keepOutput);
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
      keepOutput(text);
    });
  }

  /** Resolves when it listens. */
  static async start(options: ServedOptions): Promise<Served> {
    const served = new Served(options);
    await served.#untilListening();
    return served;
  }

  /** `http://127.0.0.1:PORT` */
  get address(): string {
    return this.#address;
  }

  #untilListening(): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`serve ${why}; stderr: ${this.stderr}`));
      const timer = setTimeout(() => fail('does not listen'), PATIENCE_MS);
      this.child.once('exit', (code) => fail(`ended with ${code}`));
      this.child.stderr.on('data', () => {
        const [, address] = /^paperqueue serves at (\S+)$/m.exec(this.stderr) ?? [];
        if (address === undefined) return;
        clearTimeout(timer);
        this.#address = address;
        resolve();
      });
    });
  }

  /** Ends it like a service manager, or at once like a power cut. Returns the exit code, null after a SIGKILL. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  }
}

export type MadeAccount = { name: string; token: string; callbackSecret: string };

/** Creates an account of the service in this data folder, as its operator does. */
export async function createAccount(
  dataDir: string,
  name: string,
  credits: Partial<Record<'basic' | 'pro' | 'privateKey', number>> = {},
): Promise<MadeAccount> {
  const flags = { basic: '--basic', pro: '--pro', privateKey: '--private-key' } as const;
  const given = Object.entries(credits).flatMap(([pool, amount]) => [
    flags[pool as keyof typeof flags],
    String(amount),
  ]);
  const args = ['account', 'create', name, ...given, '--json'];
  const { code, stdout, stderr } = await runHere(args, { PAPERQUEUE_DATA_DIR: dataDir });
  if (code !== 0) throw new Error(`account create ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as MadeAccount;
}
