import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { SETTING_NAMES } from '../src/platform/settings/variables.ts';
import { SERVE_FILE } from '../src/service/store/sqlite/schema.ts';
import { runHere } from './helpers/run-here.ts';

/**
 * What cannot be run here, the systemd unit, the image and the commands of docs/lab/operations.md, held against the
 * repository and the help of the built command: every path, flag and setting that they name is there.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const UNIT = read('packaging/paperqueue.service');
const DOCKERFILE = read('Dockerfile').replaceAll(/\\\n\s*/g, ' ');
const OPERATIONS = read('docs/lab/operations.md');

const help = new Map<string, string>();
beforeAll(async () => {
  const topics = ['serve', 'import', 'callbacks list', 'callbacks resend'];
  const account = ['create', 'list', 'show', 'allow', 'topup', 'rotate', 'revoke', 'admin-token'].map(
    (name) => `account ${name}`,
  );
  for (const topic of [...topics, ...account]) {
    const { code, stdout } = await runHere([...topic.split(' '), '--help'], {});
    expect([topic, code]).toEqual([topic, 0]);
    help.set(topic, stdout);
  }
});

/** Asserts that a command line of ours names a command and flags that there are. */
function expectKnown(commandLine: string): void {
  const words = commandLine.split(/\s+/);
  const topic = [words.slice(0, 2).join(' '), words[0] ?? ''].find((name) => help.has(name));
  expect(topic, commandLine).toBeDefined();
  for (const flag of words.filter((word) => word.startsWith('--'))) {
    expect(help.get(topic as string), commandLine).toMatch(new RegExp(`${flag}\\b`));
  }
}

/** The values of a key of the unit; a key may be repeated. */
function unit(key: string): string[] {
  return [...UNIT.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value as string);
}

function instructions(name: string): string[] {
  return [...DOCKERFILE.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, rest]) => rest as string);
}

describe('the systemd unit', () => {
  it('has nothing but sections, settings and comments', () => {
    const lines = UNIT.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    for (const line of lines) expect(line).toMatch(/^(\[(Unit|Service|Install)\]|[A-Z][A-Za-z]+=.*)$/);
    expect(lines.filter((line) => line.startsWith('['))).toEqual(['[Unit]', '[Service]', '[Install]']);
  });

  it('starts a command and flags that there are, with settings that are read', () => {
    const [start] = unit('ExecStart') as [string];
    const [program, ...words] = start.split(' ') as [string, ...string[]];
    expect(Object.keys(JSON.parse(read('package.json')).bin)).toContain(basename(program));
    expectKnown(words.join(' '));
    for (const setting of unit('Environment')) expect(SETTING_NAMES).toContain(setting.split('=')[0]);
  });

  it('keeps its data in the folder that it alone may write', () => {
    const [folder] = unit('StateDirectory');
    expect(unit('Environment')).toContain(`PAPERQUEUE_DATA_DIR=/var/lib/${folder}`);
    expect([unit('StateDirectoryMode'), unit('UMask'), unit('ProtectSystem')]).toEqual([
      ['0700'],
      ['0077'],
      ['strict'],
    ]);
  });

  it('runs without privileges, as a user of its own', () => {
    for (const key of ['NoNewPrivileges', 'ProtectHome', 'PrivateTmp', 'PrivateDevices', 'RestrictSUIDSGID'])
      expect([key, unit(key)]).toEqual([key, ['yes']]);
    expect(unit('User')).toEqual(['paperqueue']);
    expect(unit('CapabilityBoundingSet')).toEqual(['']);
    // Node cannot run under it.
    expect(unit('MemoryDenyWriteExecute')).toEqual([]);
  });

  it('waits longer for the end than the service itself gives what is open', () => {
    const [, grace] = /GRACE_MS = ([\d_]+)/.exec(read('src/app/start-service.ts')) ?? [];
    expect(Number(unit('TimeoutStopSec')[0])).toBeGreaterThan(Number(grace?.replaceAll('_', '')) / 1_000);
  });
});

