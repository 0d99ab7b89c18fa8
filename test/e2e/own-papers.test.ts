import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runHere, serveHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** What a person put into the library, beside the catalogue that comes with the program. */

const data = temporaryFolder();
const settings = { PAPERQUEUE_DATA_DIR: data, PAPERQUEUE_SOURCES: 'library' };
const run = (...args: string[]) => runHere(args, settings);
const file = join(data, 'owls.jsonl');

beforeAll(async () => {
  writeFileSync(file, `${JSON.stringify({ title: 'Owls that hear mice under snow', year: 2011 })}\n`);
  expect((await run('import', file)).code).toBe(0);
});

describe('library export', () => {
  it('leaves the starter catalogue out, and says so', async () => {
    const { stdout, stderr } = await run('library', 'export');
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).title),
    ).toEqual(['Owls that hear mice under snow']);
    expect(stderr).toMatch(/Left out: \d+ papers of the starter catalogue \(--origin starter/);
  });

  it('writes the starter catalogue if it is named', async () => {
    const { stdout } = await run('library', 'export', '--origin', 'starter');
    expect(stdout).not.toContain('Owls that hear');
    expect(stdout.trim().split('\n').length).toBeGreaterThan(100);
  });
});

describe('library remove', () => {
  it.each([
    ['--imported-from', 'nosuch.ris'],
    ['--year', '1200'],
    ['--where', 'text=nothing-has-this-word'],
  ])('of nothing (%s %s) fails', async (flag, value) => {
    expect(await run('library', 'remove', flag, value)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing was removed'),
    });
  });
});

describe('the receipt of a free search', () => {
  it('says that nothing was charged, and no keyword twice', async () => {
    expect((await run('search', 'owls')).code).toBe(0);
    const { searches } = JSON.parse((await run('receipt', 'J1', '--json')).stdout);
    expect(searches[0].request.body.keywords).toEqual(['owls']);
    expect(searches[0].credits.charged).toBe('no');
    expect((await run('receipt', 'J1')).stdout).toMatch(/^- Keywords: `owls`$/m);
  });
});

describe('serve', () => {
  it.each([
    ['library', data, / 1 paper, /],
    ['library', temporaryFolder(), / no papers but the \d+ of the starter catalogue, /],
    ['crossref', data, / library not searched, /],
  ])('counts the papers that its searches can find (%s)', async (sources, folder, words) => {
    const served = await serveHere(['serve', '--port', '0'], {
      PAPERQUEUE_DATA_DIR: folder,
      PAPERQUEUE_SOURCES: sources,
    });
    await served.end();
    expect(served.stderr).toMatch(words);
  });
});

describe('removing what is not there', () => {
  it.each([
    [['library', 'remove', 'L99999', '--yes']],
    [['library', 'remove', 'L1', '10.5555/nobody', '--yes']],
    [['library', 'remove', '--texts']],
    [['library', 'edit', 'L1', '--untag', 'nobody-has-this']],
    [['library', 'edit', 'L99999', '--untag', 'reef']],
    [['library', 'part', 'L1']],
    [['jobs', 'remove', 'J999']],
    [['jobs', 'remove', 'all:nobody']],
    [['watch', 'remove', 'W999']],
    [['account', 'revoke', 'nobody']],
  ])('%j fails', async (args) => {
    const { code, stderr } = await runHere(args, { ...settings, HOME: temporaryFolder() });
    expect({ args, code, isExplained: stderr !== '' }).toEqual({ args, code: expect.any(Number), isExplained: true });
    expect(code).toBeGreaterThan(0);
  });
});
