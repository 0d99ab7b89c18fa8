import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { DRIVERS } from '../helpers/mcp-clients.ts';
import { runCommand } from '../helpers/run-command.ts';
import { runHere } from '../helpers/run-here.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { makeOlder } from '../jobs/store/stores.ts';

/** `paperqueue jobs remove`: what goes, what stays, and that nothing is paid twice. */

let settings: Record<string, string> = {};
const run = (...args: string[]) => runHere(args, settings);

async function refs(...flags: string[]): Promise<string[]> {
  const { jobs } = JSON.parse((await run('jobs', '--json', ...flags)).stdout);
  return jobs.map(({ ref }: { ref: string }) => ref);
}

describe('with a hosted service', async () => {
  const service = await new ScriptedService().start();
  afterAll(() => service.stop());

  const search = (...flags: string[]) => run('search', '-k', 'owls', '-k', 'glasses', '-k', 'night', ...flags);

  beforeEach(async () => {
    service.options = {};
    service.charges.length = 0;
    settings = {
      PAPERQUEUE_BASE_URL: service.baseUrl,
      PAPERQUEUE_TOKEN: service.token,
      PAPERQUEUE_DATA_DIR: temporaryFolder(),
      PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
    };
    await search();
  });

  it('lists what goes, keeps what it cost, and says of the reference that it was removed', async () => {
    const removed = await runCommand(['jobs', 'remove', 'J1'], settings);
    expect(removed).toMatchObject({ code: 0, stdout: '1 job removed\n' });
    expect(removed.stderr).toMatch(/^J1 {2}.* 1 paper {2}owls, glasses, night\n.*paperqueue jobs --status removed\n$/);
    expect(await refs()).toEqual([]);
    const { jobs } = JSON.parse((await run('jobs', '--status', 'removed', '--json')).stdout);
    expect(jobs).toMatchObject([{ ref: 'J1', status: 'removed', cost: 1, charged: 'yes' }]);
    for (const args of [
      ['job', 'J1'],
      ['show', 'J1-1'],
      ['export', 'J1'],
      ['receipt', 'J1'],
      ['jobs', 'remove', 'J1'],
    ]) {
      const { code, stderr } = await run(...args);
      expect([args, code, stderr]).toEqual([args, 1, expect.stringMatching(/JOB_NOT_FOUND: J1 was removed on 20/)]);
    }
    const log = JSON.parse((await run('receipt', '--json')).stdout);
    expect([log.searches, log.totals.removed]).toEqual([[], { jobs: 1, creditsCharged: { basic: 1 } }]);
    expect((await run('receipt')).stdout).toContain('- Removed, not in this record: 1 job (1 basic charged)\n');
  });

  it('the same search later has its papers again, for nothing', async () => {
    await run('jobs', 'remove', 'J1');
    const again = JSON.parse((await search('--json')).stdout);
    expect(again).toMatchObject({ job: { ref: 'J1', reused: true, status: 'success' }, page: { total: 1 } });
    expect(again.credits).toMatchObject({ cost: 0, charged: 'no' });
    expect(service.charges).toHaveLength(1);
    expect(await refs()).toEqual(['J1']);
  });

  it('papers that came with the creation, which the service cannot give again, go only with --yes', async () => {
    service.options = {
      intercept: ({ method }, response) => {
        if (method === 'POST') response.end(JSON.stringify({ results: [{ title: 'Owls', year: 2020 }] }));
        return method === 'POST';
      },
    };
    await search('--fresh');
    const { code, stderr } = await run('jobs', 'remove', 'J2');
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot give the papers of J2 again')]);
    expect(await refs()).toEqual(['J2', 'J1']);
    expect((await run('jobs', 'remove', 'J2', '--yes')).code).toBe(0);
    expect(await refs()).toEqual(['J1']);
  });

  it('where the service has lost it, it says so and pays nothing until a person wants that', async () => {
    await run('jobs', 'remove', 'J1');
    makeOlder(settings.PAPERQUEUE_DATA_DIR ?? '');
    service.options = {
      intercept: ({ method, path }, response) => {
        if (method !== 'GET' || !path.includes('/job/')) return false;
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"no such job"}');
        return true;
      },
    };
    const lost = await search();
    expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('no longer knows J1') });
    expect(service.charges).toHaveLength(1);
    service.options = {};
    await search('--fresh');
    expect(service.charges).toHaveLength(2);
  });

  it('reading it by the id of the service brings it back', async () => {
    const { jobs } = JSON.parse((await run('jobs', '--json')).stdout);
    await run('jobs', 'remove', 'J1');
    expect((await run('job', 'J1')).stderr).toContain(`paperqueue job "${jobs[0].jobId}" reads`);
    const read = JSON.parse((await run('job', jobs[0].jobId, '--json')).stdout);
    expect(read).toMatchObject({ job: { ref: 'J1', status: 'success' }, page: { total: 1 } });
    expect(service.charges).toHaveLength(1);
  });

  it('keeps jobs that run, are watched, or may have been charged, and then all that were named', async () => {
    await run('watch', 'add', 'J1');
    service.options = { pollsUntilDone: 100 };
    await run('search', '-k', 'owls', '-k', 'by', '-k', 'day', '--no-wait');
    service.options = {
      intercept: ({ method }, response) => {
        if (method === 'POST') response.destroy();
        return method === 'POST';
      },
    };
    await run('search', '-k', 'owls', '-k', 'at', '-k', 'noon');
    service.options = { pollsUntilDone: 100 };
    await run('lookup', 'owls');
    expect(await refs()).toEqual(['J4', 'J3', 'J2', 'J1']);
    const { code, stderr } = await run('jobs', 'remove', 'all', '--yes');
    expect(code).toBe(1);
    expect(stderr).toContain('J1 is watched (paperqueue watch remove W1)');
    expect(stderr).toContain('J2 is still running');
    expect(stderr).toContain('J3 may have been charged, which is not known yet');
    expect(stderr).toContain('nothing was removed');
    expect(await refs()).toEqual(['J4', 'J3', 'J2', 'J1']);
    await run('watch', 'remove', 'W1');
    expect((await run('jobs', 'remove', 'J1')).code).toBe(0);
  });

  it('an assistant is told of it', async () => {
    await run('jobs', 'remove', 'J1');
    const [[, open] = []] = DRIVERS;
    const client = await open?.(settings);
    const answer = await client?.call('get_job', { jobId: 'J1' });
    await client?.close();
    expect(answer?.isError).toBe(true);
    expect(JSON.parse(answer?.content?.[0]?.text ?? '').error).toMatchObject({
      code: 'JOB_NOT_FOUND',
      charged: 'no',
      message: expect.stringMatching(/^J1 was removed on 20/),
    });
  });
});

