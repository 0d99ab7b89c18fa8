import { PaperqueueError } from '../contract/errors.ts';
import { type Check, type Finding, problem } from './finding.ts';

/** Time limit of one check, in milliseconds. All checks run at once. */
const MAX_CHECK_MS = 10_000;

/** Runs all checks at once and returns their findings in order. A check that throws or hangs becomes a finding. */
export async function runChecks(checks: readonly Check[], signal: AbortSignal, maxMs = MAX_CHECK_MS) {
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const findings = await Promise.all(checks.map((check) => runCheck(check, { signal, aborted }, maxMs)));
  signal.throwIfAborted();
  return findings.flat();
}

/** `aborted` is one for all checks: with a listener of each on one signal Node warns of a leak. */
type Stop = { signal: AbortSignal; aborted: Promise<void> };

async function runCheck({ name, run }: Check, { signal, aborted }: Stop, maxMs: number): Promise<Finding[]> {
  const ended = new AbortController();
  const both = AbortSignal.any([signal, ended.signal]);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding[]>((resolve) => {
    const giveUp = () => resolve([problem(name, `No answer within ${maxMs / 1000} seconds`, LATE)]);
    timer = setTimeout(giveUp, maxMs);
    void aborted.then(giveUp);
  });
  try {
    return await Promise.race([attempt(name, () => run(both)), late]);
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

const LATE = 'See whether another program holds it, or the network is slow, and try again.';

async function attempt(name: string, look: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof PaperqueueError) return [problem(name, error.details.message, error.details.next)];
    const { code, message } = error as NodeJS.ErrnoException;
    return [problem(name, code ?? message, 'Report it, with this line.')];
  }
}
