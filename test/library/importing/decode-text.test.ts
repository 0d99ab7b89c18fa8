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

  // Python's codecs wrote the bytes.
  it.each([
    [
      'gb18030',
      '水稻根系对盐胁迫的响应，作者：王小明',
      'cbaeb5beb8f9cfb5b6d4d1ced0b2c6c8b5c4cfecd3a6a3acd7f7d5dfa3bacdf5d0a1c3f7',
    ],
    [
      'big5',
      '水稻根系對鹽脅迫的反應與生理變化，作者：王小明',
      'a4f4bd5faedaa874b9efc651afd9ada2aabaa4cfc0b3bb50a5cdb27ac5dca4c6a141a740aacca147a4fda470a9fa',
    ],
    [
      'shift_jis',
      'イネの根における塩ストレスへの応答について',
      '8343836c82cc8daa82c982a882af82e9899683588367838c835882d682cc899e939a82c982c282a282c4',
    ],
    [
      'euc-jp',
      'イネの根における塩ストレスへの応答について',
      'a5a4a5cda4cebaaca4cba4aaa4b1a4ebb1f6a5b9a5c8a5eca5b9a4d8a4ceb1fec5faa4cba4c4a4a4a4c6',
    ],
    [
      'euc-kr',
      '염분 스트레스에 대한 벼 뿌리의 반응',
      'bfb0bad020bdbac6aeb7b9bdbabfa120b4ebc7d120baad20bbd1b8aec0c720b9ddc0c0',
    ],
    [
      'windows-1251',
      'Реакция корней риса на засоление',
      'd0e5e0eaf6e8ff20eaeef0ede5e920f0e8f1e020ede020e7e0f1eeebe5ede8e5',
    ],
    ['koi8-r', 'Реакция корней риса на засоление', 'f2c5c1cbc3c9d120cbcfd2cec5ca20d2c9d3c120cec120dac1d3cfccc5cec9c5'],
  ])('in %s is told by its lead bytes', async (encoding, text, hex) => {
    const bytes = Buffer.concat([Buffer.from('TI  - '), Buffer.from(hex, 'hex'), Buffer.from('\nVL  - 3\n')]);
    expect(await decoded(bytes)).toEqual({ text: `TI  - ${text}\nVL  - 3\n`, encodings: [encoding] });
  });

  it('in UTF-8 with a value cut within a character loses that character alone', async () => {
    const cut = Buffer.from('AB  - 水稻根系对盐胁迫的响应').subarray(0, -1);
    const text = 'AB  - 水稻根系对盐胁迫的响\ufffd\nVL  - 3\n';
    expect(await decoded(Buffer.concat([cut, Buffer.from('\nVL  - 3\n')]))).toEqual({ text, encodings: [] });
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
