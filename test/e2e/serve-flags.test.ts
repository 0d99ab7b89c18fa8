import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** What `serve` and `work` refuse before they begin: exit code 2, and the flag by its name. */

it.each([
  [['--callback-network', '10.0.0.0/33'], '--callback-network 10.0.0.0/33: a prefix length of 0 to 32 is needed'],
  [['--callback-network', '10.0.0.0/8', 'lab'], '--callback-network lab: no IP address with a prefix length'],
  [['--callback-ca', join('no', 'such.pem')], `--callback-ca ${join('no', 'such.pem')}: no such file`],
])('%j is refused by its name', async (flags, message) => {
  const settings = { PAPERQUEUE_DATA_DIR: temporaryFolder() };
  for (const command of ['serve', 'work'])
    expect(await runHere([command, ...flags], settings)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
});
