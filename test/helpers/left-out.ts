import { readdirSync } from 'node:fs';
import type { Reporter, Vitest } from 'vitest/node';

/** Says at the end of a run without the slow project what did not run, in one line. */
export class LeftOut implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(): void {
    if (!this.#vitest || this.#vitest.projects.some(({ name }) => name === 'slow')) return;
    const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.slow\.test\.ts$/.test(file),
    );
    this.#vitest.logger.log(
      `   Left out  ${files.length} slow files (kills, soak, generated runs, packages, browsers), and of some quick ones most runs and cases: npm run test:slow\n`,
    );
  }
}
