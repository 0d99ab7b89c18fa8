import type { ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { progressReporter } from '../../src/mcp/register-tools.ts';
import { MCP_WORDING } from '../../src/mcp/wording.ts';

/** What a call's context is to the reporter: a token, a way to send, a signal. */
function callWith(progressToken: string | undefined, signal = new AbortController().signal) {
  const sent: { progress: number; total: number }[] = [];
  const notify = async ({ params }: { params: { progress: number; total: number } }) => {
    sent.push(params);
  };
  const context = { mcpReq: { _meta: progressToken === undefined ? {} : { progressToken }, notify, signal } };
  return { sent, report: progressReporter(context as unknown as ServerContext, MCP_WORDING) };
}

describe('progress', () => {
  it('is not reported where nobody asked for it', () => {
    expect(callWith(undefined).report).toBeUndefined();
  });

  it('only rises, also when a second is told twice or the clock goes back', () => {
    const { sent, report } = callWith('token');
    for (const elapsedSeconds of [0, 1, 1, 3, 2, 3, 4])
      report?.({ ref: 'J1', elapsedSeconds, waitSeconds: 40, status: 'queued' });
    expect(sent.map(({ progress }) => progress)).toEqual([1, 3, 4]);
  });

  it('never passes its total', () => {
    const { sent, report } = callWith('token');
    report?.({ ref: 'J1', elapsedSeconds: 7, waitSeconds: 5, status: 'queued' });
    expect(sent).toMatchObject([{ progress: 7, total: 7 }]);
  });

  it('ends when the call is aborted', () => {
    const call = new AbortController();
    const { sent, report } = callWith('token', call.signal);
    call.abort();
    report?.({ ref: 'J1', elapsedSeconds: 1, waitSeconds: 40, status: 'queued' });
    expect(sent).toEqual([]);
  });
});