describe('in embedded mode', () => {
  const search = (words: string) => run('search', words);

  beforeEach(async () => {
    settings = { PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' };
    await search('memory hippocampus');
    await search('deep learning');
  });

  it('removes several only with --yes; unknown ones are named, and nothing goes', async () => {
    expect(await run('jobs', 'remove', 'J1', 'J2')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^J1 .*\nJ2 .*\n.*2 jobs would be removed; use --yes/),
    });
    expect(await run('jobs', 'remove', 'J1', 'J9', '--yes')).toMatchObject({ code: 1 });
    expect(await refs()).toEqual(['J2', 'J1']);
    const { stdout } = await run('jobs', 'remove', 'J1', 'J2', '--yes', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ removed: 2, jobs: [{ ref: 'J1' }, { ref: 'J2' }] });
    expect(await refs()).toEqual([]);
    const { code, stderr } = await run('job', 'all');
    expect([code, stderr]).toEqual([1, expect.stringContaining('JOB_NOT_FOUND')]);
  });

  it('of a group; the same search is a new job, and no number is used twice', async () => {
    await run('jobs', 'group', 'J2', 'trial');
    expect((await run('jobs', 'remove', 'all:trial')).stdout).toBe('1 job removed\n');
    await search('deep learning');
    expect(await refs()).toEqual(['J3', 'J1']);
  });
});
