import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { TOOLS } from '../../src/app/all-tools.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { IS_WHOLE } from '../helpers/runs.ts';
import { envelope } from '../helpers/served-mcp.ts';
import { TRANSPORTS } from '../helpers/task-transports.ts';

const FOLDER = fileURLToPath(new URL('../../plugin/skills', import.meta.url));
const paths = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`.slice(FOLDER.length + 1).replaceAll('\\', '/'))
  .sort();
const textOf = (path: string) => readFileSync(`${FOLDER}/${path}`, 'utf8');
const SKILL_PATHS = paths.filter((path) => path.endsWith('/SKILL.md'));

describe.each(SKILL_PATHS)('the skill %s', (path) => {
  const [, fenced = ''] = textOf(path).split('---\n');
  const { name, description } = parse(fenced) as { name: string; description: string };

  it('has frontmatter as Agent Skills ask for it', () => {
    expect(path.split('/').at(-2)).toBe(name);
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(name.length).toBeLessThanOrEqual(64);
    expect(description).toMatch(/^.{50,1024}$/);
  });

  it('refers only to files that it has', () => {
    const named = [...textOf(path).matchAll(/`(references\/[\w-]+\.md)`/g)].map(([, file]) => file);
    const own = paths.filter((file) => file.includes('/references/')).map((file) => file.slice(file.indexOf('/') + 1));
    expect(new Set(named)).toEqual(new Set(own));
  });
});

/** `tool {arguments}` in backticks. */
const CALL = /`([a-z]+_[a-z]+) (\{[^`]*\})`/g;
const ajv = new Ajv2020({ strict: false });

function schemaOf(name: string | undefined) {
  const tool = TOOLS.find((each) => each.name === name);
  return tool?.inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
}

describe.each(paths)('the calls in %s', (path) => {
  const calls = [...textOf(path).matchAll(CALL)].map(([, name, args]) => ({ name, args: JSON.parse(args ?? '') }));

  it('are some', () => {
    expect(calls.length).toBeGreaterThan(1);
  });

  it.each(calls)('$name takes $args', ({ name, args }) => {
    const schema = schemaOf(name);
    const validate = ajv.compile(schema ?? false);
    expect(validate(args), JSON.stringify(validate.errors)).toBe(true);
    expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(args)));
  });
});

it('a skill names no tool that is not there, and uses every tool that a review needs', () => {
  const named = paths.flatMap((path) => [...textOf(path).matchAll(/`([a-z]+_[a-z]+)\b/g)].map(([, name]) => name));
  expect(TOOLS.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  expect(new Set(named).size).toBeGreaterThanOrEqual(7);
});

// Of the built server in the gate.
describe.each(TRANSPORTS)('skills over %s', (_, { here, built }) => {
  it('are declared, listed with digests that hold, and got by their address', async () => {
    const server = await (IS_WHOLE ? built : here)({ PAPERQUEUE_DATA_DIR: libraryFolder() });
    try {
      const { result: discovered } = await server.ask('server/discover', {}, envelope());
      expect(discovered?.capabilities).toMatchObject({
        resources: {},
        extensions: { 'io.modelcontextprotocol/skills': {} },
      });
      const { result: listed } = await server.ask('skills/list', {});
      expect(listed).toMatchObject({ resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' });
      const skills = listed?.skills as { uri: string; frontmatter: object; resources: Record<string, unknown>[] }[];
      expect(skills.map(({ uri }) => uri)).toEqual(SKILL_PATHS.map((path) => `skill://${path}`));
      for (const skill of skills) {
        const [, fenced = ''] = textOf(skill.uri.slice('skill://'.length)).split('---\n');
        expect(skill.frontmatter).toEqual(parse(fenced));
        expect((await server.ask('skills/get', { uri: skill.uri })).result).toMatchObject({
          skill,
          resultType: 'complete',
          ttlMs: 3_600_000,
        });
        for (const { uri, digest, size } of skill.resources) {
          const { result } = await server.ask('resources/read', { uri });
          const [content] = (result?.contents ?? []) as { text: string; mimeType: string }[];
          expect(content?.mimeType).toBe('text/markdown');
          expect(Buffer.byteLength(content?.text ?? '')).toBe(size);
          expect(
            `sha256:${createHash('sha256')
              .update(content?.text ?? '')
              .digest('hex')}`,
          ).toBe(digest);
        }
      }
      expect(skills.flatMap(({ resources }) => resources.map(({ uri }) => uri))).toEqual(
        paths.map((path) => `skill://${path}`),
      );
      const { error } = await server.ask('skills/get', { uri: 'skill://nobody/SKILL.md' });
      expect(error?.code).toBe(-32_602);
    } finally {
      await server.close();
    }
  });
});
