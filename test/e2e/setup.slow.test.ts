import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { isClone } from '../../src/faces/setup/setup.ts';
import { BUILT } from '../helpers/built-server.ts';
import { runCommand } from '../helpers/run-command.ts';
import { runHere } from '../helpers/run-here.ts';
import { TOKEN } from '../helpers/secrets.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** `paperqueue setup` with a home folder of its own: in this process, and once for each way as the built command. */

function machine(settings: Record<string, string> = {}) {
  const home = temporaryFolder();
  const folder = temporaryFolder();
  const env = { HOME: home, PAPERQUEUE_SOURCES: '', ...settings };
  const run = (...args: string[]) => runHere(['setup', '--no-local', ...args], env, folder);
  const runBuilt = (...args: string[]) =>
    runCommand(['setup', ...(args.includes('--local') ? [] : ['--no-local']), ...args], env, undefined, folder);
  const runInClone = (...args: string[]) => runHere(['setup', ...args], env, folder);
  return { home, folder, run, runBuilt, runInClone };
}

const ZED = `// Zed settings
{
  "theme": "One Dark", // keep
  "context_servers": {
    // mine
    "other": { "command": "other" },
  },
}
`;

describe('paperqueue setup CLIENT', () => {
  it('prints file, content, command and what to do, and writes nothing', async () => {
    const { home, runBuilt } = machine({ PAPERQUEUE_BASE_URL: 'https://x.example/api', PAPERQUEUE_TOKEN: TOKEN });
    const { code, stdout, stderr } = await runBuilt('claude-code');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(join(home, '.claude.json'));
    expect(stdout).toContain('"command": "npx"');
    expect(stdout).toContain('claude mcp add paperqueue --scope user');
    expect(stdout).toContain('Set PAPERQUEUE_TOKEN in the environment');
    expect(readdirSync(home)).toEqual([]);
  });

  it('prints facts as JSON', async () => {
    const { home, run } = machine();
    const facts = JSON.parse((await run('codex', '--json')).stdout);
    expect(facts).toMatchObject({ client: 'codex', scope: 'user', file: join(home, '.codex', 'config.toml') });
    expect(facts.content).toContain('[mcp_servers.paperqueue]');
  });

  it('shows the command of Codex, which alone changes its file', async () => {
    const { home, run } = machine();
    const printed = await run('codex');
    expect(printed.stdout).toContain('  codex mcp add paperqueue -- npx -y paperqueue\n');
    expect(printed.stdout).not.toContain('--write');
    const refused = await run('codex', '--write', '--yes');
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('without --write, paperqueue setup codex shows it');
    expect(readdirSync(home)).toEqual([]);
  });

  it('refuses a client that it does not know, with the names of those it does', async () => {
    const { code, stderr } = await machine().run('emacs');
    expect(code).toBe(2);
    expect(stderr).toContain('claude-desktop, claude-code, cursor, vscode, codex, gemini, windsurf, zed');
  });

  it('refuses an environment that the server would refuse', async () => {
    const { code, stderr } = await machine().run('zed', '--base-url', 'ftp://x');
    expect([code, stderr.includes('PAPERQUEUE_BASE_URL')]).toEqual([2, true]);
  });
});

