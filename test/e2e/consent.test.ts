import { createRequestStateCodec } from '@modelcontextprotocol/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../helpers/raw-client.ts';
import { serveHere } from '../helpers/run-here.ts';
import { some } from '../helpers/runs.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';
import { envelope, post } from '../helpers/served-mcp.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/**
 * Who may let a search go over the daily cap: a person, whom this server asked about this very search, once. Raw
 * frames, because what is tried here no official client would send; the official ones answer real questions in
 * spending.test.ts.
 */

const QUERY = 'How do owls that are fitted with reading glasses fare at night, compared with owls without any?';
const ASKED = { query: QUERY, limit: 300, fresh: true };
const FORM = envelope({ elicitation: {} });
const ACCEPTANCE = { overCap: { action: 'accept', content: { confirm: true } } };
const REFUSAL = { overCap: { action: 'decline' } };

type Retry = { inputResponses?: unknown; requestState?: unknown };
type Call = { tool?: string; args?: object; meta?: object } & Retry;
type Opened = { call: (call: Call) => Promise<Message>; close: () => Promise<unknown> };

const scripted = await new ScriptedService().start();
afterAll(() => scripted.stop());
beforeEach(() => {
  scripted.requests.length = 0;
});

function isReused(result: Message['result']): boolean {
  return (result?.structuredContent as { job?: { reused: boolean } } | undefined)?.job?.reused === true;
}

/** On a data folder of its own. */
function settings(): Record<string, string> {
  return {
    PAPERQUEUE_DATA_DIR: temporaryFolder(),
    PAPERQUEUE_BASE_URL: scripted.baseUrl,
    PAPERQUEUE_TOKEN: scripted.token,
    PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
    PAPERQUEUE_DAILY_CREDIT_CAP: '2',
  };
}

function paramsOf({ tool = 'query_search', args = ASKED, meta = FORM, ...retry }: Call) {
  return { name: tool, arguments: args, _meta: meta, ...retry };
}

async function overStdio(): Promise<Opened> {
  const server = new ServerHere(settings());
  let id = 0;
  const call = (asked: Call) => {
    id += 1;
    return server.request(id, 'tools/call', paramsOf(asked));
  };
  return { call, close: () => server.end() };
}

async function overHttp(): Promise<Opened> {
  const served = await serveHere(['mcp', '--http', '--port', '0'], settings());
  const call = (asked: Call) => post(served.address, { id: 1, method: 'tools/call', params: paramsOf(asked) });
  return { call, close: () => served.end() };
}

/** The state that travels with a question; fails when there was none. */
function stateOf({ result, error }: Message): string {
  expect(result, JSON.stringify(error)).toMatchObject({ resultType: 'input_required' });
  return result?.requestState as string;
}

function codeOf({ result }: Message): string {
  const [content] = (result?.content ?? []) as { text: string }[];
  return JSON.parse(content?.text ?? '{}').error?.code;
}

