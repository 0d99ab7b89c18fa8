import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/app/all-tools.ts';
import { environment } from '../helpers/built-server.ts';
import { drive } from '../helpers/drive.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';
import { TOKEN } from '../helpers/secrets.ts';
import { installTarball, packTarball, ROOT } from '../helpers/tarball.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/**
 * What npm would publish, installed into an empty folder with the Node that runs this; `npm run test:long installed`
 * has the others.
 */

const folder = temporaryFolder();
const project = join(folder, 'project');
const installed = join(project, 'node_modules/paperqueue');
let tarball: string;
let command: string;
beforeAll(() => {
  tarball = packTarball(folder);
  command = installTarball(tarball, project);
});

describe('the tarball', () => {
  it('holds what is run, its licences and papers about it, and nothing else', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((file) =>
      statSync(join(installed, file)).isFile(),
    );
    expect(files.filter((file) => !file.startsWith('dist/chunks/')).sort()).toEqual([
      ...['CHANGELOG.md', 'LICENSE', 'PRIVACY.md', 'README.md', 'SECURITY.md', 'dist/LICENCES.txt'],
      ...[
        'dist/client.d.mts',
        'dist/client.mjs',
        'dist/contract.d.mts',
        'dist/contract.mjs',
        'dist/first-answers.json',
      ],
      ...['dist/formats.d.mts', 'dist/formats.mjs', 'dist/libsql/package-lock.json', 'dist/libsql/package.json'],
      ...['dist/paperqueue.mjs', 'dist/types.d.mts', 'package.json'],
    ]);
    for (const file of files.filter((name) => name.startsWith('dist/chunks/')))
      expect(file).toMatch(
        /^dist\/chunks\/(?:[\w-]+-[a-z0-9]{8}|parser-thread|reading-thread|search-thread|indexing-thread|reader-process|asreview-process|draft-process)\.mjs$/,
      );
  });

  it('is installed without any other package, and runs nothing when it is installed', () => {
    const { dependencies, optionalDependencies, scripts, peerDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(join(installed, 'package.json'), 'utf8'),
    );
    expect([dependencies, optionalDependencies]).toEqual([undefined, undefined]);
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['paperqueue']);
    // npm would ask its registry for a range of each optional peer, each time that npx runs a tarball.
    expect(peerDependencies).toBeUndefined();
    const optional = { optional: true };
    expect(peerDependenciesMeta).toEqual({
      '@opensearch-project/opensearch': optional,
      libsql: optional,
      pg: optional,
    });
    // npm runs these three for the packages that it installs; `prepare` only for checkouts.
    expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
    const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
    const withScripts = Object.entries(lock.packages).filter(
      ([, entry]) => (entry as object & { hasInstallScript?: true }).hasInstallScript,
    );
    expect(withScripts).toEqual([]);
  });

  it('leaves out the sources: `prepare` could not even run', () => {
    expect(existsSync(join(installed, 'scripts'))).toBe(false);
    expect(existsSync(join(installed, 'src'))).toBe(false);
  });

  it('names the licence of every package inside', () => {
    const licences = readFileSync(join(installed, 'dist/LICENCES.txt'), 'utf8');
    for (const name of [
      '@modelcontextprotocol/server',
      'zod',
      'undici',
      'hono',
      'commander',
      'papaparse',
      'prom-client',
    ])
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
  });

  it('serves both protocol eras, searches in embedded mode, and ends with its input', async () => {
    const driven = await drive(
      { command: process.execPath, args: [command] },
      { PAPERQUEUE_DATA_DIR: join(folder, 'data'), PAPERQUEUE_SOURCES: 'library' },
    );
    const tools = TOOLS.map(({ name }) => name);
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(driven.legacy).toEqual({ protocolVersion: '2025-06-18', version, tools });
    expect(driven.modern).toEqual({ era: 'modern', tools });
    expect(driven.search.mode).toBe('embedded');
    expect(driven.search.titles.length).toBeGreaterThan(0);
    expect(driven.end.code).toBe(0);
    const hasOwn = process.getBuiltinModule?.('node:sqlite' as 'node:fs') !== undefined;
    const fetched = join(installed, 'dist/libsql/node_modules');
    expect(existsSync(fetched)).toBe(!hasOwn);
    if (!hasOwn) expect(readdirSync(join(fetched, '@libsql'))).toHaveLength(1);
  });

  it('is imported by the example, whose types hold without ours', async () => {
    const example = join(project, 'example.ts');
    copyFileSync(join(ROOT, 'examples/search-from-a-program.ts'), example);
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
    const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false'];
    const to = ['--module', 'nodenext', '--target', 'es2023'];
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, ...strict, ...to, ...types, example], { cwd: project, stdio: 'pipe' });

    const service = await new ScriptedService({
      papers: [{ title: 'Reefs', authors: 'Ann Able', year: 2020 }],
    }).start();
    const env = environment({ PAPERQUEUE_BASE_URL: service.baseUrl, PAPERQUEUE_TOKEN: TOKEN });
    const run = promisify(execFile);
    const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
    const { stdout, stderr } = await run(process.execPath, [tsx, example], { cwd: project, env });
    await service.stop();
    expect(stdout).toContain('{able2020reefs,');
    expect(stderr).toContain('This takes 1 credit from the pool basic');
    expect(service.creations).toHaveLength(1);
  });

  it('is a command on the path of the project', () => {
    const bin = join(project, 'node_modules/.bin/paperqueue');
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(execFileSync(bin, ['--version'], { encoding: 'utf8' }).trim()).toBe(version);
  });
});
