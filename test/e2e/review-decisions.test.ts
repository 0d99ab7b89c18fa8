import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { ServerHere } from '../helpers/server-here.ts';

/** What a review decided, in everything else that shows or writes papers. */

type Page = {
  whereRead?: string;
  page: { total: number };
  papers: { ref: string; decision?: string }[];
  facets?: Record<string, Record<string, number>>;
  notes?: string[];
};

const settings = { PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' };
let server: ServerHere;
let calls = 0;

const call = (name: string, args: object) => {
  calls += 1;
  return server.call(100 + calls, name, args);
};

async function read(where: object | undefined, jobId = 'J1'): Promise<Page> {
  const { isError, json } = await call('get_job', { jobId, count: 50, ...(where && { where }) });
  expect(isError, JSON.stringify(json)).toBe(false);
  return json as Page;
}

const refsOf = ({ papers }: Page) => papers.map(({ ref }) => ref).sort();
const review = async (...args: string[]) => {
  const { code, stdout, stderr } = await runHere(['review', ...args, '--json'], settings);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
};

beforeAll(async () => {
  for (const words of ['learning', 'networks', 'language'])
    await runHere(['search', '-k', words, '--limit', '100', '--json'], settings);
  server = new ServerHere(settings);
  await server.initialize();
});

afterAll(() => server.end());

describe('decisions in the answers about a job', () => {
  it('are refused by name where no review took the job', async () => {
    const { isError, json } = await call('get_job', { jobId: 'J1', where: { decision: 'include' } });
    expect(isError).toBe(true);
    expect(json).toMatchObject({ error: { code: 'INVALID_INPUT', fields: [{ field: 'where.decision' }] } });
    expect(JSON.stringify(json)).toContain('none has taken J1');
    const shell = await runHere(['job', 'J1', '--where', 'decision=include'], settings);
    expect([shell.code, shell.stderr]).toEqual([2, expect.stringContaining('none has taken J1')]);
    expect((await call('get_job', { jobId: 'J1', where: { decision: 'yes' } })).isError).toBe(true);
  });

  it('choose papers, are counted, and stand with them', async () => {
    await review('new', '--question', 'Which?', '--jobs', 'J1,J2', '--include', 'learning', '--exclude', 'no test');
    await review('decide', 'R1', 'J1-1', 'include');
    await review('decide', 'R1', 'J1-2', 'exclude', '--reason', 'C2');
    await review('decide', 'R1', 'J1-3', 'maybe');
    const all = await read(undefined);
    expect(all.facets?.decision).toMatchObject({ include: 1, exclude: 1, maybe: 1, none: all.page.total - 3 });
    expect(
      all.papers.filter(({ decision }) => decision !== undefined).map((each) => [each.ref, each.decision]),
    ).toEqual(
      expect.arrayContaining([
        ['J1-1', 'include'],
        ['J1-2', 'exclude'],
        ['J1-3', 'maybe'],
      ]),
    );
    expect(all.notes?.join(' ')).toContain('of R1 (J1)');
    const included = await read({ decision: 'include' });
    expect(included).toMatchObject({ papers: [{ ref: 'J1-1', decision: 'include' }], page: { total: 1 } });
    expect(included.whereRead).toContain('of R1 (J1)');
    expect(refsOf(await read({ decision: 'exclude' }))).toEqual(['J1-2']);
    expect(refsOf(await read({ decision: 'maybe' }))).toEqual(['J1-3']);
    const none = await read({ decision: 'none' });
    expect(none.page.total).toBe(all.page.total - 3);
    const shell = await runHere(['show', 'J1', '--where', 'decision=exclude'], settings);
    expect(shell.stdout).toMatch(/Decision +exclude/);
  });

  it('are those of the newest review that took the job, and of several jobs each its own', async () => {
    const { json } = await call('get_job', { jobId: 'J1,J2,J3', where: { decision: 'none' }, count: 50 });
    const page = json as Page;
    expect(page.whereRead).toContain('of R1 (J1, J2)');
    // Papers of the job that nobody screens are no undecided ones: they are counted as left out.
    expect(page.papers.some(({ ref }) => ref.startsWith('J3-'))).toBe(false);
    expect(page.notes?.join(' ')).toMatch(/\d+ have no place in a review and are left out/);
    await review('new', '--question', 'And which?', '--jobs', 'J2', '--include', 'networks');
    await review('decide', 'R2', 'J2-1', 'include', '--stage', 'title-abstract');
    const both = await read({ decision: 'include' }, 'J1,J2');
    expect(refsOf(both)).toEqual(['J1-1', 'J2-1']);
    expect(both.whereRead).toContain('of R1 (J1) and R2 (J2)');
  });

  it('are taken back with the decision', async () => {
    await review('decide', 'R1', 'J1-3', 'withdraw');
    expect((await read({ decision: 'maybe' })).page.total).toBe(0);
  });
});
