import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { testProgram } from '../../../helpers/test-program.ts';

const SCRIPT = testProgram(new URL('./index-process.ts', import.meta.url));

/** One `index-process.ts`: its output, and the means to continue or end it. */
export class IndexProcess {
  output = '';
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  #onOutput: () => void = () => {};

  constructor(role: 'write' | 'read', folder: string, seed: number, rounds?: number) {
    const more = rounds === undefined ? [] : [String(rounds)];
    this.#child = spawn(process.execPath, [SCRIPT, role, folder, String(seed), ...more]);
    this.#closed = once(this.#child, 'close');
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        this.#onOutput();
      });
    }
    this.#child.on('close', () => this.#onOutput());
  }

  /** Begins, or ends where it has begun already. */
  signal(): void {
    this.#child.stdin?.write('\n');
  }

  /** Until it has said so many lines of this kind, or has ended. */
  async until(kind: string, count = 1): Promise<void> {
    while (this.numbers(kind).length < count && !this.#hasEnded && !/^failed/m.test(this.output)) {
      await new Promise<void>((resolve) => {
        this.#onOutput = resolve;
      });
    }
  }

  /** The numbers of its lines of this kind; of one without a number NaN. */
  numbers(kind: string): number[] {
    return [...this.output.matchAll(new RegExp(`^${kind}(?: (\\d+).*)?\\n`, 'gm'))].map(([, termId]) => Number(termId));
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#closed;
  }

  async ended(): Promise<void> {
    await this.#closed;
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}
