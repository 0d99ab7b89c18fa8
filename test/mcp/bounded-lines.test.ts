import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundedLines } from '../../src/mcp/stdio.ts';

/** What comes through, and the ids of what was dropped, however the bytes are cut into chunks. */
async function readThrough(text: string, maxBytes: number, chunkBytes: number) {
  const dropped: (string | number | undefined)[] = [];
  const lines = new BoundedLines((id) => dropped.push(id), maxBytes);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) lines.write(bytes.subarray(at, at + chunkBytes));
  lines.end();
  let through = '';
  for await (const part of lines.setEncoding('utf8')) through += part;
  return { through, dropped };
}

describe('lines of at most so many bytes', () => {
  it.each<[string, unknown, string | number | undefined]>([
    ['a request', { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { id: 9, a: 'x'.repeat(200) } }, 7],
    ['one whose id comes last', { method: 'm', params: { id: 1, text: '{"id":2,'.repeat(40) }, id: 'a"}b' }, 'a"}b'],
    ['a notification', { method: 'm', params: { id: 9, text: 'x'.repeat(200) } }, undefined],
    ['an answer', { id: 3, result: { method: 'm', text: 'x'.repeat(200) } }, undefined],
    ['an id that is none', { id: { a: 1 }, method: 'm', text: 'x'.repeat(200) }, undefined],
    ['a list', [{ id: 1, method: 'm' }, 'x'.repeat(200)], undefined],
    ['no object', 'x'.repeat(300), undefined],
  ])('drop %s that is longer, tell its id, and let the others through', async (_what, message, id) => {
    for (const chunk of [1, 7, 64, 100_000]) {
      const text = `{"id":1}\n${JSON.stringify(message)}\n{"id":2}\n`;
      expect(await readThrough(text, 100, chunk)).toEqual({ through: '{"id":1}\n{"id":2}\n', dropped: [id] });
    }
  });

  it('let through what is short enough, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 12 })),
        fc.integer({ min: 1, max: 9 }),
        async (words, chunk) => {
          const text = words.map((word) => `${word.replaceAll('\n', '')}\n`).join('');
          const short = text.split('\n').slice(0, -1);
          const kept = short.filter((line) => Buffer.byteLength(line) + 1 <= 20).map((line) => `${line}\n`);
          expect((await readThrough(text, 20, chunk)).through).toBe(kept.join(''));
        },
      ),
    );
  });
});
