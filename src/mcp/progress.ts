import type { ServerContext } from '@modelcontextprotocol/server';
import type { Progress } from '../jobs/spending/wait.ts';

/** Sends strictly increasing progress notices for a call that has a progress token; undefined for any other. */
export function progressReporter({ mcpReq }: ServerContext): ((progress: Progress) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = 0;
  return ({ elapsedSeconds, waitSeconds, status }) => {
    if (elapsedSeconds <= last || mcpReq.signal.aborted) return;
    last = elapsedSeconds;
    const params = {
      progressToken,
      progress: elapsedSeconds,
      total: Math.max(waitSeconds, elapsedSeconds),
      message: `Job ${status}; waited ${elapsedSeconds} s of at most ${waitSeconds} s`,
    };
    // A client that has disconnected must not make the call fail; the signal ends it.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
