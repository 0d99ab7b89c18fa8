import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { makePdf } from '../helpers/pdf-file.ts';
import { runHere, serveHere } from '../helpers/run-here.ts';
import { post } from '../helpers/served-mcp.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { ARTICLE } from '../reading/fixtures.ts';

/** A file of the user as the text of a paper: the paper that it is, and from where an assistant may take it. */

let settings: Record<string, string>;
let folder: string;
const toEnd: { end(): unknown }[] = [];

beforeEach(() => {
  folder = temporaryFolder();
  settings = { PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' };
});
afterEach(async () => {
  for (const each of toEnd.splice(0)) await each.end();
});

function write(name: string, content = ARTICLE, place = folder): string {
  const path = join(place, name);
  writeFileSync(path, content);
  return path;
}

const run = async (...args: string[]) => {
  const { code, stdout, stderr } = await runHere(args, settings);
  if (code !== 0) throw new Error(stderr);
  return stdout;
};

describe('an attached file', () => {
  it('is a paper: it has a reference, look-ups find it by its DOI and title, it is cited and exported', async () => {
    const attached = JSON.parse(await run('attach', write('mine.xml'), '--json'));
    expect(attached).toMatchObject({
      ref: 'J1-1',
      paper: { ref: 'J1-1', title: 'How Mytilus holds on', doi: '10.5555/mussel.1' },
      source: { copy: 'attached', from: 'mine.xml' },
    });
    expect(attached.outline).toHaveLength(11);
    const found = JSON.parse(await run('lookup', '10.5555/MUSSEL.1', 'How Mytilus holds on', '--json'));
    expect(found.items.map((item: { found: string }) => item.found)).toEqual(['exact', 'exact']);
    expect(await run('export', 'J1-1', '--format', 'bibtex')).toContain('10.5555/mussel.1');
    const { quote } = JSON.parse(
      await run('read', 'J1-1', '--quote', 'Threads did not break in 48 of 50 animals', '--json'),
    );
    expect(quote).toMatchObject({ verdict: 'exact' });
  });

  it('is taken in by an import, too, where it is a PDF: as a paper, not as a list of records', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => ({
      text: `Mussels of shore ${at} filter it all day.`,
      x: 72,
      y: 160 + at * 14,
    }));
    const title = { text: 'Filter feeding of mussels', x: 72, y: 80, size: 20, isBold: true };
    const path = join(folder, 'article');
    const author = { text: 'Ada Weevil', x: 72, y: 110 };
    writeFileSync(path, makePdf([[title, author, ...lines]], [], { Title: title.text, Author: 'Ada Weevil' }));
    expect(await run('import', path)).toMatch(/^Attached to J1-1: .*\n {2}Filter feeding of mussels, Ada Weevil/);
    expect(JSON.parse(await run('lookup', 'Filter feeding of mussels', '--json')).items[0].papers[0].title).toBe(
      title.text,
    );
    expect(await run('read', 'J1-1', '--find', 'filter')).toContain('Mussels of shore');
    writeFileSync(path, '%PDF-1.7 nothing else');
    expect(await runHere(['import', path], settings)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('was not attached'),
    });
  });

  it('is one paper however often it is attached, and however it is named', async () => {
    const file = write('mine.xml');
    for (const args of [[file], [file], ['10.5555/mussel.1', file]])
      expect(JSON.parse(await run('attach', ...args, '--json')).ref).toBe('J1-1');
    expect((await run('library')).match(/^.*papers.*$/m)?.[0]).toContain('1');
  });

  it('is known by its title where it has no identifier', async () => {
    const ids = /<article-id pub-id-type="(?:pmc|doi)">[^<]*<\/article-id>/g;
    const file = write('plain.xml', ARTICLE.replace(ids, ''));
    const { ref, paper } = JSON.parse(await run('attach', file, '--json'));
    expect(paper).toEqual({ ref, title: 'How Mytilus holds on' });
    const { items } = JSON.parse(await run('lookup', 'How Mytilus holds on', '--json'));
    expect(items[0]).toMatchObject({ found: expect.stringMatching(/exact|likely/) });
    const again = JSON.parse(await run('read', items[0].papers[0].ref, '--find', 'tide', '--json'));
    expect(again.source).toMatchObject({ from: 'plain.xml' });
  });

  it('that names another paper gives its text alone, and says so', async () => {
    const { ref, paper, notes } = JSON.parse(await run('attach', '10.5555/other', write('mine.xml'), '--json'));
    expect(ref).toBe('10.5555/other');
    expect(paper).toEqual({ ref: '10.5555/other' });
    expect(notes).toEqual([expect.stringContaining('10.5555/mussel.1')]);
    // Each later answer, too: "exact" alone would credit the words to the wrong paper.
    for (const part of [[], ['--find', 'threads'], ['--quote', 'Threads did not break in 48 of 50 animals']]) {
      const read = JSON.parse(await run('read', '10.5555/other', ...part, '--json'));
      expect(read.notes).toEqual([expect.stringContaining('10.5555/mussel.1, another paper')]);
    }
    const { stdout } = await runHere(['lookup', '10.5555/mussel.1', '--json'], settings);
    expect(JSON.parse(stdout).items[0]).toMatchObject({ found: 'unchecked', papers: [] });
  });

  it('that says nothing of its paper has to be given one', async () => {
    const head = /<front>.*<\/front>/s;
    const file = write('bare.xml', ARTICLE.replace(head, ''));
    expect(await runHere(['attach', file], settings)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('it names neither the title nor an identifier of its paper'),
    });
    expect(JSON.parse(await run('attach', '10.5555/mine', file, '--json')).ref).toBe('10.5555/mine');
  });

  it('comes into the library by import, too', async () => {
    await run('import', '--files', folder);
    write('a.xml');
    expect(JSON.parse(await run('import', '--files', folder, '--json'))).toMatchObject({ attached: 1, unread: [] });
    expect(JSON.parse(await run('lookup', '10.5555/mussel.1', '--json')).items[0].found).toBe('exact');
  });
});

