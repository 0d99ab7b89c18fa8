import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordedAnswers } from '../../src/app/first-answers.ts';
import { RawServer } from '../helpers/built-server.ts';
import type { Message, RawClient } from '../helpers/raw-client.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { ROOT } from '../helpers/tarball.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** The oracle is the server with its SDK, which `ServerHere` puts in front at once. */

const META = 'io.modelcontextprotocol/';
const modern = (revision = '2026-07-28', more: object = {}) => ({
  _meta: {
    [`${META}protocolVersion`]: revision,
    [`${META}clientInfo`]: { name: 'raw', version: '1' },
    [`${META}clientCapabilities`]: { elicitation: {} },
    ...more,
  },
});
const legacy = (protocolVersion: string, more: object = {}) => ({
  protocolVersion,
  capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {} } },
  clientInfo: { name: 'raw', title: 'Raw', version: '1', ...more },
});

type Sent = { id?: unknown; method: string; params?: object } | string;

/** Says the same to the server here and to the built one; all that each has said back at its end, by id. */
async function converse(said: readonly Sent[], replies: number): Promise<[Message[], Message[]]> {
  const settings = { PAPERQUEUE_DATA_DIR: temporaryFolder() };
  const heard = async (server: RawClient & { end(): Promise<unknown> }) => {
    for (const each of said)
      server.write(typeof each === 'string' ? each : JSON.stringify({ jsonrpc: '2.0', ...each }));
    await server.until(() => server.messages.length >= replies);
    await server.end();
    return server.messages.toSorted((one, other) => (JSON.stringify(one.id) < JSON.stringify(other.id) ? -1 : 1));
  };
  return Promise.all([heard(new ServerHere(settings)), heard(new RawServer(settings))]);
}

const INITIALIZED = { method: 'notifications/initialized' };
const callOf = (id: number, params: object = {}) => ({
  id,
  method: 'tools/call',
  params: { name: 'list_jobs', arguments: {}, ...params },
});

const HOSTED = { PAPERQUEUE_BASE_URL: 'http://127.0.0.1:9', PAPERQUEUE_TOKEN: 'a-token' };

describe.each([
  ['free', {}],
  ['priced', HOSTED],
] as const)('the answers that the build recorded, where searches are %s', (mode, settings) => {
  const recorded: RecordedAnswers = JSON.parse(readFileSync(join(ROOT, 'dist/first-answers.json'), 'utf8'));
  const [requests, results] = [recorded.requests[mode], recorded.results];
  const revisions = [...new Set(Object.keys(requests).map((key) => key.split(' ')[0] as string))];

  it('are of every revision', () => {
    expect(revisions.toSorted()).toEqual([
      ...['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'],
    ]);
  });

  it.each(revisions)('are those of the server of revision %s', async (revision) => {
    const server = new ServerHere({ PAPERQUEUE_DATA_DIR: temporaryFolder(), ...settings });
    const isModern = requests[`${revision} server/discover`] !== undefined;
    const keys = Object.keys(requests).filter((key) => key.startsWith(revision));
    expect(keys.length).toBeGreaterThan(3);
    for (const [id, key] of keys.entries()) {
      const method = key.split(' ')[1] as string;
      const params = isModern ? modern(revision) : method === 'initialize' ? legacy(revision) : {};
      const { result } = await server.request(id, method, params);
      expect(JSON.parse(results[requests[key] as number] as string)).toEqual(result);
      if (method === 'initialize') server.send(INITIALIZED);
    }
    await server.end();
  });
});

