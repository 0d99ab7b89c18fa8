import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { BUILT, environment } from '../helpers/built-server.ts';
import type { ToolResult } from '../helpers/mcp-clients.ts';
import { IS_WHOLE } from '../helpers/runs.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const QUERY = 'How do owls that are fitted with reading glasses fare at night, compared with owls without any?';
const folder = temporaryFolder();
const scripted = await new ScriptedService().start();
afterAll(() => scripted.stop());

let round = 0;
let settings: Record<string, string> = {};
beforeEach(() => {
  round += 1;
  scripted.options = {};
  scripted.requests.length = 0;
  scripted.charges.length = 0;
  settings = {
    PAPERQUEUE_DATA_DIR: `${folder}/${round}`,
    PAPERQUEUE_BASE_URL: scripted.baseUrl,
    PAPERQUEUE_TOKEN: scripted.token,
    PAPERQUEUE_REQUESTS_PER_MINUTE: '600',
  };
});

async function withServer(extra: Record<string, string>, use: (server: ServerHere) => Promise<void>): Promise<void> {
  const server = new ServerHere({ ...settings, ...extra });
  await server.initialize();
  await use(server);
  await server.end();
}

describe('the daily cap', () => {
  it('refuses what would go over it, before anything is sent, and across restarts', async () => {
    const cap = { PAPERQUEUE_DAILY_CREDIT_CAP: '3' };
    await withServer(cap, async (server) => {
      expect((await server.call(1, 'query_search', { query: QUERY, limit: 200 })).isError).toBe(false);
    });
    await withServer(cap, async (server) => {
      const { json } = await server.call(1, 'query_search', { query: `${QUERY} More.`, limit: 200 });
      expect(json.error).toMatchObject({
        code: 'CREDIT_CAP',
        charged: 'no',
        message: 'This search costs 2 credits, but the daily cap of 3 leaves 1; nothing was sent.',
      });
      expect((json.error as { next: string }).next).toContain('PAPERQUEUE_DAILY_CREDIT_CAP');
      const estimate = await server.call(2, 'estimate_credits', { limit: 200 });
      expect(estimate.json).toMatchObject({ credits: { cost: 2 }, dailyCap: { credits: 3, left: 1 } });
      expect((await server.call(3, 'query_search', { query: `${QUERY} Less.` })).isError).toBe(false);
    });
    expect(scripted.charges.map(({ cost }) => cost)).toEqual([2, 1]);
  });

  const overCap = { name: 'query_search', arguments: { query: QUERY, limit: 300 } };
  type Reply = { action: 'accept' | 'decline'; content?: { confirm: boolean } };

  /** A client whose user gives the reply that is set, on a data folder of its own. */
  type Asking = { ask(reply: Reply): Promise<{ result: ToolResult; questions: string[] }>; close(): Promise<void> };

  async function openLegacy(env: Record<string, string>): Promise<Asking> {
    const { asking, answers } = person();
    const client = new LegacyClient({ name: 'v1', version: '1' }, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => answers(params.message));
    await client.connect(new LegacyStdio({ command: process.execPath, args: [BUILT], env }));
    return asking(client);
  }

  async function openModern(env: Record<string, string>): Promise<Asking> {
    const { asking, answers } = person();
    const client = new ModernClient(
      { name: 'v2', version: '1' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    client.setRequestHandler('elicitation/create', async ({ params }) => answers(params.message));
    await client.connect(new ModernStdio({ command: process.execPath, args: [BUILT], env }));
    return asking(client);
  }

  function person() {
    let reply: Reply = { action: 'decline' };
    const questions: string[] = [];
    const answers = (question: string) => {
      questions.push(question);
      return reply;
    };
    const asking = (client: LegacyClient | ModernClient): Asking => ({
      async ask(given) {
        reply = given;
        return { result: (await client.callTool(overCap)) as ToolResult, questions: questions.splice(0) };
      },
      close: () => client.close(),
    });
    return { asking, answers };
  }

  // The server is the built one; consent.test.ts tries the same in this process.
  it.runIf(IS_WHOLE).each([
    ['the legacy era', openLegacy],
    ['the modern era', openModern],
  ])('in %s, where the client can ask its user, holds unless the person agrees', async (_era, open) => {
    const { ask, close } = await open(environment({ ...settings, PAPERQUEUE_DAILY_CREDIT_CAP: '2' }));
    try {
      for (const reply of [{ action: 'decline' }, { action: 'accept', content: { confirm: false } }] as const) {
        const { result } = await ask(reply);
        expect(result.isError).toBe(true);
        expect(JSON.parse(result.content?.[0]?.text ?? '').error.code).toBe('CREDIT_CAP');
        expect(scripted.creations).toEqual([]);
      }
      const { result, questions } = await ask({ action: 'accept', content: { confirm: true } });
      expect(questions).toEqual([
        'This search costs 3 credits, but the daily cap of 2 leaves 2; nothing was sent. Go over the cap this once?',
      ]);
      expect(result.structuredContent).toMatchObject({ credits: { cost: 3, charged: 'yes' } });
      expect(scripted.charges).toEqual([{ pool: 'basic', cost: 3 }]);
    } finally {
      await close();
    }
  });
});

describe('credits', () => {
  it('that do not suffice are named with pool, cost and balance', async () => {
    scripted.options = { credits: { basic: 1 } };
    await withServer({}, async (server) => {
      const { json } = await server.call(1, 'query_search', { query: QUERY, limit: 200 });
      expect(json.error).toMatchObject({ code: 'INSUFFICIENT_CREDITS', charged: 'no' });
      expect((json.error as { message: string }).message).toBe(
        'This search costs 2 credits from the basic pool, which holds 1; nothing was taken for it. The service said: “Insufficient credits”.',
      );
    });
  });

  it('that are left are told with the papers, without another request', async () => {
    scripted.options = { credits: { basic: 10 } };
    await withServer({}, async (server) => {
      const first = await server.call(1, 'query_search', { query: QUERY, limit: 200 });
      const second = await server.call(2, 'query_search', { query: `${QUERY} Again.` });
      expect(first.json.credits).toMatchObject({ cost: 2, balance: 8 });
      expect(second.json.credits).toMatchObject({ cost: 1, balance: 7 });
    });
    expect(scripted.requests.filter(({ path }) => path.endsWith('getCredits'))).toHaveLength(1);
  });
});

describe('an answer that was lost', () => {
  it('is found charged by the balance, stays free to look at, and is not paid again by itself', async () => {
    scripted.options = { credits: { basic: 10 } };
    scripted.options.intercept = (request, response) => {
      if (request.method !== 'POST') return false;
      // Charged, but the answer never gets through.
      scripted.charges.push({ pool: 'basic', cost: 2 });
      response.socket?.destroy();
      return true;
    };
    const args = { query: QUERY, limit: 200 };
    await withServer({}, async (server) => {
      const lost = await server.call(1, 'query_search', args);
      expect(lost.json.error).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'unknown' });
      const looked = await server.call(2, 'get_job', { jobId: 'J1' });
      expect(looked.json).toMatchObject({ job: { status: 'unknown' }, credits: { cost: 2, charged: 'yes' } });
      expect((looked.json.notes as string[])[0]).toBe(
        'Reconciled as charged: the balance fell by its cost, to 8, unless another machine with the same token spent as much.',
      );
      const again = await server.call(3, 'query_search', args);
      expect(again.json.error).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'no' });
    });
    expect(scripted.creations).toHaveLength(1);
  });

  it('stays unknown with an unchanged balance: that proves nothing', async () => {
    scripted.options = { credits: { basic: 10 } };
    scripted.options.intercept = (request, response) => {
      if (request.method !== 'POST') return false;
      response.writeHead(503).end();
      return true;
    };
    await withServer({}, async (server) => {
      await server.call(1, 'query_search', { query: QUERY });
      const looked = await server.call(2, 'get_job', { jobId: 'J1' });
      expect(looked.json).toMatchObject({ job: { status: 'unknown' }, credits: { charged: 'unknown' } });
      expect((looked.json.notes as string[])[0]).toContain('the balance is unchanged at 10, which proves nothing');
    });
  });
});

describe('list_jobs', () => {
  it('tells what was asked, what it cost and how it stands, after a restart too', async () => {
    await withServer({}, async (server) => {
      await server.call(1, 'keyword_search', { keywords: ['owls', 'glasses', 'night'] });
      scripted.options = { credits: { basic: 0 } };
      expect((await server.call(2, 'query_search', { query: QUERY })).isError).toBe(true);
      scripted.options = {};
      await server.call(3, 'query_search', { query: QUERY });
    });
    const asked = scripted.requests.length;
    await withServer({}, async (server) => {
      const { json } = await server.call(1, 'list_jobs', {});
      expect(json).toMatchObject({
        page: { offset: 0, count: 2, total: 2, nextOffset: null },
        jobs: [
          // What was refused before used no number.
          { ref: 'J2', operation: 'querySearch', about: QUERY, status: 'success', charged: 'yes' },
          {
            ref: 'J1',
            operation: 'keywordSearch',
            about: 'owls, glasses, night',
            status: 'success',
            cost: 1,
            papers: 1,
          },
        ],
      });
      expect((await server.call(2, 'list_jobs', { status: 'success', count: 1 })).json.jobs).toHaveLength(1);
    });
    expect(scripted.requests).toHaveLength(asked);
  });
});
