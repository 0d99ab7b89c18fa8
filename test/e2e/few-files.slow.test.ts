import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILT, environment, RawServer } from '../helpers/built-server.ts';
import { IS_DEEP } from '../helpers/runs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { ANEW, newJob, openStore } from '../jobs/store/stores.ts';

/** Node by itself needs more than this in no version; with so many more everything runs. */
const LIMITS = { min: 12, enough: 400 };

/** How many limits are left out between two that are tried, beyond the first. */
const STEP = IS_DEEP ? 19 : 57;

const folder = temporaryFolder();
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const probe = file('probe.mjs', 'import "./one.mjs"; import "./two.mjs"; console.log("runs");');
file('one.mjs', '');
file('two.mjs', '');
const ris = file('papers.ris', 'TY  - JOUR\nTI  - A paper\nER  - \n');

/** A shell sets the limit for what it becomes. */
const limited = (limit: number, args: readonly string[]): [command: string, args: string[]] => [
  '/bin/sh',
  ['-c', 'ulimit -n "$0"; exec "$@"', String(limit), process.execPath, ...args],
];

function run(limit: number, ...args: string[]) {
  const [command, all] = limited(limit, args);
  const { status, stdout, stderr } = spawnSync(command, all, {
    encoding: 'utf8',
    env: environment({ PAPERQUEUE_DATA_DIR: temporaryFolder() }),
  });
  return { status, stdout, stderr };
}

/** The fewest with which Node loads a program of three files: below, its own loader fails before ours has a line. */
let fewest = LIMITS.min;
beforeAll(() => {
  while (run(fewest, probe).stdout !== 'runs\n') fewest += 1;
});

/** Of the program, or of its store where files are enough for everything but SQLite. */
const SENTENCE = new RegExp(
  [
    '^paperqueue: too many open files: allow this process more \\(ulimit -n 1024\\) and run it again\\n$',
    '^paperqueue: STORE_UNAVAILABLE: This process has as many open files as the system allows it\\.\\n',
  ].join('|'),
);

let calls = 10;
async function ask(server: RawServer, jobId: string): Promise<{ isError?: boolean }> {
  calls += 1;
  const call = { name: 'get_job', arguments: { jobId } };
  return (await server.request(calls, 'tools/call', call, 60_000)).result as { isError?: boolean };
}

describe('with few open files', () => {
  it.each([
    ['--version', ['--version']],
    ['import', ['import', ris]],
    ['jobs', ['jobs']],
    ['doctor', ['doctor']],
  ])('%s does its work, or says so in a sentence', (_what, args) => {
    const ends = new Set<number | null>();
    for (let limit = fewest; limit < fewest + 120; limit += limit < fewest + 3 ? 1 : STEP) {
      const { status, stdout, stderr } = run(limit, BUILT, ...args);
      ends.add(status);
      // A finding of doctor says it where there are files enough for everything but SQLite.
      if (status === 1 && /^PROBLEM +node +too many open files$/m.test(stdout)) continue;
      if (status !== 0) expect([limit, status, stderr]).toEqual([limit, 1, expect.stringMatching(SENTENCE)]);
    }
    expect([...ends].sort()).toEqual([0, 1]);
    expect(run(LIMITS.enough, BUILT, ...args)).toMatchObject({ status: 0, stderr: '' });
  });

  it('the server answers each call, with its result or with a sentence', async () => {
    const dataDir = temporaryFolder();
    const store = openStore(dataDir);
    for (let nth = 0; nth < 30; nth += 1) {
      const { job } = store.beginCreation(newJob(), ANEW);
      store.confirm(job.number, `id-${job.number}`);
      const papers = Array.from({ length: 20 }, (_, at) => ({
        id: `p${at}`,
        title: `Paper ${at}`,
        authors: 'A. Weevil',
      }));
      store.finish(job.number, { status: 'success', papers, notes: [] });
    }
    await store.close();
    const answers = new Set<string>();
    for (let limit = fewest; limit < fewest + 150; limit += limit < fewest + 12 ? 4 : STEP) {
      const [command, args] = limited(limit, [BUILT]);
      const server = new RawServer({ PAPERQUEUE_DATA_DIR: dataDir }, { command, args });
      let stderr = '';
      server.child.stderr.setEncoding('utf8').on('data', (text) => {
        stderr += text;
      });
      const ended = new Promise<number | null>((resolve) => server.child.once('exit', resolve));
      const started = server.initialize().then(
        () => true,
        () => false,
      );
      if (!(await Promise.race([started, ended.then(() => false)]))) {
        expect([limit, await ended, stderr]).toEqual([limit, 1, expect.stringMatching(SENTENCE)]);
        continue;
      }
      // Its first answer is recorded; what it loads afterwards may be too much, before the first call and not later.
      const asked = ask(server, 'J1');
      asked.catch(() => {});
      const first = await Promise.race([asked, ended.then(() => undefined)]);
      if (first === undefined) {
        expect([limit, await ended, stderr]).toEqual([limit, 1, expect.stringMatching(SENTENCE)]);
        continue;
      }
      for (const result of [first, await ask(server, 'all'), await ask(server, 'J2')]) {
        const text = JSON.stringify(result);
        if (result.isError)
          expect([limit, text]).toEqual([limit, expect.stringContaining('as many open files as the')]);
        answers.add(result.isError ? 'sentence' : 'papers');
      }
      expect([limit, (await server.end()).code]).toEqual([limit, 0]);
      expect([limit, stderr]).toEqual([limit, expect.not.stringMatching(/^ {4}at /m)]);
    }
    expect([...answers].sort()).toEqual(['papers', 'sentence']);
  });
});
