import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../helpers/run-command.ts';
import { runHere } from '../helpers/run-here.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';

const QUERY = 'How do owls that are fitted with reading glasses fare at night, compared with owls without any?';
const folder = temporaryFolder();

const DATA = { PAPERQUEUE_DATA_DIR: join(folder, 'data') };

/** Runs the command on this file's data folder, in this process. */
const run = (args: string[], settings: Record<string, string> = {}) => runHere(args, { ...DATA, ...settings });

/** The same with the built command as a process of its own: once for each command, and where the process matters. */
const runBuilt = (args: string[], settings: Record<string, string> = {}, interruptWhen?: Promise<unknown>) =>
  runCommand(args, { ...DATA, ...settings }, interruptWhen);

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const BIBTEX = `
@article{owls2021,
  author = {M{\\"u}ller, J{\\"o}rg and {The Owl Group}},
  title = {Reading {Glasses} for Owls: $\\alpha$ \\& more},
  journal = {Journal of Invented Results}, year = 2021, doi = {10.5555/OWLS.1}
}
@article{broken, title = {never closed
`;

describe('paperqueue import and library', () => {
  it('reads BibTeX and gzipped JSON Lines, and reports bad records with their line', async () => {
    const lines = [
      {
        id: 'a',
        title: 'Owls at night',
        year: 2020,
        fields: ['Biology'],
        citationCount: 3,
        publicationType: 'journal-article',
      },
      'no json at all',
      { id: 'b', year: 2021 },
      { id: 'c', title: 'Owls by day', abstract: 'They sleep.', year: 2022, authors: ['Example, Ada'] },
    ].map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    const jsonl = file('owls.jsonl.gz', gzipSync(lines.join('\n')));
    const { code, stdout } = await runBuilt(['import', jsonl, file('owls.bib', BIBTEX), '--json']);
    expect(code).toBe(0);
    const [fromJson, fromBibtex] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(fromJson).toMatchObject({ added: 2, merged: 0, skipped: 2 });
    expect(fromJson.problems).toEqual([
      { line: 2, reason: 'it is not valid JSON' },
      { line: 3, reason: 'it has neither a title nor an abstract' },
    ]);
    expect(fromBibtex).toMatchObject({ added: 1, skipped: 1 });
  });

  it('merges what is imported again, and tells what the library holds', async () => {
    expect((await run(['import', '--again', join(folder, 'owls.jsonl.gz')])).stdout).toContain(
      '0 added, 0 merged, 2 already there, 2 skipped',
    );
    const library = JSON.parse((await runBuilt(['library', '--json'])).stdout);
    expect(library.papers - library.starterPapers).toBe(3);
    expect(library.coverage).toMatchObject({ citationCount: 1 });
    expect(library.index).toMatchObject({ papers: library.papers, pending: 0 });
    expect((await run(['library'])).stdout).toMatch(
      new RegExp(`^Search index: ${library.papers} papers in \\d segments?, .* up to date$`, 'm'),
    );
  });

  it('refuses a file that is not there before it reads any', async () => {
    const good = file('good.jsonl', JSON.stringify({ title: 'Never imported' }));
    const { code, stderr } = await run(['import', good, join(folder, 'absent.bib')]);
    expect(code).toBe(2);
    expect(stderr).toContain('absent.bib: no such file');
    expect(JSON.parse((await run(['library', '--json'])).stdout).papers).toBeGreaterThan(3);
    expect((await run(['search', '-k', 'never', '-k', 'imported', '-k', 'nowhere'])).stdout).not.toContain(
      'Never imported',
    );
  });
});

