import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { EXPORT_FORMAT_NAMES } from '../../src/formats/format-facts.ts';
import { BUILT, environment } from '../helpers/built-server.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runCommand } from '../helpers/run-command.ts';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const folder = temporaryFolder();
const dataFolders = new Map<string, string>();

function dataFolder(name: string): string {
  const made = dataFolders.get(name) ?? libraryFolder();
  dataFolders.set(name, made);
  return made;
}

/** Runs the command on a data folder of its own: in this process, or as the built command where `runner` says so. */
function run(args: string[], data = 'data', runner: typeof runHere | typeof runCommand = runHere) {
  return runner(args, { PAPERQUEUE_DATA_DIR: dataFolder(data) });
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function report(args: string[], data?: string, runner?: typeof runCommand) {
  const { code, stdout, stderr } = await run(['import', '--json', ...args], data, runner);
  if (code !== 0) throw new Error(stderr);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function exported(data?: string): Promise<{ key: string; title: string; abstract?: string }[]> {
  const { stdout } = await run(['library', 'export'], data);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const FORMATS: Record<string, string> = {
  openalex: '{"id":"https://openalex.org/W1","title":"Paper of openalex","publication_year":2020}\n',
  'semantic-scholar': '{"total":1,"data":[{"paperId":"ab","corpusId":1,"title":"Paper of semantic-scholar"}]}',
  arxiv:
    '<?xml version="1.0"?><feed><entry><id>http://arxiv.org/abs/2304.00001v1</id><title>Paper of arxiv</title></entry></feed>',
  crossref: '{"status":"ok","message":{"items":[{"DOI":"10.1000/c","title":["Paper of crossref"]}]}}',
  zotero: '[{"key":"A","data":{"itemType":"book","title":"Paper of zotero"}}]',
  'csl-json': '[{"id":"a","type":"chapter","title":"Paper of csl-json"}]',
  jsonl: '\ufeff{"title":"Paper of jsonl"}\r\n',
  bibtex: '@article{a, title = {Paper of bibtex}}',
  ris: 'TY  - JOUR\r\nTI  - Paper of ris\r\nER  - \r\n',
  nbib: '\nPMID- 1\nTI  - Paper of nbib\n',
  wos: 'FN A Database\nVR 1.0\nPT J\nTI Paper of wos\nER\n\nEF\n',
  csv: 'Title,Year\nPaper of csv,2020\n',
};

describe('paperqueue import', () => {
  it('tells the format of every file by what is in it, whatever its name, gzipped or not', async () => {
    const plain = Object.entries(FORMATS).map(([name, text]) => file(`${name}.dat`, text));
    const names = Object.keys(FORMATS);
    const first = await report(plain, 'formats', runCommand);
    expect(first.map(({ format, added, skipped }) => ({ format, added, skipped }))).toEqual(
      names.map((format) => ({ format, added: 1, skipped: 0 })),
    );
    // Of several members, and under other names: known papers now.
    const gzipped = Object.entries(FORMATS).map(([name, text]) =>
      file(`${name}.gz`, Buffer.concat([gzipSync(text.slice(0, 20)), gzipSync(text.slice(20))])),
    );
    const second = await report(gzipped, 'formats', runCommand);
    expect(second.map(({ format, added, alreadyThere }) => ({ format, added, alreadyThere }))).toEqual(
      names.map((format) => ({ format, added: 0, alreadyThere: 1 })),
    );
    const titles = (await exported('formats')).map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(names.map((name) => `Paper of ${name}`)));
  });

  it('refuses a file of no known format, before it reads any, and lists the formats', async () => {
    const good = file('unread.jsonl', '{"title":"Never read"}');
    const { code, stderr } = await run(['import', good, file('words.txt', 'only words')], 'refused');
    expect(code).toBe(2);
    for (const name of Object.keys(FORMATS)) expect(stderr).toContain(name);
    expect((await run(['import', '--from', 'ris', file('words.txt', 'only words')], 'refused')).stdout).toContain(
      '0 added',
    );
    expect((await exported('refused')).map(({ title }) => title)).not.toContain('Never read');
  });

  it('completes papers by the texts of Semantic Scholar', async () => {
    const papers = file('papers.jsonl', '{"corpusid":5,"externalids":null,"title":"Owls"}\n');
    const abstracts = file(
      'abstracts.jsonl.gz',
      gzipSync('{"corpusid":5,"abstract":"They sleep."}\n{"corpusid":6,"abstract":"x"}\n'),
    );
    expect(await report([papers, abstracts], 'completed')).toMatchObject([{ added: 1 }, { added: 0, completed: 1 }]);
    expect(await exported('completed')).toContainEqual(
      expect.objectContaining({ key: 's2:5', abstract: 'They sleep.' }),
    );
  });

  it('keeps what a cut file holds and says that it is cut', async () => {
    const text = Array.from(
      { length: 5_000 },
      (_, place) => `{"title":"Paper ${place} ${(place * 7919) % 10_007}"}\n`,
    ).join('');
    const whole = gzipSync(text);
    const cut = file('cut.jsonl.gz', whole.subarray(0, whole.length / 2));
    const { code, stdout, stderr } = await run(['import', '--json', cut], 'cut', runCommand);
    expect([code, stderr]).toEqual([1, expect.stringContaining('cut.jsonl.gz: the gzip file is cut off')]);
    const first = JSON.parse(stdout);
    expect(first).toMatchObject({ skipped: 0, cut: 'the gzip file is cut off' });
    expect(first.added).toBeGreaterThan(1_000);
    expect((await run(['import', cut], 'cut')).stdout).toContain(
      'the gzip file is cut off: the records before that were imported',
    );
  });

  it('keeps what a cut file of one line holds, in its encoding', async () => {
    const papers = Array.from({ length: 300 }, (_, nth) => ({ title: `Größe ${nth}`, abstract: `${nth ** 7 * 77}` }));
    const whole = gzipSync(JSON.stringify(papers));
    const cut = file('one-line.json.gz', whole.subarray(0, whole.length / 2));
    const { code, stdout, stderr } = await run(['import', '--json', cut], 'one-line');
    expect([code, stderr]).toEqual([1, expect.stringContaining('the gzip file is cut off')]);
    expect(JSON.parse(stdout)).toMatchObject({ skipped: 0, cut: 'the gzip file is cut off' });
    expect(JSON.parse(stdout)).not.toHaveProperty('encoding');
    expect(JSON.parse(stdout).added).toBeGreaterThan(50);
    expect((await exported('one-line')).map(({ title }) => title)).toContain('Größe 1');
  });

  it('refuses files of files and other compressions, and says what to do', async () => {
    const ris = 'TY  - JOUR\nTI  - Packed\nER  - \n';
    const tar = Buffer.concat([Buffer.alloc(512), Buffer.from(ris.padEnd(512, '\0')), Buffer.alloc(1024)]);
    tar.write('papers.ris', 0);
    tar.write('ustar', 257);
    const archives: [name: string, content: Buffer, what: string][] = [
      ['papers.zip', Buffer.from(`PK\u0003\u0004 stored ${ris}`), 'a zip archive'],
      ['empty.zip', Buffer.from('PK\u0005\u0006'.padEnd(22, '\0')), 'a zip archive'],
      ['sheet.csv', Buffer.from('PK\u0003\u0004 an .xlsx that somebody renamed'), 'a zip archive'],
      ['papers.tar', tar, 'a tar archive'],
      ['papers.tar.gz', gzipSync(tar), 'a tar archive'],
      ['papers.ris.bz2', Buffer.from('425a6839314159265359aabb', 'hex'), 'compressed with bzip2'],
      ['papers.ris.xz', Buffer.from('fd377a585a000004', 'hex'), 'compressed with xz'],
      ['papers.ris.zst', Buffer.from('28b52ffd24', 'hex'), 'compressed with Zstandard'],
      ['papers.7z', Buffer.from('377abcaf271c0004', 'hex'), 'a 7z archive'],
      ['papers.rar', Buffer.from('526172211a070100', 'hex'), 'a rar archive'],
    ];
    for (const [name, content, what] of archives)
      for (const flags of [[], ['--from', 'ris']]) {
        const { code, stdout, stderr } = await run(['import', ...flags, file(name, content)], 'archives');
        expect([code, stdout]).toEqual([2, '']);
        expect(stderr).toContain(`${name}: it is ${what}; unpack it and import the files in it`);
      }
  });

  it('fails where nothing can be read, says why, and keeps what the other files hold', async () => {
    const text = file('words.ris', 'FN A database\nVR 1.0\nno reference\n');
    const bad = file('bad.jsonl', '{"year":2020}\n{"year":2021}\n');
    const good = file('good.ris', 'TY  - JOUR\nTI  - Kept\nER  - \n');
    const { code, stdout, stderr } = await run(['import', text, bad, good], 'nothing');
    expect([code, stdout]).toEqual([1, expect.stringContaining('1 added')]);
    expect(stderr).toContain('words.ris: there is no entry in it that can be read as ris');
    expect(stderr).toContain('bad.jsonl: not one of its entries can be read as jsonl');
    expect((await exported('nothing')).map(({ title }) => title)).toContain('Kept');
  });

  it('reads a file that is not UTF-8, and says so', async () => {
    const record = 'TY  - JOUR\nTI  - Études\nAU  - García, José\nER  - \n';
    const latin = file('latin.ris', Buffer.from(record, 'latin1'));
    const { stdout } = await run(['import', latin], 'latin');
    expect(stdout).toContain('it is not UTF-8: read as windows-1252');
    expect(await exported('latin')).toContainEqual(
      expect.objectContaining({ title: 'Études', authors: ['José García'] }),
    );
    expect(await report([file('wide.ris', Buffer.from(record, 'utf16le'))], 'latin')).toMatchObject([
      { alreadyThere: 1, encoding: 'utf-16le' },
    ]);
  });

  it('does not read a finished file again, unless it has changed or --again is given', async () => {
    const path = file('again.jsonl', '{"id":"a","title":"One"}\n');
    expect(await report([path], 'again')).toMatchObject([{ added: 1 }]);
    expect(await report([path], 'again')).toMatchObject([{ added: 0, alreadyThere: 1, unchanged: true }]);
    expect((await run(['import', path], 'again')).stdout).toContain('not read again (use --again to read it)');
    expect(await report(['--again', path], 'again')).toMatchObject([{ added: 0, alreadyThere: 1 }]);
    file('again.jsonl', '{"id":"a","title":"One"}\n{"id":"b","title":"Two"}\n');
    expect(await report([path], 'again')).toMatchObject([{ added: 1, alreadyThere: 1 }]);
  });

  it('reads the standard input', async () => {
    const child = spawn(process.execPath, [BUILT, 'import', '--json', '-'], {
      env: environment({ PAPERQUEUE_DATA_DIR: join(folder, 'stdin') }),
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stdin.end(gzipSync('TY  - JOUR\nTI  - Piped\nER  - \n'));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { file: '-', format: 'ris', added: 1 }]);
  });
});

describe('paperqueue library', () => {
  it('exports JSON Lines that come back as the same library', async () => {
    const { code } = await run(
      ['import', file('mixed.ris', FORMATS.ris ?? ''), file('mixed.bib', FORMATS.bibtex ?? '')],
      'from',
    );
    expect(code).toBe(0);
    const path = join(folder, 'all.jsonl');
    expect((await run(['library', 'export', '-o', path], 'from', runCommand)).code).toBe(0);
    expect((await run(['library', 'export', '-o', path], 'from')).stderr).toContain('exists already');
    await run(['library', 'remove', '--origin', 'starter', '--yes'], 'to');
    await run(['import', path], 'to');
    const sorted = (text: string) => text.trim().split('\n').sort();
    expect(sorted((await run(['library', 'export'], 'to')).stdout)).toEqual(sorted(readFileSync(path, 'utf8')));
    for (const format of EXPORT_FORMAT_NAMES) {
      expect((await run(['library', 'export', '--format', format], 'from')).stdout).toContain('Paper of ris');
    }
  });

  it('removes one paper at once, several only when told to', async () => {
    const path = file(
      'doomed.jsonl',
      '{"id":"a","title":"A","doi":"10.1000/a"}\n{"id":"b","title":"B"}\n{"id":"c","title":"C"}\n',
    );
    await run(['import', path], 'removed');
    expect((await run(['library', 'remove', '10.1000/A'], 'removed', runCommand)).stdout).toBe('1 paper removed\n');
    const refused = await run(['library', 'remove', '--imported-from', path], 'removed');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('2 papers would be removed; use --yes'),
    ]);
    expect((await run(['library', 'remove', '--imported-from', path, '--yes'], 'removed')).stdout).toBe(
      '2 papers removed\n',
    );
    expect(await report([path], 'removed')).toMatchObject([{ added: 3 }]);
    expect((await run(['library', 'remove'], 'removed')).code).toBe(2);
    expect((await run(['library', 'remove', '--year', 'soon'], 'removed')).code).toBe(2);
  });
});
