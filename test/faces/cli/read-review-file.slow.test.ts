import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { CommandContext } from '../../../src/faces/cli/io.ts';
import { readReviewFile } from '../../../src/review/commands/read-review-file.ts';
import { createAsreviewFiles } from '../../../src/review/exchange/asreview-files.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const context = {
  io: { signal: new AbortController().signal },
  app: () => ({ asreviewFiles: async () => createAsreviewFiles() }),
} as unknown as CommandContext;

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/screening/${name}`, import.meta.url));

it.each([
  ['asreview-3.0.8.asreview', ['include', 'exclude', '']],
  ['asreview-3.0.8.ris', ['include', '', '', 'exclude', 'exclude']],
  ['asreview-3.0.8.csv', ['include', '', '', 'exclude', 'exclude']],
])('reads the decisions of %s', async (name, decisions) => {
  const { records, problems } = await readReviewFile(context, fixture(name));
  expect(records.map(({ screening }) => screening.decisions.map(({ decision }) => decision).join())).toEqual(decisions);
  expect(problems).toEqual([]);
});

it('says why a project of ASReview cannot be read', async () => {
  const path = join(temporaryFolder(), 'a.asreview');
  await expect(readReviewFile(context, path)).rejects.toThrow('no such file');
  writeFileSync(path, 'title,abstract');
  await expect(readReviewFile(context, path)).rejects.toThrow('is no ASReview project');
});
