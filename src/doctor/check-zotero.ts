import { PaperqueueError } from '../contract/errors.ts';
import type { DoctorDeps } from './deps.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const NAME = 'zotero';

/** Whether zotero.org accepts the key, which is sent there with `online` only. */
export async function checkZotero(
  { online, zoteroKey }: Pick<DoctorDeps, 'online' | 'zoteroKey'>,
  signal: AbortSignal,
): Promise<Finding[]> {
  if (!online) return [ok(NAME, 'key set; not checked (paperqueue doctor --online sends it to zotero.org)')];
  try {
    const { username, read, write } = await zoteroKey(signal);
    const rights = write ? 'may read and write' : read ? 'may only read' : 'may not read';
    return [ok(NAME, `key set; it is of ${username} and ${rights} the personal library`)];
  } catch (error) {
    if (!(error instanceof PaperqueueError)) throw error;
    const { code, message, next } = error.details;
    return [code === 'UNAUTHORIZED' ? problem(NAME, message, next) : warning(NAME, message, 'Try again later.')];
  }
}