describe('paperqueue search and job', () => {
  const owls = ['search', '-k', 'owls', '-k', 'reading glasses', '-k', 'spectacles'];

  it('prints a table, JSON when asked, one paper a line as JSON Lines; what it is on stderr', async () => {
    const json = JSON.parse((await runBuilt([...owls, '--fresh', '--json'])).stdout);
    expect(json).toMatchObject({
      mode: 'embedded',
      job: { operation: 'keywordSearch' },
      credits: { cost: 0, charged: 'no' },
    });
    const titles = json.papers.map((paper: { title: string }) => paper.title);
    expect(titles[0]).toBe('Reading Glasses for Owls: α & more');
    expect(titles).toContain('Owls by day');
    expect(json.papers[0]).toMatchObject({
      authors: 'Jörg Müller, The Owl Group',
      doi: '10.5555/owls.1',
      type: 'journal',
    });

    const table = await run(owls);
    const { ref } = json.job;
    const lines = table.stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^REF +MATCH +AUTHOR +YEAR +CITED +TITLE +VENUE$/);
    expect(lines[1]).toMatch(/^J\d+-1 +\w+ +Müller et al\. +2021 .*Reading Glasses for Owls/);
    expect(lines).toHaveLength(json.papers.length + 1);
    expect(table.stderr.split('\n')).toEqual(
      expect.arrayContaining([
        `${ref}: ${json.papers.length} papers`,
        expect.stringMatching(/^Same search as J\d+ \(\d{4}-\d\d-\d\d \d\d:\d\d\): this is that job, at no cost\./),
        `Next: paperqueue show ${ref}-1 | paperqueue export ${ref} -o papers.bib | paperqueue open ${ref}`,
      ]),
    );

    const jsonl = (await runBuilt(['job', json.job.ref, '--format', 'jsonl'])).stdout.trim().split('\n');
    expect(jsonl).toHaveLength(json.papers.length);
    expect(JSON.parse(jsonl[0] ?? '').ref).toBe(`${json.job.ref}-1`);
  });

  it('says what to do with what a look-up found, by commands that work', async () => {
    const { stderr } = await run(['lookup', '10.5555/owls.1']);
    const commands = [...stderr.matchAll(/paperqueue ([a-z]+ J\d+)/g)].map(([, words = '']) => words.split(' '));
    expect(commands.map(([name]) => name)).toEqual(['show', 'export']);
    for (const command of commands)
      expect(await run(command)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('for Owls'),
      });
  });

  it('shows papers as text, and exports and prints those that are asked for', async () => {
    const { ref } = JSON.parse((await run([...owls, '--json'])).stdout).job;
    const first = await run(['show', `${ref}-1`]);
    expect(first.stdout).toContain(
      `${ref}-1  Reading Glasses for Owls: α & more\n  Authors    Jörg Müller, The Owl Group\n`,
    );
    expect(first.stdout).toContain('DOI 10.5555/owls.1');
    const { stdout } = await run(['job', ref, '--where', 'text=reading glasses', '--where', 'yearTo=2021', '--json']);
    expect(JSON.parse(stdout).papers).toMatchObject([{ ref: `${ref}-1` }]);
    expect((await run(['show', ref, '--where', 'yearTo=1900'])).stderr).toContain(
      'No stored paper meets --where. Of the 3 stored papers, 3 would without yearTo. Relax yearTo first.',
    );
    expect(await run(['job', ref, '--where', 'yearto=1900'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean yearTo?'),
    });
    expect(await run(['show', ref, `${ref}-2`])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${ref}-2 is a paper`),
    });
    const entries = async (...args: string[]) => (await run(['export', ...args])).stdout.match(/paperqueue = \{.*?\}/g);
    expect(await entries(ref, '--sort', 'score:desc', '--count', '1')).toEqual([`paperqueue = {${ref}-1}`]);
    expect(await entries(`${ref}-2`, `${ref}-1`)).toEqual([`paperqueue = {${ref}-2}`, `paperqueue = {${ref}-1}`]);
  });

  it('filters exactly: a paper whose fact is missing meets no filter', async () => {
    const { stdout } = await run([
      ...owls,
      '--year',
      '2020:2021',
      '--min-citation-count',
      '1',
      '--fields-of-study',
      'Biology',
      '--json',
    ]);
    expect(JSON.parse(stdout).papers.map((paper: { title: string }) => paper.title)).toEqual(['Owls at night']);
  });

  it('writes to a new file with mode 0600 and never over an existing one', async () => {
    const path = join(folder, 'out.json');
    expect((await run([...owls, '-o', path])).code).toBe(0);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const first = readFileSync(path, 'utf8');
    const again = await run([...owls, '-o', path]);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('exists already');
    expect(readFileSync(path, 'utf8')).toBe(first);
  });

  it('refuses bad input with exit code 2 and every wrong flag named', async () => {
    const many = Array.from({ length: 11 }, (_, nth) => ['-k', `owl ${nth}`]).flat();
    const { code, stdout, stderr } = await runBuilt(['search', ...many, '--limit', '150', '--sort', 'title']);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('--keyword: 3 to 10 entries, got 11');
    expect((await run(['search', 'too short', '-k', 'owls'])).stdout).toContain('for Owls');
    expect((await run(['search', QUERY, '--limit', '150', '--sort', 'title'])).stderr).toMatch(/limit: .*\n.*sort: /s);
    expect((await run(['search', QUERY, '--no-such-flag'])).code).toBe(2);
    expect((await run(['estimate', '--limit', '5'])).code).toBe(2);
    const empty = await run(['search', '', '--limit', '100']);
    expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining('paperqueue search "coral bleaching"') });
  });

  it.each([
    [['lookup', '--file', 'nowhere.bib'], 2, 'paperqueue: nowhere.bib: no such file\n'],
    [['search', '--boolean', `@${folder}`], 2, `paperqueue: ${folder}: is a folder\n`],
    [['account', 'topup', 'lab'], 2, 'paperqueue: name the credits to add: --basic, --pro, --private-key\n'],
    [['job', '--nowhere'], 2, '(paperqueue job --help lists the options)\n'],
    [['watch', 'nowhere'], 2, '(paperqueue watch --help lists the commands)\n'],
    [['job', 'nowhere'], 1, 'Use a reference (J1, J2 ...) that an earlier answer gave.\n'],
  ])('says in a line what is wrong with %j', async (args, code, words) => {
    const refused = await run(args);
    expect(refused).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(words) });
  });

  it('says that a file of references is empty', async () => {
    const empty = file('empty.txt', ' \n');
    expect((await run(['lookup', '--file', empty])).stderr).toBe(`paperqueue: ${empty}: there is no reference in it\n`);
  });

  it('opens no store and no network for --help and --version', async () => {
    const settings = { PAPERQUEUE_DATA_DIR: join(folder, 'untouched') };
    const help = await runBuilt(['search', '--help'], settings);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const flag of ['--fields-of-study', '--min-citation-count', '--open-access-pdf', '--no-wait', '--fresh']) {
      expect(help.stdout).toContain(flag);
    }
    expect((await runBuilt(['--version'], settings)).stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
    expect(existsSync(join(folder, 'untouched'))).toBe(false);
  });

  it('estimates', async () => {
    const { stdout } = await runBuilt(['estimate', '--limit', '200', '--enrich', '--json'], {
      PAPERQUEUE_LOCAL_CREDITS: 'pro:5',
    });
    expect(JSON.parse(stdout)).toMatchObject({ credits: { cost: 2, pool: 'pro', charged: 'no', balance: 5 } });
  });

  it('keeps the credits of the local user within the ceiling that is set', async () => {
    const settings = { PAPERQUEUE_DATA_DIR: join(folder, 'poor'), PAPERQUEUE_LOCAL_CREDITS: 'basic:1' };
    expect((await run(['search', QUERY, '--limit', '200'], settings)).stderr).toContain('INSUFFICIENT_CREDITS');
    expect((await run(['search', QUERY], settings)).code).toBe(0);
    expect(JSON.parse((await run(['estimate', '--json'], settings)).stdout).credits.balance).toBe(0);
  });
});

describe('paperqueue against a hosted service', () => {
  it('creates without waiting, waits later, and leaves on Ctrl-C with 130 while the job goes on', async () => {
    const scripted = await new ScriptedService({ pollsUntilDone: 1_000 }).start();
    const settings = {
      PAPERQUEUE_BASE_URL: scripted.baseUrl,
      PAPERQUEUE_TOKEN: scripted.token,
      PAPERQUEUE_REQUESTS_PER_MINUTE: '600',
      PAPERQUEUE_DATA_DIR: join(folder, 'hosted'),
    };
    try {
      const created = await run(['search', QUERY, '--no-wait', '--json'], settings);
      expect(created.stderr).toMatch(
        /^J1: status queued, 1 credit.*\nThe job still runs\. Run paperqueue job J1 to wait for its papers/,
      );
      expect(JSON.parse(created.stdout)).toMatchObject({ job: { ref: 'J1', status: 'queued' } });

      const asked = scripted.requests.length;
      const hasPolled = until(() => scripted.requests.length >= asked + 2, 'the second poll of the command');
      const interrupted = await runBuilt(['job', 'J1'], settings, hasPolled);
      expect(interrupted.code).toBe(130);
      expect(interrupted.stderr).toMatch(
        /^Stopped waiting\. The search is kept: paperqueue jobs lists it, paperqueue job /,
      );

      expect((await run(['jobs'], settings)).stdout).toMatch(/^J1 .* running /m);
      scripted.options.pollsUntilDone = 0;
      expect((await run(['jobs'], settings)).stdout).toMatch(/^J1 .* done .* 1 /m);
      const found = await run(['job', 'J1', '--json'], settings);
      expect(JSON.parse(found.stdout)).toMatchObject({ job: { status: 'success' }, page: { total: 1 } });
      expect(scripted.charges).toHaveLength(1);
    } finally {
      await scripted.stop();
    }
  });
});
