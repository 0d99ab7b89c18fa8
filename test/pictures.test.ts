import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The animation of the README is small, ends, and has a still for who wants no motion. */

const ROOT = new URL('../', import.meta.url);
const README = readFileSync(new URL('README.md', ROOT), 'utf8');
const PICTURE =
  /<picture>\s*<source media="\(prefers-reduced-motion: reduce\)" srcset="([^"]+)">\s*<img src="([^"]+)" alt="([^"]+)">/;
const MAX_BYTES = 600_000;

type Chunk = { name: string; content: Buffer };

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ name: png.toString('latin1', at + 4, at + 8), content: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

describe('the animation of the README', () => {
  const [, still = '', moving = '', says = ''] = PICTURE.exec(README) ?? [];
  const png = readFileSync(new URL(moving, ROOT));
  const chunks = chunksOf(png);
  const contents = (wanted: string) => chunks.flatMap(({ name, content }) => (name === wanted ? [content] : []));
  const frames = contents('fcTL');

  it('is a small PNG with a text in its place', () => {
    expect(says.length).toBeGreaterThan(40);
    expect(png.length).toBeLessThan(MAX_BYTES);
    expect(png.toString('latin1', 0, 8)).toBe('\x89PNG\r\n\x1a\n');
    expect(chunks.at(-1)?.name).toBe('IEND');
    const size = contents('IHDR')[0]?.subarray(0, 8).toString('hex');
    expect(new Set(frames.map((frame) => frame.subarray(4, 12).toString('hex')))).toEqual(new Set([size]));
  });

  it('shows a question, its card, three kept papers and their flow in six to ten seconds, and ends', () => {
    const [told] = contents('acTL');
    expect([told?.readUInt32BE(0), frames.length, contents('fdAT').length]).toEqual([6, 6, 5]);
    expect(told?.readUInt32BE(4)).toBeGreaterThan(0);
    const seconds = frames.reduce((sum, frame) => sum + frame.readUInt16BE(20) / frame.readUInt16BE(22), 0);
    expect(seconds).toBeGreaterThanOrEqual(6);
    expect(seconds).toBeLessThanOrEqual(10);
  });

  it('is drawn at twice the size that it is shown in', () => {
    expect(contents('IHDR')[0]?.readUInt32BE(0)).toBe(2 * 820);
  });

  it('has a still, which does not move', () => {
    const webp = readFileSync(new URL(still, ROOT));
    expect([webp.toString('latin1', 8, 12), webp.includes('ANIM')]).toEqual(['WEBP', false]);
  });
});
