import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/app/commands.ts';
import { outlineCommand } from '../../../src/faces/cli/command-outline.ts';
import { completionScript } from '../../../src/faces/cli/completion-scripts.ts';
import { createProgram } from '../../../src/faces/cli/program.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const program = await createProgram(COMMANDS, { io: { stdout: process.stdout, stderr: process.stderr } } as never);
const outlines = outlineCommand(program);

function all(command: Command): Command[] {
  return [command, ...command.commands.flatMap(all)];
}

/** The examples that the help of a command shows. */
function examplesOf(command: Command): string[] {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const [, listed = ''] = /\nExamples:\n((?: {2}.*\n)+)/.exec(help) ?? [];
  return listed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

const EXAMPLES = [program, ...program.commands].map((command) => [command.name(), examplesOf(command)] as const);

describe('the examples in the help', () => {
  it('every command has one', () => {
    expect(EXAMPLES.filter(([, lines]) => lines.length === 0)).toEqual([]);
  });

  it('and its other lines fit 80 columns', () => {
    const wide = all(program).flatMap((command) => {
      let help = '';
      command.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 80 }).outputHelp();
      return help.split('\n').filter((line) => line.length > 80);
    });
    expect(wide).toEqual([]);
  });

  it.each(EXAMPLES.flatMap(([name, lines]) => lines.map((line) => [name, line] as const)))(
    '%s: %s names commands and flags that exist',
    (name, line) => {
      const [, ...words] = /paperqueue (.*?)(?:\)| \| source|$)/.exec(line)?.[1]?.split(' ') ?? [];
      const command = program.commands.find((each) => line.includes(`paperqueue ${each.name()}`));
      if (name !== 'paperqueue') expect(command?.name()).toBe(name);
      const own = command?.commands.find((each) => words.includes(each.name())) ?? command;
      const flags = line
        .replaceAll(/(['"]).*?\1/g, '')
        .split(/[ )]/)
        .filter((word) => /^--?[a-z]/.test(word));
      const known = own?.options.flatMap(({ short, long }) => [short, long]) ?? [];
      expect(known).toEqual(expect.arrayContaining(flags));
    },
  );
});

it('the help of the program names settings that exist, and the page that has them all', () => {
  let help = '';
  program.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const [, page = 'none'] = /blob\/main\/(\S+)/.exec(help) ?? [];
  const settings = readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8');
  const named = help.match(/PAPERQUEUE_\w+/g) ?? [];
  expect(named).not.toEqual([]);
  for (const name of named) expect(settings).toContain(`| \`${name}\` |`);
});

/** The commands that a page shows, in its text and in its blocks. */
function commandsOf(page: string): string[] {
  const text = readFileSync(page, 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.split('\n'));
  const inline = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return [...blocks, ...inline].flatMap((line) => /(?:^|\s|\()paperqueue (-?[a-z].*)/.exec(line)?.[1] ?? []);
}

/** The words of a command that no command and no flag is called. */
function unknownIn(line: string): string[] {
  const words = line
    .replace(/ #.*| \| .*| > .*/, '')
    .replaceAll(/(['"]).*?\1/g, 'TEXT')
    .split(/[\s,)=]+/);
  const commandAt = (at: Command, place: number): [Command, number] => {
    const next = at.commands.find((each) => each.name() === words[place]);
    return next ? commandAt(next, place + 1) : [at, place];
  };
  const [command, place] = commandAt(program, 0);
  const known = ['--help', ...command.options.flatMap(({ short, long }) => [short, long])];
  const flags = words.slice(place).filter((word) => /^--?[a-z]/i.test(word) && !known.includes(word));
  const hasNoCommand = command === program && /^[a-z]/.test(words[0] ?? '') && words[0] !== 'help';
  return [...(hasNoCommand ? words.slice(0, 1) : []), ...flags];
}

describe('the commands of the front page and the guide', () => {
  const pages = ['README.md', ...readdirSync('docs/guide').map((page) => `docs/guide/${page}`)];
  const lines = pages.flatMap((page) => commandsOf(page).map((line) => [page, line] as const));

  it('are found', () => expect(lines.length).toBeGreaterThan(80));

  it.each(lines)('%s: %s names commands and flags that exist', (_page, line) => {
    expect(unknownIn(line)).toEqual([]);
  });

  it('are noticed when they name what is not there', () => {
    expect(unknownIn("serach -k 'a --b' # --c")).toEqual(['serach', '-k']);
    expect(unknownIn('account create lab --credit=5')).toEqual(['--credit']);
  });
});

describe('completion', () => {
  const folder = temporaryFolder();

  beforeAll(() => writeFileSync(join(folder, 'complete.bash'), completionScript('bash', outlines)));

  /** What bash offers for the words typed so far. */
  function offered(...words: string[]): string[] {
    const script = `source complete.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _paperqueue; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', 'paperqueue', ...words], { cwd: folder });
    expect(String(stderr)).toBe('');
    return String(stdout).split('\n').filter(Boolean);
  }

  it.skipIf(process.platform === 'win32').each([
    [['ex'], ['export']],
    [['account', 'to'], ['topup']],
    [['job', 'J1', '--format', 'b'], ['bibtex']],
    [['search', '--min'], ['--min-citation-count']],
    [['watch', 'run', '--form'], ['--format']],
    [['completion', 'f'], ['fish']],
    [['setup', 'claude-c'], ['claude-code']],
  ])('bash, %j: %j', (words, expected) => {
    expect(offered(...words)).toEqual(expected);
  });

  it.each(['zsh', 'fish'] as const)('%s knows every command and flag', (shell) => {
    const script = completionScript(shell, outlines);
    for (const command of all(program).slice(1)) expect(script).toContain(command.name());
    for (const { options } of outlines)
      for (const { long } of options) expect(script).toContain(long.replace(/^--/, ''));
  });
});
