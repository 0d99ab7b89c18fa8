import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CutShort, unzip } from '../../src/importing/unzip.ts';

const TEXT = Array.from({ length: 20_000 }, (_, place) => `${place} ${(place * 7919) % 10_007}\n`).join('');

async function read(bytes: Uint8Array, size = 1_000): Promise<{ text: string; error?: unknown }> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  let text = '';
  try {
    for await (const piece of unzip(chunks())) text += Buffer.from(piece).toString('latin1');
    return { text };
  } catch (error) {
    return { text, error };
  }
}

describe('a gzip file', () => {
  it.each([1, 17, 1_000, 1_000_000])('of several members is read whole, in chunks of %i bytes', async (size) => {
    const half = size === 1 ? 500 : 50_000;
    const text = size === 1 ? TEXT.slice(0, 1_000) : TEXT;
    const members = [gzipSync(text.slice(0, half)), gzipSync(''), gzipSync(text.slice(half))];
    expect(await read(Buffer.concat(members), size)).toEqual({ text });
  });

  it('with a member that ends where a chunk ends is read whole', async () => {
    const first = gzipSync(TEXT);
    expect(await read(Buffer.concat([first, first]), first.length)).toEqual({ text: TEXT + TEXT });
  });

  it('that is cut gives everything before the cut, then says so', async () => {
    const whole = gzipSync(TEXT);
    const { text, error } = await read(whole.subarray(0, whole.length / 2));
    expect(error).toBeInstanceOf(CutShort);
    expect(String(error)).toContain('the gzip file is cut off');
    expect(text.length).toBeGreaterThan(TEXT.length / 4);
    expect(TEXT.startsWith(text)).toBe(true);
    expect((await read(whole.subarray(0, whole.length - 4))).text).toBe(TEXT);
  });

  it('that is damaged gives what came before, then says so', async () => {
    const bytes = gzipSync(TEXT);
    bytes.fill(0, bytes.length / 2, bytes.length / 2 + 200);
    const { text, error } = await read(bytes);
    expect(String(error)).toContain('the gzip file is damaged');
    expect(text.length).toBeGreaterThan(TEXT.length / 4);
  });
});
