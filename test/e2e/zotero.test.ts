import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
