import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseOpener } from '../../src/faces/cli/commands/open.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { EXAMPLE_PAPER, ScriptedService } from '../helpers/scripted-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const bare = { title: 'A paper that nobody can find' };
const service = new ScriptedService({
  papers: [EXAMPLE_PAPER, bare, { ...bare, id: 'c', link: 'javascript:alert(1)' }],
});
let settings: Record<string, string>;
beforeAll(async () => {
  await service.start();
  settings = {
    PAPERQUEUE_BASE_URL: service.baseUrl,
    PAPERQUEUE_TOKEN: service.token,
    PAPERQUEUE_DATA_DIR: libraryFolder(),
    PAPERQUEUE_REQUESTS_PER_MINUTE: '600',
  };
  const { code } = await runHere(['search', '-k', 'owls', '-k', 'glasses', '-k', 'night'], settings);
  expect(code).toBe(0);
});
afterAll(() => service.stop());

/** A desktop whose program for opening writes down its arguments, and ends with `code`. */
function desktop(code = 0) {
  const folder = temporaryFolder();
  const program = join(folder, 'xdg-open');
  writeFileSync(program, `#!/bin/sh\nprintf '%s|' "$@" > ${join(folder, 'opened')}\nexit ${code}\n`);
  chmodSync(program, 0o755);
  return { PATH: folder, opened: () => readFileSync(join(folder, 'opened'), 'utf8') };
}

describe.runIf(process.platform === 'linux')('paperqueue open', () => {
  it('opens the report of a job, which lies in the export folder', async () => {
    const { PATH, opened } = desktop();
    const { code, stdout, stderr } = await runHere(['open', 'J1'], { ...settings, PATH });
    const path = stdout.trim();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(opened()).toBe(`${path}|`);
    expect(dirname(path).startsWith(settings.PAPERQUEUE_DATA_DIR as string)).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain(EXAMPLE_PAPER.title);
  });

  it('opens the page of a paper', async () => {
    const { PATH, opened } = desktop();
    const { stdout } = await runHere(['open', 'J1-1'], { ...settings, PATH });
    expect(stdout).toBe(`https://doi.org/${EXAMPLE_PAPER.doi}\n`);
    expect(opened()).toBe(`https://doi.org/${EXAMPLE_PAPER.doi}|`);
  });

  it('opens jobs as one report, and each paper', async () => {
    const { PATH } = desktop();
    const { code, stdout } = await runHere(['open', 'J1-1', 'J1', 'J1'], { ...settings, PATH });
    const [report = '', page, ...others] = stdout.trim().split('\n');
    expect({ code, page, others }).toEqual({ code: 0, page: `https://doi.org/${EXAMPLE_PAPER.doi}`, others: [] });
    expect(readFileSync(report, 'utf8')).toContain(EXAMPLE_PAPER.title);
  });

  it.each([
    ['there is no program for it', temporaryFolder],
    ['the program fails', () => desktop(3).PATH],
  ])('says where it is when %s', async (_what, folder) => {
    const { code, stdout, stderr } = await runHere(['open', 'J1'], { ...settings, PATH: folder() });
    expect(code).toBe(0);
    expect(readFileSync(stdout.trim(), 'utf8')).toContain('<!doctype html>');
    expect(stderr).toContain('open it in a browser yourself');
  });

  it.each(['J1-2', 'J1-3'])('opens nothing for %s, which has no page', async (ref) => {
    const { code, stdout, stderr } = await runHere(['open', ref], { ...settings, PATH: desktop().PATH });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`${ref} has no DOI and no link`);
  });

  it('names a job that is not there', async () => {
    const { code, stderr } = await runHere(['open', 'J9'], settings);
    expect(code).toBe(1);
    expect(stderr).toContain('JOB_NOT_FOUND');
  });
});

it.each([
  ['linux', ['xdg-open', '/a b']],
  ['darwin', ['open', '/a b']],
  ['win32', ['rundll32', 'url.dll,FileProtocolHandler', '/a b']],
] as const)('on %s no shell reads the path', (platform, command) => {
  expect(chooseOpener(platform, '/a b')).toEqual(command);
});
