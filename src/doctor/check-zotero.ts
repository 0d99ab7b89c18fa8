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
    return [ok(NAME, `key set; ${await zoteroKey(signal)}`)];
  } catch (error) {
    if (!(error instanceof PaperqueueError)) throw error;
    const { code, message, next } = error.details;
    return [code === 'UNAUTHORIZED' ? problem(NAME, message, next) : warning(NAME, message, 'Try again later.')];
  }
}
