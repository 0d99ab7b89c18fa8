import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder that is gone when the run is over: see global-setup, which also looks through it for secrets. */
export function temporaryFolder(): string {
  return mkdtempSync(join(process.env.PAPERQUEUE_TEST_ROOT ?? tmpdir(), 'paperqueue-'));
}
