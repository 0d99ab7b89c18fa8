// biome-ignore-all lint/suspicious/noTemplateCurlyInString: clients replace such references themselves
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { CLIENTS, packagedClaudeFile } from '../../../src/faces/setup/clients.ts';
import type { Machine } from '../../../src/faces/setup/machine.ts';
import { isInstalled, planWrite, writeInstructions } from '../../../src/faces/setup/setup.ts';
import { ANY_CHARACTER } from '../../helpers/any-character.ts';
import { makeMachine } from '../../helpers/machine.ts';
import { SCRAPER_KEY, TOKEN } from '../../helpers/secrets.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const NAMES = ['claude-desktop', 'claude-code', 'cursor', 'vscode', 'codex', 'gemini', 'windsurf', 'zed'];
/** A token that the test itself asks to be written: the run looks through all files for the others. */
const ASKED_FOR = { PAPERQUEUE_BASE_URL: 'https://x.example/api', PAPERQUEUE_TOKEN: 'tok-to-be-written' };
const HOSTED = { PAPERQUEUE_BASE_URL: 'https://x.example/api', PAPERQUEUE_TOKEN: TOKEN };

type Entry = { command: string; args: string[]; env?: Record<string, string>; [key: string]: unknown };

/** The entry as a client would read it, and the whole text. */
function entryOf(name: string, machine: Machine, wishes = {}): Entry {
  const { content } = writeInstructions(machine, name, wishes);
  const root = (name === 'codex' ? parse(content) : JSON.parse(content)) as Record<string, Record<string, Entry>>;
  const key = { vscode: 'servers', codex: 'mcp_servers', zed: 'context_servers' }[name] ?? 'mcpServers';
  return root[key]?.paperqueue as Entry;
}

it('knows these clients', () => {
  expect(CLIENTS.map(({ name }) => name)).toEqual(NAMES);
});

it('hands no key for Zotero to a client: only commands ask Zotero', () => {
  const machine = makeMachine({
    environment: { PAPERQUEUE_ZOTERO_KEY: 'k'.repeat(24), PAPERQUEUE_SOURCES: 'library' },
  });
  for (const name of NAMES) expect(JSON.stringify(entryOf(name, machine))).not.toContain('ZOTERO');
});

