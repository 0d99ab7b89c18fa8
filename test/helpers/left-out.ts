import { readdirSync } from 'node:fs';
import type { Reporter, Vitest } from 'vitest/node';
import { IS_WHOLE } from './runs.ts';

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
    const slow = `${files.length} slow files (kills, soak, generated runs, packages, browsers): npm run test:slow`;
    const share = IS_WHOLE ? '' : '; most runs and cases of some quick ones: npm run test:long whole';
    this.#vitest.logger.log(`   Left out  ${slow}${share}\n`);
  }
}