describe('read_paper with a file', () => {
  const open = async (more: Record<string, string> = {}, capabilities: object = {}) => {
    const server = new ServerHere({ ...settings, ...more });
    toEnd.push(server);
    await server.initialize(capabilities);
    let id = 0;
    return {
      server,
      read: (args: object) => {
        id += 1;
        return server.call(id, 'read_paper', args);
      },
    };
  };

  it('attaches it, and gives the reference and the outline', async () => {
    const file = write('mine.xml');
    const { read, server } = await open({ PAPERQUEUE_FILES_FOLDERS: folder });
    const { json } = await read({ file });
    expect(json).toMatchObject({ paper: { ref: 'J1-1', doi: '10.5555/mussel.1' }, source: { from: 'mine.xml' } });
    expect(json.outline).toHaveLength(11);
    expect((await read({ file: 'mine.xml' })).json).toMatchObject({ paper: { ref: 'J1-1' } });
    const { json: found } = await server.call(90, 'lookup_papers', { items: ['10.5555/mussel.1'] });
    expect(found).toMatchObject({ items: [{ found: 'exact' }] });
  });

  it('takes nothing outside of the folders, by whatever way, and no device or pipe', async () => {
    const outside = temporaryFolder();
    const secret = write('secret.xml', ARTICLE, outside);
    write('huge.pdf', `%PDF-1.7${' '.repeat(51 * 1024 * 1024)}`);
    symlinkSync(secret, join(folder, 'link.xml'));
    symlinkSync(outside, join(folder, 'linked'));
    mkdirSync(join(folder, 'inner'));
    symlinkSync(join(folder, 'own.xml'), join(folder, 'inner', 'own.xml'));
    write('own.xml');
    execFileSync('mkfifo', [join(folder, 'pipe.xml')]);
    symlinkSync('/dev/zero', join(folder, 'device'));
    const { read } = await open({ PAPERQUEUE_FILES_FOLDERS: folder });
    const why = async (file: string) => {
      const { isError, json } = await read({ file });
      expect(isError).toBe(true);
      return (json.error as { code: string; message: string }).message;
    };
    const OUTSIDE = 'it is not in a folder that may be read';
    expect(await why(secret)).toContain(OUTSIDE);
    const { next } = (await read({ file: secret })).json.error as { next: string };
    expect(next).toContain('PAPERQUEUE_FILES_FOLDERS');
    expect(await why(join(outside, 'no such file'))).toContain(OUTSIDE);
    expect(await why(`${folder}/../${secret}`)).toContain(OUTSIDE);
    expect(await why('../x.xml')).toContain(OUTSIDE);
    expect(await why(`${folder}-other/x.xml`)).toContain(OUTSIDE);
    expect(await why('link.xml')).toContain(OUTSIDE);
    expect(await why('linked/secret.xml')).toContain(OUTSIDE);
    expect(await why('device')).toContain(OUTSIDE);
    expect(await why('pipe.xml')).toContain('it is not a file');
    expect(await why('inner')).toContain('it is not a file');
    expect(await why('huge.pdf')).toContain('it is larger than');
    expect(await why('none.xml')).toContain('there is no such file');
    expect((await read({ file: 'inner/own.xml' })).json).toMatchObject({ paper: { ref: 'J1-1' } });
  });

  it('reads in no folder that nobody named, and goes with nothing but ref', async () => {
    const file = write('mine.xml');
    const { read } = await open();
    const { code, next } = (await read({ file })).json.error as { code: string; next: string };
    // Another path would not help: the user decides.
    expect(code).toBe('NOT_CONFIGURED');
    expect(next).toMatch(/PAPERQUEUE_FILES_FOLDERS.*paperqueue attach FILE/);
    const named = await open({ PAPERQUEUE_FILES_FOLDERS: folder });
    expect(JSON.stringify((await named.read({ file, find: 'tide' })).json)).toContain('not with find');
    expect((await named.read({ file, ref: '10.5555/mussel.1' })).isError).toBe(false);
  });

  it('reads in the roots that the host gives', async () => {
    const file = write('mine.xml');
    const { server } = await open({}, { roots: {} });
    server.send({ id: 7, method: 'tools/call', params: { name: 'read_paper', arguments: { file } } });
    const question = await server.until(({ method }) => method === 'roots/list');
    server.send({
      id: question.id,
      result: { roots: [{ uri: pathToFileURL(folder).href }, { uri: 'file://elsewhere.example/' }] },
    });
    const { result } = await server.until(({ id, result }) => id === 7 && result !== undefined);
    expect(result?.structuredContent).toMatchObject({ paper: { ref: 'J1-1' } });
  });

  it('asks the host for nothing where the file is in a folder that the user named', async () => {
    const file = write('mine.xml');
    const { read, server } = await open({ PAPERQUEUE_FILES_FOLDERS: folder }, { roots: {} });
    expect((await read({ file })).isError).toBe(false);
    expect(server.messages.filter(({ method }) => method === 'roots/list')).toEqual([]);
  });

  it('is refused over HTTP by name, whatever folders there are', async () => {
    const served = await serveHere(['mcp', '--http', '--port', '0'], { ...settings, PAPERQUEUE_FILES_FOLDERS: folder });
    toEnd.push(served);
    const params = { name: 'read_paper', arguments: { file: write('mine.xml') } };
    const { result } = await post(served.address, { id: 1, method: 'tools/call', params });
    expect(result?.isError).toBe(true);
    expect(JSON.stringify(result)).toContain('file: is taken over stdio only');
  });
});