describe('the file of each client', () => {
  const places = (machine: Machine) => NAMES.map((name) => writeInstructions(machine, name, {}).file);

  it('on Linux', () => {
    expect(places(makeMachine())).toEqual([
      '/home/ada/.config/Claude/claude_desktop_config.json',
      '/home/ada/.claude.json',
      '/home/ada/.cursor/mcp.json',
      '/home/ada/.config/Code/User/mcp.json',
      '/home/ada/.codex/config.toml',
      '/home/ada/.gemini/settings.json',
      '/home/ada/.codeium/windsurf/mcp_config.json',
      '/home/ada/.config/zed/settings.json',
    ]);
  });

  it('on macOS', () => {
    const support = '/Users/ada/Library/Application Support';
    expect(places(makeMachine({ platform: 'darwin', home: '/Users/ada' }))).toEqual([
      `${support}/Claude/claude_desktop_config.json`,
      '/Users/ada/.claude.json',
      '/Users/ada/.cursor/mcp.json',
      `${support}/Code/User/mcp.json`,
      '/Users/ada/.codex/config.toml',
      '/Users/ada/.gemini/settings.json',
      '/Users/ada/.codeium/windsurf/mcp_config.json',
      '/Users/ada/.config/zed/settings.json',
    ]);
  });

  it('on Windows', () => {
    const home = 'C:\\Users\\ada';
    const roaming = `${home}\\AppData\\Roaming`;
    expect(places(makeMachine({ platform: 'win32', home, environment: { APPDATA: roaming } }))).toEqual([
      `${roaming}\\Claude\\claude_desktop_config.json`,
      `${home}\\.claude.json`,
      `${home}\\.cursor\\mcp.json`,
      `${roaming}\\Code\\User\\mcp.json`,
      `${home}\\.codex\\config.toml`,
      `${home}\\.gemini\\settings.json`,
      `${home}\\.codeium\\windsurf\\mcp_config.json`,
      `${roaming}\\Zed\\settings.json`,
    ]);
  });

  it('where the environment puts it', () => {
    const environment = { XDG_CONFIG_HOME: '/x', CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/d' };
    const file = (name: string) => writeInstructions(makeMachine({ environment }), name, {}).file;
    expect(['claude-desktop', 'claude-code', 'vscode', 'codex', 'zed'].map(file)).toEqual([
      '/x/Claude/claude_desktop_config.json',
      '/c/.claude.json',
      '/x/Code/User/mcp.json',
      '/d/config.toml',
      '/x/zed/settings.json',
    ]);
  });

  it('of a project, for those that have one', () => {
    const files = NAMES.map((name) => {
      try {
        return writeInstructions(makeMachine(), name, { project: true }).file;
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(files).toEqual([
      'Claude Desktop has no file for a project; leave out --project',
      '/home/ada/thesis/.mcp.json',
      '/home/ada/thesis/.cursor/mcp.json',
      '/home/ada/thesis/.vscode/mcp.json',
      '/home/ada/thesis/.codex/config.toml',
      '/home/ada/thesis/.gemini/settings.json',
      'Windsurf has no file for a project; leave out --project',
      '/home/ada/thesis/.zed/settings.json',
    ]);
  });
});

describe('Claude Desktop from a Windows package', () => {
  const OLD = 'Packages/Claude_pzs8/LocalCache/Roaming/Claude';
  const NEW = 'Claude-Data/claude_pzs8';

  it.each([
    ['no folder of its own', [], undefined],
    ['the first kind of folder', [OLD, 'Packages/Other_1'], OLD],
    ['the newer kind', [NEW, OLD], NEW],
    ['a package without the folder yet', ['Packages/Claude_pzs8'], undefined],
  ])('with %s', (_, folders, expected) => {
    const local = temporaryFolder();
    for (const folder of folders) mkdirSync(join(local, folder), { recursive: true });
    const file = expected && join(local, expected, 'claude_desktop_config.json');
    expect(packagedClaudeFile(local, join)).toBe(file);
  });

  it('takes the folder that has a file already', () => {
    const local = temporaryFolder();
    for (const folder of [OLD, NEW]) mkdirSync(join(local, folder), { recursive: true });
    const file = join(local, OLD, 'claude_desktop_config.json');
    writeFileSync(file, '{}');
    expect(packagedClaudeFile(local, join)).toBe(file);
  });
});

describe('what each client is told to start', () => {
  it('without a service: npx, and nothing else', () => {
    for (const name of NAMES) {
      const { command, args, env } = entryOf(name, makeMachine());
      expect([name, command, args, env]).toEqual([name, 'npx', ['-y', 'paperqueue'], undefined]);
    }
  });

  it('on Windows through cmd', () => {
    for (const name of NAMES) {
      const { command, args } = entryOf(name, makeMachine({ platform: 'win32', home: 'C:\\Users\\ada' }));
      expect([name, command, args]).toEqual([name, 'cmd', ['/c', 'npx', '-y', 'paperqueue']]);
    }
  });

  it.each([
    ['file:../../../tarballs/paperqueue-0.1.0.tgz', 'tarballs/paperqueue-0.1.0.tgz'],
    ['https://x.example/paperqueue.tgz', undefined],
    ['^0.1.0', 'paperqueue'],
  ])('what npx started by %s, it starts again', (given, started) => {
    const home = temporaryFolder();
    const folder = join(home, '.npm/_npx/1f');
    mkdirSync(join(folder, 'node_modules/paperqueue/dist'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { paperqueue: given } }));
    const script = join(folder, 'node_modules/paperqueue/dist/paperqueue.mjs');
    writeFileSync(script, '');
    const expected = started?.includes('/') ? join(home, started) : (started ?? given);
    expect(entryOf('cursor', makeMachine({ script })).args).toEqual(['-y', expected]);
    expect(entryOf('cursor', makeMachine({ script }), { local: false }).args).toEqual(['-y', 'paperqueue']);
    expect(entryOf('cursor', makeMachine({ script }), { project: true }).args).toEqual(['-y', 'paperqueue']);
    expect(isInstalled({ script })).toBe(false);
  });

  it('a package that was installed stays where it is', () => {
    expect(isInstalled({ script: '/usr/lib/node_modules/paperqueue/dist/paperqueue.mjs' })).toBe(true);
    const machine = makeMachine({ script: '/usr/lib/node_modules/paperqueue/dist/paperqueue.mjs' });
    const { notes } = writeInstructions(machine, 'zed', { local: true });
    expect(notes.join(' ')).toContain('It starts this installed copy');
  });

  it('with --local this very copy', () => {
    const { command, args } = entryOf('cursor', makeMachine({ platform: 'win32' }), { local: true });
    expect([command, args]).toEqual(['/usr/bin/node', ['/opt/paperqueue.mjs']]);
    const fetched = makeMachine({ script: '/home/ada/.npm/_npx/1f/node_modules/.bin/paperqueue' });
    const warned = (machine: Machine) => writeInstructions(machine, 'zed', { local: true }).notes.join(' ');
    expect(warned(fetched)).toContain('cache of npx');
    expect(warned(makeMachine())).not.toContain('npx');
  });
});

describe('settings and secrets', () => {
  const environment = { ...HOSTED, PAPERQUEUE_WAIT_SECONDS: '20', PAPERQUEUE_SCRAPER_KEY: SCRAPER_KEY, HOME: '/h' };
  const machine = makeMachine({ environment });

  it('values come along, secrets by what stands in for them', () => {
    const shared = { PAPERQUEUE_BASE_URL: 'https://x.example/api', PAPERQUEUE_WAIT_SECONDS: '20' };
    const standIns = {
      'claude-desktop': ['<paste PAPERQUEUE_TOKEN here>', '<paste PAPERQUEUE_SCRAPER_KEY here>'],
      'claude-code': ['${PAPERQUEUE_TOKEN}', '${PAPERQUEUE_SCRAPER_KEY}'],
      cursor: ['${env:PAPERQUEUE_TOKEN}', '${env:PAPERQUEUE_SCRAPER_KEY}'],
      vscode: ['${input:paperqueue-token}', '${input:paperqueue-scraper-key}'],
      gemini: ['$PAPERQUEUE_TOKEN', '$PAPERQUEUE_SCRAPER_KEY'],
      windsurf: ['${env:PAPERQUEUE_TOKEN}', '${env:PAPERQUEUE_SCRAPER_KEY}'],
      zed: ['<paste PAPERQUEUE_TOKEN here>', '<paste PAPERQUEUE_SCRAPER_KEY here>'],
    };
    for (const [name, [token, key]] of Object.entries(standIns)) {
      const env = { ...shared, PAPERQUEUE_TOKEN: token, PAPERQUEUE_SCRAPER_KEY: key };
      expect([name, entryOf(name, machine).env]).toEqual([name, env]);
    }
    const codex = entryOf('codex', machine);
    expect(codex.env).toEqual(shared);
    expect(codex.env_vars).toEqual(['PAPERQUEUE_TOKEN', 'PAPERQUEUE_SCRAPER_KEY']);
  });

  it('VS Code asks for them, hidden', () => {
    const { inputs } = JSON.parse(writeInstructions(machine, 'vscode', {}).content);
    expect(inputs.map(({ id, type, password }: Record<string, unknown>) => [id, type, password])).toEqual([
      ['paperqueue-token', 'promptString', true],
      ['paperqueue-scraper-key', 'promptString', true],
    ]);
  });

  it('no part of the instructions holds a secret, unless it was asked for', () => {
    for (const name of NAMES) {
      expect(JSON.stringify(writeInstructions(machine, name, {}))).not.toMatch(new RegExp(`${TOKEN}|${SCRAPER_KEY}`));
      expect(entryOf(name, machine, { withSecrets: true }).env).toEqual({
        PAPERQUEUE_BASE_URL: 'https://x.example/api',
        PAPERQUEUE_TOKEN: TOKEN,
        PAPERQUEUE_WAIT_SECONDS: '20',
        PAPERQUEUE_SCRAPER_KEY: SCRAPER_KEY,
      });
    }
  });

  it('a hosted service can be left open', () => {
    expect(entryOf('cursor', makeMachine(), { hosted: true }).env).toEqual({
      PAPERQUEUE_BASE_URL: '${env:PAPERQUEUE_BASE_URL}',
      PAPERQUEUE_TOKEN: '${env:PAPERQUEUE_TOKEN}',
    });
    const { inputs } = JSON.parse(writeInstructions(makeMachine(), 'vscode', { hosted: true }).content);
    expect(inputs.map(({ password }: { password: boolean }) => password)).toEqual([false, true]);
  });

  it('what the server would refuse is refused here', () => {
    expect(() => writeInstructions(makeMachine(), 'zed', { baseUrl: 'http://x.example' })).toThrow(
      'PAPERQUEUE_BASE_URL',
    );
    const wrong = makeMachine({ environment: { PAPERQUEUE_WAIT_SECONDS: '99' } });
    expect(() => writeInstructions(wrong, 'zed', {})).toThrow('PAPERQUEUE_WAIT_SECONDS');
  });
});

describe("a client's own command", () => {
  const command = (name: string, machine: Machine, wishes = {}) => writeInstructions(machine, name, wishes).command;

  it('is told where there is one that can do the same', () => {
    const machine = makeMachine({ environment: HOSTED });
    const url = 'PAPERQUEUE_BASE_URL=https://x.example/api';
    expect(command('claude-code', machine)).toBe(
      `claude mcp add paperqueue --scope user -e ${url} -e 'PAPERQUEUE_TOKEN=\${PAPERQUEUE_TOKEN}' -- npx -y paperqueue`,
    );
    expect(command('gemini', machine, { project: true })).toBe(
      `gemini mcp add --scope project -e ${url} -e 'PAPERQUEUE_TOKEN=$PAPERQUEUE_TOKEN' paperqueue npx -- -y paperqueue`,
    );
    expect(command('codex', makeMachine())).toBe('codex mcp add paperqueue -- npx -y paperqueue');
    expect(command('vscode', makeMachine())).toBe(
      `code --add-mcp '{"name":"paperqueue","command":"npx","args":["-y","paperqueue"]}'`,
    );
    for (const name of ['codex', 'vscode']) expect(command(name, machine)).toBeUndefined();
  });

  it('quotes for the shell of the platform', () => {
    const environment = { PAPERQUEUE_DATA_DIR: "/data/Ada's papers" };
    expect(command('codex', makeMachine({ environment }))).toContain(`'PAPERQUEUE_DATA_DIR=/data/Ada'\\''s papers'`);
    const windows = makeMachine({ platform: 'win32', environment });
    expect(command('codex', windows)).toContain(`'PAPERQUEUE_DATA_DIR=/data/Ada''s papers' '--' cmd /c npx`);
  });
});

describe('Codex, whose file is TOML', () => {
  it('is given an entry that a TOML parser reads back, whatever the values hold', () => {
    const any = fc.string({ unit: ANY_CHARACTER, minLength: 1 }).filter((text) => text.trim() === text);
    fc.assert(
      fc.property(any, (value) => {
        const machine = makeMachine({ node: value });
        const { command, args, startup_timeout_sec } = entryOf('codex', machine, { local: true });
        expect([command, args, startup_timeout_sec]).toEqual([value, ['/opt/paperqueue.mjs'], 60]);
      }),
    );
  });

  it('changes its file itself: --write makes no change, and says what shows the command', () => {
    const home = temporaryFolder();
    const machine = makeMachine({ home });
    expect(() => planWrite(machine, 'codex', {})).toThrow(/config\.toml: Codex has a command of its own.*setup codex/);
    expect(readdirSync(home)).toEqual([]);
    expect(NAMES.filter((name) => !writeInstructions(machine, name, {}).writable)).toEqual(['codex']);
  });
});

describe('a planned change', () => {
  it('is not made where another kind of entry has the name', () => {
    const home = temporaryFolder();
    mkdirSync(join(home, '.cursor'));
    writeFileSync(
      join(home, '.cursor', 'mcp.json'),
      '{"mcpServers": {"paperqueue": {"url": "http://127.0.0.1:1/mcp"}}}',
    );
    expect(() => planWrite(makeMachine({ home }), 'cursor', {})).toThrow(/mcp\.json: paperqueue is there already/);
  });

  it.each([0o644, 0o664, 0o666, 0o604])('with secrets leaves no file readable by others: mode %o', (mode) => {
    const home = temporaryFolder();
    const machine = makeMachine({ home, environment: ASKED_FOR, platform: 'linux' });
    const path = join(home, '.cursor', 'mcp.json');
    mkdirSync(dirname(path));
    writeFileSync(path, '{"mcpServers": {"other": {"env": {"KEY": "theirs"}}}}');
    chmodSync(path, mode);
    const first = planWrite(machine, 'cursor', { withSecrets: true });
    expect(first.notes.join(' ')).toContain('now only its owner can');
    const copy = first.write() as string;
    for (const file of [path, copy]) expect(statSync(file).mode & 0o777).toBe(0o600);
    // As an earlier version left it: nothing to change but who may read it.
    chmodSync(path, mode);
    const again = planWrite(machine, 'cursor', { withSecrets: true });
    expect([again.changes, again.isOpen]).toEqual([[], true]);
    again.write();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(planWrite(machine, 'cursor', { withSecrets: true }).isOpen).toBe(false);
    expect(planWrite(machine, 'cursor', {}).isOpen).toBe(false);
  });

  it('puts a token where a reference was, and never the other way round', () => {
    const home = temporaryFolder();
    const machine = makeMachine({ home, environment: ASKED_FOR });
    planWrite(machine, 'vscode', { withSecrets: true }).write();
    expect(planWrite(machine, 'vscode', {}).changes).toEqual([]);
    const other = makeMachine({ home: temporaryFolder(), environment: ASKED_FOR });
    planWrite(other, 'vscode', {}).write();
    expect(planWrite(other, 'vscode', { withSecrets: true }).changes).toEqual([
      {
        path: ['servers', 'paperqueue', 'env', 'PAPERQUEUE_TOKEN'],
        before: '${input:paperqueue-token}',
        after: ASKED_FOR.PAPERQUEUE_TOKEN,
        secret: true,
      },
    ]);
  });
});
