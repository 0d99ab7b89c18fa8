import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runHere } from '../helpers/run-here.ts';
import { some } from '../helpers/runs.ts';
import { createAccount } from '../helpers/served.ts';
import { envelope } from '../helpers/served-mcp.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** What the files of the data folder held, jobs and accounts, is never gone without a word. */

const WORDS = ['search', '-k', 'mussel', '-k', 'tide', '-k', 'rocks'];
const LOSSES: [string, (path: string) => void][] = [
  ['missing', () => {}],
  ['empty', (path) => writeFileSync(path, '')],
];

function inFolder() {
  const dataDir = temporaryFolder();
  const settings = { PAPERQUEUE_DATA_DIR: dataDir };
  const lose = (name: string, how: (path: string) => void) => {
    for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, name + end), { force: true });
    how(join(dataDir, name));
  };
  return { dataDir, settings, lose, run: (...args: string[]) => runHere(args, settings) };
}

describe.each(some(LOSSES))('a store that is %s and was there before', (_how, how) => {
  it('is told by doctor before it is recreated, then in the log, by jobs, list_jobs and doctor', async () => {
    const { settings, run, lose } = inFolder();
    expect((await run(...WORDS)).stderr).not.toContain('missing or empty');
    lose('jobs.sqlite', how);
    expect((await run('doctor')).stdout).toMatch(/PROBLEM +store .*what was in it is lost/);
    expect((await run('jobs')).stderr).toMatch(
      /"event":"a file was missing or empty.*\n.*earlier jobs, papers and charges \(since 2/,
    );
    const again = await run('jobs');
    expect(again.stderr).not.toContain('"event"');
    expect(again.stderr).toContain('are not known here');
    expect(JSON.parse((await run('jobs', '--json')).stdout).noteData).toMatchObject([{ kind: 'jobs-lost' }]);
    expect((await run('doctor')).stdout).toMatch(/warning +store .*recreated/);
    const server = new ServerHere(settings);
    const asked = { name: 'list_jobs', arguments: {}, _meta: envelope() };
    const { result } = await server.request(1, 'tools/call', asked);
    expect(JSON.stringify(result)).toContain('are not known here');
    await server.end();
  });

  it('of accounts is told by the command that begins it anew', async () => {
    const { dataDir, run, lose } = inFolder();
    await createAccount(dataDir, 'ada', { basic: 3 });
    lose('serve.sqlite', how);
    const listed = await run('account', 'list');
    expect(listed.stderr).toMatch(/"event":"a file was missing or empty.*"file":"serve.sqlite"/);
    expect((await run('account', 'list')).stderr).toBe('');
  });
});
