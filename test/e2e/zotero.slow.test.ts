import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runCommand } from '../helpers/run-command.ts';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startZotero, ZOTERO_KEY, type ZoteroStandIn } from '../helpers/zotero-stand-in.ts';

const folder = temporaryFolder();
let zotero: ZoteroStandIn;
let settings: Record<string, string>;

const PAPERS = Array.from({ length: 3 }, (_, nth) => ({
  title: `Coral reef recovery after mass bleaching, site ${nth}`,
  authors: ['Ada Reef'],
  year: 2014 + nth,
  doi: `10.5555/reef.${nth}`,
}));

beforeAll(async () => {
  zotero = await startZotero();
  settings = {
    PAPERQUEUE_DATA_DIR: join(folder, 'data'),
    PAPERQUEUE_SOURCES: 'library',
    PAPERQUEUE_ZOTERO_KEY: ZOTERO_KEY,
    PAPERQUEUE_SOURCE_URLS: `zotero=${zotero.base}`,
  };
  const file = join(folder, 'works.jsonl');
  writeFileSync(file, PAPERS.map((paper) => JSON.stringify(paper)).join('\n'));
  expect((await runHere(['import', file], settings)).code).toBe(0);
  expect((await runHere(['search', '-k', 'coral reef', '-k', 'bleaching', '-k', 'recovery'], settings)).code).toBe(0);
});
afterAll(() => zotero.stop());

describe('paperqueue zotero push', () => {
  it('adds what is not there, once, into a collection, as the built command', async () => {
    zotero.put({ itemType: 'journalArticle', title: PAPERS[1]?.title, DOI: '10.5555/reef.1' });
    zotero.faults = [{ status: 429, headers: { 'Retry-After': '0' } }];
    const args = ['zotero', 'push', 'J1', '--collection', 'Reefs', '--tag', 'read', '--tag', 'coral'];
    const dry = await runCommand([...args, '--dry-run'], settings);
    expect(dry.stdout).toContain('2 papers to add, 1 there already');
    expect(zotero.items).toHaveLength(1);
    const first = await runCommand(args, settings);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('2 papers added, 1 there already') });
    expect(first.stdout).toContain('the Zotero library of anna, collection "Reefs" (new)');
    expect(zotero.items.map(({ data }) => data.collections)).toEqual([0, 1, 2].map(() => [zotero.collections[0]?.key]));
    expect(zotero.items[2]?.data).toMatchObject({ tags: [{ tag: 'read' }, { tag: 'coral' }] });
    const again = await runCommand([...args, '--json'], settings);
    expect(JSON.parse(again.stdout)).toMatchObject({ added: [], joined: 0, failed: [] });
    expect(zotero.items).toHaveLength(3);
  });

  it('takes conditions and single papers, and names what is wrong', async () => {
    const one = await runHere(['zotero', 'push', 'J1-1', '--json'], settings);
    expect(JSON.parse(one.stdout)).toMatchObject({ added: [], present: [{ ref: 'J1-1' }] });
    const none = await runHere(['zotero', 'push', 'J7'], settings);
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('JOB_NOT_FOUND') });
    const refused = await runHere(['zotero', 'push', 'J1'], {
      ...settings,
      PAPERQUEUE_ZOTERO_KEY: 'another-key-of-mine',
    });
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('UNAUTHORIZED') });
    expect(refused.stderr).not.toContain('another-key-of-mine');
  });

  it('sends the key in a header alone, and writes it nowhere', async () => {
    expect(JSON.stringify(zotero.asked.map(({ path, body }) => [path, body]))).not.toContain(ZOTERO_KEY);
    const kept = readdirSync(join(folder, 'data'), { recursive: true, encoding: 'utf8', withFileTypes: true });
    for (const entry of kept.filter((entry) => entry.isFile()))
      expect(readFileSync(join(entry.parentPath, entry.name), 'latin1')).not.toContain(ZOTERO_KEY);
  });
});

