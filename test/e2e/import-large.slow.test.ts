import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LIBRARY_MIGRATIONS } from '../../src/library/library-schema.ts';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import { BUILT, environment } from '../helpers/built-server.ts';
import { runCommand } from '../helpers/run-command.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';

/** Imports of large files: unpacked within bounds, and killed on their way. */

const folder = temporaryFolder();

function run(args: string[], data: string) {
  return runCommand(args, { PAPERQUEUE_DATA_DIR: join(folder, data) });
}

function file(name: string, content: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function report(path: string, data: string) {
  const { code, stdout, stderr } = await run(['import', '--json', path], data);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

describe('a file that grows a thousandfold', () => {
  it('is unpacked in bounded memory, and what is too long is said', async () => {
    const bomb = file('bomb.jsonl.gz', gzipSync(Buffer.alloc(400_000_000, 'a'), { level: 1 }));
    // Looked at from inside: what the system tells of a child begins with what its parent had.
    const watch = `let peak = 0;
      setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss); }, 5).unref();
      process.on('exit', () => process.stderr.write('peak ' + peak));`;
    const settings = {
      PAPERQUEUE_DATA_DIR: join(folder, 'bomb'),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(watch)}`,
    };
    const { stdout, stderr } = await runCommand(['import', '--json', '--from', 'jsonl', bomb], settings);
    expect(JSON.parse(stdout)).toMatchObject({ added: 0, skipped: 1, problems: [{ line: 1 }] });
    const [, peak] = /peak (\d+)/.exec(stderr) ?? [];
    expect(Number(peak)).toBeGreaterThan(50_000_000);
    expect(Number(peak)).toBeLessThan(350_000_000);
  });
});

/** Kills the import of a file after its first batch; gives how far it had come. */
async function killImport(path: string, data: string): Promise<number> {
  await run(['library'], data);
  const child = spawn(process.execPath, [BUILT, 'import', path], {
    env: environment({ PAPERQUEUE_DATA_DIR: join(folder, data) }),
    stdio: 'ignore',
  });
  const exited = new Promise((resolve) => child.on('exit', resolve));
  const database = openDatabase(join(folder, data, 'library.sqlite'), LIBRARY_MIGRATIONS);
  const progress = () => database.get<{ pieces: number }>('SELECT pieces FROM imports')?.pieces ?? 0;
  await until(() => progress() > 0, 'progress of the import');
  child.kill('SIGKILL');
  await exited;
  const reached = progress();
  database.close();
  return reached;
}

describe('an import that is killed', () => {
  it('goes on where it was when it is run again: nothing is lost and nothing comes twice', async () => {
    // A machine may be so slow to kill, or so quick to import, that the import ends before: then a longer one is
    // killed.
    let papers = 15_000;
    let reached = papers;
    let path = '';
    while (reached === papers) {
      papers *= 2;
      const lines = Array.from({ length: papers }, (_, place) => `{"id":"p${place}","title":"Paper ${place}"}\n`);
      path = file(`killed-${papers}.jsonl.gz`, gzipSync(lines.join('')));
      reached = await killImport(path, `killed-${papers}`);
    }
    const data = `killed-${papers}`;
    expect(await report(path, data)).toMatchObject({ added: papers, merged: 0, skipped: 0, resumedAfter: reached });
    const { stdout } = await run(['library', 'export'], data);
    const all = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).key as string);
    const keys = all.filter((key) => /^p\d+$/.test(key));
    expect([keys.length, new Set(keys).size]).toEqual([papers, papers]);
    expect(await report(path, data)).toMatchObject({ added: 0, alreadyThere: papers, unchanged: true });
  });
});
