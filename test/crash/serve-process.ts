import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { BUILT, environment } from '../helpers/built-server.ts';
import { keepOutput } from '../helpers/global-setup.ts';

/** `paperqueue serve` as a child process, started and killed. */

const START_MS = 60_000;

export class ServedProcess {
  stderr = '';
  readonly child: ChildProcess;
  readonly closed: Promise<unknown>;
  /** Its address, once it reports it; undefined if it ends before. */
  readonly address: Promise<string | undefined>;
  #onText: () => void = () => {};

  constructor(args: readonly string[], settings: Record<string, string>) {
    this.child = spawn(process.execPath, [BUILT, 'serve', '--port', '0', ...args], {
      env: environment(settings),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.closed = once(this.child, 'close');
    this.address = this.#untilServing();
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
      keepOutput(text);
      this.#onText();
    });
  }

  /** Rejects if it neither reports its address nor ends. */
  async #untilServing(): Promise<string | undefined> {
    const told = new Promise<string>((resolve) => {
      this.#onText = () => {
        const [, address] = /^paperqueue serves at (\S+)$/m.exec(this.stderr) ?? [];
        if (address) resolve(address);
      };
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`it does not serve; stderr: ${this.stderr}`)), START_MS);
    });
    try {
      return await Promise.race([told, this.closed.then(() => undefined), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.closed;
  }

  /** Ends it in order and returns its exit code. */
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    await this.closed;
    return this.child.exitCode;
  }
}

export type ServedAccount = { id: number; name: string; token: string; callbackSecret: string };

/** Makes an account as an operator does. */
export function makeAccount(name: string, credits: number, settings: Record<string, string>): ServedAccount {
  const pools = ['--basic', '--pro', '--private-key'].flatMap((pool) => [pool, String(credits)]);
  const args = [BUILT, 'account', 'create', name, ...pools, '--json'];
  const text = execFileSync(process.execPath, args, { env: environment(settings), encoding: 'utf8' });
  return JSON.parse(text) as ServedAccount;
}
