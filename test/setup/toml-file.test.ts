import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import type { Setting } from '../../src/setup/settings.ts';
import { mergeToml } from '../../src/setup/toml-file.ts';

const TABLE = ['mcp_servers', 'paperqueue'];
const SETTINGS: Setting[] = [
  { path: [...TABLE, 'command'], value: 'npx' },
  { path: [...TABLE, 'args'], value: ['-y', 'paperqueue'] },
  { path: [...TABLE, 'startup_timeout_sec'], value: 60, keep: true },
  { path: [...TABLE, 'env', 'PAPERQUEUE_BASE_URL'], value: 'https://x.example/api' },
  { path: [...TABLE, 'env_vars'], value: 'PAPERQUEUE_TOKEN', within: true },
];
const ENTRY = {
  command: 'npx',
  args: ['-y', 'paperqueue'],
  startup_timeout_sec: 60,
  env: { PAPERQUEUE_BASE_URL: 'https://x.example/api' },
  env_vars: ['PAPERQUEUE_TOKEN'],
};

function merge(text: string) {
  return mergeToml(text, SETTINGS, TABLE);
}

const BLOCK = `[mcp_servers.paperqueue]
command = "npx"
args = ["-y", "paperqueue"]
startup_timeout_sec = 60
env.PAPERQUEUE_BASE_URL = "https://x.example/api"
env_vars = ["PAPERQUEUE_TOKEN"]
`;

describe('a TOML file gets a table', () => {
  it('at its end', () => {
    expect(merge('').text).toBe(BLOCK);
    const file = '# mine\nmodel = "x" # best\n\n[mcp_servers.other]\ncommand = "y"';
    expect(merge(file).text).toBe(`${file}\n\n${BLOCK}`);
  });

  it('with the line ends of the file', () => {
    const text = merge('model = "x"\r\n').text;
    expect(text).toBe(`model = "x"\r\n\r\n${BLOCK.replaceAll('\n', '\r\n')}`);
  });
});

