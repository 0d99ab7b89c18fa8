import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILT, environment } from '../helpers/built-server.ts';
import { runCommand } from '../helpers/run-command.ts';
import { some } from '../helpers/runs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Readers that stop early, such as `head -1`. */

const settings = { PAPERQUEUE_DATA_DIR: temporaryFolder() };

/** Runs a command whose stdout, and stderr if `both`, is closed after the first bytes. */
async function cutShort(args: string[], both = false): Promise<number | null> {
  const child = spawn(process.execPath, [BUILT, ...args], { env: environment(settings) });
  child.stdout.once('data', () => child.stdout.destroy());
  if (both) child.stderr.destroy();
  else child.stderr.resume();
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

beforeAll(async () => {
  const { code } = await runCommand(['search', 'art', 'of', 'learning'], settings);
  expect(code).toBe(0);
});

describe('a reader that stops early fails no command', () => {
  const COMMANDS = [
    [['library', 'export', '--origin', 'starter']],
    [['library', 'list', '--all', '--json']],
    [['job', 'J1', '--all']],
    [['show', 'J1']],
    [['export', 'J1', '--format', 'html', '-o', '-']],
    [['receipt', '--json']],
    [['jobs']],
    [['--help']],
  ];
  it.each(some(COMMANDS, { nth: 2 }))('%j', async (args) => {
    expect(await cutShort(args)).toBe(0);
    expect(await cutShort(args, true)).toBe(0);
  });
});
