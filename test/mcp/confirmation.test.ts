import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { PaperqueueError } from '../../src/contract/errors.ts';
import { canAsk, createConfirmations } from '../../src/mcp/confirmation.ts';

const CAP = new PaperqueueError({
  code: 'CREDIT_CAP',
  message: 'It costs 3 credits, and the cap leaves 2.',
  charged: 'no',
  retryable: false,
  next: 'Ask.',
});
const CALL = { tool: 'query_search', args: { query: 'owls', filters: { limit: 300, year: '1999' } } };
const ACCEPTED = { action: 'accept', content: { confirm: true } };

/** A question that was asked about CALL, and what an answer to it is taken for. */
async function ask() {
  const confirmations = createConfirmations();
  const asked = await confirmations.ask(CALL, CAP);
  const question = await confirmations.verify(asked.requestState as string, {} as ServerContext);
  const take = (answer: unknown, call: { tool: string; args: unknown } = CALL, state: unknown = question) =>
    confirmations.takeAnswer(call, {
      mcpReq: { requestState: () => state, inputResponses: answer === undefined ? undefined : { overCap: answer } },
    } as unknown as ServerContext);
  return { asked, take };
}

describe('a person’s word about the cap', () => {
  it('is asked for in the words of the error, with one box to tick', async () => {
    const { asked } = await ask();
    expect(Object.keys(asked.inputRequests ?? {})).toEqual(['overCap']);
    expect(asked.inputRequests?.overCap).toMatchObject({
      params: {
        message: 'It costs 3 credits, and the cap leaves 2. Go over the cap this once?',
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: 'Spend these credits over the daily cap' } },
          required: ['confirm'],
        },
      },
    });
  });

  it.each([
    ['ticked', ACCEPTED, true],
    ['not ticked', { action: 'accept', content: { confirm: false } }, false],
    ['ticked with a text', { action: 'accept', content: { confirm: 'true' } }, false],
    ['without content', { action: 'accept' }, false],
    ['declined', { action: 'decline', content: { confirm: true } }, false],
    ['cancelled', { action: 'cancel' }, false],
  ])('counts as %s', async (_how, answer, counts) => {
    const { take } = await ask();
    expect(take(answer)).toBe(counts);
  });

  it('counts once, whatever it was', async () => {
    for (const answer of [ACCEPTED, { action: 'decline' }]) {
      const { take } = await ask();
      expect(take(answer)).toBeDefined();
      expect(take(ACCEPTED)).toBeUndefined();
    }
  });

  it('counts for the very call that was asked about, however its arguments are ordered', async () => {
    const { take } = await ask();
    const { args } = CALL;
    const others = [
      { ...CALL, tool: 'keyword_search' },
      { ...CALL, args: { ...args, query: 'mice' } },
      { ...CALL, args: { ...args, filters: { ...args.filters, limit: 400 } } },
      { ...CALL, args: { ...args, fresh: true } },
      { ...CALL, args: [args] },
    ];
    for (const other of others) expect(take(ACCEPTED, other)).toBeUndefined();
    const reordered = { filters: { year: '1999', limit: 300 }, query: 'owls' };
    expect(take(ACCEPTED, { ...CALL, args: reordered })).toBe(true);
  });

  it('keeps the order of lists, which says something', async () => {
    const confirmations = createConfirmations();
    const listed = { tool: 'a', args: { keywords: ['x', 'y'] } };
    const { requestState } = await confirmations.ask(listed, CAP);
    const question = await confirmations.verify(requestState as string, {} as ServerContext);
    const context = { mcpReq: { requestState: () => question, inputResponses: { overCap: ACCEPTED } } };
    const take = (keywords: string[]) =>
      confirmations.takeAnswer({ tool: 'a', args: { keywords } }, context as unknown as ServerContext);
    expect(take(['y', 'x'])).toBeUndefined();
    expect(take(['x', 'y'])).toBe(true);
  });

  it('is none without a question or without an answer, and the answer may come later', async () => {
    const { take } = await ask();
    expect(take(ACCEPTED, CALL, null)).toBeUndefined();
    expect(take(undefined)).toBeUndefined();
    expect(take(ACCEPTED)).toBe(true);
  });

  it('of another process is none', async () => {
    const { requestState } = await createConfirmations().ask(CALL, CAP);
    await expect(createConfirmations().verify(requestState as string, {} as ServerContext)).rejects.toThrow();
  });
});

describe('a client can be asked', () => {
  const META = 'io.modelcontextprotocol/clientCapabilities';
  const server = (capabilities: unknown) =>
    ({ server: { getClientCapabilities: () => capabilities } }) as unknown as McpServer;
  const context = (envelope?: object) => ({ mcpReq: { envelope } }) as unknown as ServerContext;

  it.each([
    [{ elicitation: {} }, true],
    [{ elicitation: { form: {} } }, true],
    [{ elicitation: { form: {}, url: {} } }, true],
    [{ elicitation: { url: {} } }, false],
    [{}, false],
    [undefined, false],
  ])('that can do %j: %s', (capabilities, can) => {
    expect(canAsk(server(capabilities), context())).toBe(can);
    expect(canAsk(server(capabilities), context({}))).toBe(can);
    // What a call carries goes before what was agreed on at the start.
    if (capabilities) expect(canAsk(server({ elicitation: {} }), context({ [META]: capabilities }))).toBe(can);
    if (capabilities) expect(canAsk(server({}), context({ [META]: capabilities }))).toBe(can);
  });
});