describe('a connection answers like one that the whole server has served from its first message', () => {
  const cases: [string, number, Sent[]][] = [
    [
      'legacy, then a call',
      4,
      [
        { id: 0, method: 'initialize', params: legacy('2025-06-18') },
        INITIALIZED,
        { id: 'a', method: 'tools/list' },
        { id: 'b', method: 'tools/list', params: { _meta: { progressToken: 1 } } },
        callOf(3),
      ],
    ],
    [
      'a revision that does not exist',
      3,
      [
        { id: 0, method: 'initialize', params: legacy('2099-01-01') },
        INITIALIZED,
        { id: 1, method: 'tools/list' },
        callOf(2),
      ],
    ],
    [
      'names of what every object has',
      3,
      [
        { id: 0, method: 'initialize', params: legacy('constructor') },
        { id: 1, method: 'toString' },
        { id: 2, method: 'tools/list', params: modern('__proto__') },
      ],
    ],
    ['no beginning at all', 2, [{ id: 1, method: 'tools/list' }, callOf(2)]],
    [
      'initialized twice',
      3,
      [
        { id: 0, method: 'initialize', params: legacy('2025-11-25') },
        { id: 1, method: 'initialize', params: legacy('2025-06-18') },
        callOf(2),
      ],
    ],
    [
      'a client that is not described as it should be',
      2,
      [{ id: 0, method: 'initialize', params: { ...legacy('2025-06-18'), clientInfo: { name: 1 } } }, callOf(1)],
    ],
    [
      'modern, then a call',
      4,
      [
        { id: 0, method: 'server/discover', params: modern() },
        { id: 1, method: 'tools/list', params: modern() },
        { id: 2, method: 'prompts/list', params: modern() },
        callOf(3, modern()),
      ],
    ],
    [
      'modern without its envelope after a request with it',
      3,
      [
        { id: 0, method: 'tools/list', params: modern() },
        { id: 1, method: 'tools/list' },
        { id: 2, method: 'initialize', params: legacy('2025-06-18') },
      ],
    ],
    [
      'an envelope of an older revision, and a wrong one',
      2,
      [
        { id: 0, method: 'tools/list', params: modern('2025-06-18') },
        { id: 1, method: 'tools/list', params: modern('2026-07-28', { [`${META}clientCapabilities`]: 5 }) },
      ],
    ],
    ...[{ roots: { listChanged: 'yes' } }, { experimental: { x: 1 } }, { sampling: { context: 5 } }].map(
      (capabilities): [string, number, Sent[]] => [
        `capabilities of other kinds: ${JSON.stringify(capabilities)}`,
        2,
        [{ id: 0, method: 'initialize', params: { ...legacy('2025-06-18'), capabilities } }, callOf(1)],
      ],
    ),
    [
      'a host with extensions',
      3,
      [
        {
          id: 0,
          method: 'initialize',
          params: {
            ...legacy('2025-11-25'),
            capabilities: {
              extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html'] } },
              tasks: { list: {} },
            },
          },
        },
        { id: 1, method: 'tools/list' },
        callOf(2),
      ],
    ],
    [
      'revisions that are no texts, in either era',
      3,
      [
        { id: 0, method: 'initialize', params: { ...legacy(''), protocolVersion: ['2025-06-18'] } },
        { id: 1, method: 'tools/list', params: modern('', { [`${META}protocolVersion`]: ['2026-07-28'] }) },
        { id: 2, method: 'initialize', params: legacy('2025-06-18') },
      ],
    ],
    [
      'discovered, then the older era',
      4,
      [
        { id: 0, method: 'server/discover', params: modern() },
        { id: 1, method: 'initialize', params: legacy('2025-06-18') },
        INITIALIZED,
        { id: 2, method: 'tools/list' },
        callOf(3),
      ],
    ],
    [
      'an envelope in the older era',
      3,
      [
        { id: 0, method: 'initialize', params: legacy('2025-06-18') },
        INITIALIZED,
        { id: 1, method: 'tools/list', params: modern() },
        callOf(2),
      ],
    ],
    [
      'what is no message',
      2,
      [
        '{"jsonrpc": "2.0", "id": 1, "method": ',
        '[]',
        '',
        { id: 0, method: 'initialize', params: legacy('2025-06-18') },
        '"tools/list"',
        { id: 2, method: 'tools/list' },
      ],
    ],
    [
      'what does not exist',
      3,
      [
        { id: 0, method: 'initialize', params: legacy('2025-06-18') },
        { id: 1, method: 'tools/explain' },
        { id: 2, method: 'tools/list', params: { cursor: 'x' } },
      ],
    ],
  ];
  it.each(cases)('%s', async (_name, replies, said) => {
    const [here, built] = await converse(said, replies);
    expect(built).toEqual(here);
    expect(built).toHaveLength(replies);
  });
});

describe('the built server', () => {
  let server: RawServer;
  beforeAll(() => {
    server = new RawServer({ PAPERQUEUE_DATA_DIR: temporaryFolder() });
  });
  afterAll(() => server.end());

  it('answers messages that come in pieces, and tells tools what the client can do', async () => {
    const line = `${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: legacy('2025-06-18', { title: 'Größe' }) })}\n`;
    for (const byte of Buffer.from(line)) server.child.stdin.write(Buffer.of(byte));
    const { result } = await server.until(({ id }) => id === 0);
    expect(result).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'paperqueue' } });
    server.send(INITIALIZED);
    const list = await server.request(1, 'tools/list');
    expect(list.result).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ name: 'get_job' })]),
    });
    // A file outside of every folder: a client with roots is asked for them.
    server.send({ id: 2, method: 'tools/call', params: { name: 'read_paper', arguments: { file: '/nowhere/x.pdf' } } });
    const question = await server.until(({ method }) => method === 'roots/list');
    server.send({ id: question.id, result: { roots: [] } });
    const answer = await server.until(({ id, method }) => id === 2 && method === undefined);
    expect(answer.result).toMatchObject({ isError: true });
    expect(server.messages.filter(({ result }) => result !== undefined)).toHaveLength(3);
  });
});
