import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RawServer } from '../helpers/built-server.ts';
import type { Message, RawClient } from '../helpers/raw-client.ts';
import { some } from '../helpers/runs.ts';
import { envelope } from '../helpers/served-mcp.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { WITH_TASKS } from '../helpers/task-transports.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';
import { momentsFor, reaching, scriptAt } from './at-point.ts';
import { ChargingServer } from './charging-server.ts';

/**
 * Tools that pay while nobody watches: a host sends a call again whose answer it never got, and looks at tasks. The
 * built server over stdio and a service that charges; the server is killed, started twice and at the same time.
 */

const EARLIER = 'How do mussels settle on rocky shores between the tides, and for how long do they stay there?';
const NEW = 'How do limpets find their way home over bare rock when the tide has covered them for hours?';

type Called = {
  args: object;
  /** What the host can do: take a task for an answer, or not. */
  host: object;
  /** Whether the same call is a new job once the end of the first one has been told. */
  isAnew: boolean;
};
const CALLS: [string, Called, nth: number][] = [
  ['a search, as a task', { args: { query: NEW }, host: WITH_TASKS, isAnew: false }, 0],
  ['newSince', { args: { query: EARLIER, newSince: 'J1' }, host: envelope(), isAnew: false }, 1],
  ['fresh, as a task', { args: { query: EARLIER, fresh: true }, host: WITH_TASKS, isAnew: true }, 2],
];

type Told = { job?: { ref: string; status: string }; page?: { total: number }; error?: { code: string } };

let service: ChargingServer;
let settings: Record<string, string>;
let servers: RawServer[];
let serversHere: ServerHere[];

function start(): RawServer {
  const server = new RawServer(settings);
  servers.push(server);
  return server;
}

/** One that is not killed, and takes over from a process that was. */
function startHere(): ServerHere {
  const server = new ServerHere(settings);
  serversHere.push(server);
  return server;
}

let id = 0;
function ask(server: RawClient, method: string, params: object, host: object): Promise<Message> {
  id += 1;
  return server.request(id, method, { ...params, _meta: host });
}

const call = (server: RawClient, args: object, host: object) =>
  ask(server, 'tools/call', { name: 'query_search', arguments: args }, host);

/** What a model reads of a result, errors as well. */
function told(result: Message['result']): Told {
  const [content] = (result?.content ?? []) as { text: string }[];
  return JSON.parse(content?.text ?? '') as Told;
}

/** The answer of a job that has ended: at once, or by looking at its task as hosts do. */
async function ended(server: RawClient, answer: Message, host: object): Promise<Told> {
  const { taskId } = (answer.result ?? {}) as { taskId?: string };
  if (taskId === undefined) return told(answer.result);
  return until(async () => {
    const { result } = await ask(server, 'tasks/get', { taskId }, host);
    return result?.status === 'completed' && told(result.result as Message['result']);
  }, 'the end of the task');
}

/** A server that is killed when its creation has come to a point; what it had answered is lost to its host. */
async function killed(args: object, host: object, when: Promise<unknown>): Promise<void> {
  const server = start();
  void call(server, args, host).catch(() => {});
  await when;
  const closed = once(server.child, 'close');
  server.child.kill('SIGKILL');
  await closed;
  await service.drained();
  service.script = undefined;
}

/** A data folder with a search that has ended, of which each test has a copy. */
const begun = temporaryFolder();

beforeAll(async () => {
  service = await new ChargingServer().start();
  settings = {
    PAPERQUEUE_DATA_DIR: begun,
    PAPERQUEUE_BASE_URL: service.baseUrl,
    PAPERQUEUE_TOKEN: 'a-token',
    PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
  };
  const first = new ServerHere(settings);
  expect(told((await call(first, { query: EARLIER }, envelope())).result).job).toMatchObject({ ref: 'J1' });
  await first.end();
});

beforeEach(() => {
  servers = [];
  serversHere = [];
  settings.PAPERQUEUE_DATA_DIR = temporaryFolder();
  cpSync(begun, settings.PAPERQUEUE_DATA_DIR, { recursive: true });
  service.beginAnew();
});

afterEach(async () => {
  for (const { child } of servers) child.kill('SIGKILL');
  for (const server of serversHere) await server.end();
});

afterAll(() => service.stop());

