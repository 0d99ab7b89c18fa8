import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CutShort, unzip } from '../../../src/library/importing/unzip.ts';

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

  it('whose data are damaged gives what came before, then says so', async () => {
    const bytes = gzipSync(TEXT);
    bytes.fill(0, bytes.length / 2, bytes.length / 2 + 200);
    const { text, error } = await read(bytes);
    expect(String(error)).toContain('the gzip file is damaged');
    expect(text.length).toBeGreaterThan(TEXT.length / 4);
  });

  it('is read whatever its header holds', async () => {
    const data = gzipSync('some text').subarray(10);
    const fields = [
      Buffer.from([3, 0, 1, 2, 3]),
      Buffer.from('a name\0'),
      Buffer.from('a remark\0'),
      Buffer.from([9, 9]),
    ];
    const header = Buffer.from([0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3]);
    const file = Buffer.concat([header, ...fields, data]);
    expect(await read(Buffer.concat([file, file]), 1)).toEqual({ text: 'some textsome text' });
    for (let cut = 1; cut < file.length; cut += 1)
      expect(String((await read(file.subarray(0, cut))).error)).toContain('the gzip file is cut off');
  });
});

/** What may stand behind the first member, and whether it is part of the file. */
describe('whatever follows the first member of a gzip file', () => {
  const SHORT = 'TY  - JOUR\nTI  - First\nER  - \n';
  const first = gzipSync(SHORT);
  const second = gzipSync('TY  - JOUR\nTI  - Second\nER  - \n');
  const zeroed = Buffer.concat([Buffer.alloc(10), second.subarray(10)]);
  const wrongSum = Buffer.concat([second.subarray(0, -8), Buffer.alloc(8, 7)]);

  it.each([
    ['nothing', Buffer.alloc(0), ''],
    ['zeros', Buffer.alloc(20_000), ''],
    ['a member', second, 'TY  - JOUR\nTI  - Second\nER  - \n'],
    ['zeros and a member', Buffer.concat([Buffer.alloc(700), second]), 'TY  - JOUR\nTI  - Second\nER  - \n'],
  ])('%s is read whole', async (_what, rest, text) => {
    for (const size of [1, 50, 1_000_000])
      expect(await read(Buffer.concat([first, rest]), size)).toEqual({ text: SHORT + text });
  });

  it.each([
    ['a member whose beginning is zeros', zeroed, 'is followed by data that is not gzip'],
    ['a line of text', Buffer.from('TY  - JOUR\n'), 'is followed by data that is not gzip'],
    ['the first byte of a member', second.subarray(0, 1), 'cut off'],
    ['the header of a member', second.subarray(0, 10), 'cut off'],
    ['half a member', second.subarray(0, second.length / 2), 'cut off'],
    ['a member without its checksum', second.subarray(0, -8), 'cut off'],
    ['a member with another checksum', wrongSum, 'damaged'],
    ['a member with damaged data', Buffer.concat([second.subarray(0, 10), Buffer.alloc(30, 0xff)]), 'damaged'],
  ])('%s is said, and takes nothing of what came before', async (_what, rest, problem) => {
    for (const size of [1, 50, 1_000_000]) {
      const { text, error } = await read(Buffer.concat([first, rest]), size);
      expect(text.startsWith(SHORT)).toBe(true);
      expect(error).toBeInstanceOf(CutShort);
      expect(String(error)).toContain(problem);
    }
  });
});
