import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { makeColumn, makePdf } from '../helpers/pdf-file.ts';
import { runCommand } from '../helpers/run-command.ts';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** `paperqueue import FOLDER`, and what imports count. */

const ris = (...titles: string[]) =>
  titles
    .map((title) => `TY  - JOUR\nTI  - ${title}\nAU  - Weevil, Ada\nJO  - Owl Letters\nPY  - 2020\nER  - \n`)
    .join('');

function shelf() {
  const folder = temporaryFolder();
  const settings = { PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' };
  const run = (...args: string[]) => runHere(args, settings);
  const report = async (...args: string[]) => JSON.parse((await run('import', '--json', ...args)).stdout);
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  return { folder, settings, run, report, file };
}

it('imports the files of known formats, attaches PDFs, and names what it passes over', async () => {
  const { folder, settings, run, file } = shelf();
  mkdirSync(join(folder, 'years/.cache'), { recursive: true });
  file('a.ris', ris('Owls at night', 'Owls by day'));
  file('years/b.bib.gz', gzipSync('@article{b, title = {Reading glasses}}\n@article{c, year = 2000}\n'));
  file('years/copy.ris', ris('Owls at night'));
  file('years/.cache/hidden.ris', ris('Never read'));
  file('.DS_Store', 'x');
  file('picture.png', Buffer.from('89504e470d0a1a0a', 'hex'));
  file('papers.docx', Buffer.from('504b030414000000', 'hex'));
  file('numbers.csv', 'a,b\n1,2\n');
  symlinkSync(file('years/out.txt', 'nothing'), join(folder, 'link.ris'));
  const page = makeColumn('Owls read at night. '.repeat(12), { x: 60, y: 100, letters: 80 });
  file('years/article.pdf', makePdf([page, page], [], { Title: 'How owls read', Author: 'Ada Owl' }));
  file('broken.pdf', '%PDF-1.4\nno more');

  const { code, stdout } = await runCommand(['import', folder], settings);
  expect(code).toBe(0);
  const [summary, ...lines] = stdout.trimEnd().split('\n');
  expect(summary).toBe(`${folder}: 3 files read: 3 added, 0 merged, 1 already there, 1 skipped; 1 text attached`);
  for (const passed of [
    'years/b.bib.gz, line 2: ',
    '.DS_Store (hidden)',
    'years/.cache (hidden)',
    'link.ris (a link)',
    'picture.png (format not recognised)',
    'years/out.txt (format not recognised)',
    'papers.docx (a zip archive)',
    'numbers.csv (',
    'broken.pdf (',
  ])
    expect(
      lines.filter((line) => line.includes(passed)),
      passed,
    ).toHaveLength(1);
  expect(lines).toHaveLength(9);
  const { papers } = JSON.parse((await run('library', 'list', '--origin', 'import', '--json')).stdout);
  expect(papers.map(({ title }: { title: string }) => title).sort()).toEqual([
    'How owls read',
    'Owls at night',
    'Owls by day',
    'Reading glasses',
  ]);
});

it('fails where there is nothing to import, and refuses a format for a folder', async () => {
  const { folder, run } = shelf();
  const nothing = await run('import', folder);
  expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining('no file in it that can be imported')]);
  const forced = await run('import', folder, '--from', 'ris');
  expect([forced.code, forced.stderr]).toEqual([2, expect.stringContaining('--from goes with files')]);
});

it('counts what happened now: added, there already, merged, and added again after a removal', async () => {
  const { run, report, file } = shelf();
  const path = file('a.ris', ris('Owls at night', 'Owls by day'));
  expect(await report(path)).toMatchObject({ added: 2, merged: 0 });
  expect((await run('import', path)).stdout).toMatch(
    /: 0 added, 0 merged, 2 already there, 0 skipped \(ris\)\n {2}already imported and un/,
  );
  expect(await report(path, '--again')).toMatchObject({ added: 0, merged: 0, alreadyThere: 2 });
  const richer = file('b.ris', ris('Owls at night').replace('ER', 'AB  - They read.\nER'));
  expect(await report(richer)).toMatchObject({ added: 0, merged: 1 });
  const [owl] = JSON.parse((await run('library', 'search', 'day', '--json')).stdout).papers;
  expect((await run('library', 'remove', owl.ref)).code).toBe(0);
  expect(await report(path)).toMatchObject({ added: 1, addedAgain: 1, alreadyThere: 1 });
  expect(await report(path, '--again')).toMatchObject({ added: 0, alreadyThere: 2 });
  expect((await run('import', file('c.ris', ris('Owls at noon')))).stdout).toMatch(
    /: 1 added, 0 merged, 0 skipped \(ris\)/,
  );
});

it('names the databases that the records of all files come from', async () => {
  const { folder, run, report, file } = shelf();
  const record = (title: string) => `TY  - JOUR\nTI  - ${title}\nDB  - PsycInfo\nER  - \n`;
  file('a.ris', record('Owls at night') + record('Owls by day'));
  file('b.ris', record('Owls at dusk') + ris('Owls of no database'));
  expect((await run('import', folder)).stdout).toContain('  records of PsycInfo (3)\n');
  expect(await report(folder)).toMatchObject({ databases: { PsycInfo: 3 } });
});

it('attaches an article in XML that is named alone, as it does a PDF', async () => {
  const { run, file } = shelf();
  const article = `<article><front><article-meta><article-id pub-id-type="doi">10.5555/owl</article-id><title-group>
    <article-title>Owls at dawn</article-title></title-group></article-meta></front>
    <body><sec><title>Results</title><p>Owls read at dawn.</p></sec></body></article>`;
  const { stdout } = await run('import', file('article.xml', article));
  expect(stdout).toMatch(/^Attached to J1-1: 1 section/);
  expect(stdout).toContain('Owls at dawn');
});