describe('the image', () => {
  const [build = '', final = ''] = DOCKERFILE.split(/^(?=FROM )/m).filter((stage) => stage.startsWith('FROM '));

  it('has only instructions that there are', () => {
    const names = DOCKERFILE.split('\n').filter((line) => /^\S/.test(line) && !line.startsWith('#'));
    for (const line of names)
      expect(line).toMatch(
        /^(FROM|LABEL|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD) /,
      );
    for (const name of ['ENTRYPOINT', 'CMD']) for (const list of instructions(name)) JSON.parse(list);
  });

  it('installs, links and copies packages before the source: a change of that leaves their layers as they are', () => {
    const orderOf = (stage: string) => [...stage.matchAll(/^(?:COPY|RUN) .*$/gm)].map(([line]) => line);
    const places = orderOf(build).map((line) => /npm (?:ci|install) /.exec(line)?.[0] ?? line);
    expect(places).toEqual([
      'COPY package.json package-lock.json .npmrc ./',
      'npm ci ',
      'npm install ',
      'COPY tsconfig.json ./',
      'COPY scripts scripts',
      'COPY src src',
      'COPY plugin/skills plugin/skills',
      'RUN npm run build',
    ]);
    expect(orderOf(final).at(-1)).toMatch(/^COPY --from=build \/build\/dist /);
  });

  it('runs a Node that the package supports and that has its own SQLite, in both stages', () => {
    const images = instructions('FROM').map((rest) => rest.split(' ')[0]);
    expect(new Set(images).size).toBe(1);
    const [, major] = /^node:(\d+)-slim$/.exec(images[0] ?? '') ?? [];
    expect(Number(major)).toBeGreaterThanOrEqual(22);
  });

  it('serves as another user than root, on the port and in the folder that it declares', () => {
    const command = instructions('CMD').at(-1) as string;
    const words = JSON.parse(command) as string[];
    expect(JSON.parse(instructions('ENTRYPOINT')[0] as string)).toEqual(['paperqueue']);
    expectKnown(words.join(' '));
    expect(instructions('EXPOSE')).toEqual([words[words.indexOf('--port') + 1]]);
    expect(instructions('USER')).toEqual(['node']);
    expect(final.indexOf('\nUSER ')).toBeLessThan(final.indexOf('\nENTRYPOINT '));
    const data = instructions('ENV').find((setting) => setting.startsWith('PAPERQUEUE_DATA_DIR='));
    expect(instructions('VOLUME')).toEqual([data?.split('=')[1]]);
    for (const setting of instructions('ENV').filter((name) => name.startsWith('PAPERQUEUE_')))
      expect(SETTING_NAMES).toContain(setting.split('=')[0]);
  });

  it('asks a route that there is for its health', () => {
    const [, port, path] = /http:\/\/127\.0\.0\.1:(\d+)(\/\w+)/.exec(instructions('HEALTHCHECK')[0] ?? '') ?? [];
    expect(instructions('EXPOSE')).toEqual([port]);
    expect(read('src/service/http-app.ts')).toContain(`app.get('${path}'`);
  });
});

describe('docs/lab/operations.md', () => {
  const code = [...OPERATIONS.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, block]) => block as string).join('\n');

  it('names only commands and flags of ours that there are', () => {
    const lines = code.replaceAll(/\\\n\s*/g, ' ').split('\n');
    const ours = lines.flatMap((line) => {
      const [, rest] = /(?:^|\s)paperqueue ((?:serve|import|account|callbacks)\b[^#\n]*)/.exec(line) ?? [];
      return rest ? [rest.trim()] : [];
    });
    expect(ours.length).toBeGreaterThan(10);
    for (const commandLine of ours) expectKnown(commandLine);
    const [, table = ''] = /\n(\| flag of `serve`[\s\S]*?)\n\n/.exec(OPERATIONS) ?? [];
    const flags = [...table.matchAll(/--[a-z][a-z-]+/g)].map(([flag]) => flag);
    const known = [...(help.get('serve') ?? '').matchAll(/^ {2}(--[a-z][a-z-]+)/gm)].map(([, flag]) => flag);
    expect(new Set(flags)).toEqual(new Set(known));
  });

  it('tells the defaults of the flags as the help does', () => {
    const [, table = ''] = /\n(\| flag of `serve`[\s\S]*?)\n\n/.exec(OPERATIONS) ?? [];
    const defaults = [...(help.get('serve') ?? '').matchAll(/--([a-z-]+)(?:(?!--)[\s\S])*?\(default:\s+"([^"]+)"\)/g)];
    expect(defaults).toHaveLength(6);
    for (const [, flag, value] of defaults)
      expect(table.split('\n').find((row) => row.includes(`--${flag}`))).toContain(value);
  });

  it('names only files, settings and routes that there are', () => {
    for (const [path] of OPERATIONS.matchAll(/\b(?:packaging|test|docs)\/[\w./-]+\w/g))
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    for (const [name] of OPERATIONS.matchAll(/PAPERQUEUE_(?!BASE_URL|TOKEN)[A-Z_]+/g))
      expect(SETTING_NAMES, name).toContain(name);
    for (const [, path] of OPERATIONS.matchAll(/`GET (\/\w+)/g))
      expect(read('src/service/http-app.ts') + read('src/service/serve-http.ts')).toContain(`'${path}`);
    expect(OPERATIONS).toContain(SERVE_FILE);
  });

  it('names only figures that /metrics has', () => {
    const metrics = read('src/service/metrics.ts');
    for (const [, name] of OPERATIONS.matchAll(/`(paperqueue_\w+)/g)) expect(metrics).toContain(`'${name}'`);
  });
});