describe('paperqueue setup CLIENT --write', () => {
  it('without a terminal and without --yes shows the change and makes none', async () => {
    const { home, runBuilt } = machine();
    const { code, stdout, stderr } = await runBuilt('cursor', '--write');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('+ mcpServers.paperqueue.command = "npx"');
    expect(stderr).toContain('use --yes');
    expect(readdirSync(home)).toEqual([]);
  });

  it('adds to what is there, keeps a copy and the mode; the second time it changes nothing', async () => {
    const { home, run } = machine();
    const folder = join(home, '.config', 'zed');
    const path = join(folder, 'settings.json');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, ZED);
    chmodSync(path, 0o644);
    const first = await run('zed', '--write', '--yes', '--json');
    const { changed, backup } = JSON.parse(first.stdout);
    expect([first.code, changed]).toEqual([0, true]);
    const text = readFileSync(path, 'utf8');
    const [head, tail] = text.split('    "other": { "command": "other" },\n');
    expect(head).toBe(ZED.split('    "other"')[0]);
    expect(tail).toBe(
      '    "paperqueue": {\n      "command": "npx",\n      "args": ["-y", "paperqueue"]\n    },\n  },\n}\n',
    );
    expect(statSync(path).mode & 0o777).toBe(0o644);
    expect(readFileSync(backup, 'utf8')).toBe(ZED);

    const second = await run('zed', '--write', '--yes', '--json');
    expect(JSON.parse(second.stdout)).toMatchObject({ changed: false, changes: [] });
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it.each(['claude-desktop', 'claude-code', 'cursor', 'vscode', 'gemini', 'windsurf', 'zed'])(
    'makes the file of %s where there is none, and then has nothing to do',
    async (client) => {
      const { run } = machine({ PAPERQUEUE_BASE_URL: 'https://x.example/api', PAPERQUEUE_TOKEN: TOKEN });
      const { content, file } = JSON.parse((await run(client, '--json')).stdout);
      expect((await run(client, '--write', '--yes')).code).toBe(0);
      expect(readFileSync(file, 'utf8')).toBe(content);
      expect(statSync(file).mode & 0o077).toBe(0);
      expect((await run(client, '--write')).stdout).toContain('is set up already');
    },
  );

  it('leaves a file alone that it cannot read, and says where the mistake is', async () => {
    const { home, run } = machine();
    const path = join(home, '.claude.json');
    writeFileSync(path, '{\n  "token": "of-somebody" "x"\n}\n');
    const { code, stdout, stderr } = await run('claude-code', '--write', '--yes');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`${path}: It cannot be read as JSON without comments: line 2, column 26`);
    expect(stderr).not.toContain('of-somebody');
    expect(readdirSync(home)).toEqual(['.claude.json']);
  });

  it("with --project writes the folder's file, readable as files of a project are", async () => {
    const { home, folder, runBuilt } = machine({ PAPERQUEUE_TOKEN: TOKEN });
    expect((await runBuilt('vscode', '--write', '--yes', '--project', '--hosted')).code).toBe(0);
    const path = join(folder, '.vscode', 'mcp.json');
    expect(parse(readFileSync(path, 'utf8')).inputs).toHaveLength(2);
    expect(statSync(path).mode & 0o777).toBe(0o644);
    expect(existsSync(join(home, '.config'))).toBe(false);
    expect((await runBuilt('windsurf', '--project')).code).toBe(1);
  });

  it('with --with-secrets writes the token, which it shows nowhere, into a file for the owner alone', async () => {
    // Not one of the tokens that must not turn up: this one was asked for.
    const { home, run } = machine({ PAPERQUEUE_TOKEN: 'tok-written-on-purpose' });
    const { stdout, stderr } = await run('cursor', '--write', '--yes', '--with-secrets', '--project');
    expect(`${stdout}${stderr}`).not.toContain('on-purpose');
    expect(stdout).toContain('Keep it out of version control');
    const user = await run('cursor', '--write', '--yes', '--with-secrets');
    expect(`${user.stdout}${user.stderr}`).not.toContain('on-purpose');
    const path = join(home, '.cursor', 'mcp.json');
    expect(readFileSync(path, 'utf8')).toContain('"PAPERQUEUE_TOKEN": "tok-written-on-purpose"');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    // An earlier version left files readable by others.
    chmodSync(path, 0o644);
    const { stdout: closed } = await run('cursor', '--write', '--yes', '--with-secrets');
    expect(closed).toContain('now only its owner can');
    const modes = readdirSync(dirname(path)).map((name) => statSync(join(dirname(path), name)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600]);
  });

  it('--local starts the very server that was asked', async () => {
    const { home, runBuilt } = machine();
    await runBuilt('gemini', '--write', '--yes', '--local');
    const { command, args } = JSON.parse(readFileSync(join(home, '.gemini', 'settings.json'), 'utf8')).mcpServers
      .paperqueue;
    expect(command).toBe(process.execPath);
    const { stdout } = await runCommand(['--version'], {});
    expect(existsSync(args[0])).toBe(true);
    expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('starts the clone that was asked unless that is not wanted, or a project shares the file', async () => {
    const { home, folder, run, runInClone } = machine();
    const commandIn = (path: string) => JSON.parse(readFileSync(path, 'utf8')).mcpServers.paperqueue.command;
    const { stdout } = await runInClone('cursor', '--write', '--yes');
    expect(commandIn(join(home, '.cursor', 'mcp.json'))).toBe(process.execPath);
    expect(stdout).toContain('--no-local');
    await runInClone('cursor', '--write', '--yes', '--project');
    expect(commandIn(join(folder, '.cursor', 'mcp.json'))).toBe('npx');
    await run('cursor', '--write', '--yes');
    expect(commandIn(join(home, '.cursor', 'mcp.json'))).toBe('npx');
  });

  it('takes a link to a clone, as npm install --global makes it, for the clone', () => {
    const link = join(temporaryFolder(), 'paperqueue');
    symlinkSync(BUILT, link);
    expect([isClone({ script: link }), isClone({ script: '/usr/lib/paperqueue/dist/paperqueue.mjs' })]).toEqual([
      true,
      false,
    ]);
  });

  it('writes for this machine only', async () => {
    const other = process.platform === 'win32' ? 'linux' : 'win32';
    expect((await machine().run('zed', '--write', '--yes', '--platform', other)).code).toBe(2);
    expect((await machine().run('zed', '--platform', 'win32')).stdout).toContain('"cmd"');
  });
});

it.skipIf(process.platform === 'win32')('the page on removing names every file that a search leaves', async () => {
  const home = temporaryFolder();
  const args = ['search', '-k', 'reef', '-k', 'bleaching', '-k', 'recovery'];
  const { code } = await runCommand(args, { HOME: home, XDG_DATA_HOME: '' });
  expect(code).toBe(0);
  const page = readFileSync(new URL('../../docs/guide/upgrading.md', import.meta.url), 'utf8');
  if (process.platform === 'linux') expect(readdirSync(home)).toEqual(['.local']);
  const folder = dataFolderIn(home);
  // SQLite's own files beside a file that is open.
  const names = readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name));
  expect(names).toContain('jobs.sqlite');
  for (const name of names) expect(page).toContain(`\`${name}\``);
});

function dataFolderIn(home: string): string {
  if (process.platform === 'darwin') return join(home, 'Library/Application Support/paperqueue');
  return join(home, '.local/share/paperqueue');
}
