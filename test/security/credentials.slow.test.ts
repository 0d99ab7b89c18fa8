import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXPORT_FORMAT_NAMES } from '../../src/formats/format-facts.ts';
import { runHere } from '../helpers/run-here.ts';
import { EXAMPLE_PAPER, ScriptedService } from '../helpers/scripted-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** A user name and password in an address of a record reach no output, wherever the record is from. */

const PASSWORD = 'sesame';
const address = (page: string) => `https://ada:${PASSWORD}@example.org/${page}`;

/** Each format with an address in every field that a program writes one into. */
const FILES: Record<string, string> = {
  'a.bib': `@article{key, title={Of BibTeX}, year={2001}, url={${address('1')}}, pdf={${address('2')}},
    howpublished={\\url{${address('3')}}}, bdsk-url-1={${address('4')}}, note={see ${address('5')}, and ${address('6')}},
    file={:https\\://ada\\:${PASSWORD}@example.org/7:PDF;:ftp://ada:${PASSWORD}@example.org/8:PDF}, eprint={${address('9')}}}`,
  'b.ris': [
    'TY  - JOUR',
    'TI  - Of RIS',
    ...['UR', 'L1', 'L2', 'L3', 'L4', 'LK'].map((tag) => `${tag}  - ${address(tag)}`),
  ]
    .concat(`DO  - ${address('10.5555/ris')}`, 'ER  - ', '')
    .join('\n'),
  'c.jsonl': JSON.stringify({
    title: 'Of JSON Lines',
    link: address('1'),
    titleLink: address('2'),
    pdfLink: address('3'),
    semanticLink: address('4'),
    doi: address('10.5555/jsonl'),
    bibtex: { key: 'k', fields: { url: address('5'), note: address('6') } },
    referencedWorks: [address('10.5555/7')],
  }),
  'd.json': JSON.stringify([
    { id: address('1'), type: 'article-journal', title: 'Of CSL', URL: address('2'), DOI: address('10.5555/csl') },
  ]),
  'e.csv': `title,url,pdf link,doi\nOf CSV,${address('1')},${address('2')},${address('10.5555/csv')}\n`,
  'f.enw': `%0 Journal Article\n%T Of EndNote\n%U ${address('1')}\n%> ${address('2')}\n`,
  'g.json': JSON.stringify([
    {
      key: 'A',
      data: { itemType: 'book', title: 'Of Zotero', url: address('1'), extra: '', DOI: address('10.5555/z') },
    },
  ]),
};

/** What stands in all files of a folder, and in what a command printed. */
function textsOf(folder: string, printed: readonly string[]): string {
  return [...readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')), ...printed].join('\n');
}

describe('what gives access, in an address of a record', () => {
  it('is in no export of the library, whatever file it was imported from', async () => {
    const [folder, settings] = [temporaryFolder(), { PAPERQUEUE_DATA_DIR: temporaryFolder() }];
    const files = Object.entries(FILES).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    const imported = await runHere(['import', ...files], settings);
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    const printed: string[] = [];
    for (const format of EXPORT_FORMAT_NAMES) {
      const { code, stdout } = await runHere(['library', 'export', '--format', format], settings);
      expect([format, code, stdout.includes('Of BibTeX')]).toEqual([format, 0, true]);
      printed.push(stdout);
    }
    const all = printed.join('\n');
    expect(all).not.toContain(PASSWORD);
    // The addresses themselves are kept.
    for (const page of ['1', '3', '4', '5', '6', '8']) expect(all).toContain(`://example.org/${page}`);
  });

  it('is in no answer about what a service sent', async () => {
    const names = ['link', 'pdfLink', 'titleLink', 'semanticLink', 'id'];
    const addresses = Object.fromEntries(names.map((name) => [name, address(name)]));
    const bibtex = { key: 'k', fields: { url: address('1'), howpublished: `\\url{${address('2')}}` } };
    const papers = [{ ...EXAMPLE_PAPER, ...addresses, doi: address('10.5555/wire'), bibtex }];
    const service = await new ScriptedService({ papers }).start();
    const [out, data] = [temporaryFolder(), temporaryFolder()];
    const settings = {
      PAPERQUEUE_BASE_URL: service.baseUrl,
      PAPERQUEUE_TOKEN: service.token,
      PAPERQUEUE_DATA_DIR: data,
    };
    const search = ['search', '-k', 'owls', '-k', 'glasses', '-k', 'night'];
    const printed = [await runHere(search, settings), await runHere(['show', 'J1-1', '--json'], settings)];
    for (const format of [...EXPORT_FORMAT_NAMES, 'html', 'bibliography'])
      printed.push(await runHere(['export', 'J1', '--format', format, '-o', join(out, `papers.${format}`)], settings));
    printed.push(await runHere(['receipt', 'J1', '--json'], settings));
    await service.stop();
    for (const { code, stderr } of printed) expect([code, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    expect(readdirSync(out)).toHaveLength(EXPORT_FORMAT_NAMES.length + 2);
    const all = textsOf(
      out,
      printed.map(({ stdout, stderr }) => stdout + stderr),
    );
    expect(all).toContain('example.org/link');
    expect(all).not.toContain(PASSWORD);
  });
});
