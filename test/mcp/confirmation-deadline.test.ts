import { createMcpHandler } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OFFERED } from '../../src/app/offered.ts';
import { PaperqueueError } from '../../src/contract/errors.ts';
import { createConfirmations } from '../../src/mcp/confirmation.ts';
import { createMcpServer } from '../../src/mcp/server.ts';
import { createLog } from '../../src/platform/log.ts';
import { envelope } from '../helpers/served-mcp.ts';
import { asFeatures } from '../jobs/submitting.ts';

afterEach(() => {
  vi.useRealTimers();
});

const QUERY = 'How do owls that are fitted with reading glasses fare at night, compared with owls without any?';
const OVER_CAP = new PaperqueueError({
  code: 'CREDIT_CAP',
  message: 'Too dear.',
  charged: 'no',
  retryable: false,
  next: 'Ask.',
});

/** The handler of MCP over HTTP, with a search that tells whether it was let over the cap. */
function openHandler() {
  const confirmations = createConfirmations();
  const searches: (boolean | undefined)[] = [];
  const jobs = {
    async search(_request: unknown, _page: unknown, { overCap }: { overCap?: boolean }) {
      searches.push(overCap);
      throw OVER_CAP;
    },
  };
  const log = createLog({ level: 'error', write: () => {}, secrets: [] });
  const handler = createMcpHandler(({ era }) =>
    createMcpServer(
      { features: asFeatures({ jobs }), offered: OFFERED, log, tasks: false, describesAnswers: false, confirmations },
      era,
    ),
  );
  const call = async (retry: object) => {
    const params = {
      name: 'query_search',
      arguments: { query: QUERY },
      _meta: envelope({ elicitation: {} }),
      ...retry,
    };
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'query_search',
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const answer = await handler.fetch(new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body }));
    const text = await answer.text();
    const json = text.startsWith('{') ? text : (/^data: *(\{.*)$/m.exec(text)?.[1] ?? text);
    return JSON.parse(json) as { result?: { requestState?: string }; error?: { code: number } };
  };
  return { call, searches };
}

const ACCEPTANCE = { overCap: { action: 'accept', content: { confirm: true } } };

describe('an answer to the question about the cap', () => {
  it.each([
    ['ten minutes after', 600, true],
    ['later', 601, false],
  ])('%s: %i seconds, counts: %s', async (_when, seconds, counts) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00.000Z') });
    const { call, searches } = openHandler();
    const requestState = (await call({})).result?.requestState;
    expect(searches).toEqual([false]);
    vi.setSystemTime(new Date(Date.now() + seconds * 1000));
    const { error } = await call({ requestState, inputResponses: ACCEPTANCE });
    expect(searches).toEqual(counts ? [false, true] : [false]);
    expect(error?.code).toBe(counts ? undefined : -32602);
  });

  it('cannot be used again at any time while its state is good', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T10:00:00.500Z') });
    const { call, searches } = openHandler();
    const retry = { requestState: (await call({})).result?.requestState, inputResponses: ACCEPTANCE };
    await call(retry);
    for (let second = 0; second <= 610; second += 10) {
      vi.setSystemTime(new Date('2026-03-01T10:00:00.500Z').getTime() + second * 1000);
      await call(retry);
    }
    expect(searches.filter((overCap) => overCap)).toHaveLength(1);
  });
});
