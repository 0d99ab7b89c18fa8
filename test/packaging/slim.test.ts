import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { writePapers } from '../../src/sdk/formats.ts';
import { ROOT } from '../helpers/tarball.ts';

/**
 * The build leaves out most of a table of characters (scripts/build/slim.mjs); nothing that is written may change by
 * it.
 */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function titles(): string[] {
  const characters = Array.from({ length: 0x20000 }, (_, code) => code)
    .filter((code) => code >= 0x20 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code));
  const accented = Array.from({ length: 0x70 }, (_, index) => String.fromCodePoint(0x300 + index)).flatMap((accent) =>
    [...LETTERS].flatMap((letter) => [`${letter}${accent}`, `${letter}${accent}\u0301`]),
  );
  const all = [...characters, ...accented];
  const lines: string[] = [];
  for (let at = 0; at < all.length; at += 400) lines.push(`x ${all.slice(at, at + 400).join(' y ')}`);
  return lines;
}

it('writes every character as the sources do', async () => {
  const built: { writePapers: typeof writePapers } = await import(pathToFileURL(join(ROOT, 'dist/formats.mjs')).href);
  const papers = titles().map((title, index) => ({ id: String(index), title }));
  const text = writePapers('bibtex', papers);
  expect(text).toContain('\\');
  expect(built.writePapers('bibtex', papers) === text).toBe(true);
});
