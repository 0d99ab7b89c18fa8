import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { collectionCommand } from '../../../src/faces/cli/commands/collection.ts';
import type { CommandContext } from '../../../src/faces/cli/io.ts';
import type { Paper } from '../../../src/papers/paper.ts';
import type { CollectionAdmin } from '../../../src/search/collection/admin-port.ts';
import { newerFile } from '../../helpers/scimago-files.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** A collection that keeps what it is given, and tells what is done with it. */
function fakeCollection() {
  const steps: string[] = [];
  const papers: Paper[] = [];
  const admin: CollectionAdmin = {
    load: async (replace) => {
      steps.push(replace ? 'replace' : 'load');
      return {
        index: 'papers-v2',
        add: async (records) => {
          papers.push(...records);
          return { added: records.length, merged: 0 };
        },
        findCheckpoint: async () => undefined,
        finish: async () => {
          steps.push('finish');
          return papers.length;
        },
      };
    },
    status: async () => ({
      health: 'yellow',
      indexes: [{ name: 'papers-v2', papers: 1_200, bytes: 3 * 1024 * 1024, isSearched: true, isUnfinished: false }],
    }),
    drop: async (all) => (all ? ['papers-v1', 'papers-v2'] : []),
    close: async () => {},
  };
  return { admin, steps, papers };
}

async function run(admin: CollectionAdmin, ...args: string[]) {
  const stdout = new PassThrough();
  const io = { stdout, stderr: new PassThrough(), signal: new AbortController().signal };
  const program = new Command().exitOverride();
  const app = () => ({ collection: async () => admin });
  collectionCommand.add(program, { io, app } as unknown as CommandContext);
  const error = await program.parseAsync(['collection', ...args], { from: 'user' }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, printed: String(stdout.read() ?? '') };
}

function file(name: string, text: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

const GOOD = file('good.jsonl', '{"title":"River sensors"}\n{"title":"Coral reefs"}\n');
const BAD = file('bad.jsonl', '{"title":\n');

it('load reads files as import does, and says what searches find then', async () => {
  const { admin, steps, papers } = fakeCollection();
  const { error, printed } = await run(admin, 'load', GOOD);
  expect(error).toBeUndefined();
  expect(papers.map(({ title }) => title)).toEqual(['River sensors', 'Coral reefs']);
  expect(steps).toEqual(['load', 'finish']);
  expect(printed).toBe(`${GOOD}: 2 added, 0 merged, 0 skipped (jsonl)\nsearches now find 2 papers (papers-v2)\n`);
});

it('replace leaves the searched index in its place when a file cannot be read', async () => {
  const { admin, steps } = fakeCollection();
  const { error } = await run(admin, 'replace', GOOD, BAD, '--from', 'jsonl');
  expect(String(error)).toContain('the searched index stays; run the same command again');
  expect(steps).toEqual(['replace']);
});

const ABSTRACTS = file('abstracts.jsonl', '{"corpusid":1,"abstract":"A"}\n{"corpusid":2,"abstract":"B"}\n');
const JOURNALS = file('journals.csv', newerFile(2024, [{ title: 'Toys' }]));

it.each([
  [ABSTRACTS, 2, 'semantic-scholar', 'line 1: an abstract or summary without its paper'],
  [JOURNALS, 1, 'scimago', 'line 2: a journal'],
])(
  'a file without papers is refused in plain words, and the others are loaded: %s',
  async (path, count, format, what) => {
    const { admin, steps, papers } = fakeCollection();
    const { error, printed } = await run(admin, 'load', path, GOOD);
    expect(String(error)).toContain(`${path}: there are no papers in it, and a collection takes nothing else`);
    expect(printed).toContain(`${path}: 0 added, 0 merged, ${count} skipped (${format})\n`);
    expect(printed).toContain(`${what}: a collection takes papers only\n`);
    expect([papers.length, steps]).toEqual([2, ['load', 'finish']]);
  },
);

it('a file that is not there is told before anything is loaded', async () => {
  const { admin, steps } = fakeCollection();
  const { error } = await run(admin, 'load', GOOD, '/no/such/file');
  expect(String(error)).toContain('/no/such/file: no such file');
  expect(steps).toEqual([]);
});

it('status and drop', async () => {
  const { admin } = fakeCollection();
  expect((await run(admin, 'status')).printed).toBe('engine: yellow\npapers-v2: 1,200 papers, 3 MB, searched\n');
  expect((await run(admin, 'drop')).printed).toBe('there was nothing to delete\n');
  const { error } = await run(admin, 'drop', '--all');
  expect(String(error)).toContain('use --yes to delete them');
  expect((await run(admin, 'drop', '--all', '--yes')).printed).toBe('deleted: papers-v1, papers-v2\n');
});
