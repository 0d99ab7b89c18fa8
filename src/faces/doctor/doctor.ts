import { PaperqueueError } from '../../contract/errors.ts';
import { orAborted, startDeadline } from '../../lib/deadline.ts';
import { type Check, type Finding, problem } from './finding.ts';

/** Time limit of one check, in milliseconds. All checks run at once. */
const MAX_CHECK_MS = 10_000;

/** Runs all checks at once and returns their findings in order. A check that throws or hangs becomes a finding. */
export async function runChecks(checks: readonly Check[], signal: AbortSignal, maxMs = MAX_CHECK_MS) {
  const findings = await Promise.all(checks.map((check) => runCheck(check, signal, maxMs)));
  signal.throwIfAborted();
  return findings.flat();
}

async function runCheck({ name, run }: Check, signal: AbortSignal, maxMs: number): Promise<Finding[]> {
  const deadline = startDeadline(maxMs, signal);
  // Also lets a check that finished in time clean up.
  const ended = new AbortController();
  const both = startDeadline(Number.POSITIVE_INFINITY, [deadline.signal, ended.signal]);
  try {
    return await orAborted(
      attempt(name, () => run(both.signal)),
      deadline.signal,
    );
  } catch {
    return [problem(name, `No answer within ${maxMs / 1000} seconds`, LATE)];
  } finally {
    ended.abort();
    deadline.dispose();
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