describe('a table that is there', () => {
  it('gets what differs, in its place; comments, lists of several lines and tables around it stay', () => {
    const file = `# top
[mcp_servers.paperqueue] # ours
command = "node"   # which one?
args = [
  "old.mjs", # why
]
enabled = false
env_vars = ["HOME"]

# about b
[mcp_servers.b]
command = """
[mcp_servers.paperqueue]
command = "not this"
"""
[mcp_servers.paperqueue.env]
OTHER = 'kept'
`;
    const { text, changes } = merge(file);
    expect(text).toBe(`# top
[mcp_servers.paperqueue] # ours
command = "npx"   # which one?
args = ["-y", "paperqueue"]
enabled = false
env_vars = ["HOME", "PAPERQUEUE_TOKEN"]
startup_timeout_sec = 60

# about b
[mcp_servers.b]
command = """
[mcp_servers.paperqueue]
command = "not this"
"""
[mcp_servers.paperqueue.env]
OTHER = 'kept'
PAPERQUEUE_BASE_URL = "https://x.example/api"
`);
    expect(changes).toHaveLength(5);
  });

  it.each([
    [
      'an inline table',
      '[mcp_servers]\npaperqueue = { command = "node", env = { A = "1" } } # x\nb = { command = "c" }\n',
    ],
    ['one line for all', 'mcp_servers = { paperqueue = { command = "node" }, b = {} }\nz = 1\n'],
    ['an inline env', '[mcp_servers.paperqueue]\ncommand = "npx"\nenv = { A = "#1" } # two\n[z]\n'],
    ['dotted keys', '[mcp_servers.paperqueue]\nenv.A = "1"\n"args" = []\n[z]\n'],
    ['only a table below it', '[mcp_servers.paperqueue.env]\nA = "1"\n[z]\n'],
    ['quoted names', '["mcp_servers".\'paperqueue\']\n"command" = "node"\n'],
  ])('written as %s', (_, file) => {
    const before = parse(file) as { mcp_servers: { paperqueue: { env?: object } } };
    const { text } = merge(file);
    const { paperqueue } = before.mcp_servers;
    expect(parse(text)).toEqual({
      ...before,
      mcp_servers: {
        ...before.mcp_servers,
        paperqueue: { ...paperqueue, ...ENTRY, env: { ...paperqueue.env, ...ENTRY.env } },
      },
    });
    expect(text.match(/ # .*$/gm) ?? []).toEqual(file.match(/ # .*$/gm) ?? []);
    expect(merge(text)).toEqual({ text, changes: [] });
  });

  it('keeps a time-out that somebody has set', () => {
    expect(merge(BLOCK.replace('60', '5')).changes).toEqual([]);
  });
});

describe('a file is refused', () => {
  it('with the place, without a word of what it holds', () => {
    const file = 'a = 1\ntoken = "secret-1" oops\n';
    expect(() => merge(file)).toThrow(/^It cannot be read as TOML: line 2, column \d+$/);
  });

  it('when the table cannot be added to', () => {
    expect(() => merge('[mcp_servers]\npaperqueue.command = "node"\n')).toThrow('cannot be changed safely');
    expect(() => merge('mcp_servers = 3\n')).toThrow('mcp_servers is there, but it is not an object');
  });
});

const name = fc.stringMatching(/^[a-z]{1,5}$/).map((text) => `k${text}`);
const value = fc.oneof(
  fc.constantFrom(
    '1',
    '"a # b"',
    "'c = d'",
    '[1, 2]',
    '[\n  "x", # why\n  "]",\n]',
    '"""\n[t]\nx = 1\n"""',
    '{ a = 1 }',
  ),
  fc.constantFrom('1979-05-27T07:32:00Z', 'true', "'''\n# no comment\n'''", '3.5', '[[1], ["="]]'),
);
const line = fc
  .tuple(name, value, fc.constantFrom('', ' # note', '   '))
  .map(([key, text, end]) => [key, `${key} = ${text}${end}`]);
const section = fc.tuple(name, fc.uniqueArray(line, { selector: ([key]) => key as string, maxLength: 4 }));
const own = fc.option(
  fc.constantFrom(
    '',
    'command = "node" # c\n',
    'args = [\n]\nenabled = true\n',
    'env = { A = "1" }\n',
    'env_vars = ["B"]\n',
  ),
);
const document = fc
  .tuple(fc.uniqueArray(section, { selector: ([title]) => title, maxLength: 4 }), own, fc.nat(4), fc.boolean())
  .map(([sections, entry, place, top]) => {
    const blocks = sections.map(([title, lines]) => {
      const heading = title.length % 2 ? `[${title}]` : `[mcp_servers.${title}] # server`;
      return `${heading}\n${lines.map(([, text]) => `${text}\n`).join('')}\n# behind ${title}\n`;
    });
    if (entry !== null) blocks.splice(place, 0, `[mcp_servers.paperqueue]\n${entry}`);
    return `${top ? '# top\nmodel = "m" # first\n' : ''}${blocks.join('')}`;
  });

describe('whatever the file is', () => {
  it('nothing else in it changes, and the second time nothing at all', () => {
    fc.assert(
      fc.property(document, fc.constantFrom('\n', '\r\n'), (lines, eol) => {
        const file = lines.replaceAll('\n', eol);
        const { text, changes } = merge(file);
        const [was, is] = [parse(file), parse(text)] as { mcp_servers?: Record<string, object> }[];
        expect(is).toEqual({
          ...was,
          mcp_servers: { ...was?.mcp_servers, paperqueue: expect.objectContaining(ENTRY_LEAST) },
        });
        const replaced = changes.filter(({ before }) => before !== undefined).length > 0;
        if (!replaced) {
          const left = text.split('\n');
          const kept = file.split('\n').every((one) => {
            const at = left.indexOf(one);
            left.splice(0, at + 1);
            return at >= 0;
          });
          expect(kept || file.includes('env = {') || file.includes('env_vars = ["B"]')).toBe(true);
        }
        expect(merge(text)).toEqual({ text, changes: [] });
      }),
      { numRuns: 400 },
    );
  });
});

const ENTRY_LEAST = { command: 'npx', args: ['-y', 'paperqueue'] };
