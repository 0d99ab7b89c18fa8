import { mkdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readUserFile } from '../../src/reading/user-file.ts';
import { runs } from '../helpers/runs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

it('never reads a file outside of the folders, also where a folder is swapped for a link while it is read', async () => {
  const [folder, outside] = [temporaryFolder(), temporaryFolder()];
  const [papers, kept] = [join(folder, 'papers'), join(folder, 'kept')];
  mkdirSync(papers);
  writeFileSync(join(papers, 'a.xml'), 'inside');
  writeFileSync(join(outside, 'a.xml'), 'outside');
  let isOver = false;
  const swapping = (async () => {
    while (!isOver) {
      renameSync(papers, kept);
      symlinkSync(outside, papers);
      await nextTurn();
      unlinkSync(papers);
      renameSync(kept, papers);
      await nextTurn();
    }
  })();
  const outcomes = new Map<string, number>();
  // On a busy machine the swaps may keep step with the reads for a while.
  for (let nth = 0; nth < runs(500) || (outcomes.size < 2 && nth < 50_000); nth += 1) {
    const read = readUserFile({ path: 'papers/a.xml', within: [folder] });
    const outcome = await read.then(
      (bytes) => bytes.toString(),
      () => 'refused',
    );
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  isOver = true;
  await swapping;
  expect(outcomes.has('outside')).toBe(false);
  expect(outcomes.get('inside') ?? 0).toBeGreaterThan(0);
  expect(outcomes.get('refused') ?? 0).toBeGreaterThan(0);
});
