import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BUILT, environment } from '../helpers/built-server.ts';
import { runCommand } from '../helpers/run-command.ts';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';

const folder = temporaryFolder();

/**
 * Run in every thread of the command before its own code: a text with HANG in it is parsed for ever. The time limit is
 * over as soon as that begins, if `ENDS_AT_ONCE` is set.
 */
const HANG = `import { isMainThread } from 'node:worker_threads';
  import { writeSync } from 'node:fs';
  const channel = new BroadcastChannel('hang');
  channel.unref?.();
  const { parse } = JSON;
  JSON.parse = (text, ...rest) => {
    if (!String(text).includes('HANG')) return parse(text, ...rest);
    channel.postMessage('hangs');
    writeSync(2, 'it hangs\\n');
    for (;;);
  };
  const { setTimeout } = globalThis;
  let hangs = false;
  const waiting = new Set();
  channel.onmessage = () => { hangs = true; for (const call of waiting) call(); };
  if (isMainThread && process.env.ENDS_AT_ONCE) globalThis.setTimeout = (call, ms, ...rest) => {
    if (ms !== 30_000) return setTimeout(call, ms, ...rest);
    if (hangs) return setTimeout(call, 0);
    waiting.add(call);
    return setTimeout(() => {}, 0);
  };`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(HANG)}`;

/** One batch, and some more, of which one hangs. */
function file(name: string, hangsAt: number, papers = 2_600): string {
  const lines = Array.from(
    { length: papers },
    (_, place) =>
      `{"id":"p${place}","title":"${place === hangsAt ? 'HANG' : 'Paper'} ${place}","abstract":"${'word '.repeat(20)}"}\n`,
  );
  const path = join(folder, name);
  writeFileSync(path, lines.join(''));
  return path;
}

/** Starts the import, sends the signal when a reader hangs, and gives how it ended. */
async function interrupted(path: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [BUILT, 'import', path], { env: environment({ ...settings, NODE_OPTIONS }) });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  const closed = once(child, 'close');
  try {
    await until(() => output.stderr.includes('it hangs'), 'a reader that hangs');
    child.kill('SIGINT');
    const [code] = await closed;
    return { code, ...output };
  } finally {
    child.kill('SIGKILL');
  }
}

it('ends at Ctrl-C although a reader hangs, and goes on where it was', async () => {
  const settings = { PAPERQUEUE_DATA_DIR: join(folder, 'interrupted') };
  const path = file('interrupted.jsonl', 2_300);
  const { code, stdout } = await interrupted(path, settings);
  expect([code, stdout]).toEqual([130, expect.stringContaining('interrupted: run the same command again to continue')]);
  const again = JSON.parse((await runHere(['import', '--json', path], settings)).stdout);
  expect(again).toMatchObject({ added: 2_600, merged: 0, skipped: 0 });
  expect(again.resumedAfter).toBeGreaterThan(0);
});

it('ends at Ctrl-C although it hangs where the format is looked for', async () => {
  const settings = { PAPERQUEUE_DATA_DIR: join(folder, 'detecting') };
  expect((await interrupted(file('detecting.jsonl', 0), settings)).code).toBe(130);
});

it('gives a file up whose reading does not get on: it says where, and keeps what came before', async () => {
  const settings = { PAPERQUEUE_DATA_DIR: join(folder, 'limit') };
  const path = file('limit.jsonl', 2_300);
  const hanging = { ...settings, NODE_OPTIONS, ENDS_AT_ONCE: '1' };
  const { code, stdout, stderr } = await runCommand(['import', path], hanging);
  const [, added] = /: (\d+) added/.exec(stdout) ?? [];
  expect(code).toBe(1);
  expect(stdout).toContain('reading did not get on for 30 seconds at line 2301: what was imported is kept');
  expect(stderr).toContain(`${path}: reading did not get on for 30 seconds at line 2301`);
  const again = JSON.parse((await runHere(['import', '--json', path], settings)).stdout);
  expect(again).toMatchObject({ added: 2_600, merged: 0, resumedAfter: Number(added) });
});