/** In the gate two of the three; the moments at which they are killed are others for each. */
describe.each(some(CALLS, { nth: 2 }))('%s', (_name, { args, host, isAnew }, nth) => {
  it('whose server was killed while the job ran is answered with this job by the next one', async () => {
    await killed(args, host, reaching(service, scriptAt('polling')));
    const next = startHere();
    const answer = await ended(next, await call(next, args, host), host);
    expect(answer.job).toMatchObject({ ref: 'J2', status: 'success' });
    expect([service.charges.length, service.posts]).toEqual([1, 1]);
    // Its end has been told.
    expect((await ended(next, await call(next, args, host), host)).job?.ref).toBe(isAnew ? 'J3' : 'J2');
    expect(service.charges).toHaveLength(isAnew ? 2 : 1);
  });

  it.each(momentsFor(nth))('whose server was killed %s is paid once at most by the next one', async (_when, script) => {
    await killed(args, host, reaching(service, script));
    const [paid, posts] = [service.charges.length, service.posts];
    const next = startHere();
    const answer = await ended(next, await call(next, args, host), host);
    // Either nothing had left, or the job is taken over, or nobody knows and a person is asked.
    expect([service.charges.length <= 1, service.posts - posts <= 1 - paid]).toEqual([true, true]);
    if (answer.error?.code !== 'CHARGE_UNKNOWN') {
      expect([answer.job?.status, service.charges.length]).toEqual(['success', 1]);
      return;
    }
    expect(service.posts).toBe(posts);
    const accepted = { ...args, acceptPossibleDoubleCharge: true };
    expect((await ended(next, await call(next, accepted, host), host)).job).toMatchObject({ status: 'success' });
    expect(service.posts).toBe(posts + 1);
  });

  it('that is sent to three servers at once is paid once, and all tell the same job', async () => {
    const three = [start(), start(), startHere()];
    for (const server of three) await ask(server, 'server/discover', {}, host);
    // No job has ended before the last call has come.
    service.script = scriptAt('random', { thinkMs: 1_000 });
    const answers = await Promise.all(three.map(async (one) => ended(one, await call(one, args, host), host)));
    expect(answers.map(({ job }) => job?.ref)).toEqual(['J2', 'J2', 'J2']);
    expect([service.charges.length, service.posts]).toEqual([1, 1]);
  });

  it('that is sent again while the first one waits attaches to its job, and both are told the end', async () => {
    // The first look at the job is answered late.
    service.script = scriptAt('random', { thinkMs: 1_000 });
    const [one, other] = [start(), startHere()];
    const first = call(one, args, host);
    await until(() => service.charges.length === 1, 'the charge');
    const second = await ended(other, await call(other, args, host), host);
    const answers = [await ended(one, await first, host), second];
    expect(answers.map(({ job }) => [job?.ref, job?.status])).toEqual([
      ['J2', 'success'],
      ['J2', 'success'],
    ]);
    expect(service.charges).toHaveLength(1);
  });
});

it('an acceptance that is sent again, because its server was killed, is paid once', async () => {
  const args = { query: NEW };
  await killed(args, WITH_TASKS, reaching(service, scriptAt('sent')));
  const accepted = { ...args, acceptPossibleDoubleCharge: true };
  await killed(accepted, WITH_TASKS, reaching(service, scriptAt('polling')));
  expect(service.charges).toHaveLength(2);
  const next = startHere();
  const answer = await ended(next, await call(next, accepted, WITH_TASKS), WITH_TASKS);
  expect([answer.job?.ref, answer.job?.status, service.charges.length]).toEqual(['J3', 'success', 2]);
});

it('a task is answered for by the next server when its own was killed, and the job is its own run no more', async () => {
  const args = { query: EARLIER, fresh: true, waitSeconds: 0 };
  service.script = scriptAt('polling', { pollsBefore: -1 });
  const first = start();
  const answer = await call(first, args, WITH_TASKS);
  expect(answer.result).toMatchObject({ resultType: 'task', status: 'working' });
  const closed = once(first.child, 'close');
  first.child.kill('SIGKILL');
  await closed;
  service.script = undefined;
  const next = startHere();
  const { job, page } = await ended(next, answer, WITH_TASKS);
  expect([job?.ref, job?.status, page?.total, service.charges.length]).toEqual(['J2', 'success', 1, 1]);
  // The host has been told the end: who asks for a fresh search now wants another one.
  expect((await ended(next, await call(next, args, WITH_TASKS), WITH_TASKS)).job?.ref).toBe('J3');
  expect(service.charges).toHaveLength(2);
});
