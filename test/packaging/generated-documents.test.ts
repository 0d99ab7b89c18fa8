import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it.each([
  ['documents and forms of hosts say of settings, tools and clients', 'docs'],
  ['is known of sources and formats without loading them', 'parts'],
])('what %s is what the source says', (_what, script) => {
  const args = ['--import', 'tsx', `scripts/${script}.mjs`, '--check'];
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  expect(() => execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })).not.toThrow();
});
