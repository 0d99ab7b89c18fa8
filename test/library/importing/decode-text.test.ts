import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../src/library/importing/decode-text.ts';

async function* chunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The text, and the encoding that the reader tells of. */
async function decoded(bytes: Uint8Array, size = 1_000) {
  let text = '';
  const encodings: string[] = [];
  for await (const part of decodeText(chunks(bytes, size), (name) => encodings.push(name))) text += part;
  return { text, encodings };
}

/** Written out, so that no decoder says what is right. */
const MAC_ROMAN = new Map([...'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü'].map((letter, at) => [letter, 0x80 + at]));
const inMacRoman = (text: string) =>
  Uint8Array.from([...text].map((letter) => MAC_ROMAN.get(letter) ?? letter.charCodeAt(0)));
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

const NAMES = 'José García, Jürgen Müller, Zoë Château, Håkan Ångström, François Peña\n';

describe('the text of a file', () => {
  it.each([1, 2, 3, 7, 1_000])('in UTF-8 is whole, whatever the chunks (%i bytes)', async (size) => {
    const text = `\ufeff${NAMES}Łukasz 山田 😀 – no line end`;
    expect(await decoded(Buffer.from(text), size)).toEqual({ text: text.slice(1), encodings: [] });
  });

  it('that breaks off is given up to there, also of a line without an end, in its own encoding', async () => {
    const bytes = Buffer.from(`[{"title":"Über Łukasz 山田`);
    for (let cut = 20; cut < bytes.length; cut += 1) {
      async function* broken() {
        yield bytes.subarray(0, cut);
        throw new Error('broken off');
      }
      let text = '';
      const encodings: string[] = [];
      const reading = async () => {
        for await (const part of decodeText(broken(), (name) => encodings.push(name))) text += part;
      };
      await expect(reading()).rejects.toThrow('broken off');
      expect(bytes.toString().startsWith(text)).toBe(true);
      expect([Buffer.byteLength(text) > cut - 5, encodings]).toEqual([true, []]);
    }
  });

  it.each([
    ['with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(NAMES, 'utf16le')]), 'utf-16le'],
    ['without a mark', Buffer.from(NAMES, 'utf16le'), 'utf-16le'],
    ['the other way round', Buffer.concat([Buffer.from([0xfe, 0xff]), swapped(NAMES)]), 'utf-16be'],
    ['the other way round, without a mark', swapped(NAMES), 'utf-16be'],
  ])('in UTF-16 %s is read', async (_what, bytes, encoding) => {
    expect(await decoded(bytes)).toEqual({ text: NAMES, encodings: [encoding] });
  });

  it.each([1, 50, 1_000])('in Latin-1 is read (chunks of %i bytes)', async (size) => {
    const text = NAMES.repeat(3);
    expect(await decoded(Buffer.from(text, 'latin1'), size)).toEqual({ text, encodings: ['windows-1252'] });
  });

  it('in Windows-1252 keeps its quotes and dashes', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Author'),
      Buffer.from([0x92]),
      Buffer.from('s dose'),
      Buffer.from([0x96]),
    ]);
    const text = 'Author’s dose–response, “café”';
    const rest = Buffer.concat([Buffer.from('response, '), Buffer.from([0x93]), Buffer.from('café', 'latin1')]);
    expect(await decoded(Buffer.concat([bytes, rest, Buffer.from([0x94])]))).toEqual({
      text,
      encodings: ['windows-1252'],
    });
  });

  it('in MacRoman is told from that by its letters', async () => {
    expect(await decoded(inMacRoman(NAMES))).toEqual({ text: NAMES, encodings: ['macintosh'] });
  });

  it.each([
    ['% Encoding: Cp1252', 'windows-1252'],
    ['This file was created with JabRef 2.9.\nEncoding: MacRoman', 'macintosh'],
    ['% Encoding: ISO8859_1', 'windows-1252'],
    ['<?xml version="1.0" encoding="windows-1250"?>', 'windows-1250'],
    ['% Encoding: SJIS', 'shift_jis'],
  ])('is in the encoding that it names: %s', async (header, encoding) => {
    const letter = 0xe1;
    const { text, encodings } = await decoded(Buffer.concat([Buffer.from(`${header}\n`), Buffer.from([letter, 0x40])]));
    expect(encodings).toEqual([encoding]);
    expect(text).not.toContain('\ufffd');
  });

  it.each(['% Encoding: UTF-8', '% Encoding: nonsense'])('is not misled by %s', async (header) => {
    const bytes = Buffer.concat([Buffer.from(`${header}\n`), Buffer.from(NAMES, 'latin1')]);
    expect(await decoded(bytes)).toEqual({ text: `${header}\n${NAMES}`, encodings: ['windows-1252'] });
  });

  it('may mix UTF-8 with older lines, each read for itself', async () => {
    const bytes = Buffer.concat([Buffer.from(NAMES), Buffer.from(NAMES, 'latin1'), Buffer.from('Łódź\r\n')]);
    expect(await decoded(bytes, 20)).toEqual({ text: `${NAMES}${NAMES}Łódź\r\n`, encodings: ['windows-1252'] });
  });

  it('may be one line longer than is held', async () => {
    const text = 'é山'.repeat(1_200_000);
    expect((await decoded(Buffer.from(text), 300_000)).text === text).toBe(true);
  });
});
