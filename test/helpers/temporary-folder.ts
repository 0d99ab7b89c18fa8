import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder that is gone when the run is over (when the file is done, outside a run): see global-setup. */
export function temporaryFolder(): string {
  const root = process.env.PAPERQUEUE_TEST_ROOT;
  const folder = mkdtempSync(join(root ?? tmpdir(), 'paperqueue-'));
  if (!root) afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
