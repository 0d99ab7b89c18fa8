import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('what documents and forms of hosts say of settings, tools and clients is what the source says', () => {
  const args = ['--import', 'tsx', 'scripts/docs.mjs', '--check'];
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  expect(() => execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })).not.toThrow();
});