describe.each([
  ['stdio', overStdio],
  ['HTTP', overHttp],
] as const)('in the modern era over %s', (_transport, open) => {
  // One server and a foreign one for all of these: the search costs more than the whole cap, so what an earlier test
  // has spent changes no answer.
  let call: Opened['call'];
  let callOther: Opened['call'];
  const opened: Opened[] = [];
  beforeAll(async () => {
    opened.push(...(await Promise.all([open(), open()])));
    [call, callOther] = opened.map((each) => each.call) as [Opened['call'], Opened['call']];
  });
  afterAll(() => Promise.all(opened.map(({ close }) => close())));

  it('an acceptance that nobody asked for is none: the client is asked, or refused where it cannot ask', async () => {
    stateOf(await call({ inputResponses: ACCEPTANCE }));
    for (const capabilities of [{}, { elicitation: { url: {} } }, { sampling: {} }]) {
      expect(codeOf(await call({ inputResponses: ACCEPTANCE, meta: envelope(capabilities) }))).toBe('CREDIT_CAP');
    }
    expect(scripted.creations).toEqual([]);
  });

  it('a state that was changed at any place, or that somebody else signed, is refused', async () => {
    const state = stateOf(await call({}));
    const foreign = createRequestStateCodec({ key: 'a key of somebody else, of 32 bytes at least' });
    const changed = some([...Array(state.length).keys()]).map(
      (at) => `${state.slice(0, at)}${state[at] === 'A' ? 'Z' : 'A'}${state.slice(at + 1)}`,
    );
    const [, payload = ''] = state.split('.');
    const forged = [
      ...changed,
      ...['', '.', 'v1.', 'v1..', 'accept', `${state}A`, state.slice(0, -2), `v1.${payload}.`, `v1.${payload}`],
      await foreign.mint(JSON.parse(Buffer.from(payload, 'base64url').toString()).p, undefined),
      stateOf(await callOther({})),
    ];
    for (const requestState of forged) {
      const { error } = await call({ requestState, inputResponses: ACCEPTANCE });
      expect(error, requestState).toMatchObject({ code: -32602 });
    }
    for (const requestState of [1, true, null, [state], { state }]) {
      await call({ requestState, inputResponses: ACCEPTANCE });
    }
    expect(scripted.creations).toEqual([]);
    await call({ requestState: state, inputResponses: ACCEPTANCE });
    expect(scripted.creations).toHaveLength(1);
  });

  it('a state is good for the call that it was asked about, whatever the order of its arguments', async () => {
    // A search that no other test has made: one that is not fresh would be answered with that job.
    const query = `${QUERY} And in whose care?`;
    const asked = { ...ASKED, query };
    const state = stateOf(await call({ args: asked }));
    const others: Call[] = [
      { args: { ...asked, query: `${query} More.` } },
      { args: { ...asked, year: '2020' } },
      { args: { ...asked, enrich: false } },
      { args: { query, limit: 300 } },
      { args: { ...asked, acceptPossibleDoubleCharge: true } },
      { tool: 'combined_search', args: asked },
    ];
    for (const other of others) {
      stateOf(await call({ ...other, requestState: state, inputResponses: ACCEPTANCE }));
    }
    expect(scripted.creations).toEqual([]);
    const args = { fresh: true, limit: 300, query };
    await call({ args, requestState: state, inputResponses: ACCEPTANCE });
    expect(scripted.creations).toHaveLength(1);
  });

  it('an acceptance is used once, also by two calls at the same moment', async () => {
    const state = stateOf(await call({}));
    const retry = { requestState: state, inputResponses: ACCEPTANCE };
    const both = await Promise.all([call(retry), call(retry)]);
    // The other one is asked, or gets the run that stands, which costs nothing.
    const others = both.filter(({ result }) => result?.resultType === 'input_required' || isReused(result));
    expect(others).toHaveLength(1);
    stateOf(await call(retry));
    expect(scripted.creations).toHaveLength(1);
  });

  it('a refusal stands: the same question cannot be accepted afterwards', async () => {
    const requestState = stateOf(await call({}));
    expect(codeOf(await call({ requestState, inputResponses: REFUSAL }))).toBe('CREDIT_CAP');
    stateOf(await call({ requestState, inputResponses: ACCEPTANCE }));
    expect(scripted.creations).toEqual([]);
  });

  it('nothing but an accepted form that says so is an acceptance', async () => {
    const others = [
      { overCap: { action: 'accept' } },
      { overCap: { action: 'accept', content: { confirm: 'true' } } },
      { overCap: { action: 'accept', content: { confirm: 1 } } },
      { overCap: { action: 'cancel', content: { confirm: true } } },
      { other: { action: 'accept', content: { confirm: true } } },
      {},
      [],
      true,
    ];
    for (const inputResponses of others) await call({ requestState: stateOf(await call({})), inputResponses });
    await call({ requestState: stateOf(await call({})) });
    expect(scripted.creations).toEqual([]);
  });

  it('a client that can no longer ask cannot use an answer', async () => {
    const requestState = stateOf(await call({}));
    const answer = await call({ requestState, inputResponses: ACCEPTANCE, meta: envelope({}) });
    expect(codeOf(answer)).toBe('CREDIT_CAP');
    expect(scripted.creations).toEqual([]);
  });

  it('no answer to a task, a read or a prompt lets anything be spent', async () => {
    const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} }, elicitation: {} };
    stateOf(await call({ meta: envelope(tasks), inputResponses: ACCEPTANCE }));
    await call({ tool: 'get_job', args: { jobId: 'J1' }, inputResponses: ACCEPTANCE });
    await call({ tool: 'estimate_credits', args: { limit: 300 }, inputResponses: ACCEPTANCE });
    expect(scripted.creations).toEqual([]);
  });
});

describe('in the legacy era', () => {
  const toEnd: (() => Promise<unknown>)[] = [];
  afterEach(() => Promise.all(toEnd.splice(0).map((end) => end())));

  async function openLegacy(capabilities: object): Promise<ServerHere> {
    const server = new ServerHere(settings());
    toEnd.push(() => server.end());
    const clientInfo = { name: 'raw', version: '1' };
    await server.request(0, 'initialize', { protocolVersion: '2025-06-18', capabilities, clientInfo });
    server.send({ method: 'notifications/initialized' });
    return server;
  }

  const call = { name: 'query_search', arguments: ASKED };
  const retries: Retry[] = [
    { inputResponses: ACCEPTANCE },
    { inputResponses: ACCEPTANCE, requestState: 'v1.e30.AAAA' },
    { inputResponses: ACCEPTANCE, requestState: '' },
  ];

  it.each(retries)('%j of a client that cannot ask is nothing', async (retry) => {
    const server = await openLegacy({});
    const { result } = await server.request(1, 'tools/call', { ...call, ...retry });
    expect(result?.isError ?? true).toBe(true);
    expect(scripted.creations).toEqual([]);
  });

  it('an acceptance that nobody asked for brings the question, and its answer decides', async () => {
    const server = await openLegacy({ elicitation: {} });
    for (const [id, action] of ['decline', 'accept'].entries()) {
      const own = id + 1;
      server.messages.length = 0;
      server.send({ id: own, method: 'tools/call', params: { ...call, inputResponses: ACCEPTANCE } });
      const question = await server.until(({ method }) => method === 'elicitation/create');
      expect(scripted.creations).toEqual([]);
      server.send({ id: question.id as number, result: { action, content: { confirm: true } } });
      await server.until((message) => message.id === own && message.result !== undefined);
    }
    expect(scripted.creations).toHaveLength(1);
  });

  it('a state of the modern era is of another process', async () => {
    const { call: modern, close } = await overStdio();
    toEnd.push(close);
    const requestState = stateOf(await modern({}));
    const server = await openLegacy({ elicitation: {} });
    const { error } = await server.request(1, 'tools/call', { ...call, requestState, inputResponses: ACCEPTANCE });
    expect(error).toMatchObject({ code: -32602 });
    expect(scripted.creations).toEqual([]);
  });
});
