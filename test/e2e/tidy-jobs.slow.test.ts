import { beforeAll, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { DRIVERS } from '../helpers/mcp-clients.ts';
import { runCommand } from '../helpers/run-command.ts';
import { runHere } from '../helpers/run-here.ts';

/** Jobs with names and in groups, as a person keeps them in order and an assistant then reads them. */

const SETTINGS = { PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' };
const run = (...args: string[]) => runHere(args, SETTINGS);
const runBuilt = (...args: string[]) => runCommand(args, SETTINGS);

type Listed = { ref: string; name?: string; group?: string };

async function listed(...flags: string[]): Promise<[string, string | undefined, string | undefined][]> {
  const { jobs } = JSON.parse((await run('jobs', '--json', ...flags)).stdout) as { jobs: Listed[] };
  return jobs.map(({ ref, name, group }) => [ref, name, group]);
}

async function refsOf(...args: string[]): Promise<string[]> {
  const { papers } = JSON.parse((await run(...args, '--json', '--count', '999')).stdout);
  return papers.map(({ ref }: { ref: string }) => ref.replace(/-.*/, ''));
}

beforeAll(async () => {
  await run('search', 'memory hippocampus', '--name', 'a first try', '--group', 'Thesis');
  await run('search', 'deep learning');
  await run('search', 'working memory', '--group', 'teaching: never');
  await run('search', 'climate change');
});

it('a search takes a name and a group; wrong ones are refused before it is made', async () => {
  expect(await listed()).toEqual([
    ['J3', undefined, undefined],
    ['J2', undefined, undefined],
    ['J1', 'a first try', 'Thesis'],
  ]);
  for (const flags of [
    ['--group', 'a,b'],
    ['--group', ' '],
    ['--name', 'x'.repeat(121)],
  ]) {
    const { code, stderr } = await run('search', 'visual attention', ...flags);
    expect([code, stderr]).toEqual([2, expect.stringContaining('INVALID_INPUT')]);
  }
  expect(await listed()).toHaveLength(3);
});

it('the same search again takes the group that is named now', async () => {
  await run('search', 'deep learning', '--group', 'reading');
  expect(await listed('--group', 'reading')).toEqual([['J2', undefined, 'reading']]);
});

describe('paperqueue jobs name and group', () => {
  it('name a job and put jobs into a group, whose name is written as it was first', async () => {
    expect(await runBuilt('jobs', 'name', 'J3', 'learning,', 'second try')).toMatchObject({
      code: 0,
      stdout: 'J3  learning, second try\n',
    });
    const grouped = await runBuilt('jobs', 'group', 'J2', 'J3', 'thesis');
    expect(grouped).toMatchObject({ code: 0, stderr: '' });
    expect(grouped.stdout).toMatch(/^J2 {2}Thesis {2}.*\nJ3 {2}Thesis {2}learning, second try\n$/);
    expect(await listed('--group', 'THESIS')).toEqual([
      ['J3', 'learning, second try', 'Thesis'],
      ['J2', undefined, 'Thesis'],
      ['J1', 'a first try', 'Thesis'],
    ]);
    await run('jobs', 'group', 'J3', 'teaching');
    expect((await run('jobs', 'group')).stdout).toBe('teaching  (1 job)\nThesis  (2 jobs)\n');
    const table = (await run('jobs')).stdout;
    expect(table).toMatch(/^REF .* GROUP +SEARCH$/m);
    expect(table).toMatch(/^J3 .* teaching +learning, second try: climate change/m);
  });

  it('take them away again', async () => {
    await run('jobs', 'name', 'J3', '--none');
    await run('jobs', 'group', '--none', 'J3');
    expect(await listed('--status', 'success')).toContainEqual(['J3', undefined, undefined]);
    await run('jobs', 'group', 'J3', 'teaching');
  });

  it.each([
    [1, ['jobs', 'name', 'J9', 'x']],
    [1, ['jobs', 'group', 'J1', 'J9', 'x']],
    [1, ['jobs', '--group', 'owls']],
    [2, ['jobs', 'name', 'J1']],
    [2, ['jobs', 'name', 'J1', 'x', '--none']],
    [2, ['jobs', 'group', 'J1']],
    [2, ['jobs', 'group', 'x']],
    [2, ['jobs', 'group', 'J1', 'x', 'y']],
    [2, ['jobs', 'group', 'J1', 'a:b']],
    [2, ['export', 'J1', '--group', 'thesis']],
  ])('exit code %d for %j, and nothing changes', async (code, args) => {
    const before = await listed();
    expect((await run(...args)).code).toBe(code);
    expect(await listed()).toEqual(before);
  });
});

it('a search that is made again belongs to the same group', async () => {
  await run('rerun', 'J3');
  expect(await listed('--group', 'teaching')).toEqual([
    ['J4', undefined, 'teaching'],
    ['J3', undefined, 'teaching'],
  ]);
  await run('jobs', 'group', '--none', 'J4');
});

describe('all:GROUP', () => {
  it('is the jobs of a group wherever all is the jobs of the machine', async () => {
    expect(new Set(await refsOf('job', 'all'))).toEqual(new Set(['J1', 'J2', 'J3']));
    expect(new Set(await refsOf('job', 'all:thesis'))).toEqual(new Set(['J1', 'J2']));
    expect(new Set(await refsOf('job', 'all', '--group', 'Thesis'))).toEqual(new Set(['J1', 'J2']));
    expect(new Set(await refsOf('show', 'all:teaching', 'J1'))).toEqual(new Set(['J1', 'J3']));
    const bibtex = (await run('export', 'all:teaching')).stdout;
    expect(bibtex).toBe((await run('export', 'J3')).stdout);
    const { code, stderr } = await run('export', 'all:owls');
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no group "owls" on this machine')]);
    expect(stderr).toContain('groups: teaching, Thesis');
  });

  it('narrows the record of searches, which names name and group', async () => {
    const log = JSON.parse((await run('receipt', '--group', 'thesis', '--json')).stdout);
    expect(log.searches.map(({ ref, name, group }: Listed) => [ref, name, group])).toEqual([
      ['J1', 'a first try', 'Thesis'],
      ['J2', undefined, 'Thesis'],
    ]);
    const text = (await run('receipt', 'all:thesis')).stdout;
    expect(text).toContain('- Name: `a first try`\n- Group: `Thesis`');
    expect(text).not.toContain('## J3');
  });

  it('is taken by the tools, which list name and group', async () => {
    const [[, open] = []] = DRIVERS;
    const client = await open?.(SETTINGS);
    if (!client) throw new Error('no client');
    try {
      const call = async (name: string, args: object) => (await client.call(name, args)).structuredContent as never;
      const { jobs } = (await call('list_jobs', { group: 'thesis' })) as { jobs: Listed[] };
      expect(jobs.map(({ ref, name, group }) => [ref, name, group])).toEqual([
        ['J2', undefined, 'Thesis'],
        ['J1', 'a first try', 'Thesis'],
      ]);
      const read = (await call('get_job', { jobId: 'all:thesis', count: 50 })) as { job: object; papers: Listed[] };
      expect(read.job).toMatchObject({ ref: 'all:thesis' });
      expect(read.papers.every(({ ref }) => /^J[12]-/.test(ref))).toBe(true);
      const written = { jobId: 'all:thesis', format: 'csv', as: 'file' };
      const { export: file } = (await call('export_papers', written)) as { export: { path: string; papers: number } };
      expect(file.path).toMatch(/all-jobs-thesis.*\.csv$/);
      const receipt = await client.readResource({ uri: 'paperqueue://jobs/all:thesis/receipt' });
      expect(JSON.parse(receipt.contents[0]?.text ?? '').searches).toHaveLength(2);
    } finally {
      await client.close();
    }
  });
});
