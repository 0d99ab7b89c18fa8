import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { openTextStore } from '../../src/reading/store/text-store.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { ARTICLE } from '../reading/fixtures.ts';

const folder = temporaryFolder();
const settings = { PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' };

/** Each text differs, as files of different papers do. */
function file(name: string, content = ARTICLE.replace('Mussels hold', `${name} holds`)): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

it('attaches the files of a folder to the papers that entries and names say', async () => {
  const entry = (key: string, fields: string) => `@article{${key}, title = {Of ${key}}, ${fields}}\n`;
  file(
    'library.bib',
    entry(
      'zotero',
      'doi = {10.5555/zotero}, file = {Full Text:files/12/a\\;b.xml:application/xml;Snapshot:x/y.html:text/html}',
    ) +
      entry('jabref', 'doi = {10.5555/jabref}, file = {:C\\:\\\\Papers\\\\jabref\\\\J.xml:XML}') +
      entry('preprint', 'eprint = {2101.00007}, archiveprefix = {arXiv}, file = {loose/p.xml}'),
  );
  file('files/12/a;b.xml');
  file('jabref/J.xml');
  file('loose/p.xml');
  file('10.5555_by-name.xml');
  file('10.5555%2Fencoded.xml');
  file('PMC77.xml');
  file('storage/ABCD1234/Owl et al. - 2019 - How mussels hold on to rocks.xml');
  file('storage/ABCD1235/Nobody - 2019 - What nobody knows.xml');
  file('10.5555_broken.html', '<html><body>no paper</body></html>');
  file('notes.txt', 'no text of a paper');
  const outside = join(temporaryFolder(), '10.5555_outside.xml');
  writeFileSync(outside, ARTICLE);
  symlinkSync(outside, join(folder, '10.5555_link.xml'));
  const records = join(temporaryFolder(), 'records.jsonl');
  writeFileSync(records, '{"title":"How mussels hold on to rocks","doi":"10.5555/by-title","year":2019}\n');

  const { code, stdout } = await runHere(['import', records, '--files', folder, '--json'], settings);
  const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  expect(code).toBe(0);
  expect(report).toMatchObject({ files: 9, attached: 8 });
  expect(report.unread).toEqual([{ file: expect.stringContaining('10.5555_broken.html'), reason: expect.any(String) }]);
  const texts = openTextStore(join(settings.PAPERQUEUE_DATA_DIR, 'texts.sqlite'));
  const papers = {
    'doi:10.5555/zotero': 'a;b.xml',
    'doi:10.5555/jabref': 'J.xml',
    'arxiv:2101.00007': 'p.xml',
    'doi:10.5555/by-name': '10.5555_by-name.xml',
    'doi:10.5555/encoded': '10.5555%2Fencoded.xml',
    'pmcid:PMC77': 'PMC77.xml',
    // Neither a name nor a title of the library says it, but the file does.
    'doi:10.5555/mussel.1': 'Nobody - 2019 - What nobody knows.xml',
    'doi:10.5555/by-title': 'Owl et al. - 2019 - How mussels hold on to rocks.xml',
  };
  for (const [paper, from] of Object.entries(papers))
    expect(texts.find([paper])?.source).toMatchObject({ copy: 'attached', from });
  texts.close();
  expect((await runHere(['library'], settings)).stdout).toContain('Texts of papers: 8');
  expect((await runHere(['library', 'remove', '--texts'], settings)).stdout).toBe('8 texts removed\n');
});

it('says what is wrong', async () => {
  expect(await runHere(['import', '--files', join(folder, 'none')], settings)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no such folder'),
  });
  expect(await runHere(['import'], settings)).toMatchObject({ code: 2, stderr: expect.stringContaining('--files') });
});
