import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/app/all-tools.ts';
import { readConfig } from '../../src/platform/config.ts';
import { SETTING_NAMES } from '../../src/platform/settings/variables.ts';
import { ROOT } from '../helpers/tarball.ts';

/**
 * server.json, as the registry reads it, and what several files state. The schema says of itself how it was written
 * down.
 */

type Variable = { name: string; description: string; isSecret?: boolean; default?: string };
const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
const server = read('server.json');
const packageJson = read('package.json');
const manifest = read('manifest.json');
const [npm] = server.packages;
const variables: Variable[] = npm.environmentVariables;

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
ajv.addFormat('uri', { type: 'string', validate: (text: string) => URL.canParse(text) });
const isValid = ajv.compile(read('test/fixtures/server.schema.2025-12-11.json'));

describe('server.json', () => {
  it('is valid against the schema that it names', () => {
    expect(isValid(server), JSON.stringify(isValid.errors)).toBe(true);
    expect(server.$schema).toBe('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json');
  });

  it.each([
    ['a long description', { description: 'x'.repeat(101) }],
    ['a name without a namespace', { name: 'paperqueue' }],
    ['a package of the latest version', { packages: [{ ...npm, version: 'latest' }] }],
    ['a package without a transport', { packages: [{ ...npm, transport: undefined }] }],
    ['a variable without a name', { packages: [{ ...npm, environmentVariables: [{ description: 'x' }] }] }],
    ['an address that is none', { websiteUrl: 'no address' }],
    ['no version', { version: undefined }],
  ])('the schema refuses %s', (_, change) => {
    expect(isValid(JSON.parse(JSON.stringify({ ...server, ...change })))).toBe(false);
  });

  it('keeps the rules that the registry checks beside its schema', () => {
    expect(packageJson.mcpName).toBe(server.name);
    for (const version of [server.version, npm.version]) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(npm).toMatchObject({ registryType: 'npm', identifier: packageJson.name, transport: { type: 'stdio' } });
    expect(`git+${server.repository.url}.git`).toBe(packageJson.repository.url);
    // A GitHub namespace belongs to the owner of the repository.
    expect(server.name.split('/')[0]).toBe(`io.github.${new URL(server.repository.url).pathname.split('/')[1]}`);
  });
});

describe('a fact stated in several files is the same in all of them', () => {
  it('versions', () => {
    expect(new Set([packageJson.version, manifest.version, server.version, npm.version]).size).toBe(1);
    expect(read('package-lock.json').version).toBe(packageJson.version);
  });

  it('tools, in the manifest', () => {
    expect(manifest.tools.map(({ name }: { name: string }) => name)).toEqual(TOOLS.map(({ name }) => name));
  });

  it('variables', () => {
    const names = variables.map(({ name }) => name);
    expect(SETTING_NAMES).toEqual(expect.arrayContaining(names));
    expect(Object.keys(manifest.server.mcp_config.env).sort()).toEqual([...names].sort());
  });

  it('which of them are secrets', () => {
    const secrets = variables.filter(({ isSecret }) => isSecret).map(({ name }) => name);
    const fields: Record<string, { sensitive?: boolean }> = manifest.user_config;
    const sensitive = Object.entries(manifest.server.mcp_config.env as Record<string, string>)
      .filter(([, text]) => fields[text.slice('${user_config.'.length, -1)]?.sensitive)
      .map(([name]) => name);
    expect(sensitive.sort()).toEqual([...secrets].sort());
    // The code's own idea of a secret: it never shows itself.
    const config = readConfig({
      PAPERQUEUE_TOKEN: 'tok',
      PAPERQUEUE_SCRAPER_KEY: 'key',
      PAPERQUEUE_OPENALEX_KEY: 'key',
      PAPERQUEUE_SEMANTIC_SCHOLAR_KEY: 'key',
    });
    const hidden = [config.token, config.scraperKey, ...Object.values(config.sourceKeys)].map(String);
    expect(hidden).toEqual(secrets.map(() => '[redacted]'));
  });

  it('defaults', () => {
    const wait = variables.find(({ name }) => name === 'PAPERQUEUE_WAIT_SECONDS');
    expect(Number(wait?.default)).toBe(readConfig({}).waitSeconds);
    expect(manifest.user_config.wait_seconds.default).toBe(readConfig({}).waitSeconds);
  });

  it('addresses of the project', () => {
    const { url } = server.repository;
    expect([manifest.repository.url, manifest.homepage]).toEqual([`${url}.git`, url]);
    expect(manifest.privacy_policies).toEqual([`${url}/blob/main/PRIVACY.md`]);
    expect(packageJson.homepage).toBe(`${url}#readme`);
  });

  it('Node: the floor of the package; the bundle brings no driver, so that it needs a Node with one', () => {
    expect(packageJson.engines.node).toBe('>=20.18.1');
    expect(manifest.compatibility.runtimes.node).toBe('>=22.13.0');
  });
});
