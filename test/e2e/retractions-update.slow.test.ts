import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { EXPORT_FORMAT_NAMES } from '../../src/formats/format-facts.ts';
import { openLibrary } from '../../src/library/library.ts';
import { afterEachTest } from '../helpers/after-each.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { record } from '../helpers/record.ts';
import { runHere } from '../helpers/run-here.ts';

/** The command `paperqueue retractions`, with its table from a file, from a server, and from nobody. */

const HEADER =
  'Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,RetractionDOI,' +
  'RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes';

const tableOf = (...dois: string[]) =>
  [
    HEADER,
    ...dois.map(
      (doi, at) =>
        `${at},"Ice, old",(ENV) Ice;,Uni,J Ice,Press,Norway,A Ada,,Research Article;,2/3/2010 0:00,10.1000/notice.${at},0,` +
        `1/1/2000 0:00,${doi},0,Retraction,+Error in Data;,No,`,
    ),
    '',
  ].join('\n');

const closers: (() => void)[] = [];
afterEachTest(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/table.csv?mail=a@example.org`;
}

/** A data folder whose library has a table of one paper, and the command over it. */
async function openFolder() {
  const folder = libraryFolder();
  const run = (args: string[], settings: Record<string, string> = {}) =>
    runHere(['retractions', ...args], { PAPERQUEUE_DATA_DIR: folder, ...settings });
  const file = (name: string, content: string | Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const summary = async () => (JSON.parse((await run(['--json'])).stdout) as { table: Record<string, unknown> }).table;
  return { folder, run, file, summary };
}

describe('an update of the table of Retraction Watch', () => {
  it('takes a file, plain or gzipped, and says what it has', async () => {
    const { run, file, summary } = await openFolder();
    expect((await run([])).stdout).toContain('no table yet');
    const plain = await run(['update', file('table.csv', tableOf('10.1000/a', '10.1000/b')), '--json']);
    expect([plain.code, JSON.parse(plain.stdout)]).toEqual([
      0,
      { table: expect.objectContaining({ rows: 2, papers: 4, skipped: 0, asOf: '2010-02-03' }) },
    ]);
    const gzipped = await run(['update', file('table.csv.gz', gzipSync(tableOf('10.1000/c')))]);
    expect(gzipped).toMatchObject({ code: 0, stdout: expect.stringMatching(/2010-02-03: 1 notices, 2 identifiers/) });
    expect(await summary()).toMatchObject({ rows: 1, papers: 2 });
  });

  it('is fetched from the address of the setting, with its query, and is then as of today', async () => {
    const { run, summary } = await openFolder();
    const asked: (string | undefined)[] = [];
    const address = await serve((incoming, outgoing) => {
      asked.push(incoming.url);
      outgoing.end(gzipSync(tableOf('10.1000/a')));
    });
    const before = new Date().toISOString().slice(0, 10);
    expect(await run(['update'], { PAPERQUEUE_RETRACTIONS_URL: address })).toMatchObject({ code: 0 });
    expect(asked).toEqual(['/table.csv?mail=a@example.org']);
    const { asOf, rows } = await summary();
    expect([before, new Date().toISOString().slice(0, 10)]).toContain(asOf);
    expect(rows).toBe(1);
  });

  const whole = tableOf('10.1000/x', '10.1000/y');
  it.each<[string, RequestListener]>([
    ['fails', (_, outgoing) => outgoing.writeHead(500).end(whole)],
    ['has no such file', (_, outgoing) => outgoing.writeHead(404).end('none')],
    ['gives a page', (_, outgoing) => outgoing.end('<!doctype html><html><body>Sign in</body></html>')],
    ['gives nothing', (_, outgoing) => outgoing.end()],
    ['gives another table', (_, outgoing) => outgoing.end('Title,DOI\nIce,10.1000/a\n')],
    ['ends in the middle of a row', (_, outgoing) => outgoing.end(whole.slice(0, whole.lastIndexOf('"Ice') + 3))],
    ['ends in the middle of a gzipped file', (_, outgoing) => outgoing.end(gzipSync(whole).subarray(0, 200))],
    [
      'hangs up',
      (_, outgoing) => {
        outgoing.writeHead(200, { 'content-length': String(2 * whole.length) });
        outgoing.write(whole, () => outgoing.destroy());
      },
    ],
    ['sends it on to a place inside', (_, outgoing) => outgoing.writeHead(302, { location: 'http://10.0.0.1/' }).end()],
  ])('leaves the table that is there where the server %s', async (_, listener) => {
    const { run, file, summary } = await openFolder();
    await run(['update', file('table.csv', tableOf('10.1000/a'))]);
    const before = await summary();
    const { code, stdout, stderr } = await run(['update'], { PAPERQUEUE_RETRACTIONS_URL: await serve(listener) });
    expect([code === 0, stdout]).toEqual([false, '']);
    expect(stderr).toMatch(/Nothing was changed|The stored table stays as it is/);
    expect(await summary()).toEqual(before);
  });

  it('marks a paper that is looked up or read, and its age is said', async () => {
    const { folder, run, file } = await openFolder();
    const library = openLibrary(folder);
    library.add([
      record({ title: 'Ice, old', abstract: 'Ice is cold.', doi: '10.1000/a', key: 'doi:10.1000/a' }),
      record({ title: 'Snow', doi: '10.1000/b', key: 'doi:10.1000/b' }),
    ]);
    library.close();
    await run(['update', file('table.csv', tableOf('10.1000/a'))]);
    const here = async (...args: string[]) =>
      (await runHere(args, { PAPERQUEUE_DATA_DIR: folder, PAPERQUEUE_SOURCES: 'library' })).stdout;
    const { notes } = JSON.parse(await here('lookup', '10.1000/a', '10.1000/b', '--json'));
    expect(notes).toContainEqual(expect.stringMatching(/known for 2 of 2 .*Retraction Watch is of \d{4}-\d\d-\d\d/));
    for (const ref of ['J1-1', '10.1000/a'])
      expect(JSON.parse(await here('read', ref, '--quote', 'Ice is cold.', '--json'))).toMatchObject({
        paper: { retracted: true, retraction: { kind: 'retracted' } },
        quote: { verdict: 'exact' },
      });
    const passages = JSON.parse(await here('read', 'J1', '--find', 'cold ice', '--json'));
    expect(passages).toMatchObject({ passages: [{ ref: 'J1-1' }], notes: ['Retracted: J1-1.'] });
    expect(await here('read', 'J1', '--find', 'unicorn')).toMatch(
      /^No passage holds these words.* Searched the texts/s,
    );
    expect(await here('read', 'J1-1')).toMatch(/^RETRACTED: Ice, old\nRetracted /);
    expect(await here('read', 'J1-2')).not.toMatch(/retract/i);
  });

  it('is known to exports of the library, but not to its JSON Lines, which come back by import', async () => {
    const { folder, run, file } = await openFolder();
    const library = openLibrary(folder);
    library.add([record({ title: 'Ice, old', doi: '10.1000/a', key: 'doi:10.1000/a' })]);
    library.close();
    const exported = async (format: string) =>
      (await runHere(['library', 'export', '--format', format], { PAPERQUEUE_DATA_DIR: folder })).stdout;
    const lines = await exported('jsonl');
    expect(await exported('bibtex')).not.toMatch(/retract/i);
    await run(['update', file('table.csv', tableOf('10.1000/a'))]);
    for (const format of EXPORT_FORMAT_NAMES.filter((name) => name !== 'jsonl'))
      expect([format, await exported(format)]).toEqual([format, expect.stringMatching(/retract/i)]);
    expect(await exported('jsonl')).toBe(lines);
  });
});
