import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runHere } from '../helpers/run-here.ts';
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
    expect((await run('receipt', 'J1')).stdout).toMatch(/^- Keywords: ` owls `$/m);
  });
});
