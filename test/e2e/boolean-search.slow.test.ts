import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere, serveHere } from '../helpers/run-here.ts';
import { createAccount } from '../helpers/served.ts';
import { importPapers, Session } from '../helpers/sources/world.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const dataDir = libraryFolder();
const SETTINGS = { PAPERQUEUE_DATA_DIR: dataDir, PAPERQUEUE_SOURCES: 'library' };

beforeAll(async () => {
  await importPapers(SETTINGS, [
    { title: 'Quagga breeding', abstract: 'In computational zoology.' },
    { title: 'Quagga horses', abstract: 'Computers for the breeding of today.' },
    { title: 'Horse breeding', abstract: 'Computing.' },
  ]);
});

async function titles(strategy: string, ...more: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await runHere(['search', '--boolean', strategy, '--json', ...more], SETTINGS);
  expect(`${code} ${stderr}`).toMatch(/^0 /);
  return JSON.parse(stdout).papers.map(({ title }: { title: string }) => title);
}

describe('paperqueue search --boolean', () => {
  it('prints the papers of the library that meet the strategy', async () => {
    expect(await titles('quagga AND comput*')).toEqual(['Quagga breeding', 'Quagga horses']);
    expect(await titles('breeding NOT quagga[ti]')).toEqual(['Horse breeding']);
  });

  it('reads numbered lines from a file, and attaches the same strategy to its job', async () => {
    const file = join(temporaryFolder(), 'strategy.txt');
    writeFileSync(file, '1 quagga.ti.\n2 breeding.ti,ab.\n3 computers.ab.\n4 1 and 2 and 3\n');
    const run = async () => JSON.parse((await runHere(['search', '--boolean', `@${file}`, '--json'], SETTINGS)).stdout);
    const [first, second] = [await run(), await run()];
    expect(first.papers.map(({ title }: { title: string }) => title)).toEqual(['Quagga horses']);
    expect(second.job).toMatchObject({ ref: first.job.ref, reused: true });
    const receipt = await runHere(['receipt', first.job.ref, '--json'], SETTINGS);
    expect(receipt.stdout).toContain(String.raw`"1 quagga.ti.\n2 breeding.ti,ab.\n3 computers.ab.\n4 1 and 2 and 3"`);
  });

  it('says where a strategy cannot be read, and makes no job of it', async () => {
    const before = JSON.parse((await runHere(['jobs', '--json'], SETTINGS)).stdout);
    const { code, stdout, stderr } = await runHere(['search', '--boolean', 'quagga AND b OR c'], SETTINGS);
    expect(code).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain('--boolean: column 14: AND and OR side by side');
    expect(JSON.parse((await runHere(['jobs', '--json'], SETTINGS)).stdout)).toEqual(before);
  });

  it('takes no keywords beside it', async () => {
    const { code, stderr } = await runHere(
      ['search', '--boolean', 'quagga', '-k', 'a', '-k', 'b', '-k', 'c'],
      SETTINGS,
    );
    expect(code).not.toBe(0);
    expect(stderr).toContain('--boolean: no keywords or query beside it');
  });

  it('is refused before a job is created where the hosted service does not say that it takes strategies', async () => {
    const service = { PAPERQUEUE_BASE_URL: 'http://127.0.0.1:9/api', PAPERQUEUE_TOKEN: 'secret-of-this-test' };
    const hosted = { PAPERQUEUE_DATA_DIR: temporaryFolder(), ...service };
    const { code, stderr } = await runHere(['search', '--boolean', 'quagga'], hosted);
    expect(code).not.toBe(0);
    expect(stderr).toContain('The hosted service does not say that it accepts Boolean strategies');
    expect(stderr).toContain('Nothing was charged. No job was created.');
  });

  it('counts in a dry run how many papers of the library meet it', async () => {
    const { stdout } = await runHere(['search', '--boolean', 'quagga', '--dry-run', '--json'], SETTINGS);
    expect(JSON.parse(stdout)).toMatchObject({ sources: [{ source: 'library', hits: 2 }] });
    const lines = '1. quagga\n2. horse\n3. 1 OR 2';
    const printed = await runHere(['search', '--boolean', lines, '--dry-run'], SETTINGS);
    expect(printed.stdout).toContain('library: 3 results\n  line 1: 2\n  line 2: 1\n  line 3: 3\n');
  });
});

describe('strategy of the search tools', () => {
  it.each(['combined_search', 'keyword_search', 'query_search'])(
    '%s takes it, alone, and counts it in a trial',
    async (tool) => {
      const session = await Session.open({ ...SETTINGS, PAPERQUEUE_DATA_DIR: dataDir });
      try {
        const trial = await session.call(tool, { strategy: '1. quagga\n2. horse\n3. 1 OR 2', dryRun: true });
        expect(trial).toMatchObject({ sources: [{ source: 'library', hits: 3, lines: { 1: 2, 2: 1, 3: 3 } }] });
        const { papers } = await session.call(tool, { strategy: 'breeding NOT quagga[ti]' });
        expect(papers.map(({ title }) => title)).toEqual(['Horse breeding']);
        const { error } = await session.call(tool, { strategy: 'quagga AND b OR c' });
        expect(error).toMatchObject({ code: 'INVALID_INPUT', charged: 'no' });
        const both = { strategy: 'quagga', keywords: ['a', 'b', 'c'], query: 'q'.repeat(60) };
        expect((await session.call(tool, both)).error?.message).toMatch(/strategy: no |not a parameter|unknown/i);
        expect((await session.call(tool, {})).error?.code).toBe('INVALID_INPUT');
      } finally {
        await session.end();
      }
    },
  );
});

it('paperqueue serve takes a strategy, which is charged once', async () => {
  const dataDir = libraryFolder();
  const settings = { PAPERQUEUE_DATA_DIR: dataDir, PAPERQUEUE_SOURCES: 'library' };
  await importPapers(settings, [{ title: 'Corals that bleach' }, { title: 'Teeth to bleach' }]);
  const { token } = await createAccount(dataDir, 'lab', { basic: 5 });
  const serving = await serveHere(['serve', '--port', '0'], settings);
  try {
    const member = {
      PAPERQUEUE_BASE_URL: serving.address,
      PAPERQUEUE_TOKEN: token,
      PAPERQUEUE_DATA_DIR: temporaryFolder(),
    };
    const found = await runHere(['search', '--boolean', 'coral* AND bleach* NOT teeth', '--json'], member);
    expect(JSON.parse(found.stdout)).toMatchObject({
      mode: 'hosted',
      credits: { cost: 1, charged: 'yes' },
      papers: [{ title: 'Corals that bleach' }],
    });
    const { stdout } = await runHere(['estimate', '--json'], member);
    expect(JSON.parse(stdout)).toMatchObject({ credits: { balance: 4 } });
  } finally {
    await serving.end();
  }
});
