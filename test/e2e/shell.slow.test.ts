import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const service = new ScriptedService();
const KEYWORDS = ['-k', 'owls', '-k', 'glasses', '-k', 'night'];
let settings: Record<string, string>;
const run = (...args: string[]) => runHere(args, settings);

beforeAll(async () => {
  await service.start();
  settings = {
    PAPERQUEUE_BASE_URL: service.baseUrl,
    PAPERQUEUE_TOKEN: service.token,
    PAPERQUEUE_DATA_DIR: libraryFolder(),
    PAPERQUEUE_REQUESTS_PER_MINUTE: '600',
  };
  expect((await run('search', ...KEYWORDS)).code).toBe(0);
});
afterAll(() => service.stop());

describe('a file that exists', () => {
  const file = join(temporaryFolder(), 'papers.bib');
  writeFileSync(file, 'mine', { mode: 0o644 });

  it.each([
    [['search', 'owls', 'in', 'winter']],
    [['rerun', 'J1']],
    [['export', 'J1']],
    [['related', 'J1-1']],
    [['lookup', 'owls']],
    [['receipt', 'J1']],
    [['watch', 'run']],
    [['library', 'list']],
    [['library', 'export']],
  ])('is refused before %j asks anything', async (args) => {
    const asked = service.requests.length;
    const { code, stderr } = await run(...args, '-o', file);
    expect({ code, stderr: stderr.slice(stderr.indexOf('paperqueue:')) }).toEqual({
      code: 1,
      stderr: `paperqueue: ${file} exists already; --force writes over it, or choose another name\n`,
    });
    expect(service.requests.length).toBe(asked);
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it.each([
    [['export', 'J1'], '@article'],
    [['receipt', 'J1'], '# Search log'],
    [['library', 'export', '--origin', 'starter', '--format', 'ris'], 'TY  - '],
    [['library', 'export', '--origin', 'starter'], '@'],
  ])('is written over by %j with --force, with the rights that it has', async (args, beginning) => {
    writeFileSync(file, 'mine '.repeat(1_000_000));
    expect((await run(...args, '-o', file, '--force')).code).toBe(0);
    expect(readFileSync(file, 'utf8').startsWith(beginning)).toBe(true);
    expect(readFileSync(file, 'utf8')).not.toContain('mine ');
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });
});

it.each([
  [join(temporaryFolder(), 'nowhere', 'papers.bib'), /nowhere: no such folder$/],
  [temporaryFolder(), / is a folder$/],
])('a file that cannot be written (%j) is refused before anything is searched', async (file, words) => {
  const asked = service.requests.length;
  const { code, stderr } = await run('search', ...KEYWORDS, '--fresh', '-o', file, '--format', 'bibtex', '--force');
  expect({ code, asked: service.requests.length }).toEqual({ code: 1, asked });
  expect(stderr.trim()).toMatch(words);
});

describe('--no-wait', () => {
  it.each([[['search', ...KEYWORDS, '--fresh']], [['rerun', 'J1']], [['search', ...KEYWORDS]]])(
    '%j prints the reference alone',
    async (args) => {
      const { code, stdout, stderr } = await run(...args, '--no-wait');
      expect(code).toBe(0);
      expect(stdout).toMatch(/^J\d+\n$/);
      expect(stderr.startsWith(`${stdout.trim()}: `)).toBe(true);
      expect((await run('job', stdout.trim(), '--json')).stdout).toContain('"title"');
    },
  );

  it.each([[['-o', 'papers.bib']], [['--format', 'bibtex']]])(
    'refuses %j, before anything is searched',
    async (args) => {
      const asked = service.requests.length;
      const { code, stdout } = await run('search', ...KEYWORDS, '--fresh', '--no-wait', ...args);
      expect({ code, stdout, asked: service.requests.length }).toEqual({ code: 2, stdout: '', asked });
    },
  );
});

describe('words too many', () => {
  it.each([
    [['jobs', 'J3'], 'error: jobs takes no jobs. Did you mean: paperqueue job J3\n'],
    [['doctor', 'all'], 'error: doctor takes only options, got 1: all\n'],
    [['library', 'lst'], "error: unknown command 'lst' of library. Did you mean list?\n"],
    [
      ['library', 'papers'],
      "unknown command 'papers' of library; it has list, search, show, edit, duplicates, merge, part, remove, export\n",
    ],
    [
      ['watch', 'add', 'J1', 'J2'],
      'error: watch add takes <ref>, got 2: J1 J2. Quote a text that has blanks: "J1 J2"\n',
    ],
    [['export'], '(paperqueue export <ref...>: jobs (J12), papers (J12-3), job ids, all'],
  ])('%j', async (args, words) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words);
    expect(stderr).toContain(`(paperqueue ${args[0]}`);
  });
});

it('a search that finds nothing without its filter either asks for other words', async () => {
  const alone = { PAPERQUEUE_DATA_DIR: temporaryFolder(), PAPERQUEUE_SOURCES: 'library' };
  const { code, stderr } = await runHere(['search', 'peer review', '--year', ':2024'], alone);
  expect(code).toBe(0);
  expect(stderr).toContain('No paper is known to match --year, and without it the library has none, either.\n');
  expect(stderr).toContain('search again with other, broader or fewer keywords');
});

describe('how a search went', () => {
  it('is told when it ends and by `job`, not with each export', async () => {
    const alone = { PAPERQUEUE_DATA_DIR: temporaryFolder(), PAPERQUEUE_SOURCES: 'library' };
    const of = async (...args: string[]) => (await runHere(args, alone)).stderr;
    const told = /starter catalogue.*Not searched: /s;
    expect(await of('search', 'deep learning')).toMatch(told);
    expect(await of('job', 'J1')).toMatch(told);
    for (const args of [
      ['export', 'J1'],
      ['export', 'J1', '--format', 'ris'],
      ['show', 'J1'],
    ]) {
      const stderr = await of(...args);
      expect(stderr).toMatch(/^J1: \d+ papers\n/);
      expect(stderr).not.toMatch(/starter catalogue|Not searched|Match:|free/);
    }
    expect(await of('export', 'J1', '--count', '1')).toMatch(/^J1: 1 of \d+ papers \(all without --count\)\n/);
  });

  it('is told by an export that waits for its end', async () => {
    service.options.pollsUntilDone = 1;
    const { stdout } = await run('search', ...KEYWORDS, '--fresh', '--no-wait');
    const ref = stdout.trim();
    expect((await run('export', ref)).stderr).toMatch(new RegExp(`^${ref}: 1 paper, 1 credit .*\nMatch: `));
    expect((await run('export', ref)).stderr).toMatch(new RegExp(`^${ref}: 1 paper\n`));
  });
});
