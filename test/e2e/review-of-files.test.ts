import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** A review of what databases exported: no search was made here. */

const folder = temporaryFolder();
const settings = { PAPERQUEUE_DATA_DIR: folder, PAPERQUEUE_SOURCES: 'library' };
const review = (...args: string[]) => runHere(['review', ...args], settings);

/** Papers with these numbers, in RIS. */
function risOf(name: string, numbers: readonly number[]): string {
  const file = join(folder, name);
  const records = numbers.map(
    (n) =>
      `TY  - JOUR\nTI  - Reefs of the island number ${n}\nAU  - Weevil, A${n}\nPY  - 2020\nDO  - 10.5555/reef.${n}\nER  - \n`,
  );
  writeFileSync(file, records.join('\n'));
  return file;
}

it('begins without a search, and the flow counts the files', async () => {
  const begin = [
    'new',
    '--question',
    'Do reefs recover?',
    '--include',
    'corals | coral, reef',
    '--exclude',
    'a model alone',
  ];
  const begun = await review(...begin);
  expect([begun.code, begun.stdout]).toEqual([0, expect.stringContaining('paperqueue review import R1 FILE')]);
  expect(JSON.parse((await review(...begin, '--json')).stdout).ref).toBe('R1');
  expect((await review('show', 'R1')).stdout).not.toMatch(/all records were/);

  await review('import', 'R1', risOf('one.ris', [1, 2, 3]), '--source', 'PubMed');
  await review('import', 'R1', risOf('two.ris', [3, 4]), '--source', 'Embase');
  const { stdout } = await review('export', 'R1', '--format', 'prisma-csv');
  expect(stdout).toMatch(/^database_results,.*,5\r?$/m);
  expect(stdout).toContain('"PubMed, 3; Embase, 2"');
  expect(stdout).toMatch(/^duplicates,.*,1\r?$/m);
});

it('takes the words to mark after the bar of a criterion, as files and the page do', async () => {
  const { stdout } = await review('show', 'R1', '--json');
  expect(JSON.parse(stdout).criteria).toEqual([
    { id: 'C1', kind: 'include', text: 'corals', words: ['coral', 'reef'] },
    { id: 'C2', kind: 'exclude', text: 'a model alone' },
  ]);
});
