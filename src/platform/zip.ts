import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** Zip archives of a few files (APPNOTE 6.3.10), each smaller than 4 GB: no encryption, no Zip64. */

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const STORED = 0;
const DEFLATED = 8;
const VERSION = 20;
/** Flag for names in UTF-8. */
const UTF8 = 0x0800;
/** 1980-01-01 00:00, the earliest date of a zip archive, so that the same content gives the same bytes. */
const DATE = 0x21;

/** An archive of these files, in this order. */
export function writeZip(files: readonly { name: string; bytes: Uint8Array }[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    // From the needed version to the length of the extra field, local and central headers are the same.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(VERSION, 0);
    shared.writeUInt16LE(UTF8, 2);
    shared.writeUInt16LE(DEFLATED, 4);
    shared.writeUInt16LE(DATE, 8);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([uint32(LOCAL), shared, nameBytes, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([uint32(CENTRAL), uint16(VERSION), shared, rest, nameBytes]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

/**
 * A file of an archive. `length` is the size that the archive states: decompression is limited to it, and throws for
 * damaged data.
 */
export type ZippedFile = { length: number; bytes(): Uint8Array };

/** The files of an archive by name, each decompressed on demand. Throws if it is not an archive. */
export function readZip(archive: Uint8Array): Map<string, ZippedFile> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = bytes.lastIndexOf(uint32(END));
  if (end < 0 || end < bytes.length - END_BYTES - MAX_COMMENT_BYTES) throw new Error('it is not a zip archive');
  const files = new Map<string, ZippedFile>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== CENTRAL) throw new Error('the directory of the zip archive is damaged');
    const header = bytes.subarray(at, at + 46);
    const [nameLength, extra, comment] = [28, 30, 32].map((at) => header.readUInt16LE(at)) as [number, number, number];
    const length = header.readUInt32LE(24);
    files.set(bytes.toString('utf8', at + 46, at + 46 + nameLength), { length, bytes: () => unpack(bytes, header) });
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

function unpack(bytes: Buffer, header: Buffer): Uint8Array {
  const method = header.readUInt16LE(10);
  const [checksum, packedLength, length, offset] = [16, 20, 24, 42].map((at) => header.readUInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const packed = bytes.subarray(from, from + packedLength);
  if (method !== STORED && method !== DEFLATED) throw new Error(`its compression (${method}) is unknown`);
  const content = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(length, 1) });
  if (crc32(content) !== checksum) throw new Error('a file in the zip archive is damaged');
  return content;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
