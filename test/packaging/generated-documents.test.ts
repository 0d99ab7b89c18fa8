import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  process.argv = process.argv.filter((argument) => argument !== '--check');
  process.exitCode = undefined;
});

it.each([
  ['documents and forms of hosts say of settings, tools and clients', 'docs'],
  ['is known of sources and formats without loading them', 'parts'],
])('what %s is what the source says', async (_what, script) => {
  const outOfDate = vi.spyOn(console, 'error');
  process.argv.push('--check');
  // In this process, which has read the source.
  await import(`../../scripts/${script}.mjs`);
  expect(outOfDate.mock.calls).toEqual([]);
});