describe('paperqueue import zotero:', () => {
  const creators = [{ creatorType: 'author', firstName: 'Grace', lastName: 'Hopper' }];
  const item = (title: string, more: Record<string, unknown> = {}) => ({
    itemType: 'journalArticle',
    title,
    date: '2019',
    creators,
    ...more,
  });
  let library: ZoteroStandIn;
  let mine: Record<string, string>;
  const importing = async (name: string, ...more: string[]) => {
    const { code, stdout, stderr } = await runHere(['import', name, '--json', ...more], mine);
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };
  const reads = () => library.asked.filter(({ path }) => path.includes('/items/top')).map(({ path }) => path);

  beforeEach(async () => {
    library = await startZotero();
    library.collections = [{ key: 'BCDE3456', version: 2, name: 'Lanterns' }];
    mine = {
      PAPERQUEUE_DATA_DIR: libraryFolder(),
      PAPERQUEUE_SOURCES: 'library',
      PAPERQUEUE_ZOTERO_KEY: ZOTERO_KEY,
      PAPERQUEUE_SOURCE_URLS: `zotero=${library.base}`,
    };
  });
  afterEach(() => library.stop());

  it('reads all the first time, as the built command, then what changed, and says what went', async () => {
    const many = Array.from({ length: 120 }, (_, nth) => item(`Lantern number ${nth} of the old harbour`));
    library.put(...many, item('Oil for the lamps of the lighthouse', { extra: 'Citation Key: oil2019' }), {
      itemType: 'note',
      note: 'Buy oil',
    });
    const first = await runCommand(['import', 'zotero:'], mine);
    expect(first.stdout).toMatch(
      /^zotero:: 121 added, 0 merged, 0 skipped, 1 left out that are not papers \(zotero\)$/m,
    );
    const bib = await runHere(['library', 'export', '--format', 'bibtex'], mine);
    expect(bib.stdout).toMatch(/^@article\{oil2019,/m);

    expect(await importing('zotero:')).toMatchObject({ unchanged: true });
    const [gone] = library.items.splice(0, 1);
    library.put(item('Wicks that burn without smoke for a night'), item('Lantern number 5 of the old harbour'));
    library.trash = [{ ...(gone as (typeof library.items)[0]), version: library.version }];
    library.deleted = [{ key: 'CDEF4567', version: library.version }];
    library.asked = [];
    const second = await runHere(['import', 'zotero:'], mine);
    expect(second.stdout).toContain('zotero:: 1 added, 0 merged, 1 already there');
    expect(second.stdout).toContain(
      'in Zotero’s trash since then, kept in the library: "Lantern number 0 of the old harbour"',
    );
    expect(second.stdout).toContain('1 item (papers, notes, files) deleted in Zotero since then');
    expect(reads()).toEqual([expect.stringContaining('since=11')]);
    expect(await importing('zotero:', '--again')).toMatchObject({ added: 0, merged: 1, alreadyThere: 121 });
  });

  it('reads one collection, by name or key, apart from the library', async () => {
    library.put(item('A lantern in the collection', { collections: ['BCDE3456'] }), item('A lamp that stands outside'));
    expect(await importing('zotero:lanterns')).toMatchObject({ added: 1 });
    expect(await importing('zotero:BCDE3456')).toMatchObject({ unchanged: true });
    expect(await importing('zotero:')).toMatchObject({ added: 1, alreadyThere: 1 });
    await expect(importing('zotero:Lamps')).rejects.toThrow(/INVALID_INPUT.*collection: the key or name/s);
  });

  it('begins anew after one that broke, and loses nothing', async () => {
    library.put(...Array.from({ length: 150 }, (_, nth) => item(`Lamp number ${nth} of the long pier`)));
    library.readFaults = ['none', { status: 404 }];
    await expect(importing('zotero:')).rejects.toThrow('UPSTREAM_INVALID');
    library.readFaults = [];
    expect(await importing('zotero:')).toMatchObject({ added: 150 });
  });

  it('reads Zotero on this machine without a key, also versions that keep no count of changes', async () => {
    const local = await startZotero({ local: true, writes: false });
    try {
      local.put(item('A lamp on this machine that glows'));
      mine = { ...mine, PAPERQUEUE_ZOTERO_KEY: '', PAPERQUEUE_SOURCE_URLS: `zotero=${local.base}` };
      expect(await importing('zotero:')).toMatchObject({ added: 1 });
      expect(await importing('zotero:')).toMatchObject({ added: 0, alreadyThere: 1 });
    } finally {
      await local.stop();
    }
  });
});
