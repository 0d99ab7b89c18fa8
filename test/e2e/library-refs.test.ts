import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** References of the library's papers, and identifiers, wherever a paper of a job can be named. */

const data = libraryFolder();
const settings = { PAPERQUEUE_DATA_DIR: data, PAPERQUEUE_SOURCES: 'library' };
const run = (...args: string[]) => runHere(args, settings);
const records = join(data, 'owls.ris');
const OWLS = 'Owls that hear mice under snow';
const MICE = 'Mice that hear owls above snow';
let owls = '';
let mice = '';
let server: ServerHere;

beforeAll(async () => {
  const record = (title: string, doi: string, author: string, place = '') =>
    `TY  - JOUR\nTI  - ${title}\nAU  - ${author}\nPY  - 2011\nDO  - ${doi}\nJO  - Owl notes\nAB  - ${place}\nER  - \n`;
  writeFileSync(
    records,
    record(OWLS, '10.5555/owls(11)00,1-x', 'Nuñez Ortega, Áine', 'Ice.') +
      record(MICE, '10.5555/mice', 'van den Broek, Bo'),
  );
  expect((await run('import', records)).code).toBe(0);
  const { papers } = JSON.parse((await run('library', 'list', '--count', '2', '--json')).stdout);
  [mice, owls] = papers.map(({ ref }: { ref: string }) => ref);
  expect((await run('search', 'mice', 'above', 'snow')).code).toBe(0);
  server = new ServerHere(settings);
  await server.initialize();
});
afterAll(() => server.end());

