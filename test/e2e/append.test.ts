import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** `export --append` over the files that people have. */

const settings = { PAPERQUEUE_DATA_DIR: '', PAPERQUEUE_SOURCES: 'library' };

beforeAll(async () => {
  settings.PAPERQUEUE_DATA_DIR = libraryFolder();
  const own = join(temporaryFolder(), 'own.bib');
  writeFileSync(own, '@article{m, title = {Mussels on rocks between the tides}, author = {Shore, Ada}, year = 2019}');
  await runHere(['import', own], settings);
  expect((await runHere(['search', '-k', 'mussel', '-k', 'tide', '-k', 'rocks'], settings)).code).toBe(0);
});

const append = (file: string) => runHere(['export', 'J1', '--append', file], settings);

function withFile(name: string, content: string | Uint8Array) {
  const folder = temporaryFolder();
  const path = join(folder, name);
  writeFileSync(path, content);
  return { folder, path };
}

describe('a bibliography', () => {
  it.each([
    ['empty', ''],
    ['of comments', '% my references\n\n  % of 2026\n'],
    ['in BibTeX', '@article{one, title = {One}, year = 2020}'],
    ['in BibTeX after a mark of the byte order', '\ufeff@book{two, title = {Two}}\n'],
    ['in letters of Windows', Buffer.from('@book{two, title = {Caf\xe9}}\n', 'latin1')],
  ])('%s gets entries after what it has, byte by byte', async (_what, content) => {
    const { folder, path } = withFile('refs.bib', content);
    const { code, stderr } = await append(path);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/papers? added/)]);
    const [before, after] = [Buffer.from(content), readFileSync(path)];
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
    expect(after.toString('utf8', before.length)).toMatch(/^\n*@\w+\{/);
    expect(readdirSync(folder)).toEqual(['refs.bib']);
    expect((await append(path)).stderr).toContain('0 papers added');
    expect(readFileSync(path).equals(after)).toBe(true);
  });

  it('keeps its mode and the link that leads to it', async () => {
    const { folder, path } = withFile('refs.bib', '');
    symlinkSync('refs.bib', join(folder, 'link.bib'));
    const { mode, ino } = statSync(path);
    expect((await append(join(folder, 'link.bib'))).code).toBe(0);
    expect(statSync(path).mode).toBe(mode);
    expect(statSync(path).ino).not.toBe(ino);
    expect(readFileSync(path, 'utf8')).toMatch(/^@/);
  });
});

describe('a file of another format, whatever its name', () => {
  it.each([
    ['ris', 'TY  - JOUR\nTI  - One\nER  - \n'],
    ['csv', 'title,doi,year\nOne @article{,10.1/a,2020\n'],
    ['csl-json', '[{"id":"a","type":"article-journal","title":"One"}]'],
    ['nbib', 'PMID- 123\nTI  - One\n\n'],
    ['no BibTeX', '\\documentclass{article}\n\\begin{document}\n'],
    ['no BibTeX', 'milk\neggs\n'],
    ['no BibTeX', Buffer.from('\ufeff@article{a, title={A}}', 'utf16le')],
  ])('%s is refused and left as it is', async (format, content) => {
    const { folder, path } = withFile('refs.bib', content);
    const { code, stderr } = await append(path);
    expect([code, stderr.replaceAll('\n', ' ')]).toEqual([2, expect.stringContaining(`holds ${format}, and was left`)]);
    expect(readFileSync(path).equals(Buffer.from(content))).toBe(true);
    expect(readdirSync(folder)).toEqual(['refs.bib']);
  });

  it('such as a folder, too', async () => {
    expect((await append(temporaryFolder())).code).toBe(2);
  });
});
