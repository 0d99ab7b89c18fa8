import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder that global-setup removes after the run, once it has searched it for secrets. */
export function temporaryFolder(): string {
  return mkdtempSync(join(process.env.PAPERQUEUE_TEST_ROOT ?? tmpdir(), 'paperqueue-'));
}