describe('commands that take papers', () => {
  it.each([
    ['show', []],
    ['job', []],
    ['export', []],
    ['export', ['--format', 'bibliography', '--style', 'vancouver']],
    ['export', ['--format', 'html', '-o', join(data, 'owls.html'), '--force']],
    ['read', []],
    ['related', ['--relation', 'similar']],
  ])('%s a paper of the library, named by its reference or identifier (%j)', async (command, flags) => {
    for (const name of [owls, owls.toLowerCase(), 'https://doi.org/10.5555/OWLS(11)00,1-X']) {
      const { code, stdout, stderr } = await run(command, name, ...flags);
      expect({ name, code, stderr }).toMatchObject({ code: 0 });
      const text = flags.includes('-o') ? readFileSync(join(data, 'owls.html'), 'utf8') : stdout;
      expect(text).toContain(command === 'related' ? MICE : OWLS);
    }
  });

  it('take papers of the library and of jobs together, in the given order', async () => {
    const { stdout } = await run('export', owls, 'J1-2', '--format', 'ris');
    expect(stdout.match(/^TI {2}- .*$/gm)).toEqual([`TI  - ${OWLS}`, `TI  - ${MICE}`]);
    expect((await run('export', 'J1', '--refs', `${owls},${mice}`)).stdout).toMatch(/Owls that[\s\S]*Mice that/);
  });

  it('keep citation keys apart', async () => {
    const { stdout } = await run('export', owls, mice, 'J1-1');
    const keys = [...stdout.matchAll(/^@\w+\{(.*),$/gm)].map(([, key]) => key);
    expect(new Set(keys).size).toBe(3);
  });

  it('attach a file to a paper of the library', async () => {
    const file = join(data, 'owls.xml');
    const said = '<sec><title>Snow</title><p>Snow is quiet, and owls listen to it at night.</p></sec>';
    writeFileSync(
      file,
      `<article><front><article-meta><title-group><article-title>${OWLS}</article-title></title-group></article-meta></front><body>${said}</body></article>`,
    );
    expect(await run('attach', owls, file)).toMatchObject({ code: 0, stderr: '' });
    expect((await run('read', owls, '--quote', 'owls listen to it at night')).stdout).toContain('Quotation: exact');
  });

  it('alone are no file to attach, and the answer says what is missing', async () => {
    expect(await run('attach', 'J1-1')).toMatchObject({ code: 2, stderr: expect.stringContaining('attach J1-1 FILE') });
  });

  it.runIf(process.platform === 'linux')('open the page of a paper of the library', async () => {
    const folder = temporaryFolder();
    const opener = join(folder, 'xdg-open');
    writeFileSync(opener, '#!/bin/sh\nexit 0\n');
    chmodSync(opener, 0o755);
    const page = 'https://doi.org/10.5555/mice\n';
    for (const name of [mice, '10.5555/mice'])
      expect(await runHere(['open', name], { ...settings, PATH: folder })).toMatchObject({ code: 0, stdout: page });
  });

  it.each([
    ['show', 'L99999'],
    ['show', '10.5555/nobody'],
    ['export', 'L99999'],
    ['export', 'PMC7654321'],
    ['read', 'L99999'],
    ['related', 'L99999'],
  ])('%s no paper that is not there, and say so: %s', async (command, name) => {
    const { code, stdout, stderr } = await run(command, name);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(name);
    expect(stderr).not.toMatch(/no job|other papers were written/i);
  });

  it('have no record of a search for a paper of the library', async () => {
    const { code, stderr } = await run('receipt', owls);
    expect(code).toBe(1);
    expect(stderr).toContain(`${owls} is a paper`);
  });
});

describe('tools that take papers', () => {
  let calls = 0;
  const call = async (name: string, args: object) => {
    calls += 1;
    const { isError, json } = await server.call(calls, name, args);
    return { isError, text: JSON.stringify(json) };
  };

  it('export by refs alone', async () => {
    const found = await call('export_papers', { refs: [owls, 'J1-2'], format: 'bibliography', style: 'apa' });
    expect(found).toMatchObject({ isError: false });
    expect(found.text).toContain(OWLS);
    expect(found.text).toContain(MICE);
    expect((await call('export_papers', { format: 'bibtex' })).isError).toBe(true);
  });

  it.each([
    ['get_job', (ref: string) => ({ jobId: ref })],
    ['get_job', (ref: string) => ({ jobId: 'J1', refs: [ref] })],
    ['read_paper', (ref: string) => ({ ref })],
    ['lookup_papers', (ref: string) => ({ items: [ref] })],
  ])('%s takes a reference or an identifier', async (name, input) => {
    for (const ref of [owls, '10.5555/owls(11)00,1-x']) {
      const { isError, text } = await call(name, input(ref));
      expect({ isError, ref, text }).toMatchObject({ isError: false });
      expect(text).toContain(OWLS);
    }
  });
});

describe('library search', () => {
  it.each([
    ['Nuñez', OWLS],
    ['nunez ortega', OWLS],
    ['Broek', MICE],
    ['Áine Nuñez', OWLS],
  ])('finds the papers of an author: %s', async (words, title) => {
    const { papers } = JSON.parse((await run('library', 'search', words, '--json')).stdout);
    expect(papers[0]?.title).toBe(title);
  });

  it('puts papers by the author about the topic before others about it', async () => {
    const { papers } = JSON.parse((await run('library', 'search', 'snow', 'ortega', '--json')).stdout);
    expect(papers.map(({ title }: { title: string }) => title)).toEqual([OWLS, MICE]);
  });

  it.each(['10.5555/owls(11)00,1-x', 'https://doi.org/10.5555/OWLS(11)00,1-X'])(
    'finds the paper of a DOI: %s',
    async (doi) => {
      const { papers } = JSON.parse((await run('library', 'search', doi, '--json')).stdout);
      expect(papers.map(({ title }: { title: string }) => title)).toEqual([OWLS]);
    },
  );

  it('finds tags and notes', async () => {
    await run('library', 'edit', mice, '--tag', 'zebraful', '--note', 'seen by Giraffe');
    for (const word of ['zebraful', 'giraffe']) expect((await run('library', 'search', word)).stdout).toContain(MICE);
  });
});

describe('library export', () => {
  it.each([
    ['--sort', 'title:asc'],
    ['--year', '1900:2030'],
    ['--where', 'yearFrom=1900'],
  ])('leaves the starter catalogue out with %s %s, too', async (flag, value) => {
    const { stdout, stderr } = await run('library', 'export', flag, value);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).title)
        .sort(),
    ).toEqual([MICE, OWLS]);
    expect(stderr).toContain('of the starter catalogue');
  });
});
