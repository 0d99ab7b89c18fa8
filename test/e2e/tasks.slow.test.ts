import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';
import { envelope, findJob } from '../helpers/served-mcp.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { type Opened, QUERY, TASKS, TRANSPORTS, WITH_TASKS } from '../helpers/task-transports.ts';

describe.each(TRANSPORTS)('tasks over %s', (transport, { here, built }) => {
  const scripted = new ScriptedService();
  const settings: Record<string, string> = {
    PAPERQUEUE_DATA_DIR: libraryFolder(),
    PAPERQUEUE_REQUESTS_PER_MINUTE: '600',
  };
  let one: Opened;
  let other: Opened;
  beforeAll(async () => {
    await scripted.start();
    Object.assign(settings, { PAPERQUEUE_BASE_URL: scripted.baseUrl, PAPERQUEUE_TOKEN: scripted.token });
    [one, other] = await Promise.all([here(settings), built(settings)]);
  });
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
    await scripted.stop();
  });

  let last = 0;
  /** A search of its own, so that none re-attaches to another's job. */
  function search(args: object, meta?: object, from = one) {
    last += 1;
    const params = { name: 'query_search', arguments: { query: `${QUERY} ${transport} ${last}`, ...args } };
    return from.ask('tools/call', params, meta);
  }

  it('says so to clients of the modern era', async () => {
    const { result } = await one.ask('server/discover', {}, envelope());
    expect(result?.capabilities).toMatchObject({ extensions: { [TASKS]: {} } });
  });

  it('answers at once what is done within the inline wait', async () => {
    scripted.options.pollsUntilDone = 0;
    const { result } = await search({});
    expect(result).toMatchObject({ resultType: 'complete', structuredContent: { page: { total: 1 } } });
    expect(result).not.toHaveProperty('taskId');
  });

  it('turns a job that takes longer into a task, which another process answers for too', async () => {
    scripted.options.pollsUntilDone = 1_000;
    const created = scripted.creations.length;
    const { result: task } = await search({ waitSeconds: 0 });
    expect(task).toMatchObject({ resultType: 'task', status: 'working', ttlMs: 3_600_000, pollIntervalMs: 3_000 });
    const { taskId, createdAt, structuredContent } = task as Record<string, unknown>;
    const content = task?.content as { text: string }[];
    // What hosts without tasks show: the job, the same in both forms.
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
    expect(structuredContent).toMatchObject({ job: { jobId: taskId, status: 'queued', createdAt } });

    const { result: running } = await other.ask('tasks/get', { taskId });
    expect(running).toMatchObject({ resultType: 'complete', taskId, status: 'working', createdAt });
    expect(running).not.toHaveProperty('result');

    scripted.options.pollsUntilDone = 0;
    const { result: done } = await other.ask('tasks/get', { taskId });
    expect(done).toMatchObject({
      taskId,
      status: 'completed',
      createdAt,
      result: {
        resultType: 'complete',
        structuredContent: { job: { jobId: taskId, status: 'success' }, page: { total: 1 } },
      },
    });
    const inner = done?.result as { content: { text: string }[]; structuredContent: object };
    expect(JSON.parse(inner.content[0]?.text ?? '')).toEqual(inner.structuredContent);

    // The same again, from the store; and the job's own tool reads it by the task's id.
    expect((await one.ask('tasks/get', { taskId })).result).toEqual(done);
    const read = await one.ask('tools/call', { name: 'get_job', arguments: { jobId: taskId } });
    expect(read.result?.structuredContent).toMatchObject({ job: { jobId: taskId, status: 'success' } });
    expect(scripted.creations.length).toBe(created + 1);
  });

  it('cancels the waiting and never the job, and says so', async () => {
    scripted.options.pollsUntilDone = 1_000;
    const { result: task } = await search({ waitSeconds: 0 });
    const taskId = task?.taskId as string;
    const { result: ended } = await one.ask('tasks/cancel', { taskId });
    expect(ended).toMatchObject({ resultType: 'complete' });
    expect(ended).not.toHaveProperty('status');
    expect(JSON.stringify(ended?._meta)).toContain('reads it, free');
    expect((await one.ask('tasks/get', { taskId })).result).toMatchObject({ status: 'working' });

    scripted.options.pollsUntilDone = 0;
    expect((await other.ask('tasks/get', { taskId })).result).toMatchObject({ status: 'completed' });
    // Once it is over there is nothing to cancel, which is no error.
    expect((await one.ask('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' });
  });

  it('completes with the error that the search would have answered', async () => {
    scripted.options.pollsUntilDone = 1_000;
    const { result: task } = await search({ waitSeconds: 0 });
    Object.assign(scripted.options, { pollsUntilDone: 0, outcome: 'error' });
    const { result } = await one.ask('tasks/get', { taskId: task?.taskId });
    scripted.options.outcome = 'success';
    expect(result).toMatchObject({ status: 'completed', result: { isError: true } });
    expect(JSON.stringify(result?.result)).toContain('JOB_FAILED');
  });

  it('gives no task to a client that does not take any, in either way of asking', async () => {
    scripted.options.pollsUntilDone = 1_000;
    const answer = await search({ waitSeconds: 0 }, envelope());
    const { result } = answer;
    expect(result).toMatchObject({ resultType: 'complete', structuredContent: { job: { status: 'queued' } } });
    expect(result).not.toHaveProperty('taskId');
    const { jobId } = findJob(answer);
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
      const { error } = await one.ask(method, { taskId: jobId }, envelope());
      expect(error).toMatchObject({ code: -32021, data: { requiredCapabilities: { extensions: { [TASKS]: {} } } } });
    }
  });

  it('knows no task that is no job of this machine, and none of the methods that were given up', async () => {
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
      expect((await one.ask(method, { taskId: 'J999' })).error).toMatchObject({ code: -32602 });
      expect((await one.ask(method, { taskId: 'f'.repeat(24) })).error).toMatchObject({ code: -32602 });
    }
    expect((await one.ask('tasks/get', {})).error).toMatchObject({ code: -32602 });
    for (const method of ['tasks/list', 'tasks/result'])
      expect((await one.ask(method, { taskId: 'J1' })).error).toMatchObject({ code: -32601 });
  });

  it('has none of it when it is switched off', async () => {
    scripted.options.pollsUntilDone = 1_000;
    const off = await here({ ...settings, PAPERQUEUE_TASKS: 'off' });
    const { result } = await off.ask('server/discover', {});
    expect(result?.capabilities).not.toHaveProperty(['extensions', TASKS]);
    expect((await search({ waitSeconds: 0 }, WITH_TASKS, off)).result).toMatchObject({ resultType: 'complete' });
    expect((await off.ask('tasks/get', { taskId: 'J1' })).error).toMatchObject({ code: -32601 });
    await off.close();
  });
});

it('has no tasks in the legacy era', async () => {
  const server = new ServerHere({ PAPERQUEUE_DATA_DIR: libraryFolder() });
  const { result } = await server.initialize();
  expect(result?.capabilities).not.toHaveProperty(['extensions', TASKS]);
  expect((await server.request(1, 'tasks/get', { taskId: 'J1' })).error).toMatchObject({ code: -32601 });
  await server.end();
});
