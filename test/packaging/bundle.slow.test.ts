import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/app/all-tools.ts';
import { drive } from '../helpers/drive.ts';
import { ROOT } from '../helpers/tarball.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** The bundle for Claude Desktop: packed, unpacked with the official tool, and started by its own manifest. */

type Field = { type: string; title: string; description: string; sensitive?: boolean; required?: boolean };
type Manifest = {
  icon: string;
  privacy_policies: string[];
  user_config: Record<string, Field>;
  server: { entry_point: string; mcp_config: { command: string; args: string[]; env: Record<string, string> } };
};

const folder = temporaryFolder();
const unpacked = join(folder, 'unpacked');
const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, 'manifest.json'), 'utf8'));
beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/bundle.mjs'), folder], { cwd: ROOT, stdio: 'pipe' });
  const mcpb = join(ROOT, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');
  execFileSync(process.execPath, [mcpb, 'unpack', join(folder, 'paperqueue.mcpb'), unpacked], { stdio: 'pipe' });
});

/** What the host hands over: fields that nobody filled in as blanks, or as they stand in the manifest. */
function started(filled: Record<string, string>, unfilled: 'blank' | 'as it stands') {
  const { command, args, env } = manifest.server.mcp_config;
  const value = (text: string) =>
    text.replace(/\$\{user_config\.(\w+)\}/, (whole, key) => filled[key] ?? (unfilled === 'blank' ? '' : whole));
  const settings = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, value(text)]));
  // A Node without SQLite of its own finds the driver where the tests have it; the bundle brings none.
  return {
    program: {
      command: command === 'node' ? process.execPath : command,
      args: args.map((text) => text.replace(/\$\{__dirname\}/, unpacked)),
    },
    settings: { ...settings, NODE_PATH: join(ROOT, 'node_modules') },
  };
}

describe('the bundle', () => {
  it.each(['blank', 'as it stands'] as const)(
    'serves both eras and searches, with fields left %s',
    async (unfilled) => {
      const filled = { data_dir: join(folder, `data-${unfilled[0]}`), wait_seconds: '40' };
      const { program, settings } = started(filled, unfilled);
      const driven = await drive(program, settings);
      const tools = TOOLS.map(({ name }) => name);
      expect(driven.legacy.tools).toEqual(tools);
      expect(driven.modern).toEqual({ era: 'modern', tools });
      expect(driven.search.mode).toBe('embedded');
      expect(driven.search.titles.length).toBeGreaterThan(0);
      expect(driven.end.code).toBe(0);
      expect(existsSync(filled.data_dir)).toBe(true);
    },
  );

  it('holds what its manifest names, and no module that only other programs import', () => {
    for (const file of [manifest.icon, manifest.server.entry_point, 'LICENSE', 'PRIVACY.md', 'dist/LICENCES.txt'])
      expect(existsSync(join(unpacked, file)), file).toBe(true);
    for (const file of ['dist/client.mjs', 'dist/client.d.mts', 'src', 'node_modules'])
      expect(existsSync(join(unpacked, file)), file).toBe(false);
  });

  it('asks for every secret as such, and for nothing that must be filled in', () => {
    const fields = Object.entries(manifest.user_config);
    expect(fields.filter(([, field]) => field.sensitive).map(([key]) => key)).toEqual(
      fields.filter(([key]) => /token|key/.test(key)).map(([key]) => key),
    );
    expect(fields.filter(([, field]) => field.required !== false)).toEqual([]);
    expect(manifest.user_config.data_dir?.type).toBe('directory');
    const used = Object.values(manifest.server.mcp_config.env).map(
      (text) => /^\$\{user_config\.(\w+)\}$/.exec(text)?.[1],
    );
    expect(used.sort()).toEqual(fields.map(([key]) => key).sort());
  });

  it('has the privacy policy of the repository', () => {
    const [policy] = manifest.privacy_policies;
    expect(policy).toMatch(/^https:\/\/.*\/PRIVACY\.md$/);
    for (const name of ['PAPERQUEUE_DATA_DIR', 'PAPERQUEUE_BASE_URL', 'PAPERQUEUE_SOURCES', 'PAPERQUEUE_CONTACT_EMAIL'])
      expect(readFileSync(join(ROOT, 'PRIVACY.md'), 'utf8')).toContain(name);
  });

  it('is named with its hash in the entry for the registry', () => {
    const { packages } = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'));
    const hash = createHash('sha256')
      .update(readFileSync(join(folder, 'paperqueue.mcpb')))
      .digest('hex');
    expect(packages[1]).toMatchObject({ registryType: 'mcpb', fileSha256: hash });
  });
});

it('the icon is a PNG of 512 by 512 pixels', () => {
  const png = readFileSync(join(ROOT, 'packaging/icon.png'));
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
});
